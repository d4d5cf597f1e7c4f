"""Markdown text to blocks, by markdown-it's tokens. HTML stays text, images are not fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from app.ui.transcript.blocks import (
    BULLETS,
    LINE_BREAK,
    LONGEST_INLINE,
    ROWS_PER_TABLE,
    Block,
    Code,
    Equation,
    Image,
    Paragraph,
    Prose,
    Rule,
    Span,
    Table,
)
from app.ui.transcript.spans import image_name, spans

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PIECE_LENGTH = 2000
"""Characters of one row of a paragraph that is too long to be one."""


@dataclass(frozen=True, slots=True)
class Above:
    """What a text that is a part of another goes on with.

    `line`: the line above it. `number`: it starts in the middle of an ordered list, at the item so
    numbered. `in_table`: its first table goes on with rows of the table above.
    """

    line: str = ""
    number: int | None = None
    in_table: bool = False


NOTHING = Above()


def parse(markdown: MarkdownIt, text: str) -> list[Block]:
    """The whole text; its footnotes come last, wherever they were written."""
    reader = _Reader(text.split("\n"), NOTHING)
    reader.read(markdown.parse(text))
    return reader.blocks + reader.notes


def blocks(tokens: Sequence[Token], lines: Sequence[str], above: Above = NOTHING) -> list[Block]:
    """Blocks of these tokens in the order of the text; `lines` is the source they came from."""
    reader = _Reader(lines, above)
    reader.notes = reader.blocks
    reader.read(tokens)
    return reader.blocks


class _Reader:
    """Walks the tokens of top-level blocks and collects what is to be shown.

    `notes` takes the blocks of footnotes; it may be the same list as `blocks`.
    """

    def __init__(self, lines: Sequence[str], above: Above) -> None:
        self.blocks: list[Block] = []
        self.notes: list[Block] = []
        self._target = self.blocks
        self._lines = (above.line, *lines)
        """Begins with the line above the text, so that _lines[n] is the one above line n."""
        self._first_number = above.number
        self._continued = above.in_table
        self._note_texts: Mapping[str, str] = {}
        self._in_note = False
        self._paragraphs: list[Paragraph] = []
        self._numbers: list[int | None] = []
        self._quotes: list[int] = []
        self._marker = ""
        self._heading = 0
        self._line = 0
        self._cells: list[tuple[Span, ...]] = []
        self._table: list[tuple[tuple[Span, ...], ...]] | None = None
        self._head_read = False
        self._columns: list[Literal["left", "center", "right"]] = []

    def read(self, tokens: Sequence[Token]) -> None:
        self._note_texts = _note_texts(tokens)
        for token in tokens:
            if token.level == 0 and token.nesting >= 0:
                self._close_prose()
            if token.map:
                self._line = token.map[0]
            if step := getattr(self, f"_on_{token.type}", None):
                step(token)
        if self._table is not None:
            self._close_table()
        self._close_prose()

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
            self._marker = BULLETS[min(len(self._numbers), len(BULLETS)) - 1]
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
        self._quotes.append(self._depth)

    def _on_blockquote_close(self, _token: Token) -> None:
        self._quotes.pop()

    def _on_heading_open(self, token: Token) -> None:
        self._heading = int(token.tag[1])

    def _on_heading_close(self, _token: Token) -> None:
        self._heading = 0

    def _on_footnote_reference_open(self, token: Token) -> None:
        self._target = self.notes
        self._in_note = True
        self._marker = str(token.meta["label"])

    def _on_footnote_reference_close(self, _token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._target = self.blocks
        self._in_note = False

    def _on_inline(self, token: Token) -> None:
        children = token.children or []
        if len(token.content) > LONGEST_INLINE and self._table is None:
            self._add_pieces(token.content)
            return
        if self._table is not None:
            self._cells[-1] = tuple(spans(children, notes=self._note_texts, in_table=True))
            return
        found = tuple(spans(children, notes=self._note_texts))
        if children and children[0].type == "html_inline":
            found = (found[0]._replace(text=found[0].text.lstrip()), *found[1:]) if found else ()
            self._add_paragraph(found, checked='checked="' in children[0].content)
            return
        if not any(span.image for span in found):
            self._add_paragraph(found)
            return
        for is_image, piece in groupby(found, key=lambda span: bool(span.image)):
            if is_image:
                self._add_images(piece)
            elif text := _without_edge_breaks(tuple(piece)):
                self._add_paragraph(text)

    def _on_formula_block(self, token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._target.append(
            Equation(token.content, token.markup, depth=self._depth, quotes=tuple(self._quotes))
        )

    def _on_fence(self, token: Token) -> None:
        self._place_marker()
        self._close_prose()
        language = token.info.split()[0] if token.info.split() else ""
        text = token.content.removesuffix("\n")
        self._target.append(
            Code(text, language=language, depth=self._depth, quotes=tuple(self._quotes))
        )

    _on_code_block = _on_fence

    def _on_hr(self, _token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._target.append(Rule())

    def _on_table_open(self, _token: Token) -> None:
        self._place_marker()
        self._close_prose()
        self._table = []
        self._head_read = False
        self._columns = []

    def _on_table_close(self, _token: Token) -> None:
        self._close_table()

    def _close_table(self) -> None:
        """A long table comes out in pieces; the header counts with the first."""
        assert self._table is not None
        lines, self._table = self._table, None
        continued, self._continued = self._continued, False
        head = 0 if continued else 1
        ends = range(ROWS_PER_TABLE + head, len(lines) + ROWS_PER_TABLE, ROWS_PER_TABLE)
        start = 0
        for end in ends:
            piece = tuple(lines[start:end])
            columns = tuple(self._columns)
            self._target.append(
                Table(
                    columns,
                    piece,
                    depth=self._depth,
                    quotes=tuple(self._quotes),
                    continued=continued or start > 0,
                )
            )
            start = end

    def _on_tr_open(self, _token: Token) -> None:
        self._cells = []

    def _on_tr_close(self, _token: Token) -> None:
        assert self._table is not None
        if self._table or not self._continued or self._head_read:
            self._table.append(tuple(self._cells))
        self._head_read = True

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
            depth=self._depth,
            quotes=tuple(self._quotes),
            marker=self._marker,
            checked=checked,
            tight=bool(self._numbers) and not self._after_blank_line(),
            note=self._in_note,
        )
        self._marker = ""
        self._paragraphs.append(paragraph)

    def _add_pieces(self, text: str) -> None:
        """Text so long that only what is visible of it may be laid out."""
        for start in range(0, len(text), PIECE_LENGTH):
            piece = text[start : start + PIECE_LENGTH].replace("\n", LINE_BREAK)
            self._add_paragraph((Span(piece),))
            self._close_prose()

    def _add_images(self, images: Iterable[Span]) -> None:
        self._place_marker()
        self._close_prose()
        for span in images:
            name = image_name(span.text)
            self._target.append(
                Image(name, span.image, depth=self._depth, quotes=tuple(self._quotes))
            )

    @property
    def _depth(self) -> int:
        return len(self._numbers) + self._in_note

    def _after_blank_line(self) -> bool:
        return not self._lines[self._line].strip(" >\t")

    def _close_prose(self) -> None:
        if self._paragraphs:
            self._target.append(Prose(tuple(self._paragraphs)))
            self._paragraphs = []


def _note_texts(tokens: Iterable[Token]) -> Mapping[str, str]:
    """What the footnotes defined here say, by their labels."""
    texts: dict[str, str] = {}
    label = ""
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = str(token.meta["label"])
        elif token.type == "footnote_reference_close":
            label = ""
        elif label and token.type == "inline":
            text = "".join(span.text for span in spans(token.children or [], notes={}))
            texts[label] = f"{texts[label]}\n{text}" if label in texts else text
    return texts


def _without_edge_breaks(piece: tuple[Span, ...]) -> tuple[Span, ...]:
    """Text beside an image, without the line breaks and spaces between them."""
    kept = list(piece)
    edges = " " + LINE_BREAK
    if kept:
        kept[0] = kept[0]._replace(text=kept[0].text.lstrip(edges))
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip(edges))
    return tuple(span for span in kept if span.text)
