"""Blocks back to Markdown, for rows that are copied whole out of a message."""

from __future__ import annotations

import re

from app.ui.transcript.blocks import (
    LINE_BREAK,
    Block,
    Code,
    Equation,
    Image,
    Paragraph,
    Prose,
    Span,
    Table,
)

_DASHES = {"left": "---", "center": ":-:", "right": "--:"}


def as_markdown(block: Block) -> str:
    """Markdown that shows the same block."""
    match block:
        case Prose():
            return _prose(block)
        case Code():
            return _indented(_fenced(block), block.depth)
        case Table():
            return _indented(_table(block), block.depth)
        case Equation():
            return _indented(block.markup, block.depth)
        case Image():
            return f"![{block.name}]({block.address})"
    return "---"


def _prose(block: Prose) -> str:
    pieces: list[str] = []
    for index, paragraph in enumerate(block.paragraphs):
        if index:
            pieces.append("\n" if paragraph.tight else "\n\n")
        pieces.append(_paragraph(paragraph))
    return "".join(pieces)


def _paragraph(paragraph: Paragraph) -> str:
    text = "".join(_span(span) for span in paragraph.spans).replace(LINE_BREAK, "\n")
    if paragraph.heading:
        text = f"{'#' * paragraph.heading} {text}"
    marker = _marker(paragraph)
    quotes = "> " * len(paragraph.quotes)
    depth = max(paragraph.depth - bool(marker), 0)
    first, *rest = text.split("\n")
    below = "  " * (depth + bool(marker)) + quotes
    return "\n".join(["  " * depth + quotes + marker + first, *(below + line for line in rest)])


def _marker(paragraph: Paragraph) -> str:
    if paragraph.checked is not None:
        return "- [x] " if paragraph.checked else "- [ ] "
    if not paragraph.marker:
        return ""
    return f"{paragraph.marker} " if paragraph.marker[0].isdigit() else "- "


def _span(span: Span) -> str:
    text = span.text
    if span.code:
        text = _inline_code(text)
    for applies, sign in ((span.italic, "*"), (span.bold, "**"), (span.strike, "~~")):
        text = f"{sign}{text}{sign}" if applies and text.strip() else text
    return f"[{text}]({span.link})" if span.link and span.link != span.text else text


def _inline_code(text: str) -> str:
    fence = "`" * (_longest_run(text) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def _fenced(block: Code) -> str:
    fence = "`" * max(3, _longest_run(block.text) + 1)
    return f"{fence}{block.language}\n{block.text}\n{fence}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)


def _table(block: Table) -> str:
    header, *lines = [
        "| " + " | ".join(_cell(cell) for cell in line) + " |" for line in block.lines
    ]
    if block.continued:
        return "\n".join([header, *lines])
    rule = "|" + "|".join(_DASHES[column] for column in block.columns) + "|"
    return "\n".join([header, rule, *lines])


def _cell(spans: tuple[Span, ...]) -> str:
    text = "".join(_span(span) for span in spans)
    return text.replace("|", "\\|").replace("\n", "<br>").replace(LINE_BREAK, "<br>")


def _indented(text: str, depth: int) -> str:
    return "\n".join("  " * depth + line for line in text.split("\n")) if depth else text
