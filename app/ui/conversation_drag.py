"""Conversations on their way to a folder: what is dragged, and how it looks under the mouse."""

from __future__ import annotations

import json
from collections.abc import Sequence

from PySide6.QtCore import QByteArray, QMimeData, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPixmap

from app.domain.conversation import Summary
from app.ui.language import number, tr
from app.ui.theme import RADIUS_ITEM, SIZE_UI, Theme

_FORMAT = "application/x-parley-conversations"
_WIDTH, _HEIGHT, _PADDING = 200, 34, 12


def dragged(ids: Sequence[str]) -> QMimeData:
    data = QMimeData()
    data.setData(_FORMAT, QByteArray(json.dumps(ids).encode()))
    return data


def ids_in(data: QMimeData) -> list[str]:
    """The conversations that are dragged; none when it is anything else."""
    written = bytes(data.data(_FORMAT).data())
    try:
        found = json.loads(written or b"[]")
    except ValueError:
        return []
    return [id for id in found if isinstance(id, str)] if isinstance(found, list) else []


def drag_picture(summaries: Sequence[Summary], theme: Theme, ratio: float) -> QPixmap:
    """A card with the title, or with how many there are."""
    count = len(summaries)
    text = summaries[0].title if count == 1 else tr("{count} conversations", count=number(count))
    picture = QPixmap(round(_WIDTH * ratio), round(_HEIGHT * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.accent, 1))
    painter.setBrush(theme.raised)
    painter.drawRoundedRect(QRectF(0.5, 0.5, _WIDTH - 1, _HEIGHT - 1), RADIUS_ITEM, RADIUS_ITEM)
    font = theme.fonts.ui(SIZE_UI)
    room = _WIDTH - 2 * _PADDING
    elided = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.setFont(font)
    painter.setPen(theme.text)
    middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(QRectF(_PADDING, 0, room, _HEIGHT), middle, elided)
    painter.end()
    return picture
