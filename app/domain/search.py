"""What is looked for in all conversations, and what is found."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.conversation import MessageRole


@dataclass(frozen=True, slots=True)
class Query:
    """Words as they stand next to one another, and filters; None lets everything through."""

    words: str
    role: MessageRole | None = None
    model: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that contains the words: `match`, with the text around it on one line."""

    conversation: str
    title: str
    message: str
    role: MessageRole
    created_ms: int
    before: str
    match: str
    after: str
