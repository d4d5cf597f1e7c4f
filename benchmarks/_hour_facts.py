"""What must be there: facts a user's program has told, and which of them are on disk.

A fact is a key of words and a value. It is told when it begins to hold; a later word says that all
facts up to a number are in the store. After a kill, each must be there as it was then, or as it was
told later.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from app.domain.conversation import Conversation, Message, Summary
from app.domain.conversation_settings import to_json
from app.store.library import Library

Key = tuple[str, ...]
Facts = dict[Key, Any]

WRITING = "…"
"""Stands for the words of an answer that is being written."""
NOTHING = None
"""The value of a fact that no longer holds."""


def facts_of(conversation: Conversation) -> Facts:
    """What the store has to know of a conversation, besides where it is listed."""
    id = conversation.id
    facts: Facts = {
        ("draft", id): conversation.unsent,
        ("files", id): [one.name for one in conversation.unsent_attachments],
        ("head", id): conversation.head,
        ("system", id): conversation.system_prompt,
        ("settings", id): to_json(conversation.settings),
    }
    for message in conversation.messages.values():
        words = WRITING if message.status == "running" else digest(message)
        facts["message", id, message.id] = [message.parent, message.role, words]
    return facts


def digest(message: Message) -> str:
    words = f"{message.text}\n{message.attached}"
    return hashlib.sha256(words.encode()).hexdigest()[:12]


def listed(summary: Summary, *, trashed: bool) -> Facts:
    """Where a conversation is listed; the trash tells no tags."""
    facts: Facts = {
        ("title", summary.id): summary.title,
        ("pinned", summary.id): summary.pinned,
        ("folder", summary.id): summary.folder,
        ("trashed", summary.id): trashed,
    }
    return facts if trashed else facts | {("tags", summary.id): sorted(summary.tags)}


def stored(library: Library) -> Facts:
    """All that is in a store."""
    facts: Facts = {}
    for trashed, summaries in ((False, library.summaries()), (True, library.trashed())):
        for summary in summaries:
            facts |= listed(summary, trashed=trashed)
            facts |= facts_of(library.load(summary.id))
    return facts


class Expected:
    """Follows what one program tells, from what there was when it started."""

    def __init__(self, facts: Mapping[Key, Any]) -> None:
        self._values: dict[Key, list[tuple[int, Any]]] = {
            key: [(0, value)] for key, value in facts.items()
        }
        self._kept = 0

    def told(self, number: int, facts: Iterable[tuple[Key, Any]]) -> None:
        for key, value in facts:
            self._values.setdefault(key, [(0, NOTHING)]).append((number, value))

    def kept(self, number: int) -> None:
        """All that was told up to here is on disk."""
        self._kept = max(self._kept, number)

    def lost(self, found: Mapping[Key, Any]) -> list[str]:
        """What is not in the store as it was told, in words."""
        return [
            f"{' '.join(key)}: {found.get(key)!r} in place of {allowed!r}"
            for key, allowed in ((key, self._allowed(key)) for key in self._values)
            if key in found or key[0] != "tags"
            if not any(_is(value, found.get(key)) for value in allowed)
        ]

    @property
    def messages(self) -> int:
        """How many messages must be there."""
        return sum(1 for key in self._values if key[0] == "message" and self._must_be(key))

    def _must_be(self, key: Key) -> bool:
        return all(value is not NOTHING for value in self._allowed(key))

    def _allowed(self, key: Key) -> list[Any]:
        """The value that is on disk for certain, and those that may have come after it."""
        values = self._values[key]
        certain = max(place for place, (n, _) in enumerate(values) if n <= self._kept or place == 0)
        return [value for _, value in values[certain:]]


def _is(told: Any, found: Any) -> bool:
    if isinstance(told, list) and isinstance(found, list) and WRITING in told:
        return told[:2] == found[:2]
    return bool(told == found)
