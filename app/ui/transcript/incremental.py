"""Markdown that is parsed while it grows: only the last block is read again.

Every block but the last is closed: nothing that is written after it can change it, except a late
link definition, for which `finish` reads the whole text once more. In a list, every item but the
last is closed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.ui.transcript.blocks import Block, Code
from app.ui.transcript.markdown import blocks, parse
from app.ui.transcript.repair import close_dangling

_DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:", re.MULTILINE)
_FENCE = re.compile(r"(`{3,}|~{3,})")


class _Context(TypedDict):
    before: str
    first_number: int | None


@dataclass(frozen=True, slots=True)
class _Tail:
    """What is still open: from token `first`, on line `line`; `number` of its ordered list item."""

    first: int
    line: int
    number: int | None


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

    def finish(self) -> int:
        """The text is complete: show its end as it is; the first block that may have changed."""
        if _DEFINITION.search(self.text):
            self.blocks = parse(self._markdown, self.text)
            return 0
        self.blocks[self.closed :] = self._parsed(self.text[self._stable :])
        return self.closed

    def _read_tail(self) -> None:
        source = self.text[self._stable :]
        tokens = self._markdown.parse(source)
        lines = source.split("\n")
        tail = _tail(tokens, len(lines) - 1, self._number)
        if tail.line:
            self._close(blocks(tokens[: tail.first], lines, **self._context()))
            self._stable += sum(len(line) + 1 for line in lines[: tail.line])
        self._number = tail.number
        self.blocks[self.closed :] = self._parsed(close_dangling(self.text[self._stable :]))
        if len(tokens) == tail.first + 1 and tokens[-1].type == "fence":
            self._fence = self._open_fence(tokens[-1].info, lines[tail.line])

    def _close(self, done: Sequence[Block]) -> None:
        self.blocks[self.closed :] = done
        self.closed += len(done)

    def _parsed(self, source: str) -> list[Block]:
        return blocks(self._markdown.parse(source), source.split("\n"), **self._context())

    def _context(self) -> _Context:
        """What the tail is parsed after: the line above it, and the number of its first item."""
        start = self.text.rfind("\n", 0, max(self._stable - 1, 0)) + 1
        return {"before": self.text[start : self._stable].strip("\n"), "first_number": self._number}

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


def _tail(tokens: Sequence[Token], last_line: int, number: int | None) -> _Tail:
    """The last top-level block, or the last item when that is a list.

    What begins on the last line, which is not complete, may still turn into a part of the block
    above, and does not count.
    """
    tops = [
        i
        for i, token in enumerate(tokens)
        if token.level == 0 and token.nesting >= 0 and _line(token) < last_line
    ]
    if not tops:
        return _Tail(0, 0, number)
    first = tops[-1]
    items = [
        i
        for i, token in enumerate(tokens[first:], first)
        if token.level == 1 and token.type == "list_item_open" and _line(token) < last_line
    ]
    if first:
        number = None
    if len(items) > 1:
        if tokens[first].type == "ordered_list_open":
            start = number if number is not None else int(tokens[first].attrs.get("start", 1))
            number = start + len(items) - 1
        first = items[-1]
    return _Tail(first, _line(tokens[first]), number)


def _line(token: Token) -> int:
    assert token.map is not None
    return token.map[0]
