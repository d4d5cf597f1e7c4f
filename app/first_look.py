"""What is read and put right when the store opens, on the store's thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domain.conversation import Conversation, Summary

if TYPE_CHECKING:
    from app.store.library import Library

KILLED = "Parley ended while this answer was being written; what had been saved is here."


def unlisted(conversation: Conversation) -> Summary:
    created_ms = conversation.created_ms
    return Summary(conversation.id, conversation.title, created_ms, created_ms, temporary=True)


FirstLook = tuple[str | None, list[Summary], bool]
"""Why nothing can be saved, what there is, and whether nobody has checked it (`Library`)."""


def first_look(library: Library) -> FirstLook:
    return library.read_only_reason, library.summaries(), library.unchecked


def close_unfinished(library: Library) -> None:
    """Turn answers that a killed app left running into interrupted ones, on disk."""
    for conversation_id in dict.fromkeys(id for id, _ in library.running()):
        conversation = library.load(conversation_id)
        for message in conversation.close_unfinished(KILLED):
            library.save_message(conversation_id, message, conversation.head)
