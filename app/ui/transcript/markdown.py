"""Markdown text to blocks, by markdown-it's tokens. HTML stays text, images are not fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.rules_inline.state_inline import Delimiter, StateInline
from markdown_it.token import Token
from mdit_py_plugins.tasklists import tasklists_plugin

from app.ui.transcript.blocks import LINE_BREAK, Block, Code, Paragraph, Prose, Rule, Span, Table

SAFE_SCHEMES = ("http://", "https://", "mailto:")

_BULLETS = ("•", "◦", "▪")
_HTML_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]")


def parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    markdown.inline.ruler.at("emphasis", _emphasis)
    return markdown.use(tasklists_plugin)


def parse(markdown: MarkdownIt, text: str) -> list[Block]:
    return blocks(markdown.parse(text), text.split("\n"))


def blocks(
    tokens: Iterable[Token],
    lines: Sequence[str],
    *,
    before: str = "",
    first_number: int | None = None,
) -> list[Block]:
    """Blocks of these tokens; `lines` is the source they came from, `before` the line above it.

    With `first_number`, the text starts in the middle of an ordered list, at the item so numbered.
    """
    reader = _Reader((before, *lines), first_number)
    for token in tokens:
        reader.read(token)
    return reader.finished()


class _Reader:
    """Walks the tokens of top-level blocks and collects what is to be shown.

    `lines` begins with the line above the text, so that lines[n] is the one above line n.
    """

    def __init__(self, lines: Sequence[str], first_number: int | None) -> None:
        self._lines = lines
        self._first_number = first_number
        self._blocks: list[Block] = []
        self._paragraphs: list[Paragraph] = []
        self._numbers: list[int | None] = []
        self._quotes = 0
        self._marker = ""
        self._heading = 0
        self._line = 0
        self._cells: list[tuple[Span, ...]] = []
        self._table: list[tuple[tuple[Span, ...], ...]] | None = None
        self._columns: list[Literal["left", "center", "right"]] = []

    def finished(self) -> list[Block]:
        self._close_prose()
        return self._blocks

    def read(self, token: Token) -> None:
        if token.level == 0 and token.nesting >= 0:
            self._close_prose()
        if token.map:
            self._line = token.map[0]
        if step := getattr(self, f"_on_{token.type}", None):
            step(token)

    def _on_bullet_list_open(self, _token: Token) -> None:
        self._numbers.append(None)

    def _on_ordered_list_open(self, token: Token) -> None:
        number = int(token.attrs.get("start", 1))
        if not self._numbers and self._first_number is not None:
            number, self._first_number = self._first_number, None
        self._numbers.append(number)

    def _on_list_item_open(self, _token: Token) -> None:
        if len(self._numbers) == 1 and not self._quotes:
            self._close_prose()
        number = self._numbers[-1]
        if number is None:
            self._marker = _BULLETS[min(len(self._numbers), len(_BULLETS)) - 1]
        else:
            self._marker = f"{number}."
            self._numbers[-1] = number + 1

    def _on_list_item_close(self, _token: Token) -> None:
        self._place_marker()

    def _on_bullet_list_close(self, _token: Token) -> None:
        self._numbers.pop()

    _on_ordered_list_close = _on_bullet_list_close

    def _on_blockquote_open(self, _token: Token) -> None:
        self._place_marker()
        self._quotes += 1

    def _on_blockquote_close(self, _token: Token) -> None:
        self._quotes -= 1

    def _on_heading_open(self, token: Token) -> None:
        self._heading = int(token.tag[1])

    def _on_heading_close(self, _token: Token) -> None:
        self._heading = 0

    def _on_inline(self, token: Token) -> None:
        children = token.children or []
        if self._table is not None:
            self._cells[-1] = tuple(_spans(children, in_table=True))
            return
        spans = tuple(_spans(children))
        if children and children[0].type == "html_inline":
            spans = (replace(spans[0], text=spans[0].text.lstrip()), *spans[1:]) if spans else ()
            self._add_paragraph(spans, checked='checked="' in children[0].content)
        else:
            self._add_paragraph(spans)

    def _on_fence(self, token: Token) -> None:
        self._place_marker()
        self._close_prose()
        language = token.info.split()[0] if token.info.split() else ""
        text = token.content.removesuffix("\n")
        self._blocks.append(Code(text, language=language, depth=len(self._numbers)))

    _on_code_block = _on_fence

    def _on_hr(self, _token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._blocks.append(Rule())

    def _on_table_open(self, _token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._table = []
        self._columns = []

    def _on_table_close(self, _token: Token) -> None:
        assert self._table is not None
        self._blocks.append(
            Table(tuple(self._columns), tuple(self._table), depth=len(self._numbers))
        )
        self._table = None

    def _on_tr_open(self, _token: Token) -> None:
        self._cells = []

    def _on_tr_close(self, _token: Token) -> None:
        assert self._table is not None
        self._table.append(tuple(self._cells))

    def _on_th_open(self, token: Token) -> None:
        style = str(token.attrs.get("style", ""))
        self._columns.append(
            "right" if "right" in style else "center" if "center" in style else "left"
        )
        self._cells.append(())

    def _on_td_open(self, _token: Token) -> None:
        self._cells.append(())

    def _place_marker(self) -> None:
        """An item that does not begin with text still shows its marker."""
        if self._marker:
            self._add_paragraph(())

    def _add_paragraph(self, spans: tuple[Span, ...], checked: bool | None = None) -> None:
        paragraph = Paragraph(
            spans,
            heading=self._heading,
            depth=len(self._numbers),
            quotes=self._quotes,
            marker=self._marker,
            checked=checked,
            tight=bool(self._numbers) and not self._after_blank_line(),
        )
        self._marker = ""
        self._paragraphs.append(paragraph)

    def _after_blank_line(self) -> bool:
        return not self._lines[self._line].strip(" >\t")

    def _close_prose(self) -> None:
        if self._paragraphs:
            self._blocks.append(Prose(tuple(self._paragraphs)))
            self._paragraphs = []


def _spans(children: Iterable[Token], in_table: bool = False) -> Iterable[Span]:
    """Neighbouring pieces of one style come out as one span."""
    style = Span("")
    pending = ""
    for child in children:
        before = style
        text, style = _step(child, style)
        if in_table and child.type == "text":
            text = _HTML_BREAK.sub(LINE_BREAK, text)
        if child.type == "code_inline":
            if pending:
                yield replace(style, text=pending)
            yield replace(style, text=text, code=True)
            pending = ""
        elif style != before:
            if pending:
                yield replace(before, text=pending)
            pending = text
        else:
            pending += text
    if pending:
        yield replace(style, text=pending)


def _step(child: Token, style: Span) -> tuple[str, Span]:
    """The text a token adds, and the style of what follows it."""
    match child.type:
        case "text" | "code_inline" | "text_special":
            return child.content, style
        case "softbreak" | "hardbreak":
            return LINE_BREAK, style
        case "strong_open" | "strong_close":
            return "", replace(style, bold=child.nesting > 0)
        case "em_open" | "em_close":
            return "", replace(style, italic=child.nesting > 0)
        case "s_open" | "s_close":
            return "", replace(style, strike=child.nesting > 0)
        case "link_open":
            url = str(child.attrs.get("href", ""))
            return "", replace(style, link=url if url.startswith(SAFE_SCHEMES) else "")
        case "link_close":
            return "", replace(style, link="")
        case "image":
            return f"[image: {child.content}]" if child.content else "[image]", style
    return "", style


def _emphasis(state: StateInline, silent: bool) -> bool:
    """CommonMark's emphasis, except that Chinese punctuation beside a marker does not spoil it.

    By the letter of the rules the second `**` of `**注意：**请` closes nothing.
    """
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    scanned = state.scanDelims(state.pos, marker == "*")
    opens, closes = scanned.can_open, scanned.can_close
    before = state.src[state.pos - 1 : state.pos]
    after = state.src[state.pos + scanned.length : state.pos + scanned.length + 1]
    if marker == "*" and _HAN.search(before + after):
        opens, closes = bool(after.strip()), bool(before.strip())
    for _ in range(scanned.length):
        state.push("text", "", 0).content = marker
        state.delimiters.append(
            Delimiter(ord(marker), scanned.length, len(state.tokens) - 1, -1, opens, closes)
        )
    state.pos += scanned.length
    return True
