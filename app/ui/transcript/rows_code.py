"""A code card: header with language and Copy, coloured lines, scrolled sideways when too wide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen

from app.ui.language import mark, tr
from app.ui.theme import RADIUS_CARD, SIZE_META
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Code
from app.ui.transcript.code_colors import CodeColors
from app.ui.transcript.code_document import CodeDocument
from app.ui.transcript.fades import paint_fades
from app.ui.transcript.highlight import LONGEST_LINE
from app.ui.transcript.look import Look
from app.ui.transcript.quotes import left_of, paint_quotes
from app.ui.transcript.row import Canvas, CopyCode, Press, Row, Spot, Target
from app.ui.transcript.rows_buttons import COPIED

HEADER_HEIGHT = 34
PADDING = 14
PADDING_TOP = 10
PADDING_BOTTOM = 14
COPY_WIDTH = 84
WRAP_WIDTH = 64
COPY = mark("Copy code")
MOST_WRAPPED_LINES = 5000
"""Wrapping needs the layout of every line."""
WRAPPED_LINE = 2000
"""Lines too long to lay out are shown in pieces of this many characters."""


class CodeRow(Row):
    """Its height is a matter of counting lines, unless the user wants them wrapped."""

    def __init__(self, block: Code, look: Look) -> None:
        super().__init__()
        self._look = look
        self._block = block
        self._lines = _shown_lines(block.text)
        self._document: CodeDocument | None = None
        self._wrapped = False
        self._scroll = 0
        self._wrap, self._unwrap = tr("Wrap"), tr("Unwrap")
        self._copy, self._copied, self._text = tr("Copy"), tr(COPIED), tr("text")

    def show(self, block: Code) -> None:
        """Take the block that has grown out of the one before; only its end is laid out again."""
        was_long, old = self._too_long, self._block
        self._block = block
        self._lines = _shown_lines(block.text)
        if old.language == block.language and was_long == self._too_long and self._document:
            self._document.show(self._lines)
        else:
            self._document = None
        self.changed()

    def press(self, what: str) -> None:  # noqa: ARG002
        """Wrap long lines, or do so no longer."""
        self._wrapped = not self._wrapped
        self._scroll = 0
        self.changed()

    @property
    def length(self) -> int:
        return self._made().length

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        height = self.height(canvas.width)
        paint_quotes(painter, self._block.quotes, self._look.theme.border, height=height)
        card = QRect(self._left, 0, canvas.width - self._left, height)
        self._paint_card(painter, card)
        self._paint_header(painter, card, canvas)
        inside = self._inside(canvas.width)
        painter.save()
        painter.setClipRect(inside, Qt.ClipOperation.IntersectClip)
        origin = self._origin(canvas.width)
        painter.translate(origin)
        visible = QRectF(inside.intersected(canvas.clip)).translated(-origin)
        if not visible.isEmpty():
            self._laid_out(canvas.width).draw(
                painter, clip=visible, selection=canvas.selection, highlights=canvas.highlights
            )
        painter.restore()
        color, edge = self._look.theme.code, inside.adjusted(0, 0, 0, -RADIUS_CARD)
        more_right = self._scroll < self._overflow(canvas.width)
        paint_fades(painter, edge, color, left=self._scroll > 0, right=more_right)

    def target_at(self, point: QPoint, width: int) -> Target | None:
        if point.y() >= HEADER_HEIGHT:
            return None
        if width - COPY_WIDTH <= point.x() <= width:
            return CopyCode(self._block.text)
        is_wrap = width - COPY_WIDTH - WRAP_WIDTH <= point.x() < width - COPY_WIDTH
        return Press(self, "wrap") if is_wrap and self._can_wrap(width) else None

    def spots(self, width: int) -> Sequence[Spot]:
        copy = Spot(
            CopyCode(self._block.text), self._word_area(self._copy, width - PADDING), tr(COPY)
        )
        if not self._can_wrap(width):
            return [copy]
        label = self._wrap_label
        area = self._word_area(label, width - COPY_WIDTH - 6)
        return [Spot(Press(self, "wrap"), area, label), copy]

    def described(self) -> str:
        return tr("Code, {language}", language=self._language)

    def position_at(self, point: QPoint, width: int) -> int:
        place = QPointF(point) - self._origin(width)
        return self._laid_out(width).position_at(place)

    def caret_at(self, position: int, width: int) -> QRect:
        caret = self._laid_out(width).caret_at(position)
        return caret.translated(self._origin(width).toPoint())

    def word_at(self, position: int) -> tuple[int, int]:
        return self._made().word_at(position)

    def text(self, start: int, end: int) -> str:
        return self._made().text(start, end)

    def plain_text(self) -> str:
        return "\n".join(self._lines)

    def markdown(self) -> str:
        return as_markdown(self._block)

    def scroll_sideways(self, pixels: int, width: int) -> bool:
        target = max(0, min(self._scroll + pixels, self._overflow(width)))
        moved = target != self._scroll
        self._scroll = target
        return moved

    def release(self) -> None:
        if self._document:
            self._document.release()

    @property
    def layouts(self) -> int:
        """Pieces of the code that are laid out now."""
        return self._document.layouts if self._document else 0

    def _measure(self, width: int) -> int:
        lines = len(self._lines) * self._look.code.line_height
        if self._wrapped:
            lines = self._laid_out(width).height
        return HEADER_HEIGHT + PADDING_TOP + lines + PADDING_BOTTOM

    @property
    def _left(self) -> int:
        return left_of(self._block.depth, self._block.quotes)

    def _inside(self, width: int) -> QRect:
        """The part of the card where the code shows."""
        height = self.height(width) - HEADER_HEIGHT - 2
        return QRect(self._left + 1, HEADER_HEIGHT + 1, width - self._left - 2, height)

    def _origin(self, width: int) -> QPointF:
        self._scroll = min(self._scroll, self._overflow(width))
        return QPointF(self._left + PADDING - self._scroll, HEADER_HEIGHT + PADDING_TOP)

    def _overflow(self, width: int) -> int:
        """How far the longest line reaches beyond the card, in pixels."""
        return 0 if self._wrapped else max(0, round(self._made().width) - self._room(width))

    def _room(self, width: int) -> int:
        return width - self._left - 2 * PADDING

    def _can_wrap(self, width: int) -> bool:
        too_wide = self._made().width > self._room(width)
        return (self._wrapped or too_wide) and len(self._lines) <= MOST_WRAPPED_LINES

    @property
    def _too_long(self) -> bool:
        """Whether a line is shown in pieces; such code stays plain."""
        return len(self._lines) > self._block.text.count("\n") + 1

    def _laid_out(self, width: int) -> CodeDocument:
        document = self._made()
        document.wrap(self._room(width) if self._wrapped else 0)
        return document

    def _made(self) -> CodeDocument:
        if self._document is None:
            self._document = CodeDocument(self._lines, self._look)
            if not self._too_long:
                self._color(self._document)
        self._look.live.use(self)
        return self._document

    def _color(self, document: CodeDocument) -> None:
        """At once, but for the first code of a language: that is plain until it can be read."""
        highlighter, background = self._look.highlighter, self._look.background
        language = self._block.language

        def color(_: None = None) -> None:
            document.color(CodeColors(highlighter.lexer(language), background))

        if highlighter.ready(language):
            color()
        else:
            background.run(highlighter.loading(language), color, moves=False)

    @property
    def _language(self) -> str:
        return self._block.language or self._text

    @property
    def _wrap_label(self) -> str:
        return self._unwrap if self._wrapped else self._wrap

    def _word_area(self, label: str, right: int) -> QRect:
        """Around a word in the header that ends at `right`."""
        font = self._look.theme.fonts.ui(SIZE_META, QFont.Weight.Medium)
        wide = QFontMetrics(font).horizontalAdvance(label)
        return QRect(right - wide - 6, 6, wide + 12, HEADER_HEIGHT - 12)

    def _paint_card(self, painter: QPainter, card: QRect) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._look.theme.border, 1))
        painter.setBrush(self._look.theme.code)
        edge = QRectF(card).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(edge, RADIUS_CARD, RADIUS_CARD)
        painter.restore()
        line = QRect(card.left() + 1, HEADER_HEIGHT, card.width() - 2, 1)
        painter.fillRect(line, self._look.theme.border_soft)

    def _paint_header(self, painter: QPainter, card: QRect, canvas: Canvas) -> None:
        theme = self._look.theme
        copy = CopyCode(self._block.text)
        header = QRect(card.left() + PADDING, 0, card.width() - 2 * PADDING, HEADER_HEIGHT)
        painter.setFont(theme.fonts.ui(SIZE_META, QFont.Weight.Medium))
        painter.setPen(theme.secondary)
        flags = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(header, flags | Qt.AlignmentFlag.AlignLeft, self._language)
        done = canvas.done == copy
        color = theme.ok if done else theme.text if canvas.hovered == copy else theme.secondary
        painter.setPen(color)
        right = flags | Qt.AlignmentFlag.AlignRight
        painter.drawText(header, right, self._copied if done else self._copy)
        if self._can_wrap(canvas.width):
            wrap = Press(self, "wrap")
            painter.setPen(theme.text if canvas.hovered == wrap else theme.secondary)
            header.setRight(card.right() - COPY_WIDTH - 6)
            painter.drawText(header, right, self._wrap_label)


def _shown_lines(text: str) -> list[str]:
    lines = text.split("\n")
    if max(map(len, lines)) <= LONGEST_LINE:
        return lines
    return [piece for line in lines for piece in _pieces(line)]


def _pieces(line: str) -> Iterable[str]:
    return (line[i : i + WRAPPED_LINE] for i in range(0, max(len(line), 1), WRAPPED_LINE))
