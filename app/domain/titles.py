"""Titles of conversations: the first words of the question, or what the model wrote as one."""

from __future__ import annotations

import re

LONGEST_TITLE = 60

_LABEL = re.compile(r"^\W*(title|标题|題名)\s*[:：]\s*", re.IGNORECASE)
_AROUND = " \t\"'“”‘’「」《》*#_`.。:：-–—"
_AROUND_COLON = " \t*_"
_WORD = re.compile(r"\w+")


def title_from(text: str, limit: int = 48) -> str:
    """A title out of the first words of a question, cut at a word where there is one."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > limit // 2 else cut) + "…"


def title_written(text: str, question: str) -> str:
    """The title in what a model wrote when asked for one; "" when the first words are better.

    Small models write a whole paragraph, nothing, or the question once more.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].rstrip(_AROUND_COLON).endswith((":", "：")):
        lines = lines[1:]  # "Here is a title:"
    title = _LABEL.sub("", lines[0]).strip(_AROUND) if lines else ""
    if len(title) > LONGEST_TITLE or not (words := _words(title)):
        return ""
    asked = _words(question)
    repeats = words == asked[: len(words)] or asked == words[: len(asked)]
    return "" if repeats else title


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
