"""Prepared character and block formats: documents are filled with these, never with HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlockFormat, QTextCharFormat

from app.ui.theme import (
    GAP_ROW,
    LINE_BODY,
    LINE_CODE,
    SIZE_BODY,
    SIZE_CODE,
    SIZE_HEADINGS,
    Theme,
)
from app.ui.transcript.blocks import Paragraph, Span
from app.ui.transcript.math.inline import SCALE, InlineFormulas
from app.ui.transcript.math.renderer import MathRenderer

if TYPE_CHECKING:
    from pygments.token import _TokenType

INDENT = 24
QUOTE_INDENT = 16
CHIP_PADDING = 3
GAP_TIGHT = 5
GAP_HEADING = 22

_FIXED_HEIGHT = QTextBlockFormat.LineHeightTypes.FixedHeight.value
_LEAST_HEIGHT = QTextBlockFormat.LineHeightTypes.MinimumHeight.value


class ProseFormats:
    """Formats of prose in one text colour, made when first asked for."""

    def __init__(
        self,
        theme: Theme,
        color: QColor,
        *,
        math: MathRenderer,
        size: int = SIZE_BODY,
        zoom: float = 1.0,
    ) -> None:
        self.theme = theme
        self.color = color
        self.math = math
        self.formulas = InlineFormulas(math)
        self._size = round(size * zoom)
        self._zoom = zoom
        self.font = theme.fonts.ui(self._size)
        self._chars: dict[tuple[object, ...], QTextCharFormat] = {}
        self._metrics: dict[tuple[object, ...], QFontMetricsF] = {}

    def char(self, span: Span, paragraph: Paragraph, *, spaced: bool = False) -> QTextCharFormat:
        """The format of the span's text; `spaced` leaves room for the edge of a chip after it."""
        quoted = bool(paragraph.quotes) or paragraph.note
        style = (span.bold, span.italic, span.strike, span.code, span.link, span.raised, span.note)
        key = (style, paragraph.heading, quoted, spaced)
        if found := self._chars.get(key):
            return found
        made = self._made(span, heading=paragraph.heading, quoted=quoted)
        if spaced:
            made.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
            made.setFontLetterSpacing(CHIP_PADDING)
        self._chars[key] = made
        return made

    def metrics(self, span: Span) -> QFontMetricsF:
        """How wide the text of a span is in a paragraph of running text."""
        key = (span.bold, span.italic, span.code, span.raised)
        if key not in self._metrics:
            self._metrics[key] = QFontMetricsF(self.char(span, Paragraph(())).font())
        return self._metrics[key]

    def formula(self, span: Span, paragraph: Paragraph) -> QTextCharFormat:
        """The format of the character that stands for a formula."""
        return self.formulas.format(
            self.char(span._replace(formula="", display=False), paragraph),
            source=span.formula,
            markup=span.text,
            display=span.display,
            tall=self._is_tall(span, paragraph),
        )

    def broken(self, span: Span, paragraph: Paragraph) -> QTextCharFormat:
        """The format of a formula's source that cannot be drawn."""
        code = Span("", code=True, bold=span.bold)
        result = QTextCharFormat(self.char(code, paragraph))
        result.setForeground(self._color(span._replace(code=False), quoted=bool(paragraph.quotes)))
        result.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        result.setUnderlineColor(self.theme.error)
        result.setToolTip(self.math.render(span.formula, span.display).error)
        return result

    def block(self, paragraph: Paragraph, first: bool) -> QTextBlockFormat:
        result = QTextBlockFormat()
        tall = any(span.formula and self._is_tall(span, paragraph) for span in paragraph.spans)
        kind = _LEAST_HEIGHT if tall else _FIXED_HEIGHT
        result.setLineHeight(self.line_height(paragraph.heading), kind)
        result.setLeftMargin(paragraph.depth * INDENT + len(paragraph.quotes) * QUOTE_INDENT)
        if not first:
            result.setTopMargin(gap_above(paragraph))
        return result

    def line_height(self, heading: int) -> int:
        if not heading:
            return round(LINE_BODY * self._size / SIZE_BODY)
        return round(self._heading_size(heading) * 1.35)

    def _is_tall(self, span: Span, paragraph: Paragraph) -> bool:
        """Whether the formula does not fit in a line of text."""
        formula = self.math.render(span.formula, span.display)
        size = (self._heading_size(paragraph.heading) if paragraph.heading else self._size) * SCALE
        line = self.line_height(paragraph.heading)
        return formula.ascent(size) > line * 0.75 or formula.descent(size) > line * 0.32

    def _heading_size(self, heading: int) -> int:
        return round(SIZE_HEADINGS[min(heading, len(SIZE_HEADINGS)) - 1] * self._zoom)

    def _made(self, span: Span, *, heading: int, quoted: bool) -> QTextCharFormat:
        result = QTextCharFormat()
        size = self._heading_size(heading) if heading else self._size
        font = self.theme.fonts.code(size - 2) if span.code else self.theme.fonts.ui(size)
        if heading or span.bold:
            font.setWeight(QFont.Weight.DemiBold)
        font.setItalic(span.italic)
        font.setStrikeOut(span.strike)
        result.setFont(font)
        result.setForeground(self._color(span, quoted))
        if span.link:
            result.setAnchor(True)
            result.setAnchorHref(span.link)
        if span.raised:
            result.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignSuperScript)
            result.setToolTip(span.note)
        return result

    def _color(self, span: Span, quoted: bool) -> QColor:
        if span.link or span.raised:
            return self.theme.accent
        if span.code:
            return self.theme.inline_code
        return self.theme.secondary if quoted else self.color


