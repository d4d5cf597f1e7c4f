"""All a user can do in one open conversation: send, edit, retry, continue, stop, look at siblings.

The answer in the making is `app.answering`'s; writing it all down is `app.saving`'s.
"""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.answering import Answering
from app.bridge import Bridge
from app.domain.conversation import Conversation, Message, new_id, title_from
from app.domain.preferences import PreferencesFile
from app.domain.turn import Turn
from app.model_slot import ModelSlot
from app.saving import NewTimer, Saving
from app.store.thread import StoreThread
from engine.types import Text

EMPTY = "The message is empty: write something first."
BUSY = "An answer is being written: wait for its end or stop it first."
NOT_LAST = "Only an unfinished answer at the end of the conversation can be continued."


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Chat(QObject):
    """One open conversation, on the main thread; the window reads it and never changes it itself.

    Signals:
        branch_changed(): another branch is shown: rebuild
        message_added(str): id of a message appended at the end of the branch
        message_changed(str): id of a message whose parts, status or rounds changed
        turn_changed(): the turn started, went on in a way to be seen, or ended
        saved(): a step of the conversation is in the store
        settled(): everything is in the store
        problem(str): one sentence for the user
    """

    branch_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()
    saved = Signal()
    settled = Signal()
    problem = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        store: StoreThread,
        slot: ModelSlot,
        preferences: PreferencesFile,
        stored: bool,
        new_timer: NewTimer = QTimer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.conversation = conversation
        self._answering: Answering | None = None
        self._bridge = bridge
        self._slot = slot
        self._preferences = preferences
        self._saving = Saving(
            conversation, store=store, stored=stored, new_timer=new_timer, parent=self
        )
        self._saving.failed.connect(self.problem)
        self._saving.saved.connect(self.saved)
        self._saving.settled.connect(self.settled)

    @property
    def turn(self) -> Turn | None:
        """The answer in the making; None when nothing runs here."""
        return self._answering.turn if self._answering else None

    @property
    def branch(self) -> list[Message]:
        return self.conversation.branch()

    @property
    def at_rest(self) -> bool:
        """Whether nothing runs here and everything is in the store."""
        return self.turn is None and self._saving.at_rest

    @property
    def untouched(self) -> bool:
        """Whether nothing was said or typed here."""
        return not self.conversation.messages and not self.conversation.draft

    # ---- what a user does

    def send(self, text: str) -> bool:
        """Ask a question at the end of the branch; False, with `problem`, when it is refused."""
        if not self._may_ask(text):
            return False
        self._set_title_from(text)
        question = _question(text, self.conversation.head)
        self._start(_answer(question.id), question)
        self.set_draft("")
        self.flush_draft()
        return True

    def edit(self, message_id: str, text: str) -> None:
        """Ask a question in other words: a sibling of it, with its own answer."""
        if self._may_ask(text):
            question = _question(text, self.conversation.messages[message_id].parent)
            self._start(_answer(question.id), question)

    def retry(self, message_id: str) -> None:
        """Answer again: a sibling of the answer; `message_id` names it or its question."""
        if self._refused_while_busy():
            return
        message = self.conversation.messages[message_id]
        question_id = message.id if message.role == "user" else message.parent
        assert question_id is not None, "an answer has a question"
        self._start(_answer(question_id))

    def continue_answer(self, message_id: str) -> None:
        """Go on with an unfinished answer, from the ids it already has."""
        if self._refused_while_busy():
            return
        message = self.conversation.messages[message_id]
        if message_id != self.conversation.head or not message.can_continue:
            self.problem.emit(NOT_LAST)
            return
        running = replace(message, status="running", notice="")
        self.conversation.update(running)
        self._begin(running, continues=True)
        self.message_changed.emit(message_id)
        self._turn_begun(running)

    def stop(self) -> None:
        """End the turn; what was written stays."""
        if self._answering is not None:
            self._answering.stop()

    def show_sibling(self, message_id: str, step: int) -> None:
        """Show the version `step` further on (-1 or +1); at the ends, nothing happens."""
        if self._refused_while_busy():
            return
        siblings = self.conversation.siblings(message_id)
        index = [message.id for message in siblings].index(message_id) + step
        if 0 <= index < len(siblings):
            self.conversation.show(siblings[index].id)
            id, head = self.conversation.id, self.conversation.head
            self._saving.change(lambda library: library.set_head(id, head))
            self.branch_changed.emit()

    def set_draft(self, text: str) -> None:
        """Keep what is in the composer; written when typing has paused."""
        if text != self.conversation.draft:
            self.conversation.draft = text
            self._saving.draft_changed()

    def flush_draft(self) -> None:
        """Write a draft now, because the conversation is left."""
        self._saving.flush_draft()

    def set_system_prompt(self, text: str) -> None:
        self.conversation.system_prompt = text
        id = self.conversation.id
        self._saving.change(lambda library: library.set_system_prompt(id, text))

    def set_title(self, title: str) -> None:
        self.conversation.title = title
        id = self.conversation.id
        self._saving.change(lambda library: library.set_title(id, title))

    def close(self) -> None:
        """Write what is not written yet; a running answer can be continued later."""
        if self._answering is not None:
            self._answering.close()
        self._saving.flush_draft()

    # ---- a turn

    def _may_ask(self, text: str) -> bool:
        if not text.strip():
            self.problem.emit(EMPTY)
            return False
        return not self._refused_while_busy()

    def _refused_while_busy(self) -> bool:
        if self.turn is not None:
            self.problem.emit(BUSY)
        return self.turn is not None

    def _set_title_from(self, text: str) -> None:
        if not self.conversation.title:
            self.set_title(title_from(text))

    def _start(self, answer: Message, question: Message | None = None) -> None:
        """Put new messages into the tree and begin the answer's turn."""
        new = (question, answer) if question else (answer,)
        appended = new[0].parent == self.conversation.head
        for message in new:
            self.conversation.add(message)
        self._begin(answer, continues=False)
        for message in new if appended else ():
            self.message_added.emit(message.id)
        if not appended:
            self.branch_changed.emit()
        self._turn_begun(*new)

    def _begin(self, answer: Message, *, continues: bool) -> None:
        self._answering = Answering(
            self.conversation,
            answer,
            continues=continues,
            bridge=self._bridge,
            slot=self._slot,
            saving=self._saving,
            preferences=self._preferences,
            parent=self,
        )
        self._answering.advanced.connect(self._on_advanced)

    def _turn_begun(self, *new: Message) -> None:
        assert self._answering is not None
        self.turn_changed.emit()
        self._answering.start(*new)

    def _on_advanced(self, before: Turn, after: Turn) -> None:
        if after.over and self._answering is not None:
            self._answering.deleteLater()
            self._answering = None
        if after.message is not before.message:
            self.message_changed.emit(after.message.id)
        if _seen(before) != _seen(after):
            self.turn_changed.emit()


def _question(text: str, parent: str | None) -> Message:
    parts = (Text(text),)
    return Message(id=new_id(), parent=parent, role="user", parts=parts, created_ms=now_ms())


def _answer(question_id: str) -> Message:
    return Message(
        id=new_id(),
        parent=question_id,
        role="assistant",
        parts=(),
        created_ms=now_ms(),
        status="running",
    )


def _seen(turn: Turn) -> tuple[object, ...]:
    """What of a turn is drawn beside its message."""
    return turn.phase, turn.read, turn.to_read, turn.queued_behind, turn.diagnoses
