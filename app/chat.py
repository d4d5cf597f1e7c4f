"""All a user can do in one open conversation: send, edit, retry, continue, stop, look at siblings.

The answer in the making is `app.answering`'s, what a change would cost `app.forecasts`', writing it
all down `app.saving`'s.
"""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, QTimer, Signal

from app.answering import Answering
from app.bridge import Bridge
from app.domain.context import mark_of
from app.domain.conversation import (
    ContextStrategy,
    Conversation,
    Message,
    new_answer,
    new_question,
)
from app.domain.preferences import PreferencesFile
from app.domain.prompt import ForecastKind
from app.domain.titles import title_from
from app.domain.turn import Turn
from app.forecasts import Forecasts
from app.forking import OTHER_MODEL, forked
from app.model_slot import ModelSlot
from app.saving import NewTimer, Saving
from app.store.thread import StoreThread
from app.tools.offered import OfferedTools

EMPTY = "The message is empty: write something first."
BUSY = "An answer is being written: wait for its end or stop it first."
NOT_LAST = "Only an unfinished answer at the end of the conversation can be continued."


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def local_now() -> str:
    """The time as conversations keep it for templates (ISO 8601)."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Chat(QObject):
    """One open conversation, on the main thread; the window reads it and never changes it itself.

    Signals:
        branch_changed(): another branch is shown: rebuild
        message_added(str): id of a message appended at the end of the branch
        message_changed(str): id of a message whose parts, status or rounds changed
        turn_changed(): the turn started, went on in a way to be seen, or ended
        answered(str): id of an answer that is complete
        forecasted(str, str): the kind of `forecast` and what it would cost; "" when nobody can say
        saved(): a step of the conversation is in the store
        settled(): everything is in the store
        noted(str): one sentence for the user about something done
        problem(str): one sentence for the user about something that went wrong
    """

    branch_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()
    answered = Signal(str)
    forecasted = Signal(str, str)
    saved = Signal()
    settled = Signal()
    noted = Signal(str)
    problem = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        store: StoreThread,
        slot: ModelSlot,
        preferences: PreferencesFile,
        tools: OfferedTools,
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
        self._tools = tools
        self._saving = Saving(
            conversation, store=store, stored=stored, new_timer=new_timer, parent=self
        )
        self._saving.failed.connect(self.problem)
        self._saving.saved.connect(self.saved)
        self._saving.settled.connect(self.settled)
        self._forecasts = Forecasts(
            conversation, bridge=bridge, slot=slot, tools=tools, new_timer=new_timer, parent=self
        )
        self._forecasts.forecasted.connect(self.forecasted)

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
        self._start(new_question(text, self.conversation.head, created_ms=now_ms()))
        self.set_draft("")
        self.flush_draft()
        return True

    def edit(self, message_id: str, text: str) -> None:
        """Ask a question in other words: a sibling of it, with its own answer."""
        if self._may_ask(text):
            before = self.conversation.messages[message_id]
            question = new_question(text, before.parent, created_ms=now_ms(), instead_of=before)
            self._start(question)

    def retry(self, message_id: str) -> None:
        """Answer again: a sibling of the answer; `message_id` names it or its question."""
        if self._refused_while_busy():
            return
        self._start(self._question_of(message_id))

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

    def fork_at(self, message_id: str, round: int, token: int, id: int) -> None:
        """Go on from a token of an answer with `id` in its place: a sibling of the answer."""
        if self._refused_while_busy():
            return
        message = self.conversation.messages[message_id]
        if message.rounds[round].tokenizer != self._slot.tokenizer:
            self.problem.emit(OTHER_MODEL)
            return
        fork = forked(message, round, token, id, created_ms=now_ms())
        self.conversation.add(fork.answer)
        self._begin(fork.answer, continues=round > 0, begins_with=fork.begins_with)
        self.branch_changed.emit()
        self._turn_begun(fork.answer)

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

    def set_context_strategy(self, strategy: ContextStrategy | None) -> None:
        """What to do when this conversation no longer fits; None leaves it to the preferences."""
        self.conversation.context_strategy = strategy
        id = self.conversation.id
        self._saving.change(lambda library: library.set_context_strategy(id, strategy))

    def refresh_clock(self) -> None:
        """Tell templates the time of now; nothing else ever changes it."""
        clock = self.conversation.clock = local_now()
        id = self.conversation.id
        self._saving.change(lambda library: library.set_clock(id, clock))

    def undo_mark(self) -> None:
        """Let the model see again what was left out or summarised last in this branch."""
        if self._refused_while_busy():
            return
        mark = mark_of(self.branch)
        for message in self.branch:
            if mark is not None and message.mark == mark:
                self.conversation.update(replace(message, mark=None))
                self._saving.save(self.conversation.messages[message.id])
        self.branch_changed.emit()

    def forecast(self, kind: ForecastKind, *, message_id: str = "", text: str = "") -> None:
        """Ask what this would make the model read; `forecasted` answers.

        "edit" and "retry" name the question or its answer, "branch" a message of another branch;
        `text` is the edited text or the changed system prompt.
        """
        if kind in ("edit", "retry"):
            message_id = self._question_of(message_id).id
        if kind == "clock":
            text = local_now()
        self._forecasts.ask(kind, message_id=message_id, text=text)

    def set_title(self, title: str) -> None:
        self.conversation.title = title
        id = self.conversation.id
        self._saving.change(lambda library: library.set_title(id, title))

    def close(self) -> None:
        """Write what is not written yet; a running answer can be continued later."""
        if self._answering is not None:
            self._answering.close()
        self._forecasts.cancel()
        self._saving.flush_draft()

    # ---- a turn

    def _question_of(self, message_id: str) -> Message:
        message = self.conversation.messages[message_id]
        if message.role == "user":
            return message
        assert message.parent is not None, "an answer has a question"
        return self.conversation.messages[message.parent]

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

    def _start(self, question: Message) -> None:
        """Put the question, when it is a new one, and an answer into the tree; begin the turn."""
        answer = new_answer(question.id, created_ms=now_ms())
        known = question.id in self.conversation.messages
        new = (answer,) if known else (question, answer)
        appended = new[0].parent == self.conversation.head
        for message in new:
            self.conversation.add(message)
        self._begin(answer, continues=False)
        for message in new if appended else ():
            self.message_added.emit(message.id)
        if not appended:
            self.branch_changed.emit()
        self._turn_begun(*new)

    def _begin(
        self, answer: Message, *, continues: bool, begins_with: tuple[int, ...] = ()
    ) -> None:
        self._answering = Answering(
            self.conversation,
            answer,
            continues=continues,
            begins_with=begins_with,
            bridge=self._bridge,
            slot=self._slot,
            saving=self._saving,
            preferences=self._preferences,
            tools=self._tools,
            parent=self,
        )
        self._answering.advanced.connect(self._on_advanced)
        self._answering.left_out.connect(self._on_left_out)

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
        if after.over and after.message.status == "complete":
            self.answered.emit(after.message.id)

    def _on_left_out(self, sentence: str) -> None:
        self.branch_changed.emit()
        self.noted.emit(sentence)


def _seen(turn: Turn) -> tuple[object, ...]:
    """What of a turn is drawn beside its message."""
    return turn.phase, turn.read, turn.to_read, turn.queued_behind, turn.diagnoses
