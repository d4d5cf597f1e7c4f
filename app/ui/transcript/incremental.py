"""Markdown that is parsed while it grows: only the last block is read again.

Every block but the last is closed: nothing that is written after it can change it, except a late
link definition, for which `finish` reads the whole text once more. In a list, every item but the
last is closed; in a long table, every full piece of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.ui.transcript.blocks import ROWS_PER_TABLE, Block, Code
from app.ui.transcript.markdown import Above, blocks, parse
from app.ui.transcript.math.rules import UNCLOSED
from app.ui.transcript.repair import close_dangling

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)
_FENCE = re.compile(r"(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class _Tail:
    """What is still open: from token `first`, on line `line`.

    `number` is that of its ordered list item, `table` the header of the table that it goes on with.
    """

    first: int
    line: int
    number: int | None = None
    table: str = ""


@dataclass(slots=True)
class _OpenFence:
    """A fence whose end has not come; `body` is where its text starts, `scanned` how far we saw."""

    closer: re.Pattern[str]
    half_closer: re.Pattern[str]
    language: str
    body: int
    scanned: int


class IncrementalMarkdown:
    """`blocks` show `text` so far; the first `closed` of them are final."""

    def __init__(self, markdown: MarkdownIt) -> None:
        self._markdown = markdown
        self.text = ""
        self.blocks: list[Block] = []
        self.closed = 0
        self._stable = 0
        self._number: int | None = None
        self._table = ""
        self._fence: _OpenFence | None = None

    def grow(self, text: str) -> int:
        """Append `text`; returns the index of the first block that may have changed."""
        first = self.closed
        self.text += text.replace("\r", "")
        if self._fence and not self._ended(self._fence):
            self.blocks[first:] = [self._shown(self._fence)]
            return first
        self._fence = None
        self._read_tail()
        return first

    def read_whole(self, text: str) -> None:
        """Show a text that does not grow."""
        self.text = text.replace("\r", "")
        self.blocks = parse(self._markdown, self.text)

    def finish(self) -> int:
        """The text is complete: show its end as it is; the first block that may have changed."""
        if _DEFINITION.search(self.text):
            self.blocks = parse(self._markdown, self.text)
            return 0
        self.blocks[self.closed :] = self._parsed(self._table + self.text[self._stable :])
        return self.closed

    def _read_tail(self) -> None:
        from app.ui.transcript.grammar import read_lines, structure  # with the first text

        source = self._table + self.text[self._stable :]
        env: dict[str, Any] = {}
        tokens = structure(self._markdown, source, env)
        lines = source.split("\n")
        tail = self._tail(tokens, lines, unclosed=env.get(UNCLOSED))
        above_lines = self._table.count("\n")
        closes = tail.line > above_lines
        if closes:
            done = read_lines(self._markdown, tokens[: tail.first], source, env)
            self._close(blocks(done, lines, self._above()))
            self._stable += sum(len(line) + 1 for line in lines[above_lines : tail.line])
            self._table = tail.table
        self._number = tail.number
        source = self._table + self.text[self._stable :]
        repaired = close_dangling(source)
        if closes or repaired != source:
            self.blocks[self.closed :] = self._parsed(repaired)
        else:
            read = read_lines(self._markdown, tokens, source, env)
            self.blocks[self.closed :] = blocks(read, lines, self._above())
        if len(tokens) == tail.first + 1 and tokens[-1].type == "fence":
            self._fence = self._open_fence(tokens[-1].info, lines[tail.line])

    def _tail(
        self, tokens: Sequence[Token], lines: Sequence[str], *, unclosed: int | None
    ) -> _Tail:
        """What begins on the last line, which is incomplete, may still belong to what is above.

        So may all from the beginning of a formula on that is not closed for certain.
        """
        before = len(lines) - 1 if unclosed is None else min(len(lines) - 1, unclosed)
        return _tail(tokens, before, lines, self._number)

    def _close(self, done: Sequence[Block]) -> None:
        self.blocks[self.closed :] = done
        self.closed += len(done)

    def _parsed(self, source: str) -> list[Block]:
        return blocks(self._markdown.parse(source), source.split("\n"), self._above())

    def _above(self) -> Above:
        start = self.text.rfind("\n", 0, max(self._stable - 1, 0)) + 1
        line = self.text[start : self._stable].strip("\n")
        return Above(line, self._number, in_table=bool(self._table))

    def _open_fence(self, info: str, opening: str) -> _OpenFence | None:
        """The fence the tail consists of, when its first line is complete and its end missing."""
        body = self._stable + len(opening) + 1
        match = _FENCE.match(opening)
        if match is None or body > len(self.text):
            return None
        sign, length = match[1][0], len(match[1])
        fence = _OpenFence(
            closer=re.compile(rf"^ {{0,3}}{sign}{{{length},}}[ \t]*\n", re.MULTILINE),
            half_closer=re.compile(rf" {{0,3}}{sign}+[ \t]*$"),
            language=info.split()[0] if info.split() else "",
            body=body,
            scanned=body,
        )
        return None if self._ended(fence) else fence

    def _ended(self, fence: _OpenFence) -> bool:
        if fence.closer.search(self.text, fence.scanned):
            return True
        fence.scanned = max(self.text.rfind("\n") + 1, fence.body)
        return False

    def _shown(self, fence: _OpenFence) -> Code:
        end = fence.scanned if fence.half_closer.match(self.text, fence.scanned) else None
        return Code(self.text[fence.body : end].removesuffix("\n"), language=fence.language)


def _tail(tokens: Sequence[Token], before: int, lines: Sequence[str], number: int | None) -> _Tail:
    """The last top-level block that begins above line `before`, or the last part of it.

    Parts are the items of a list, and pieces of a long table.
    """
    tops = [
        i
        for i, token in enumerate(tokens)
        if token.level == 0 and token.nesting >= 0 and _line(token) < before
    ]
    if not tops:
        return _Tail(0, 0, number)
    first = tops[-1]
    if first:
        number = None
    if tokens[first].type == "table_open":
        return _tail_of_table(tokens, first, before, lines)
    items = _starts(tokens, first, before, kind="list_item_open", level=1)
    if len(items) > 1:
        if tokens[first].type == "ordered_list_open":
            start = number if number is not None else int(tokens[first].attrs.get("start", 1))
            number = start + len(items) - 1
        first = items[-1]
    return _Tail(first, _line(tokens[first]), number)


def _tail_of_table(tokens: Sequence[Token], first: int, before: int, lines: Sequence[str]) -> _Tail:
    top = _line(tokens[first])
    rows = _starts(tokens, first, before, kind="tr_open", level=2)[1:]
    full = (len(rows) - 1) // ROWS_PER_TABLE * ROWS_PER_TABLE
    if full <= 0:
        return _Tail(first, top)
    header = "".join(f"{line}\n" for line in lines[top : top + 2])
    return _Tail(rows[full], _line(tokens[rows[full]]), table=header)


def _starts(
    tokens: Sequence[Token], first: int, before: int, *, kind: str, level: int
) -> list[int]:
    """The tokens of this kind in the block that begins at `first`."""
    return [
        i
        for i, token in enumerate(tokens[first:], first)
        if token.level == level and token.type == kind and _line(token) < before
    ]


def _line(token: Token) -> int:
    assert token.map is not None
    return token.map[0]
