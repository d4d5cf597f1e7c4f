"""All conversations on disk: each method is one step and one transaction."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, select, text, update

from app.domain.attachments import Attachment
from app.domain.conversation import Conversation, Message, Summary
from app.domain.conversation_settings import Setup, settings_from, settings_text
from app.domain.search import Hit, Query
from app.store import backup
from app.store.compaction import Compaction
from app.store.connection import BUSY_TIMEOUT_MS
from app.store.deleted import move, present, remove_conversations, remove_old, set_deleted
from app.store.duplicating import duplicate_conversation
from app.store.errors import StoreError, StoreReadOnly
from app.store.exits import open_mark
from app.store.finding import Looked, find, look_on
from app.store.indexing import index_some, left
from app.store.listing import answering_models, listed, listed_trash
from app.store.messages import insert_messages, read_messages, write_message
from app.store.opening import open_database
from app.store.order import move_all, write_tag
from app.store.progress import Told, unheard
from app.store.rows import attachments_from, attachments_text
from app.store.schema import conversations, messages
from app.store.search import index_new, index_text, said_in

logger = logging.getLogger(__name__)


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


class Library:
    """The open database. Lives on one thread, the one that made it.

    `notice` is a sentence about a repair, `read_only_reason` says why nothing can be saved; both
    are None when all is well. `unchecked` when the last exit was not clean and nobody has looked
    at all pages since. Every method raises StoreError for what the user can do something
    about, and KeyError for a conversation that does not exist.
    """

    def __init__(
        self,
        path: Path,
        *,
        now_ms: Callable[[], int] = wall_clock_ms,
        busy_timeout_ms: int = BUSY_TIMEOUT_MS,
        told: Told = unheard,
    ) -> None:
        self._path = path
        self._now_ms = now_ms
        opened = open_database(path, busy_timeout_ms, told)
        self._engine = opened.engine
        self.notice = opened.notice
        self.read_only_reason = opened.read_only_reason
        self.unchecked = opened.unchecked
        self.compaction = Compaction(opened.engine, path)
        # What is stored of running answers, so that the journal writes only what grew.
        self._journaled: dict[str, Message] = {}

    # ---- reading

    def summaries(self) -> list[Summary]:
        """The conversations that are not in the trash, the one changed last first."""
        with self._engine.connect() as connection:
            return listed(connection)

    def trashed(self) -> list[Summary]:
        """The conversations in the trash, the one deleted last first."""
        with self._engine.connect() as connection:
            return listed_trash(connection)

    def load(self, conversation_id: str) -> Conversation:
        """The whole tree without what was deleted of it, also of a conversation in the trash."""
        query = select(conversations).where(conversations.c.id == conversation_id)
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                raise KeyError(conversation_id)
            found = read_messages(connection, present(messages.c.conversation == conversation_id))
        return Conversation(
            id=row.id,
            title=row.title,
            created_ms=row.created_ms,
            clock=row.clock,
            system_prompt=row.system_prompt,
            draft=row.draft,
            draft_attachments=attachments_from(row.draft_attachments),
            head=row.head,
            context_strategy=row.context_strategy,
            settings=settings_from(row.settings),
            messages={message.id: message for _, message in found},
        )

    def running(self) -> list[tuple[str, Message]]:
        """Answers still marked running, each with the id of its conversation."""
        with self._engine.connect() as connection:
            return read_messages(connection, present(messages.c.status == "running"))

    def search(self, query: Query) -> list[Hit]:
        """The newest messages that contain the words, outside the trash."""
        with self._engine.connect() as connection:
            return find(connection, query)

    def look_on(self, query: Query, looked: Looked | None = None) -> Looked:
        """The same in steps, each of which takes about a fiftieth of a second."""
        with self._engine.connect() as connection:
            return look_on(connection, query, looked)

    @property
    def is_indexed(self) -> bool:
        """Whether all messages can be found; else `index_some` makes them so."""
        with self._engine.connect() as connection:
            return left(connection) == 0

    def models(self) -> list[str]:
        """The names of all models that have answered, in the order of the alphabet."""
        with self._engine.connect() as connection:
            return answering_models(connection)

    # ---- writing

    def create(self, conversation: Conversation) -> None:
        """Store a new conversation with all its messages, in its folder and with its tags."""
        values = {
            "id": conversation.id,
            "title": conversation.title,
            "system_prompt": conversation.system_prompt,
            "draft": conversation.draft,
            "draft_attachments": attachments_text(conversation.draft_attachments),
            "clock": conversation.clock,
            "head": conversation.head,
            "context_strategy": conversation.context_strategy,
            "settings": settings_text(conversation.settings),
            "folder": conversation.folder,
            "created_ms": conversation.created_ms,
            "updated_ms": self._now_ms(),
        }
        with self._transaction() as connection:
            connection.execute(insert(conversations), values)
            for tag in conversation.tags:
                write_tag(connection, (conversation.id,), tag, True)
            insert_messages(connection, conversation.id, conversation.messages.values())
            said = [(message.id, said_in(message)) for message in conversation.messages.values()]
            index_new(connection, said)

    def save_message(self, conversation_id: str, message: Message, head: str | None) -> None:
        """Insert a message or replace it with its parts and rounds, and show `head`.

        Cheap for a running answer of which only the last part and round grew.
        """
        journaled = self._journaled.get(message.id)
        with self._transaction() as connection:
            changes = {"head": head, "updated_ms": self._now_ms()}
            _update_conversation(connection, conversation_id, changes)
            write_message(connection, conversation_id, message, journaled)
            if message.status != "running":
                index_text(connection, message)
        if message.status == "running":
            self._journaled[message.id] = message
        else:
            self._journaled.pop(message.id, None)

    def delete_messages(
        self,
        conversation_id: str,
        ids: Collection[str],
        moved: Collection[Message],
        head: str | None,
    ) -> None:
        """Take messages out of the tree, where `moved` have other parents now, and show `head`."""
        self._rearrange(conversation_id, ids, self._now_ms(), moved, head)

    def restore_messages(
        self,
        conversation_id: str,
        ids: Collection[str],
        moved: Collection[Message],
        head: str | None,
    ) -> None:
        """Put deleted messages back, with the parents that `moved` have now, and show `head`."""
        self._rearrange(conversation_id, ids, None, moved, head)

    def move_messages(
        self, conversation_id: str, moved: Collection[Message], head: str | None
    ) -> None:
        """Write the new parents of messages, and show `head`."""
        self._rearrange(conversation_id, (), None, moved, head)

    def _rearrange(
        self,
        conversation_id: str,
        ids: Collection[str],
        deleted_ms: int | None,
        moved: Collection[Message],
        head: str | None,
    ) -> None:
        with self._transaction() as connection:
            changes = {"head": head, "updated_ms": self._now_ms()}
            _update_conversation(connection, conversation_id, changes)
            set_deleted(connection, ids, deleted_ms)
            move(connection, moved)

    def remove_expired(self, most: int = 10_000) -> list[str]:
        """Remove for good what was deleted long ago; the conversations that are gone.

        Of conversations at most so many, those trashed first.
        """
        with self._transaction() as connection:
            return remove_old(connection, self._now_ms(), most)

    def set_head(self, conversation_id: str, head: str | None) -> None:
        self._change(conversation_id, {"head": head})

    def set_title(self, conversation_id: str, title: str) -> None:
        self._change(conversation_id, {"title": title})

    def set_draft(self, conversation_id: str, draft: str) -> None:
        self._change(conversation_id, {"draft": draft})

    def set_draft_attachments(
        self, conversation_id: str, attachments: tuple[Attachment, ...]
    ) -> None:
        self._change(conversation_id, {"draft_attachments": attachments_text(attachments)})

    def set_clock(self, conversation_id: str, clock: str) -> None:
        self._change(conversation_id, {"clock": clock})

    def set_setup(self, conversation_id: str, setup: Setup) -> None:
        changes = {
            "system_prompt": setup.system_prompt,
            "context_strategy": setup.context_strategy,
            "settings": settings_text(setup.settings),
        }
        self._change(conversation_id, changes)

    def rename_preset(self, before: str, name: str) -> None:
        """Let the conversations that have a preset have it under its new name."""
        with self._transaction() as connection:
            connection.execute(_RENAME_PRESET, {"before": before, "new": name})

    def set_pinned(self, ids: Collection[str], pinned: bool) -> None:
        self._change_all(ids, {"pinned": int(pinned)})

    def set_folder(self, ids: Collection[str], folder: str) -> None:
        """Move conversations into a folder; with "", out of the one they are in."""
        self._change_all(ids, {"folder": folder})

    def move_folder(self, folder: str, to: str) -> list[str]:
        """Move all that is in a folder, and what of it is in the trash; which conversations."""
        with self._transaction() as connection:
            return move_all(connection, folder, to)

    def set_tag(self, ids: Collection[str], name: str, on: bool) -> None:
        with self._transaction() as connection:
            write_tag(connection, ids, name, on)

    def duplicate(self, conversation_id: str, title: str) -> str:
        """Copy a conversation under new ids, the messages' too; the id of the copy."""
        with self._transaction() as connection:
            now_ms = self._now_ms()
            copy = duplicate_conversation(connection, conversation_id, title, now_ms)
            copied = read_messages(connection, messages.c.conversation == copy)
            index_new(connection, [(message.id, said_in(message)) for _, message in copied])
        return copy

    def index_some(self) -> bool:
        """Make a few older messages found; whether more are left to be."""
        with self._transaction() as connection:
            return index_some(connection)

    def trash(self, *ids: str) -> None:
        self._change_all(ids, {"trashed_ms": self._now_ms()})

    def restore(self, *ids: str) -> None:
        """Take conversations out of the trash."""
        self._change_all(ids, {"trashed_ms": None})

    def remove(self, *ids: str) -> None:
        """Remove conversations for good, with all that belongs to them."""
        with self._transaction() as connection:
            remove_conversations(connection, ids)

    def _transaction(self) -> AbstractContextManager[Connection]:
        if self.read_only_reason is not None:
            raise StoreReadOnly(self.read_only_reason)
        return self._engine.begin()

    def _change(self, conversation_id: str, changes: Mapping[str, object]) -> None:
        self._change_all((conversation_id,), changes)

    def _change_all(self, ids: Collection[str], changes: Mapping[str, object]) -> None:
        with self._transaction() as connection:
            _update_conversations(connection, ids, changes)

    # ---- closing

    def close(self) -> None:
        """Make the daily copy of a small file and close."""
        try:
            if self.read_only_reason is None and not self._is_empty():
                backup.copy_on_closing(self._engine, self._path)
        except StoreError as error:
            logger.warning("No copy on closing: %s", error)
        finally:
            if self.read_only_reason is None:
                with suppress(OSError):
                    open_mark(self._path).unlink(missing_ok=True)
            self._engine.dispose()

    def _is_empty(self) -> bool:
        with self._engine.connect() as connection:
            return connection.execute(select(conversations.c.id).limit(1)).first() is None


_RENAME_PRESET = text(
    "UPDATE conversations SET settings = json_set(settings, '$.preset', :new)"
    " WHERE json_valid(settings) AND json_extract(settings, '$.preset') = :before"
)


def _update_conversation(
    connection: Connection, conversation_id: str, changes: Mapping[str, object]
) -> None:
    _update_conversations(connection, (conversation_id,), changes)


def _update_conversations(
    connection: Connection, ids: Collection[str], changes: Mapping[str, object]
) -> None:
    """Raises KeyError when one of them is not there."""
    statement = update(conversations).where(conversations.c.id == bindparam("of_conversation"))
    rows = [{"of_conversation": id} for id in ids]
    if rows and connection.execute(statement.values(changes), rows).rowcount < len(rows):
        raise KeyError(*ids)
