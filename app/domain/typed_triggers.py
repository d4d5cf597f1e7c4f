"""Which characters, typed where, open a list of commands (`/`) or of files (`@`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

_SLASHES = "/／、"
"""The key gives the last of them while an input method writes Chinese."""
_AT_SIGNS = "@＠"
_FIRST_EAST_ASIAN = "\u2e80"
"""From here on, words stand side by side without spaces."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """The character at `start` of the text, and what it asks for."""

    kind: Literal["command", "file"]
    start: int


def opened(text: str, at: int) -> Trigger | None:
    """What the character before `at`, which was just typed, opens."""
    if len(text) == at == 1 and text in _SLASHES:
        return Trigger("command", 0)
    if 0 < at <= len(text) and text[at - 1] in _AT_SIGNS and _begins(text[: at - 1]):
        return Trigger("file", at - 1)
    return None


def typed_since(trigger: Trigger, text: str, at: int) -> str | None:
    """What was typed behind the character; None when it is gone, or left behind."""
    if at <= trigger.start or trigger.start >= len(text):
        return None
    typed = text[trigger.start + 1 : at]
    if trigger.kind == "command":
        whole = text[0] in _SLASHES and at == len(text) and "\n" not in text
        return typed if whole else None
    kept = text[trigger.start] in _AT_SIGNS and not any(map(str.isspace, typed))
    return typed if kept else None


def is_plain_slash(text: str) -> bool:
    """Whether a second slash says that the first one is meant as it is."""
    return text in ("//", "、、", "／／")


def _begins(before: str) -> bool:
    """Whether a word could begin here: not in an e-mail address, nor in another word."""
    last = before[-1:]
    return not last or last >= _FIRST_EAST_ASIAN or not (last.isalnum() or last in "_.+-@/\\")
