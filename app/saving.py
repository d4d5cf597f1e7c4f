"""Keeps one conversation in the store.

Steps (a question, a finished answer) are written at once; the answer in the making at most every
250 ms, and never two at a time; the draft at most every 600 ms while somebody types, and in a new
conversation, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.domain.conversation import Conversation, Message
from app.domain.titles import title_of_draft
from app.store.errors import StoreError
from app.unstored import Store

if TYPE_CHECKING:
    from app.store.library import Library

JOURNAL_INTERVAL_MS = 250
DRAFT_DELAY_MS = 600
_DRAFT = "draft"

NewTimer = Callable[[QObject], QTimer]
Action = Callable[["Library"], None]


class Saving(QObject):
    """Lives on the main thread; hands frozen values to the store's thread.

    Signals:
        failed(str): why something could not be saved; said once until saving works again
        draft_due(): what was typed has waited long enough
        saved(): a step of the conversation is in the store
        settled(): nothing is left to be written
    """

    failed = Signal(str)
    draft_due = Signal()
    saved = Signal()
    settled = Signal()

    def __init__(
        self,
        conversation: Conversation,
        *,
        store: Store,
        stored: bool,
        new_timer: NewTimer,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._store = store
        self.stored = stored
        # All three are read and written by actions on the store's thread only.
        self._created = stored
        self._discarded = False
        self._owed: dict[object, Message | Action] = {}
        self._running: Message | None = None
        self._writing = False
        self._pending = 0
        self._said = False
        self._failed = False
        self.draft_waits = False
        self.only_begun = not stored
        """Whether it was made here, there was never a message in it, and it was given no place."""
        self._journal_timer = self._timer(new_timer, JOURNAL_INTERVAL_MS, self._on_journal_due)
        self._draft_timer = self._timer(new_timer, DRAFT_DELAY_MS, self._on_draft_due)

    def _timer(self, new_timer: NewTimer, delay_ms: int, due: Callable[[], None]) -> QTimer:
        timer = new_timer(self)
        timer.setSingleShot(True)
        timer.setInterval(delay_ms)
        timer.timeout.connect(due)
        return timer

    def save(self, *messages: Message, afterwards: Callable[[], None] | None = None) -> None:
        """Write messages, the head and, the first time, the conversation.

        `afterwards` is called when they are written, or could not be.
        """
        self._journal_timer.stop()
        self._running = None
        self.only_begun = self.only_begun and not messages
        if not self.stored:
            self.stored = True
            self._draft_is_written()  # with the rest of it
        if self._store.opening and afterwards:
            # What is being repaired may take a minute, which nobody has to wait for.
            self._submit(self._write(messages), written=self.saved.emit)
            afterwards()
        else:
            self._submit(self._write(messages), afterwards, self.saved.emit)

    def keep(self, action: Action) -> None:
        """Write a change; a conversation in which nothing was said yet is stored for it."""
        if self.stored:
            self.change(action)
        else:
            self.save()

    def discard(self) -> None:
        """Take a conversation out of the store in which nothing was ever said."""
        self.stored = False
        self._draft_is_written()
        self._submit(self._remove, written=self.saved.emit)

    def _remove(self, library: Library) -> None:
        """On the store's thread; what could not be removed is, before anything else is written."""
        self._discarded = True
        self._owed.clear()
        if self._created:
            library.remove(self._conversation.id)
        self._created = self._discarded = False

    def journal(self, message: Message) -> None:
        """Remember the newest state of the running answer, to be written within 250 ms."""
        self._running = message
        if not self._writing and not self._journal_timer.isActive():
            self._journal_timer.start()

    def make_up(self) -> None:
        """Try once more what could not be written."""
        if self._failed:
            self._submit(self._write(()) if self.stored else self._remove)

    def draft_changed(self) -> None:
        """Who types without a pause must not lose all of it."""
        self.draft_waits = True
        if not self._draft_timer.isActive():
            self._draft_timer.start()

    def flush_draft(self) -> None:
        """Write a draft that waits, of a conversation that is in the store at all."""
        if self.draft_waits:
            self._draft_is_written()
            id, draft = self._conversation.id, self._conversation.unsent
            if self.stored:
                write = self._write((), lambda library: library.set_draft(id, draft), _DRAFT)
                self._submit(write)

    def _draft_is_written(self) -> None:
        self.draft_waits = False
        self._draft_timer.stop()

    @property
    def at_rest(self) -> bool:
        """Whether all is written; not while something that could not be waits for the next time."""
        waits = self._pending > 0 or self._failed or self.draft_waits
        return not (waits or self._journal_timer.isActive())

    def change(self, action: Action, *, listed: bool = False) -> None:
        """Write another change of the conversation, when it is in the store at all; one that is
        `listed` is seen in the list of all.
        """
        if self.stored:
            written = self.saved.emit if listed else None
            self._submit(self._write((), action), written=written)

    def _write(
        self, messages: tuple[Message, ...], change: Action | None = None, name: str = ""
    ) -> Action:
        """A step for the store's thread, which sees a copy of what the main thread changes.

        What could not be written is owed, and written first the next time; of changes of one `name`
        only the newest. The head is a message already written at every point: each new one until
        the last is there.
        """
        start = replace(
            self._conversation,
            title=self._conversation.title or title_of_draft(self._conversation),
            draft=self._conversation.unsent,
            draft_attachments=self._conversation.unsent_attachments,
            queued=(),
            head=None,
            messages={},
            _children={},
        )
        head = self._conversation.head

        def write(library: Library) -> None:
            if self._discarded:
                self._remove(library)
            self._owed |= {message.id: message for message in messages}
            if change is not None:
                self._owed[name or change] = change
            if not self._created:
                library.create(start)
                self._created = True
            self._write_owed(library, head)

        return write

    def _write_owed(self, library: Library, head: str | None) -> None:
        id, owed = self._conversation.id, self._owed
        last = [key for key, one in owed.items() if isinstance(one, Message)][-1:]
        for key, one in list(owed.items()):
            if isinstance(one, Message):
                library.save_message(id, one, head if key in last else one.id)
                del owed[key]
                continue
            del owed[key]  # a bug in it does not stop what comes after
            try:
                one(library)
            except StoreError:
                self._owed = {key: one, **owed}
                raise

    def _on_draft_due(self) -> None:
        self.draft_due.emit()

    def _on_journal_due(self) -> None:
        if self._running is None:
            return
        message, self._running = self._running, None
        self._writing = True
        self._submit(self._write((message,)), self._on_journaled)

    def _on_journaled(self) -> None:
        self._writing = False
        if self._running is not None:
            self._journal_timer.start()

    def _submit(
        self,
        action: Action,
        afterwards: Callable[[], None] | None = None,
        written: Callable[[], None] | None = None,
    ) -> None:
        def then(_: None) -> None:
            self._said = self._failed = False
            if written:
                written()
            done()

        def failed(error: StoreError) -> None:
            self._on_failed(error)
            done()

        def done() -> None:
            self._pending -= 1
            if afterwards:
                afterwards()
            if self._pending == 0:
                self.settled.emit()

        self._pending += 1
        self._store.submit(action, then, failed)

    def _on_failed(self, error: StoreError) -> None:
        self._failed = True
        if not self._said:
            self._said = True
            self.failed.emit(str(error))
