"""Begins answers in one conversation, one at a time, and tells how they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.clock import now_ms
from app.domain.answer_options import AnswerOptions
from app.domain.conversation import Conversation, Message, new_answer
from app.domain.preferences import PreferencesFile
from app.model_slot import ModelSlot
from app.saving import Saving
from app.tools.offered import OfferedTools

if TYPE_CHECKING:
    from app.answering import Answering
    from app.domain.turn import Turn
    from app.forking import Fork


class Asking(QObject):
    """Lives as long as its conversation is open, on the main thread.

    Signals:
        branch_changed(): another branch is shown
        message_added(str): id of a message appended at the end of the branch
        message_changed(str): id of an answer that went on
        turn_changed(): the turn started, went on in a way to be seen, or ended
        ended(Turn): the turn is over
        noted(str): one sentence about what was left out to make room
    """

    branch_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()
    ended = Signal(object)
    noted = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        slot: ModelSlot,
        saving: Saving,
        preferences: PreferencesFile,
        tools: OfferedTools,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.answering: Answering | None = None
        self._conversation = conversation
        self._bridge = bridge
        self._slot = slot
        self._saving = saving
        self._preferences = preferences
        self._tools = tools

    @property
    def format(self) -> str:
        """What the model's calls are written in."""
        return self._slot.format

    def ask(self, question: Message, options: AnswerOptions) -> None:
        """Put the question, when it is a new one, and an answer into the tree; begin the turn."""
        answer = new_answer(question.id, created_ms=now_ms())
        known = question.id in self._conversation.messages
        new = (answer,) if known else (question, answer)
        appended = new[0].parent == self._conversation.head
        for message in new:
            self._conversation.add(message)
        self._begin(answer, options, continues=False)
        for message in new if appended else ():
            self.message_added.emit(message.id)
        if not appended:
            self.branch_changed.emit()
        self._turn_begun(*new)

    def go_on(self, running: Message) -> None:
        """Go on with an unfinished answer, which is running again."""
        self._conversation.update(running)
        self._begin(running, AnswerOptions(), continues=True)
        self.message_changed.emit(running.id)
        self._turn_begun(running)

    def go_on_from(self, fork: Fork, tokenizer: str) -> bool:
        """Put an answer that has a beginning into the tree, and go on with it.

        False when its ids belong to the tokenizer of another model.
        """
        if tokenizer != self._slot.tokenizer:
            return False
        self._conversation.add(fork.answer)
        options = AnswerOptions(begins_with=fork.begins_with)
        self._begin(fork.answer, options, continues=bool(fork.answer.parts))
        self.branch_changed.emit()
        self._turn_begun(fork.answer)
        return True

    def _begin(self, answer: Message, options: AnswerOptions, *, continues: bool) -> None:
        from app.answering import Answering  # late: the start does without

        self.answering = Answering(
            self._conversation,
            answer,
            continues=continues,
            bridge=self._bridge,
            slot=self._slot,
            saving=self._saving,
            preferences=self._preferences,
            tools=self._tools,
            options=options,
            parent=self,
        )
        self.answering.advanced.connect(self._on_advanced)
        self.answering.left_out.connect(self._on_left_out)

    def _turn_begun(self, *new: Message) -> None:
        assert self.answering is not None
        self.turn_changed.emit()
        self.answering.start(*new)

    def _on_advanced(self, before: Turn, after: Turn) -> None:
        if after.over and self.answering is not None:
            self.answering.deleteLater()
            self.answering = None
        if after.message is not before.message:
            self.message_changed.emit(after.message.id)
        if _seen(before) != _seen(after):
            self.turn_changed.emit()
        if after.over:
            self.ended.emit(after)

    def _on_left_out(self, sentence: str) -> None:
        self.branch_changed.emit()
        self.noted.emit(sentence)


def _seen(turn: Turn) -> tuple[object, ...]:
    """What of a turn is drawn beside its message."""
    return turn.phase, turn.read, turn.to_read, turn.queued_behind, turn.awaiting
