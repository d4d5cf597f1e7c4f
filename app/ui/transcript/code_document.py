"""The lines of a code block in several QTextDocuments, made when they are painted.

Thirty thousand lines in one document would hold up the window for a second.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QTextCursor, QTextDocument

from app.ui.transcript import documents
from app.ui.transcript.code_colors import CodeColors
from app.ui.transcript.look import Look
from app.ui.transcript.row import Highlight

LINES_PER_PIECE = 250


class CodeDocument:
    """Positions count UTF-16 units from the first line, with one for every line break."""

    def __init__(self, lines: Sequence[str], look: Look) -> None:
        self._look = look
        self._colors: CodeColors | None = None
        self._wrap_width = 0
        self._pieces: dict[int, QTextDocument] = {}
        self._colored: dict[int, int] = {}
        self._longest = 0.0
        self._lines: Sequence[str] = ()
        self.show(lines)

    def show(self, lines: Sequence[str]) -> None:
        """Take the lines that have grown out of those before."""
        same = max(len(self._lines) - 1, 0)
        while same and (same > len(lines) or self._lines[same - 1] != lines[same - 1]):
            same -= 1
        for number in [n for n in self._pieces if (n + 1) * LINES_PER_PIECE > same]:
            self._update(number, lines, same)
        if self._colors:
            self._colors.cut(same)
        self._longest = max(self._longest if same else 0, self._width_of(lines[same:]))
        self._lines = lines
        self._starts = list(accumulate(self._lengths(), initial=0))

    def color(self, colors: CodeColors) -> None:
        """Show it in these colours from now on; it was plain."""
        self._colors = colors

    def wrap(self, width: int) -> None:
        """Break lines at this width; 0 never breaks them."""
        if width != self._wrap_width:
            self._wrap_width = width
            self._pieces.clear()
            self._colored.clear()

    @property
    def length(self) -> int:
        return self._starts[-1] - 1

    @property
    def width(self) -> float:
        """That of the longest line, in pixels."""
        return self._longest

    @property
    def height(self) -> int:
        return self._tops()[-1]

    @property
    def layouts(self) -> int:
        return len(self._pieces)

    def draw(
        self,
        painter: QPainter,
        *,
        clip: QRectF,
        selection: tuple[int, int] | None,
        highlights: Sequence[Highlight],
    ) -> None:
        tops = self._tops()
        first = max(bisect_right(tops, clip.top()) - 1, 0)
        for number in range(first, len(tops) - 1):
            if tops[number] > clip.bottom():
                break
            piece = self._piece(number)
            self._color(number, piece, clip.bottom() - tops[number])
            start = self._starts[number]
            inner = (selection[0] - start, selection[1] - start) if selection else (0, 0)
            painter.save()
            painter.translate(0, tops[number])
            documents.draw(
                piece,
                painter,
                clip=clip.translated(0, -tops[number]),
                color=self._look.theme.text,
                selection=(max(inner[0], 0), inner[1]) if inner[1] > 0 else None,
                theme=self._look.theme,
                highlights=self._within(number, highlights),
            )
            painter.restore()

    def _within(self, number: int, highlights: Sequence[Highlight]) -> list[Highlight]:
        """Those that touch a piece, in its own positions."""
        start, end = self._starts[number], self._starts[number + 1]
        return [
            replace(each, start=max(each.start - start, 0), end=each.end - start)
            for each in highlights
            if each.start < end and each.end > start
        ]

    def caret_at(self, position: int) -> QRect:
        number = min(bisect_right(self._starts, position) - 1, len(self._starts) - 2)
        caret = documents.caret_at(self._piece(number), position - self._starts[number])
        return caret.translated(0, self._tops()[number])

    def position_at(self, point: QPointF) -> int:
        tops = self._tops()
        number = min(max(bisect_right(tops, point.y()) - 1, 0), len(tops) - 2)
        inner = point - QPointF(0, tops[number])
        return self._starts[number] + documents.position_at(self._piece(number), inner)

    def word_at(self, position: int) -> tuple[int, int]:
        number = min(bisect_right(self._starts, position) - 1, len(self._starts) - 2)
        start = self._starts[number]
        first, last = documents.word_at(self._piece(number), position - start)
        return start + first, start + last

    def text(self, start: int, end: int) -> str:
        whole = "\n".join(self._lines)
        if whole.isascii():
            return whole[start:end]
        units = whole.encode("utf-16-le")
        return units[2 * start : 2 * end].decode("utf-16-le", errors="ignore")

    def release(self) -> None:
        self._pieces.clear()
        self._colored.clear()

    def _lengths(self) -> Iterator[int]:
        """Of every piece, its last line break included."""
        for start in range(0, len(self._lines), LINES_PER_PIECE):
            text = "\n".join(self._lines[start : start + LINES_PER_PIECE])
            yield 1 + (len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2)

    def _tops(self) -> list[int]:
        """Of every piece, and the bottom of the last."""
        count = len(self._starts) - 1
        if not self._wrap_width:
            line = self._look.code.line_height
            tops = [number * LINES_PER_PIECE * line for number in range(count)]
            return [*tops, len(self._lines) * line]
        heights = (math.ceil(self._piece(number).size().height()) for number in range(count))
        return list(accumulate(heights, initial=0))

    def _piece(self, number: int) -> QTextDocument:
        if number not in self._pieces:
            code = self._look.code
            piece = documents.new_document(code.font, wrap=bool(self._wrap_width))
            cursor = QTextCursor(piece)
            cursor.setBlockFormat(code.block)
            start = number * LINES_PER_PIECE
            cursor.insertText("\n".join(self._lines[start : start + LINES_PER_PIECE]), code.plain)
            if self._wrap_width:
                piece.setTextWidth(self._wrap_width)
            self._pieces[number] = piece
            self._colored[number] = 0
        return self._pieces[number]

    def _update(self, number: int, lines: Sequence[str], same: int) -> None:
        """Rewrite a piece from the first line that is another."""
        start = number * LINES_PER_PIECE
        first = max(same - start, 0)
        piece = self._pieces[number]
        rest = lines[start + first : start + LINES_PER_PIECE]
        if not rest or first >= piece.blockCount():
            del self._pieces[number]
            return
        cursor = QTextCursor(piece)
        cursor.setPosition(piece.findBlockByNumber(first).position())
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText("\n".join(rest), self._look.code.plain)
        self._colored[number] = min(self._colored[number], first)

    def _color(self, number: int, piece: QTextDocument, bottom: float) -> None:
        """Give the lines above `bottom` their colours, as far as they are known."""
        if self._colors is None:
            return
        start = number * LINES_PER_PIECE
        wanted = min(int(bottom) // self._look.code.line_height + 1, piece.blockCount())
        self._colors.read_to(start + wanted - 1, self._lines)
        done = self._colored[number]
        known = min(len(self._colors.lines) - start, wanted)
        if known <= done:
            return
        block = piece.findBlockByNumber(done)
        begin = block.position()
        for line in self._colors.lines[start + done : start + known]:
            block.layout().setFormats(self._look.highlighter.formats(line))
            block = block.next()
        self._colored[number] = known
        end = block.position() if block.isValid() else piece.characterCount()
        piece.markContentsDirty(begin, end - begin)

    def _width_of(self, lines: Sequence[str]) -> float:
        """Of the longest of these lines; wide characters count double to find it."""
        if not lines:
            return 0.0
        longest = max(lines, key=lambda line: len(line) if line.isascii() else 2 * len(line))
        tab = "\t" in longest
        return QFontMetricsF(self._look.code.font).horizontalAdvance(longest) + (
            80 * longest.count("\t") if tab else 0
        )
