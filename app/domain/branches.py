"""The tree of a conversation as a map: each message has a row and a column.

0  question          Rows go by depth, columns by branch: the first version of a message stands
1  answer ── answer  under its parent, each later one in a column of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.domain.conversation import Conversation, Message, MessageRole

LONGEST_WORDS = 80
_MARKS = re.compile(r"^\s*(?:```|~~~).*$|^\s*(?:#{1,6}|>|[-*+])\s+|\*\*|`", re.MULTILINE)
"""Of Markdown, where words are read and not layout."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A message on the map; `words` are its first, `shown` tells whether it is on screen."""

    message_id: str
    parent: str | None
    role: MessageRole
    row: int
    column: int
    words: str
    shown: bool


def branch_map(conversation: Conversation) -> list[Dot]:
    """All messages, each after its parent, columns filled from the left."""
    shown = {message.id for message in conversation.branch()}
    dots: list[Dot] = []
    columns = 0
    waiting: list[tuple[str, int, str | None]] = [
        (root.id, 0, None) for root in reversed(conversation.children(None))
    ]
    column_of: dict[str, int] = {}
    while waiting:
        message_id, row, inherited = waiting.pop()
        message = conversation.messages[message_id]
        if inherited is None:
            column, columns = columns, columns + 1
        else:
            column = column_of[inherited]
        column_of[message_id] = column
        dots.append(
            Dot(
                message_id,
                message.parent,
                message.role,
                row,
                column,
                words_of(message),
                message_id in shown,
            )
        )
        below = [child.id for child in conversation.children(message_id)]
        first, later = below[:1], below[1:]
        waiting += [(child, row + 1, None) for child in reversed(later)]
        waiting += [(child, row + 1, message_id) for child in first]
    return dots


def first_words(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text[: 4 * LONGEST_WORDS].split())
    return line if len(line) <= LONGEST_WORDS else line[: LONGEST_WORDS - 1].rstrip() + "…"


def words_of(message: Message) -> str:
    """The first words of a message without Markdown; what people write is none."""
    text = message.text
    if message.role == "assistant":
        text = _MARKS.sub("", text[: 8 * LONGEST_WORDS])
    return first_words(text) or first_words(message.text or message.notice)
