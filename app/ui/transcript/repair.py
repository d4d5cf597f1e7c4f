"""What a half-written end of a Markdown text should look like, as long as it is half written.

`close_dangling` only serves the display: markers whose meaning is not decided yet are held back,
opened ones are closed, so that no raw marker flashes up and no block changes its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from app.ui.transcript.math.rules import inline_at
from app.ui.transcript.math.unfinished import close_block, close_inline

LONGEST_REPAIRED = 4000
"""What was opened more characters ago stays as it is: looking for it would cost too much."""

_QUOTE = r"^(?:[ \t]*>)*[ \t]*"
_ITEM = r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?"
_FENCE = re.compile(_QUOTE + _ITEM + r"(`{3,}|~{3,})(.*)$")
_UNDECIDED = re.compile(
    _QUOTE
    + _ITEM
    + r"(?:[-+*_=]+[ \t]*|\d{1,9}[.)]?|#{1,6}|`+|~+|\[[ xX]?\]?|\|[ \t]*|!\[?|!\[[^\]]*\]?"
    + r"|\$\$?|\\(?:\[|b[a-z]*(?:\{[a-zA-Z]*\*?\}?)?)?|\[\^[^\]\s]*\]?:?)?[ \t]*$"
)
_FENCE_INFO = re.compile(_QUOTE + _ITEM + r"(?:`{3,}[^`]*|~{3,}.*)$")
_BLOCK_START = re.compile(_QUOTE + r"(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?)?")
_TABLE_DELIMITER = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_RUN = re.compile(r"\\begin\{|\\.|`+|\*+|_+|~~+|\$")
_OPEN_IMAGE = re.compile(r"!\[(?:[^\]\n]*|[^\]\n]*\]|[^\]\n]*\]\([^)\n]*)$")
_OPEN_TARGET = re.compile(r"\[([^\]\n]*)\]\([^)\n]*$")
_OPEN_LABEL = re.compile(r"(?<![A-Za-z0-9_\]])\[([^\]\n]*)\]?$")
_OPEN_NOTE = re.compile(r"\[(?:\^[^\]\s]*)?$")
_OPEN_AUTOLINK = re.compile(r"<(?:[a-zA-Z][\w+.-]*(?::[^>\s]*)?)?$")


def close_dangling(text: str) -> str:
    """`text` is the last block so far; a final newline says that its last line is complete."""
    if _inside_fence(text):
        return _without_half_closer(text)
    if (closed := close_block(text)) is not None:
        return _without_undecided(closed)
    text = _without_undecided(text)
    start = max(_last_inline(text), len(text) - LONGEST_REPAIRED)
    closed = _close_inline(text[start:])
    # Dropping an opener can leave a bare list marker or nothing, which is undecided again.
    return _without_undecided(text[:start] + closed)


def _inside_fence(text: str) -> bool:
    fence = ""
    for line in text.split("\n")[:-1]:
        if not (match := _FENCE.match(line)):
            continue
        if not fence:
            fence = match[1]
        elif match[1].startswith(fence) and not match[2].strip():
            fence = ""
    return bool(fence)


def _without_half_closer(text: str) -> str:
    head, newline, last = text.rpartition("\n")
    return head + newline if last.strip(" \t>") and not last.strip(" \t>`~") else text


def _without_undecided(text: str) -> str:
    head, newline, last = text.rpartition("\n")
    if last and (_UNDECIDED.match(last) or _FENCE_INFO.match(last)):
        text = head + newline
    return text[: _undecided_table(text)]


def _undecided_table(text: str) -> int:
    """Where a table begins whose delimiter line is not complete yet; len(text) without one."""
    start = text.rstrip("\n").rfind("\n\n") + 2 if "\n\n" in text.rstrip("\n") else 0
    lines = text[start:].split("\n")
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("|")), None)
    if first is None or any(_TABLE_DELIMITER.match(line) for line in lines[first + 1 : -1]):
        return len(text)
    if len(lines) - first > 3:
        return len(text)
    return start + sum(len(line) + 1 for line in lines[:first])


def _last_inline(text: str) -> int:
    """Where the last piece of inline text begins: emphasis never crosses its border."""
    stripped = text.rstrip("\n")
    paragraph = max(stripped.rfind("\n\n") + 2, 0) if "\n\n" in stripped else 0
    start = paragraph
    position = paragraph
    for line in text[paragraph:].split("\n"):
        marker = _BLOCK_START.match(line)
        assert marker is not None
        if marker.end() and line[: marker.end()].strip():
            start = position + marker.end()
        elif line.lstrip().startswith("|"):
            start = position + line.rfind("|") + 1
        position += len(line) + 1
    return min(start, len(text))


def _close_inline(text: str) -> str:
    if text.endswith("\\") and not text.endswith("\\\\"):
        text = text[:-1]
    for kind, start, end in _pieces(text):
        if kind == "open code":
            return _close_code(text, _opened(text, start), start, end)
        if kind == "open formula" and (shown := close_inline(text, start)) is not None:
            return _closed(text[:start] + shown, _opened(text, start))
    shorter = _without_open_link(text)
    return _closed(shorter, _opened(shorter))


def _without_open_link(text: str) -> str:
    """`[label](http…` reads as its label, `![alt](…` and a half footnote as nothing."""
    masked = _masked(text)
    for pattern in (_OPEN_IMAGE, _OPEN_TARGET, _OPEN_NOTE, _OPEN_LABEL, _OPEN_AUTOLINK):
        if match := pattern.search(masked):
            shown = text[match.start(1) : match.end(1)] if match.re.groups else ""
            return text[: match.start()] + shown
    return text


def _masked(text: str) -> str:
    """`text` with code and formulas made unlike Markdown."""
    pieces = []
    position = 0
    for kind, start, end in _pieces(text):
        if kind == "whole":
            pieces += [text[position:start], "x" * (end - start)]
            position = end
    return "".join(pieces) + text[position:]


def _opened(text: str, before: int | None = None) -> list[str]:
    """Emphasis markers still open at the end, or `before` a position."""
    opened: list[str] = []
    for kind, start, end in _pieces(text):
        if before is not None and start >= before:
            break
        if kind == "run":
            _take(opened, text[start:end], text[start - 1 : start], text[end : end + 1])
    return opened


_Kind = Literal["run", "whole", "open code", "open formula"]


def _pieces(text: str) -> Iterator[tuple[_Kind, int, int]]:
    """Markers of emphasis, whole code spans and formulas, and what opens one that does not end."""
    position = 0
    while match := _RUN.search(text, position):
        run, start, position = match[0], match.start(), match.end()
        if run[0] == "`":
            end = _code_end(text, run, position)
            yield ("whole", start, end) if end else ("open code", start, position)
            position = end or position
        elif run in ("$", "\\(", "\\[", "\\begin{"):
            formula = inline_at(text, start)
            if formula:
                position = formula.end()
                yield "whole", start, position
            elif run != "\\begin{":
                yield "open formula", start, position
                position += text.startswith("$$", start)
        elif run[0] != "\\":
            yield "run", start, position


def _code_end(text: str, run: str, start: int) -> int | None:
    closer = re.compile(rf"(?<!`){run}(?!`)").search(text, start)
    return closer.end() if closer else None


def _take(opened: list[str], run: str, before: str, after: str) -> None:
    """Let a run of markers close what is open, then open what is left of it."""
    inside_word = before.isalnum() and after.isalnum()
    if run[0] == "_" and inside_word:
        return
    kind = run[0]
    left = len(run)
    if before.strip():
        while left and opened and opened[-1][0] == kind and len(opened[-1]) <= left:
            left -= len(opened.pop())
    if not left or not after.strip():
        return
    if kind == "*" and inside_word and left == 1 and (before + after).isascii():
        return
    if kind == "~":
        opened.append("~~")
        return
    if left % 2:
        opened.append(kind)
    opened.extend([kind * 2] * (left // 2))


def _close_code(text: str, opened: list[str], start: int, end: int) -> str:
    content = text[end:].rstrip("`")
    if not content.strip():
        return _closed(text[:start], opened)
    run = text[start:end]
    return _closed(text[:start] + run + content + run, opened)


def _closed(text: str, opened: list[str]) -> str:
    """`text` without a half-written marker at its end, and with everything open closed."""
    bare = text.rstrip()
    tail = re.search(r"(?<!\\)(\*+|_+|~+)$", bare)
    if tail and not _complete(bare, tail[0]):
        bare = bare[: tail.start()].rstrip()
        opened = _opened(bare)
    elif not opened:
        return text
    return bare + "".join(reversed(opened))


def _complete(text: str, run: str) -> bool:
    """Whether the run at the end of the text closes exactly what was open before it."""
    before, after = _opened(text[: -len(run)]), _opened(text)
    closed = sum(map(len, before)) - sum(map(len, after))
    return closed == len(run)
