"""What Markdown turns into before it is painted: frozen values that can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LINE_BREAK = "\u2028"
"""Inside a paragraph; Qt breaks the line there without starting a new paragraph."""


@dataclass(frozen=True, slots=True)
class Span:
    text: str
    bold: bool = False
    italic: bool = False
    strike: bool = False
    code: bool = False
    link: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """`depth` lists and `quotes` around it; `tight` when no blank line separates it from above.

    `marker` is what a list item shows at its left ("•", "3."), `checked` the box of a task.
    """

    spans: tuple[Span, ...]
    heading: int = 0
    depth: int = 0
    quotes: int = 0
    marker: str = ""
    checked: bool | None = None
    tight: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str
    language: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The first of `lines` is the header; every line has as many cells as there are `columns`."""

    columns: tuple[Literal["left", "center", "right"], ...]
    lines: tuple[tuple[tuple[Span, ...], ...], ...]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    pass


Block = Prose | Code | Table | Rule
