"""What stood to choose from at one token: bars, each of which can be gone on from."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.focus_ring import paint_focus_ring
from app.ui.inspector.choice_tokens import Place, percent
from app.ui.inspector.token_layout import visible
from app.ui.language import mark, number, tr
from app.ui.theme import SIZE_META, SIZE_UI, Theme
from engine.token_choices import Likely

ROW_HEIGHT = 28
_ROWS = 6
_TEXT_WIDTH = 190
_PERCENT_WIDTH = 70
_SIDE_WIDTH = 130
_NOTHING = mark("Choose a token to see what else could have stood in its place.")
_UNKNOWN = mark("Nothing was kept of the choice at these tokens.")


class Alternatives(QWidget):
    """Signals:
    chosen(int): the id of the token to go on with instead
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.heading = QLabel(tr(_NOTHING))
        self.rows = [AlternativeRow(theme) for _ in range(_ROWS)]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.heading)
        for row in self.rows:
            row.hide()
            row.chosen.connect(self.chosen)
            layout.addWidget(row)
        layout.addStretch(1)
        self.setFixedHeight(_ROWS * (ROW_HEIGHT + 2) + 26)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.heading.setFont(theme.fonts.ui(SIZE_META))
        for row in self.rows:
            row.set_theme(theme)

    def show_place(self, place: Place | None) -> None:
        """The alternatives at a token, the one that was written among them."""
        choice = place.choice if place else None
        shown: list[Likely] = []
        if choice is not None:
            shown = list(choice.likeliest)
            if choice.taken.id not in {likely.id for likely in shown}:
                shown.append(choice.taken)
        self.heading.setText(_heading(place))
        for row in self.rows:
            row.hide()
        for row, likely in zip(self.rows, shown[-_ROWS:], strict=False):
            row.show_likely(likely, taken=choice is not None and likely.id == choice.taken.id)


class AlternativeRow(QPushButton):
    """Signals:
    chosen(int): the id of this token
    """

    chosen = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._likely: Likely | None = None
        self.setProperty("row", True)
        self.setFixedHeight(ROW_HEIGHT)
        self.setAutoDefault(False)
        self.clicked.connect(self._on_clicked)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, ROW_HEIGHT)

    def show_likely(self, likely: Likely, *, taken: bool) -> None:
        """The one that was `taken` is no alternative."""
        self._likely = likely
        self.setEnabled(not taken)
        shapes = Qt.CursorShape
        self.setCursor(shapes.ArrowCursor if taken else shapes.PointingHandCursor)
        self.setAccessibleName(_spoken(likely, taken=taken))
        self.setToolTip(tr("id {id}", id=likely.id))
        self.show()
        self.update()

    def _on_clicked(self) -> None:
        if self._likely is not None:
            self.chosen.emit(self._likely.id)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._likely is None:
            return
        theme, area = self._theme, self.rect()
        active = self.isEnabled() and (self.underMouse() or self.hasFocus())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.bubble if active else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 6, 6)
        if self.hasFocus():
            paint_focus_ring(painter, theme, area, radius=6)
        self._paint_bar(painter)
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.text)
        painter.setFont(theme.fonts.code())
        room = area.adjusted(8, 0, 0, 0)
        room.setWidth(_TEXT_WIDTH)
        text = painter.fontMetrics().elidedText(
            visible(self._likely.text), Qt.TextElideMode.ElideRight, _TEXT_WIDTH
        )
        painter.drawText(room, flags, text)
        painter.setFont(theme.fonts.ui(SIZE_UI))
        right = area.adjusted(0, 0, -_SIDE_WIDTH, 0)
        painter.drawText(right, flags | Qt.AlignmentFlag.AlignRight, self._percent)
        painter.setPen(theme.accent if self.isEnabled() else theme.hint)
        painter.setFont(theme.fonts.ui(SIZE_META))
        side = tr("Go on with it") if active else "" if self.isEnabled() else tr("Written")
        painter.drawText(area.adjusted(0, 0, -10, 0), flags | Qt.AlignmentFlag.AlignRight, side)

    @property
    def _percent(self) -> str:
        return percent(self._likely.probability) if self._likely else ""

    def _paint_bar(self, painter: QPainter) -> None:
        assert self._likely is not None, "something is shown"
        left = _TEXT_WIDTH + 16
        whole = max(self.width() - left - _PERCENT_WIDTH - _SIDE_WIDTH, 20)
        track = QRectF(left, self.height() / 2 - 3, whole, 6)
        painter.setBrush(self._theme.border_soft)
        painter.drawRoundedRect(track, 3, 3)
        track.setWidth(max(whole * self._likely.probability, 2))
        painter.setBrush(self._theme.accent if self.isEnabled() else self._theme.hint)
        painter.drawRoundedRect(track, 3, 3)


def _heading(place: Place | None) -> str:
    if place is None:
        return tr(_NOTHING)
    if place.choice is None:
        return tr(_UNKNOWN)
    return tr("Token {number}: choose another to go on from here", number=number(place.token + 1))


def _spoken(likely: Likely, *, taken: bool) -> str:
    token, chance = visible(likely.text), percent(likely.probability)
    if taken:
        return tr("{token}, {chance}, written", token=token, chance=chance)
    return tr("{token}, {chance}, go on with it", token=token, chance=chance)
