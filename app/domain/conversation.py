"""A conversation is a tree of messages; what is on screen is one branch of it.

Nothing is overwritten: an edited question is a sibling of the question, a retry or an edited answer
a sibling of the answer. `tree_changes` has what takes messages out or moves them. Only `parent` is
stored; children follow from it. Owned by the main thread.

    question ─┬─ answer ─── question ─── answer   <- head: this leaf is shown
              └─ answer (retry)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from app.domain.attachments import Attachment
from app.domain.conversation_settings import ContextStrategy, ConversationSettings
from engine.parts import Part, Reasoning, Text

if TYPE_CHECKING:
    from engine.types import Round

MessageRole = Literal["user", "assistant"]
Status = Literal["complete", "running", "interrupted", "failed"]


def new_id() -> str:
    return os.urandom(16).hex()


@dataclass(frozen=True, slots=True)
class Mark:
    """What the model no longer sees: everything before the question `first_seen`.

    `summary` stands in for that; it is empty when the messages were only left out.
    """

    first_seen: str
    summary: str = ""

    def carried(self, before: str, id: str) -> Mark:
        """The mark for a sibling of the message it is on, which may be the first one seen."""
        return replace(self, first_seen=id) if self.first_seen == before else self


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the model wrote in a round that could not be read, or was repaired.

    `raw` is what it wrote. `call_id` names the call that was made of it all the same: such a call
    never runs unasked.
    """

    kind: str
    sentence: str
    raw: str
    round: int
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class Message:
    """One node of the tree.

    `parts` in the order they are shown, after the `attachments` of a question; a part the model
    wrote points into `rounds` (`types.Written`). `model` is the name of the model that answered.
    `notice` says in one sentence why an answer was interrupted, failed or had to end. `mark` is set
    on a question from which on the model sees less, in every branch through it.
    """

    id: str
    parent: str | None
    role: MessageRole
    parts: tuple[Part, ...]
    created_ms: int
    rounds: tuple[Round, ...] = ()
    model: str = ""
    status: Status = "complete"
    notice: str = ""
    mark: Mark | None = None
    problems: tuple[Problem, ...] = ()
    attachments: tuple[Attachment, ...] = ()

    @property
    def text(self) -> str:
        """What was said, without reasoning and tools; several text parts joined by blank lines."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Text) and part.text)

    @property
    def reasoning(self) -> str:
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Reasoning))

    @property
    def attached(self) -> str:
        """The names and texts of the attachments."""
        return "\n\n".join(f"{one.name}\n{one.text}" for one in self.attachments)

    @property
    def can_continue(self) -> bool:
        """Whether this is an answer with a beginning and no proper end."""
        if self.role != "assistant" or not self.parts or self.status == "running":
            return False
        ending = self.rounds[-1].ending if self.rounds else None
        return self.status != "complete" or ending in ("length", "stopped", "context_full")


def new_question(
    text: str,
    parent: str | None,
    *,
    created_ms: int,
    instead_of: Message | None = None,
    attachments: tuple[Attachment, ...] = (),
) -> Message:
    """A question; `instead_of` another, it has the same attachments, and the model sees as much
    before it as before that one.
    """
    id = new_id()
    before = instead_of
    attachments = before.attachments if before else attachments
    mark = before.mark.carried(before.id, id) if before and before.mark else None
    return Message(
        id, parent, "user", (Text(text),), created_ms, mark=mark, attachments=attachments
    )


def new_answer(question_id: str | None, *, created_ms: int) -> Message:
    """None where the question was deleted."""
    return Message(new_id(), question_id, "assistant", (), created_ms, status="running")


@dataclass(frozen=True, slots=True)
class Summary:
    """A conversation as the sidebar lists it; `trashed_ms` is when it was deleted.

    `folder` is empty when it is in none; `tags` are in the order of the alphabet.
    """

    id: str
    title: str
    created_ms: int
    updated_ms: int
    pinned: bool = False
    trashed_ms: int | None = None
    temporary: bool = False
    folder: str = ""
    tags: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """Folder and tags."""
        return self.folder, self.tags


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that is sent when the running turn is over."""

    text: str
    attachments: tuple[Attachment, ...] = ()

    @property
    def words(self) -> str:
        """The text, with the names of its files before it."""
        names = ", ".join(attachment.name for attachment in self.attachments)
        return " · ".join(part for part in (names, self.text) if part.strip())