class CodeFormats:
    """Formats of source code: one plain, one for each kind of token."""

    def __init__(self, theme: Theme, *, zoom: float = 1.0) -> None:
        self.font = theme.fonts.code(round(SIZE_CODE * zoom))
        self.line_height = round(LINE_CODE * zoom)
        self.block = QTextBlockFormat()
        self.block.setLineHeight(self.line_height, _FIXED_HEIGHT)
        self.plain = _colored(theme.text)
        self.plain.setFont(self.font)
        self._theme = theme

    @cached_property
    def _kinds(self) -> Mapping[_TokenType, QTextCharFormat]:
        return _code_formats(self._theme)

    def of(self, kind: _TokenType) -> QTextCharFormat | None:
        """The format of this kind of token, or of the nearest kind above it."""
        parent: _TokenType | None = kind
        while parent is not None:
            if parent in self._kinds:
                return self._kinds[parent]
            parent = parent.parent
        return None


def gap_above(paragraph: Paragraph) -> int:
    """Pixels between this paragraph and the one above."""
    if paragraph.heading:
        return GAP_HEADING
    return GAP_TIGHT if paragraph.tight else GAP_ROW


def _code_formats(theme: Theme) -> Mapping[_TokenType, QTextCharFormat]:
    from pygments.token import (
        Comment,
        Keyword,
        Literal,
        Name,
        Number,
        Operator,
        Punctuation,
        String,
    )

    colors = theme.code_colors
    comment = _colored(colors.comment)
    comment.setFontItalic(True)
    return {
        Keyword: _colored(colors.keyword),
        Keyword.Type: _colored(colors.builtin),
        Name.Tag: _colored(colors.keyword),
        Name.Function: _colored(colors.function),
        Name.Class: _colored(colors.function),
        Name.Decorator: _colored(colors.function),
        Name.Attribute: _colored(colors.function),
        Name.Builtin: _colored(colors.builtin),
        String: _colored(colors.string),
        Number: _colored(colors.number),
        Literal: _colored(colors.number),
        Comment: comment,
        Operator: _colored(colors.operator),
        Operator.Word: _colored(colors.keyword),
        Punctuation: _colored(colors.operator),
    }


def _colored(color: QColor) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setForeground(color)
    return result
