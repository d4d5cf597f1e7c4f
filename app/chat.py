"""All a user can do in one open conversation: send, queue, edit, retry, continue, stop, branch off,
delete, look at other branches.

The answer in the making is `app.asking`'s and `app.answering`'s, what changes the tree without one
`app.changes`', what a change would cost `app.forecasts`', writing it all down `app.saving`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.asking import Asking
from app.attaching import Attaching
from app.bridge import Bridge
from app.changes import EMPTY, Changes
from app.clock import now_ms
from app.conversation_setup import ConversationSetup
from app.domain.answer_options import AnswerOptions
from app.domain.attachments import Attachment
from app.domain.conversation import Conversation, Message, MessageRole, new_question
from app.domain.preferences import PreferencesFile
from app.domain.titles import title_from
from app.domain.tree_changes import branch_off
from app.file_prices import FilePrices
from app.file_thread import FileThread
from app.forecasts import Forecasts
from app.forking import OTHER_MODEL, forked
from app.model_move import ModelMove
from app.model_slot import ModelSlot
from app.room_now import RoomNow
from app.saving import NewTimer, Saving
from app.tools.offered import OfferedTools
from app.unsent import Unsent
from app.unstored import Store
from app.waiting_calls import WaitingCalls

if TYPE_CHECKING:
    from app.domain.prompt import ForecastKind
    from app.domain.turn import Turn

BUSY = "An answer is being written: wait for its end or stop it first."
NOT_LAST = "Only an unfinished answer at the end of the conversation can be continued."
NOTHING_TO_ANSWER = "There is no message before this answer that could be answered again."


class Chat(QObject):
    """One open conversation, on the main thread; the window reads it and never changes it itself.

    `setup` is what is set for it, `calls` decides about tool calls that wait, `attaching` has the
    files of the draft, `model_move` what another model would have to read, `room` makes room in the
    context before it is full.

    Signals:
        branch_changed(): another branch is shown: rebuild
        message_added(str): id of a message appended at the end of the branch
        message_changed(str): id of a message whose parts, status or rounds changed
        turn_changed(): the turn started, went on in a way to be seen, or ended
        answered(str): id of an answer that is complete
        forecasted(str, str): the kind of `forecast` and what it would cost; "" when nobody can say
        saved(): a step of the conversation is in the store
        settled(): everything is in the store
        draft_changed(): what is typed and not sent is another
        queue_changed(): other messages wait for the end of the turn, and the draft may be another
        branched(Conversation): a copy of a branch is to become a conversation of its own
        deleted(str): one sentence about messages just deleted; `undo_delete` takes it back
        noted(str): one sentence for the user about something done
        problem(str): one sentence for the user about something that went wrong
        prompt_changed(): what stands before every question is another
    """

    branch_changed = Signal()
    prompt_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()
    answered = Signal(str)
    forecasted = Signal(str, str)
    saved = Signal()
    settled = Signal()
    draft_changed = Signal()
    queue_changed = Signal()
    branched = Signal(object)
    deleted = Signal(str)
    noted = Signal(str)
    problem = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        bridge: Bridge,
        store: Store,
        slot: ModelSlot,
        preferences: PreferencesFile,
        tools: OfferedTools,
        files: FileThread,
        prices: FilePrices,
        stored: bool,
        new_timer: NewTimer = QTimer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.conversation = conversation
        tools = tools.of(conversation)
        self._saving = Saving(
            conversation, store=store, stored=stored, new_timer=new_timer, parent=self
        )
        self._asking = Asking(
            conversation,
            bridge=bridge,
            slot=slot,
            saving=self._saving,
            preferences=preferences,
            tools=tools,
            parent=self,
        )
        self._unsent = Unsent(conversation, self._saving)
        self.attaching = Attaching(
            conversation, saving=self._saving, files=files, prices=prices, parent=self
        )
        self._changes = Changes(
            conversation, saving=self._saving, may_change=self._may_change, parent=self
        )
        self._forecasts = Forecasts(
            conversation, bridge=bridge, slot=slot, tools=tools, new_timer=new_timer, parent=self
        )
        self.setup = ConversationSetup(conversation, saving=self._saving, parent=self)
        self.calls = WaitingCalls(
            conversation, asking=self._asking, may_change=self._may_change, parent=self
        )
        self.model_move = ModelMove(
            conversation, bridge=bridge, slot=slot, tools=tools, parent=self
        )
        self.room = RoomNow(
            conversation,
            bridge=bridge,
            slot=slot,
            saving=self._saving,
            preferences=preferences,
            tools=tools,
            may_change=self._may_change,
            parent=self,
        )
        self._connect()

    def _connect(self) -> None:
        self._saving.failed.connect(self.problem)
        self._saving.draft_due.connect(self.flush_draft)
        self._saving.saved.connect(self.saved)
        self._saving.settled.connect(self.settled)
        self._asking.branch_changed.connect(self.branch_changed)
        self._asking.message_added.connect(self.message_added)
        self._asking.message_changed.connect(self.message_changed)
        self._asking.turn_changed.connect(self.turn_changed)
        self._asking.noted.connect(self.noted)
        self._asking.ended.connect(self._on_ended)
        self._changes.branch_changed.connect(self.branch_changed)
        self._changes.deleted.connect(self.deleted)
        self._changes.problem.connect(self.problem)
        self._changes.prompt_changed.connect(self.prompt_changed)
        self.setup.changed.connect(self.prompt_changed)
        self._forecasts.forecasted.connect(self.forecasted)
        self.calls.problem.connect(self.problem)
        self.room.branch_changed.connect(self.branch_changed)
        self.room.refused.connect(self.problem)
        self._asking.turn_changed.connect(self._on_turn_changed)

    @property
    def turn(self) -> Turn | None:
        """The answer in the making; None when nothing runs here."""
        return self._asking.answering.turn if self._asking.answering else None

    @property
    def branch(self) -> list[Message]:
        return self.conversation.branch()

    @property
    def stored(self) -> bool:
        """Whether it is kept: new ones are not before something is said, typed or set in them."""
        return self._saving.stored

    @property
    def at_rest(self) -> bool:
        """Whether nothing runs or waits here and everything is in the store."""
        waits = self.conversation.queued or self.attaching.reading
        return self.turn is None and not waits and self._saving.at_rest

    @property
    def untouched(self) -> bool:
        """Whether nothing was said or typed here."""
        typed = self.conversation.draft or not self.attaching.empty
        return not self.conversation.messages and not typed

    # ---- what a user asks and answers

    def send(self, text: str) -> bool:
        """Ask a question at the end of the branch, with the draft's files; False, with `problem`,
        when it is refused.
        """
        if not self._may_ask(text or self.attaching.names):
            return False
        self._ask(text, self.attaching.take())
        self._unsent.sent()
        return True

    def queue(self, text: str) -> bool:
        """Ask it with the draft's files when the turn has ended well; False when refused."""
        if self.turn is None or not (text.strip() or self.attaching.attachments):
            return False
        self._unsent.queue(text)
        self.attaching.look_again()
        self.queue_changed.emit()
        return True

    def take_queued(self, number: int, *, keep_files: bool = False) -> str:
        """Take the message of this number, from 0, out of the queue, its files into the draft."""
        waiting = self._unsent.take(number, keep_files=keep_files)
        self.attaching.look_again()
        self.queue_changed.emit()
        return waiting.text

    def edit(self, message_id: str, text: str) -> bool:
        """Ask a question in other words: a sibling of it; False, with `problem`, when refused."""
        if not self._may_ask(text):
            return False
        before = self.conversation.messages[message_id]
        question = new_question(text, before.parent, created_ms=now_ms(), instead_of=before)
        self._asking.ask(question, AnswerOptions())
        return True

    def retry(self, message_id: str, options: AnswerOptions | None = None) -> None:
        """Answer again: a sibling of the answer; `message_id` names it or what it answers."""
        before = self.conversation.answered_by(message_id)
        if before is None:
            self.problem.emit(NOTHING_TO_ANSWER)
        elif self._may_change():
            self._asking.ask(before, options or AnswerOptions())

    def continue_answer(self, message_id: str) -> None:
        """Go on with an unfinished answer, from the ids it already has."""
        if not self._may_change():
            return
        message = self.conversation.messages[message_id]
        if message_id != self.conversation.head or not message.can_continue:
            self.problem.emit(NOT_LAST)
            return
        self._asking.go_on(replace(message, status="running", notice=""))

    def fork_at(self, message_id: str, round: int, token: int, id: int) -> None:
        """Go on from a token of an answer with `id` in its place: a sibling of the answer."""
        if not self._may_change():
            return
        message = self.conversation.messages[message_id]
        fork = forked(message, round, token, id, created_ms=now_ms())
        if not self._asking.go_on_from(fork, message.rounds[round].tokenizer):
            self.problem.emit(OTHER_MODEL)

    def stop(self) -> None:
        """End the turn; what was written stays, and what was queued is a draft again."""
        if self._asking.answering is not None:
            self._take_queue_back()
            self._asking.answering.stop()

    def forecast(self, kind: ForecastKind, *, message_id: str = "", text: str = "") -> None:
        """Ask what this would make the model read; `forecasted` answers.

        "edit" names a question, "edit_answer" and "retry" an answer, "branch" a message of another
        branch; `text` is the edited text or the changed system prompt.
        """
        self._forecasts.ask(kind, message_id=message_id, text=text)

    # ---- what a user changes

    def show_branch(self, message_id: str) -> None:
        """Show the branch through a message, down to its newest leaf."""
        self._changes.show_branch(message_id)

    def show_sibling(self, message_id: str, step: int) -> None:
        """Show the version `step` further on (-1 or +1); at the ends, nothing happens."""
        self._changes.show_sibling(message_id, step)

    def branch_off(self, message_id: str) -> None:
        """Make a conversation of its own of what leads to a message, that message included."""
        if self.conversation.messages[message_id].status != "running" or self._may_change():
            self.branched.emit(branch_off(self.conversation, message_id, created_ms=now_ms()))

    def delete(self, message_id: str, *, following: bool) -> None:
        """Delete a message, and with `following` all that follows it in this version."""
        self._changes.delete(message_id, following=following)

    def undo_delete(self) -> None:
        """Put back what was deleted last."""
        self._changes.undo_delete()

    def insert(self, role: MessageRole, text: str, *, below: str | None) -> bool:
        """Put a message between another and what follows that; False when it is refused."""
        return self._changes.insert(role, text, below=below)

    def edit_answer(self, message_id: str, text: str) -> bool:
        """Let the model have answered in other words; False, with `problem`, when refused."""
        return self._changes.edit_answer(message_id, text)

    def undo_mark(self) -> None:
        """Let the model see again what was left out or summarised last in this branch."""
        self._changes.undo_mark()

    def refresh_clock(self) -> None:
        """Tell templates the time of now; nothing else ever changes it."""
        self._changes.refresh_clock()

    def set_title(self, title: str) -> None:
        self._changes.set_title(title)

    # ---- what is kept

    def set_draft(self, text: str) -> None:
        """Keep what is in the composer; written soon."""
        if text != self.conversation.draft:
            self._unsent.set_draft(text)
            self.draft_changed.emit()

    def keep_empty(self) -> None:
        """Somebody has given it a place: it stays when nothing is left in it."""
        self._saving.only_begun = False

    def flush_draft(self) -> None:
        """Write the draft now, because it has waited or the conversation is left."""
        self._unsent.keep()

    def move_to_trash(self) -> None:
        """After all that is still to be written of it."""
        id = self.conversation.id
        self._saving.change(lambda library: library.trash(id), listed=True)

    def restore(self) -> None:
        """Take it out of the trash."""
        id = self.conversation.id
        self._saving.change(lambda library: library.restore(id), listed=True)

    def save_all(self) -> None:
        """Write a conversation that was made of another one."""
        self._saving.save(*self.conversation.messages.values())

    def close(self) -> None:
        """Write what is not written yet; a running answer can be continued later."""
        if self._asking.answering is not None:
            self._take_queue_back()
            self._asking.answering.close()
        self._forecasts.cancel()
        self.room.cancel()
        self._unsent.keep()
        self._saving.make_up()

    # ---- a turn

    def _may_ask(self, text: str) -> bool:
        if not text.strip():
            self.problem.emit(EMPTY)
            return False
        return self._may_change()

    def _may_change(self) -> bool:
        """Whether nothing is being written; says so when it is."""
        if self.turn is not None:
            self.problem.emit(BUSY)
        return self.turn is None

    def _ask(self, text: str, attachments: tuple[Attachment, ...] = ()) -> None:
        if self._unsent.titles:
            self.set_title(title_from(text.strip() or attachments[0].name))
        head, now = self.conversation.head, now_ms()
        question = new_question(text, head, created_ms=now, attachments=attachments)
        self._asking.ask(question, AnswerOptions())

    def _on_turn_changed(self) -> None:
        """A message that is sent does not wait for room that nobody needs any more."""
        if self.turn is not None:
            self.room.cancel()

    def _on_ended(self, turn: Turn) -> None:
        """After a good end, the next message of the queue is sent."""
        complete = turn.message.status == "complete"
        if complete:
            self.answered.emit(turn.message.id)
        if not complete or turn.ending == "stopped":
            self._take_queue_back()
        elif self.conversation.queued:
            first = self.conversation.queued[0]
            self._ask(first.text, first.attachments)
            self.take_queued(0)

    def _take_queue_back(self) -> None:
        if self.conversation.queued:
            self._unsent.take_all_back()
            self.attaching.look_again()
            self.queue_changed.emit()