@dataclass(slots=True)
class Conversation:
    """The whole tree. `clock` is the frozen time shown to templates (ISO 8601, local).

    `context_strategy` None means: as the preferences say, and so does what is None in `settings`.
    `queued` are messages to be sent when the running turn is over; on disk they are part of the
    draft. A `temporary` one is never on disk. `folder` and `tags` are where it is put when it is
    stored first; from then on the store knows.
    """

    id: str
    title: str
    created_ms: int
    clock: str
    system_prompt: str = ""
    draft: str = ""
    draft_attachments: tuple[Attachment, ...] = ()
    queued: tuple[Waiting, ...] = ()
    head: str | None = None
    context_strategy: ContextStrategy | None = None
    settings: ConversationSettings = field(default_factory=ConversationSettings)
    temporary: bool = False
    folder: str = ""
    tags: tuple[str, ...] = ()
    messages: dict[str, Message] = field(default_factory=dict)
    _children: dict[str | None, list[str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for message in self.messages.values():
            self._children.setdefault(message.parent, []).append(message.id)

    @property
    def place(self) -> tuple[str, tuple[str, ...]]:
        """Folder and tags."""
        return self.folder, self.tags

    @property
    def unsent(self) -> str:
        """All that was typed and not sent."""
        texts = (*(waiting.text for waiting in self.queued), self.draft)
        return "\n\n".join(text for text in texts if text)

    @property
    def unsent_attachments(self) -> tuple[Attachment, ...]:
        """All files that were attached and not sent; each once."""
        waiting = (one for message in self.queued for one in message.attachments)
        return tuple(dict.fromkeys((*waiting, *self.draft_attachments)))

    def branch(self) -> list[Message]:
        """The messages on screen, oldest first."""
        return self.path_to(self.head)

    def path_to(self, message_id: str | None) -> list[Message]:
        path: list[Message] = []
        while message_id is not None:
            path.append(self.messages[message_id])
            message_id = path[-1].parent
        return path[::-1]

    def answered_by(self, message_id: str) -> Message | None:
        """What an answer follows; a question itself; None for an answer at the very beginning."""
        message = self.messages[message_id]
        if message.role == "user":
            return message
        return self.messages[message.parent] if message.parent else None

    def siblings(self, message_id: str) -> list[Message]:
        """All versions of a message, the message itself included, in the order they were made."""
        parent = self.messages[message_id].parent
        return [self.messages[child] for child in self._children[parent]]

    def version(self, message_id: str) -> tuple[int, int]:
        """The number of a message among its versions, from 1, and how many there are."""
        ids = self._children[self.messages[message_id].parent]
        return (1, 1) if len(ids) == 1 else (ids.index(message_id) + 1, len(ids))

    def children(self, message_id: str | None) -> list[Message]:
        return [self.messages[child] for child in self._children.get(message_id, ())]

    def add(self, message: Message) -> None:
        """Add a new node and show it. Raises ValueError when its parent is unknown."""
        if message.parent is not None and message.parent not in self.messages:
            raise ValueError(f"unknown parent {message.parent}")
        self.messages[message.id] = message
        self._children.setdefault(message.parent, []).append(message.id)
        self.head = message.id

    def update(self, message: Message) -> None:
        """Put a newer state of a known node in its place; its parent may not change."""
        if self.messages[message.id].parent != message.parent:
            raise ValueError("a message keeps its parent")
        self.messages[message.id] = message

    def rebuild(self, messages: Mapping[str, Message], head: str | None) -> None:
        """Take another tree, its messages in the order they were made, and show `head`."""
        self.messages = dict(messages)
        self._children = {}
        self.__post_init__()
        self.head = head

    def show(self, message_id: str) -> None:
        """Show the branch through this message, down to its newest leaf."""
        self.head = self.newest_leaf(message_id)

    def newest_leaf(self, message_id: str) -> str:
        while children := self._children.get(message_id):
            message_id = children[-1]
        return message_id

    def close_unfinished(self, notice: str) -> list[Message]:
        """Turn answers still marked running (the app was killed) into interrupted ones."""
        running = [m for m in self.messages.values() if m.status == "running"]
        closed = [replace(m, status="interrupted", notice=notice) for m in running]
        for message in closed:
            self.update(message)
        return closed
