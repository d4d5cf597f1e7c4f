"""Why an answer ended early or is not as it should be, with what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter

from app.ui.language import mark, tr
from app.ui.transcript.blocks import LINE_BREAK, Paragraph, Span
from app.ui.transcript.card import CardRow
from app.ui.transcript.formats import ProseFormats
from app.ui.transcript.look import Look
from app.ui.transcript.prose_document import ProseDocument
from app.ui.transcript.row import Act, Action, Canvas, Row
from app.ui.transcript.rows_buttons import Button, ButtonsRow

ICON = 18
TEXT_LEFT = ICON + 10


class SentenceRow(Row):
    """An icon, and text beside it."""

    def __init__(
        self, look: Look, text: str, *, icon: str, color: QColor, formats: ProseFormats
    ) -> None:
        super().__init__()
        self._look = look
        self._icon = icon
        self._color = color
        self._text = ProseDocument(formats)
        self._text.fill((Paragraph((Span(text.replace("\n", LINE_BREAK)),)),))

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        height = self.height(canvas.width)
        icon = self._look.icon(self._icon, self._color, painter, size=ICON)
        painter.drawPixmap(QPointF(0, 1), icon)
        painter.save()
        painter.translate(TEXT_LEFT, 0)
        everything = QRectF(0, 0, canvas.width, height)
        self._text.draw(
            painter, clip=everything, selection=canvas.selection, highlights=canvas.highlights
        )
        painter.restore()

    @property
    def length(self) -> int:
        return self._text.length

    def position_at(self, point: QPoint, width: int) -> int:
        self.height(width)
        return self._text.position_at(point - QPoint(TEXT_LEFT, 0))

    def caret_at(self, position: int, width: int) -> QRect:
        self.height(width)
        return self._text.caret_at(position).translated(TEXT_LEFT, 0)

    def word_at(self, position: int) -> tuple[int, int]:
        return self._text.word_at(position)

    def text(self, start: int, end: int) -> str:
        return self._text.text(start, end)

    def plain_text(self) -> str:
        return self._text.plain_text()

    def _measure(self, width: int) -> int:
        return max(self._text.set_width(max(width - TEXT_LEFT, 60)), ICON + 2)


class NoticeRow(CardRow):
    """One sentence in a card, and buttons."""

    def __init__(
        self, look: Look, *, sentence: str, failed: bool, actions: tuple[Action, ...]
    ) -> None:
        super().__init__(look)
        self._sentence = sentence
        color = look.theme.error if failed else look.theme.warning
        text = SentenceRow(look, sentence, icon="circle-alert", color=color, formats=look.small)
        self._rows = [text, *_buttons(look, actions)]

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def described(self) -> str:
        return tr("Notice: {sentence}", sentence=self._sentence)


class QuietNoticeRow(CardRow):
    """A sentence that is no alarm: in the secondary colour, without a card."""

    def __init__(self, look: Look, sentence: str, actions: tuple[Action, ...]) -> None:
        super().__init__(look)
        self._sentence = sentence
        text = SentenceRow(
            look, sentence, icon="info", color=look.theme.hint, formats=look.small_muted
        )
        self._rows = [text, *_buttons(look, actions)]

    @property
    def rows(self) -> Sequence[Row]:
        return self._rows

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        self.height(canvas.width)
        self._paint_body(painter, canvas)

    def described(self) -> str:
        return tr("Notice: {sentence}", sentence=self._sentence)


_LABELS: dict[Action, str] = {"continue": mark("Continue"), "retry": mark("Retry")}


def _buttons(look: Look, actions: tuple[Action, ...]) -> list[Row]:
    buttons = tuple(Button(Act(action), tr(_LABELS[action])) for action in actions)
    return [ButtonsRow(look, buttons, indent=TEXT_LEFT)] if buttons else []
