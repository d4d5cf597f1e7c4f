"""What Markdown turns into before it is painted: frozen values that can be compared.

Those of which there are most are tuples: they are made and compared several times as fast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

LINE_BREAK = "\u2028"
"""Inside a paragraph; Qt breaks the line there without starting a new paragraph."""


BULLETS = ("•", "◦", "▪")
"""The markers of list items without a number, by depth."""

OBJECT = "\ufffc"
"""Stands for a formula in a QTextDocument: one position, whatever its source."""

LONGEST_INLINE = 20_000
"""A paragraph of more characters is data, not prose: it stays as it is written."""

ROWS_PER_TABLE = 50
"""A longer table goes on in another block, so that only its end is ever laid out again."""


class Span(NamedTuple):
    """`text` of one style. A formula's text is its source with delimiters, an image's its name.

    `formula` is the source without delimiters, `image` the address, `note` the text of the
    footnote that this span refers to.
    """

    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    link: str = ""
    formula: str = ""
    display: bool = False
    image: str = ""
    raised: bool = False
    note: str = ""


class Paragraph(NamedTuple):
    """`depth` lists and quotes around it; `tight` when no blank line separates it from above.

    For every quote, `quotes` says how many lists are around it.
    `marker` is what a list item shows at its left ("•", "3."), `checked` the box of a task.
    `note`: it belongs to a footnote.
    """

    spans: tuple[Span, ...]
    heading: int = 0
    depth: int = 0
    quotes: tuple[int, ...] = ()
    marker: str = ""
    checked: bool | None = None
    tight: bool = False
    note: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str
    language: str = ""
    depth: int = 0
    quotes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The first of `lines` is the header; every line has as many cells as there are `columns`.

    One that is `continued` has no header: it goes on with the table above.
    """

    columns: tuple[Literal["left", "center", "right"], ...]
    lines: tuple[tuple[tuple[Span, ...], ...], ...]
    depth: int = 0
    quotes: tuple[int, ...] = ()
    continued: bool = False


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula on lines of its own; `markup` is its source with delimiters."""

    source: str
    markup: str
    depth: int = 0
    quotes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    """`name` is the text given for it, `address` a path, a data URI or a web address."""

    name: str
    address: str
    depth: int = 0
    quotes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    pass


Block = Prose | Code | Table | Equation | Image | Rule
