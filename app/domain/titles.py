"""Titles of conversations: the first words of the question, or what the model wrote as one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.domain.conversation import Conversation

LONGEST_TITLE = 60

_LABEL = re.compile(
    r"^\W*(?:here\b[^:：]{0,40}|(?:(?:the|a|chat|conversation|possible|suggested)\s+)*"
    r"(?:title|topic|subject)|(?:对话)?(?:标题|题目|主题)|題名|タイトル)[*_\s]*[:：]\s*",
    re.IGNORECASE,
)
_AROUND = " \t'‘’*#_`.。:：-–—"
_QUOTES = re.compile('["“”„«»「」『』]')
_BOOK = re.compile(r"^《([^《》]*)》$")
_HAN = re.compile(r"[\u3400-\u9fff]")
_KANA = re.compile(r"[\u3040-\u30ff]")
_AROUND_COLON = " \t*_"
_WORD = re.compile(r"\w+")


def title_of_draft(conversation: Conversation) -> str:
    """Of a conversation in which nothing was said yet: what is typed, else the first file."""
    files = conversation.unsent_attachments
    return title_from(conversation.unsent.strip() or (files[0].name if files else ""))


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
    title = _bare(lines[0]) if lines else ""
    if len(title) > LONGEST_TITLE or not (words := _words(title)):
        return ""
    if is_chinese(question) and not _HAN.search(title):
        return ""
    asked = _words(question)
    repeats = words == asked[: len(words)] or asked == words[: len(asked)]
    return "" if repeats else title


def is_chinese(text: str) -> bool:
    """Whether a text is Chinese for the better part: a sign says as much as a word."""
    signs = len(_HAN.findall(text))
    return signs > 0 and not _KANA.search(text) and signs >= len(_words(_HAN.sub(" ", text)))


def _bare(line: str) -> str:
    """Without a label, quotation marks and what Markdown puts around it."""
    title = _LABEL.sub("", _QUOTES.sub("", line)).strip(_AROUND)
    return " ".join(_BOOK.sub(r"\1", title).strip(_AROUND).split())


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
