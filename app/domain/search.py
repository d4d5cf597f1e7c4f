"""What is looked for in all conversations, and what is found."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.conversation import MessageRole, Summary


@dataclass(frozen=True, slots=True)
class Query:
    """Words as they stand next to one another, and filters; None lets everything through.

    A conversation that is found has all the `tags`.
    """

    words: str
    role: MessageRole | None = None
    model: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    folder: str | None = None
    tags: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether something is looked for at all: words, a folder or a tag."""
        return bool(self.words.strip() or self.folder is not None or self.tags)


@dataclass(frozen=True, slots=True)
class Hit:
    """A message that contains the words: `match`, with the text around it on one line.

    `file` is the name of its file that contains them, where the message itself does not.
    """

    conversation: str
    title: str
    message: str
    role: MessageRole
    created_ms: int
    before: str
    match: str
    after: str
    file: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a query: conversations whose title contains the words, then messages.

    `incomplete` while older messages are still being made found. `looking` while older ones are
    still looked through: the same with more hits follows.
    """

    query: Query
    titles: tuple[Summary, ...] = ()
    hits: tuple[Hit, ...] = ()
    incomplete: bool = False
    looking: bool = False


def folded(said: str) -> str:
    """As texts are compared; lone surrogates, which the store cannot keep, become U+FFFD."""
    said = said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unicodedata.normalize("NFKC", said).casefold()


def titles_with(summaries: Sequence[Summary], query: Query) -> tuple[Summary, ...]:
    """Conversations whose title contains the words; none when messages are filtered by speaker."""
    if query.role is not None or query.model is not None:
        return ()
    wanted = folded(query.words.strip())
    return tuple(
        summary
        for summary in summaries
        if wanted in folded(summary.title)
        and _is_between(summary.updated_ms, query)
        and (query.folder is None or summary.folder == query.folder)
        and set(query.tags) <= set(summary.tags)
    )


def _is_between(at_ms: int, query: Query) -> bool:
    since_ms, until_ms = query.since_ms, query.until_ms
    return (since_ms is None or at_ms >= since_ms) and (until_ms is None or at_ms < until_ms)
