"""Paragraphs in one QTextDocument, with what Qt does not draw well: markers, quote bars, chips."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QTextBlock, QTextCursor

from app.ui.transcript import documents
from app.ui.transcript.blocks import BULLETS, LINE_BREAK, OBJECT, Paragraph, Span
from app.ui.transcript.formats import CHIP_PADDING, ProseFormats
from app.ui.transcript.math.inline import OBJECT_TYPE
from app.ui.transcript.quotes import left_of, paint_bars
from app.ui.transcript.row import Highlight


class ProseDocument:
    """Filled with paragraphs, laid out at one width.

    Qt's layout of it is made when a width is known, so that nothing is laid out twice.
    """

    def __init__(self, formats: ProseFormats) -> None:
        self._formats = formats
        self._document = documents.new_document(formats.font)
        self._draws_formulas = False
        self._paragraphs: Sequence[Paragraph] = ()
        self._filled: Sequence[Paragraph] = ()
        """Those that are written in the document: nearly always the same."""
        self._starts: list[list[int]] = []
        """Of the spans in each of them."""
        self._chips: list[tuple[int, int]] = []
        self._drawn_at_end: tuple[tuple[int, int], Span] | None = None
        """The formula that all ended in, and where: number of its paragraph, and in that."""
        self.waiting = False
        """Whether a formula in it will look different, as soon as somebody has drawn it."""
        self.held = False
        """Whether the formula at the end is drawn as it was before it grew."""

    def fill(self, paragraphs: Sequence[Paragraph], *, growing: bool = False) -> None:
        """A formula at the end that is `growing` stays as it was last drawn while the rest of it,
        half written, cannot be: the source in between would flicker.
        """
        self._paragraphs = paragraphs
        self.waiting = self.held = False
        paragraphs = self._with_formula_of_before(paragraphs, growing=growing)
        if any(span.formula for paragraph in paragraphs for span in paragraph.spans):
            self._draw_formulas()
        first, spans = self._kept(paragraphs)
        self._filled = paragraphs
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        self._cut(cursor, first, spans)
        for index, paragraph in enumerate(paragraphs[first:], first):
            if index > first or not spans:
                spans = 0
                self._starts.append([])
                block_format = self._formats.block(paragraph, first=index == 0)
                if index:
                    cursor.insertBlock(block_format)
                else:
                    cursor.setBlockFormat(block_format)
            for number in range(spans, len(paragraph.spans)):
                self._starts[-1].append(cursor.position())
                self._insert(cursor, paragraph, number)
        cursor.endEditBlock()

    def _kept(self, paragraphs: Sequence[Paragraph]) -> tuple[int, int]:
        """What stays as it is: so many paragraphs, and so many spans of the one after them."""
        before = self._filled
        last = len(before) - 1
        if self._draws_formulas or last < 0 or before[:last] != paragraphs[:last]:
            return 0, 0
        if before[last:] == paragraphs[last : last + 1]:
            return last + 1, 0
        if len(paragraphs) <= last:
            return 0, 0
        old, new = before[last], paragraphs[last]
        if old._replace(spans=new.spans) != new:
            return 0, 0
        pairs = enumerate(zip(old.spans, new.spans, strict=False))
        same = next((i for i, (a, b) in pairs if a != b), min(len(old.spans), len(new.spans)))
        # The end of a span looks at what follows.
        return (last, same - 1) if same > 1 else (0, 0)

    def _cut(self, cursor: QTextCursor, paragraphs: int, spans: int) -> None:
        """Delete all but so many paragraphs, and spans of the one after them."""
        end = start = self.length
        if spans:
            start = self._starts[paragraphs][spans]
            del self._starts[paragraphs][spans:]
        elif not paragraphs:
            start = 0
            self._starts.clear()
        self._chips = [chip for chip in self._chips if chip[0] < start]
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()

    def set_width(self, width: int) -> int:
        """Lay out; the height in whole pixels."""
        if self._document.textWidth() != width:  # setting it lays out again even when it is equal
            self._document.setTextWidth(width)
        return math.ceil(self._document.size().height())

    def ideal_width(self) -> int:
        """The width the laid out text really takes."""
        return math.ceil(self._document.idealWidth())

    @property
    def length(self) -> int:
        return self._document.characterCount() - 1

    def draw(
        self,
        painter: QPainter,
        *,
        clip: QRectF,
        selection: tuple[int, int] | None = None,
        highlights: Sequence[Highlight] = (),
    ) -> None:
        self._draw_chips(painter)
        documents.draw(
            self._document,
            painter,
            clip=clip,
            color=self._formats.color,
            selection=selection,
            theme=self._formats.theme,
            highlights=highlights,
        )
        self._draw_markers(painter)

    def position_at(self, point: QPoint) -> int:
        return documents.position_at(self._document, QPointF(point))

    def link_at(self, point: QPoint) -> str:
        return self._document.documentLayout().anchorAt(QPointF(point))

    def links(self) -> list[documents.PlacedLink]:
        return documents.links(self._document)

    def caret_at(self, position: int) -> QRect:
        return documents.caret_at(self._document, position)

    def plain_text(self) -> str:
        return documents.plain_text(self._document)

    def tip_at(self, point: QPoint) -> str:
        return documents.tip_at(self._document, QPointF(point))

    def word_at(self, position: int) -> tuple[int, int]:
        return documents.word_at(self._document, position)

    def text(self, start: int, end: int) -> str:
        return documents.text_between(self._document, start, end)

    def _draw_formulas(self) -> None:
        if not self._draws_formulas:
            self._draws_formulas = True
            layout = self._document.documentLayout()
            layout.registerHandler(OBJECT_TYPE, self._formats.formulas)

    def _with_formula_of_before(
        self, paragraphs: Sequence[Paragraph], *, growing: bool
    ) -> Sequence[Paragraph]:
        before, self._drawn_at_end = self._drawn_at_end, None
        spans = paragraphs[-1].spans if paragraphs else ()
        if not spans or not (span := spans[-1]).formula:
            return paragraphs
        place = len(paragraphs), len(spans)
        formula = self._formats.math.render(span.formula, span.display)
        if not formula.error:
            self._drawn_at_end = place, span
        elif growing and before and before[0] == place:
            self._drawn_at_end, self.held, self.waiting = before, True, formula.waiting
            last = paragraphs[-1]._replace(spans=(*spans[:-1], before[1]))
            return [*paragraphs[:-1], last]
        return paragraphs

    def _insert(self, cursor: QTextCursor, paragraph: Paragraph, number: int) -> None:
        """The last character beside a chip's edge is spaced, so that the chip has its padding."""
        span, after = paragraph.spans[number], paragraph.spans[number + 1 : number + 2]
        before_chip = bool(after) and after[0].code
        start = cursor.position()
        if span.formula:
            self.waiting |= insert_formula(cursor, span, paragraph, self._formats)
            return
        text = span.text.replace("\n", LINE_BREAK)
        spaced = text[-1:] if span.code or before_chip else ""
        cursor.insertText(text[: len(text) - len(spaced)], self._formats.char(span, paragraph))
        if spaced:
            cursor.insertText(spaced, self._formats.char(span, paragraph, spaced=True))
        if span.code:
            self._chips.append((start, cursor.position()))

    def _draw_chips(self, painter: QPainter) -> None:
        if not self._chips:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._formats.theme.inline_code_background)
        for start, end in self._chips:
            for area in self._chip_areas(start, end):
                painter.drawRoundedRect(area, 4, 4)
        painter.restore()

    def _chip_areas(self, start: int, end: int) -> Iterator[QRectF]:
        """One rectangle for each line the chip reaches over."""
        block = self._document.findBlock(start)
        layout = block.layout()
        start, end = start - block.position(), end - block.position()
        size = self._formats.font.pixelSize()
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            first, last = line.textStart(), line.textStart() + line.textLength()
            if first < end and last > start:
                left = layout.position().x() + _x(line.cursorToX(max(start, first))) - CHIP_PADDING
                right = layout.position().x() + _x(line.cursorToX(min(end, last)))
                baseline = layout.position().y() + line.y() + line.ascent()
                top = round(baseline - size * 0.95)
                yield QRectF(left, top, right - left, round(size * 1.3))

    def _draw_markers(self, painter: QPainter) -> None:
        block = self._document.begin()
        above = 0
        for paragraph in self._paragraphs:
            self._draw_quotes(painter, paragraph, block, above=above)
            if paragraph.checked is not None:
                self._draw_box(painter, paragraph, block)
            elif paragraph.marker:
                self._draw_marker(painter, paragraph, block)
            above = len(paragraph.quotes)
            block = block.next()

    def _draw_quotes(
        self, painter: QPainter, paragraph: Paragraph, block: QTextBlock, *, above: int
    ) -> None:
        """Bars of quotes that the paragraph above is in as well go on without a gap."""
        layout = self._document.documentLayout()
        area = layout.blockBoundingRect(block)
        joined = round(layout.blockBoundingRect(block.previous()).bottom()) if above else 0
        tops = [
            joined if level < above else round(area.top()) for level in range(len(paragraph.quotes))
        ]
        color = self._formats.theme.border
        bottom = round(area.bottom())
        paint_bars(painter, paragraph.quotes, color, tops=tops, bottom=bottom)

    def _draw_marker(self, painter: QPainter, paragraph: Paragraph, block: QTextBlock) -> None:
        place = self._marker_place(paragraph, block)
        color = self._formats.theme.secondary
        if paragraph.marker not in BULLETS:
            painter.setFont(self._formats.font)
            painter.setPen(color)
            width = painter.fontMetrics().horizontalAdvance(paragraph.marker)
            painter.drawText(place - QPointF(7 + width, 0), paragraph.marker)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.2) if paragraph.marker == "◦" else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if paragraph.marker == "◦" else color)
        spot = QRectF(place.x() - 15, place.y() - 8, 5, 5)
        if paragraph.marker == "▪":
            painter.drawRect(spot)
        else:
            painter.drawEllipse(spot)
        painter.restore()

    def _draw_box(self, painter: QPainter, paragraph: Paragraph, block: QTextBlock) -> None:
        theme = self._formats.theme
        box = QRectF(self._marker_place(paragraph, block) - QPointF(21, 12), QPointF(0, 0))
        box.setSize(QRectF(0, 0, 14, 14).size())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.accent if paragraph.checked else theme.hint, 1.2))
        painter.setBrush(theme.accent if paragraph.checked else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 4, 4)
        if paragraph.checked:
            painter.setPen(QPen(theme.on_accent, 1.6))
            corners = ((3.5, 7.2), (6, 9.8), (10.6, 4.6))
            painter.drawPolyline([box.topLeft() + QPointF(x, y) for x, y in corners])
        painter.restore()

    def _marker_place(self, paragraph: Paragraph, block: QTextBlock) -> QPointF:
        """Where the text of the first line begins, on its baseline."""
        layout = block.layout()
        line = layout.lineAt(0)
        left = left_of(paragraph.depth, paragraph.quotes)
        return QPointF(left, layout.position().y() + line.y() + line.ascent())


def insert_formula(
    cursor: QTextCursor, span: Span, paragraph: Paragraph, formats: ProseFormats
) -> bool:
    """A formula as one character, or its source when it cannot be drawn; whether it waits."""
    formula = formats.math.render(span.formula, span.display)
    if formula.error:
        cursor.insertText(span.text.replace("\n", LINE_BREAK), formats.broken(span, paragraph))
    else:
        cursor.insertText(OBJECT, formats.formula(span, paragraph))
    return formula.waiting


def _x(found: object) -> float:
    """PySide returns the x together with the cursor position it belongs to."""
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
