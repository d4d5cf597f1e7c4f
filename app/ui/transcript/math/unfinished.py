"""What a formula looks like that the end of the text has cut off, for `repair`."""

from __future__ import annotations

import re

from app.ui.transcript.math.rules import closer_of, is_amount, opener_at

_LINE_START = re.compile(r"(?:[ \t]*>)*[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?")
_AFTER_CLOSER = re.compile(r"[ \t]*[.,;:!?。，；：！？]?[ \t]*(?:\n|$)")
_HALF = re.compile(r"(?:\\(?:begin|end)\{[^}]*\}?|\\[a-zA-Z]*|[\^_&$]|\\\\)\s*$")
_UNDECIDED_AMOUNT = re.compile(
    r"\d[\d.,]*\s?[A-Za-z]?\+?(?:[\s,;:)/-]+[^\W\d_]?)?$|[A-Z_]+$", re.UNICODE
)
_AMOUNT_IN_MARKERS = re.compile(r"\d[\d.,]*[*_~]+$")
_PROSE = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}[ ,.;:] ?[A-Za-z]{2,}|[A-Z_]{3,}\W")
_NAMED_TEXT = re.compile(r"\\(?:text|mathrm|operatorname|mbox|textbf)\*?\{[^}]*\}?")
_CHINESE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]")


def close_block(text: str) -> str | None:
    """`text` with the formula on lines of its own closed that it ends in; None without one."""
    start = _open_block(text)
    if start is None:
        return None
    opener = opener_at(text, start)
    assert opener is not None
    content = _without_half(text[opener.end() :])
    if not content.strip(" \t\n>"):
        return text[:start]
    return text[: opener.end()] + content + closer_of(opener)


def close_inline(text: str, position: int) -> str | None:
    """What to show from the opener at `position` on; None when that is no formula."""
    if text.startswith("$$", position):
        return _closed("$$", text[position + 2 :], "$$")
    if text[position] == "\\":
        opener = text[position : position + 2]
        return _closed(opener, text[position + 2 :], r"\)" if opener == r"\(" else r"\]")
    content = text[position + 1 :]
    if _UNDECIDED_AMOUNT.match(content) or not content:
        return ""
    if content[0].isspace() or is_amount(text, position) or _reads_like_prose(content):
        return None
    if _AMOUNT_IN_MARKERS.match(content):
        return None
    return _closed("$", content, "$")


def _open_block(text: str) -> int | None:
    """Where a formula begins, at the start of a line, that does not end."""
    stripped = text.rstrip("\n")
    position = stripped.rfind("\n\n") + 2 if "\n\n" in stripped else 0
    while position < len(text):
        prefix = _LINE_START.match(text, position)
        assert prefix is not None
        opener = opener_at(text, prefix.end())
        if opener is not None:
            closer = closer_of(opener)
            end = text.find(closer, opener.end())
            if end < 0:
                return None if text.endswith("\n\n") else prefix.end()
            if _AFTER_CLOSER.match(text, end + len(closer)):
                position = end + len(closer)
        newline = text.find("\n", position)
        position = len(text) if newline < 0 else newline + 1
    return None


def _closed(opener: str, content: str, closer: str) -> str:
    content = _without_half(content).strip()
    return opener + content + closer if content else ""


def _without_half(content: str) -> str:
    """Without a half-typed command or closer at the end, and what hangs on nothing then."""
    while (half := _HALF.search(content)) is not None:
        content = content[: half.start()]
    return content.rstrip()


def _reads_like_prose(content: str) -> bool:
    content = _NAMED_TEXT.sub("", content)
    return bool(_PROSE.search(content) or _CHINESE.search(content))
