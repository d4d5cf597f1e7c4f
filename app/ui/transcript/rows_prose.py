"""Rows of an answer's text that are no cards: prose and rules."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QPainter

from app.ui.theme import GAP_ROW
from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Paragraph, Prose
from app.ui.transcript.formats import INDENT, ProseFormats, gap_above
from app.ui.transcript.look import Look
from app.ui.transcript.prose_document import ProseDocument
from app.ui.transcript.row import Canvas, Link, Row, Spot, Target, Tip

_MEAN_CHARACTER_WIDTH = 7.6


class ProseRow(Row):
    """Paragraphs, a heading, a list item or a quote."""

    def __init__(self, block: Prose, look: Look, formats: ProseFormats) -> None:
        super().__init__()
        self._look = look
        self._formats = formats
        self._block = block
        self._document: ProseDocument | None = None
        self.gap = gap_above(block.paragraphs[0])

    def show(self, block: Prose) -> None:
        """Take the block that has grown out of the one before."""
        self._block = block
        self.gap = gap_above(block.paragraphs[0])
        if self._document:
            self._document.fill(block.paragraphs, growing=True)
        self.changed()

    @property
    def waiting(self) -> bool:
        return self._document is not None and self._document.waiting

    def look_again(self) -> bool:
        if self._document is None or not self._document.waiting:
            return False
        self._document.fill(self._block.paragraphs, growing=self._document.held)
        self.changed()
        return True

    def complete(self) -> None:
        if self._document and self._document.held:
            self._document.fill(self._block.paragraphs)
            self.changed()

    @property
    def heading(self) -> int:
        """Its level, 0 for running text."""
        return self._block.paragraphs[0].heading

    @property
    def length(self) -> int:
        return self._filled().length

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        self.height(canvas.width)
        self._laid_out(canvas.width).draw(
            painter,
            clip=QRectF(canvas.clip),
            selection=canvas.selection,
            highlights=canvas.highlights,
        )

    def target_at(self, point: QPoint, width: int) -> Target | None:
        document = self._laid_out(width)
        if url := document.link_at(point):
            return Link(url)
        tip = document.tip_at(point)
        return Tip(tip) if tip else None

    def spots(self, width: int) -> Sequence[Spot]:
        found = self._laid_out(width).links()
        return [Spot(Link(link.url), link.area, link.text) for link in found]

    def position_at(self, point: QPoint, width: int) -> int:
        return self._laid_out(width).position_at(point)

    def caret_at(self, position: int, width: int) -> QRect:
        return self._laid_out(width).caret_at(position)

    def word_at(self, position: int) -> tuple[int, int]:
        return self._filled().word_at(position)

    def text(self, start: int, end: int) -> str:
        return self._filled().text(start, end)

    def plain_text(self) -> str:
        return self._filled().plain_text()

    def markdown(self) -> str:
        return as_markdown(self._block)

    def speech(self) -> str:
        """The text as it is read aloud: formulas in words."""
        return "\n".join(self._spoken(paragraph) for paragraph in self._block.paragraphs)

    def _spoken(self, paragraph: Paragraph) -> str:
        math = self._formats.math
        return "".join(
            math.render(span.formula, span.display).speech if span.formula else span.text
            for span in paragraph.spans
        )

    def release(self) -> None:
        if self._document and self._document.waiting:
            self.changed()
        self._document = None

    def _measure(self, width: int) -> int:
        return self._filled().set_width(width)

    def _estimate(self, width: int) -> int:
        height = 0
        for index, paragraph in enumerate(self._block.paragraphs):
            characters = sum(len(span.text) for span in paragraph.spans)
            line_width = max(width - paragraph.depth * INDENT, INDENT)
            lines = int(characters * _MEAN_CHARACTER_WIDTH / line_width) + 1
            height += lines * self._formats.line_height(paragraph.heading)
            height += gap_above(paragraph) if index else 0
        return height

    def _laid_out(self, width: int) -> ProseDocument:
        document = self._filled()
        document.set_width(width)
        return document

    def _filled(self) -> ProseDocument:
        if self._document is None:
            self._document = ProseDocument(self._formats)
            self._document.fill(self._block.paragraphs)
        self._look.live.use(self)
        return self._document


class RuleRow(Row):
    """A hairline across the column."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        painter.fillRect(0, GAP_ROW // 2, canvas.width, 1, self._look.theme.border)

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return GAP_ROW + 1
