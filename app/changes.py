"""What changes a conversation without a word from a model: other branches shown, messages deleted,
inserted and edited, and what is set for all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.clock import local_now, now_ms
from app.domain.context import mark_of
from app.domain.conversation import Conversation, MessageRole
from app.domain.titles import title_from
from app.domain.tree_changes import (
    Deletion,
    delete_branch,
    delete_one,
    edited_answer,
    insert_below,
    new_message,
    undo,
)
from app.saving import Saving

EMPTY = "The message is empty: write something first."
ONE_DELETED = "The message is deleted."
SEVERAL_DELETED = "{} messages are deleted."


class Changes(QObject):
    """Of one conversation, on the main thread. While `may_change` says no, the tree stays as it is.

    Signals:
        branch_changed(): another branch is shown, or other messages in it
        deleted(str): one sentence about what was deleted; `undo_delete` takes it back
        problem(str): one sentence about what could not be done
        prompt_changed(): what stands before every question is another
    """

    branch_changed = Signal()
    prompt_changed = Signal()
    deleted = Signal(str)
    problem = Signal(str)

    def __init__(
        self,
        conversation: Conversation,
        *,
        saving: Saving,
        may_change: Callable[[], bool],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._saving = saving
        self._may_change = may_change
        self._deletion: Deletion | None = None
        self._sentence = ""

    # ---- other branches

    def show_branch(self, message_id: str) -> None:
        """Show the branch through a message, down to its newest leaf."""
        if not self._may_change():
            return
        self._conversation.show(message_id)
        id, head = self._conversation.id, self._conversation.head
        self._saving.change(lambda library: library.set_head(id, head))
        self.branch_changed.emit()

    def show_sibling(self, message_id: str, step: int) -> None:
        """Show the version `step` further on; at the ends, nothing happens."""
        siblings = self._conversation.siblings(message_id)
        index = [message.id for message in siblings].index(message_id) + step
        if 0 <= index < len(siblings):
            self.show_branch(siblings[index].id)

    # ---- other messages

    def delete(self, message_id: str, *, following: bool) -> None:
        """Delete a message, and with `following` all that follows it in this version."""
        if not self._may_change():
            return
        delete = delete_branch if following else delete_one
        deletion = self._deletion = delete(self._conversation, message_id)
        ids = [message.id for message in deletion.removed]
        moved = [self._conversation.messages[message.id] for message in deletion.moved]
        id, head = self._conversation.id, self._conversation.head
        self._saving.change(lambda library: library.delete_messages(id, ids, moved, head))
        self.branch_changed.emit()
        self._sentence = ONE_DELETED if len(ids) == 1 else SEVERAL_DELETED.format(len(ids))
        self.deleted.emit(self._sentence)

    def undo_delete(self) -> None:
        """Put back what was deleted last; while an answer is written, it is offered again."""
        if self._deletion is None:
            return
        if not self._may_change():
            self.deleted.emit(self._sentence)
            return
        deletion, self._deletion = self._deletion, None
        moved = undo(self._conversation, deletion)
        ids = [message.id for message in deletion.removed]
        id, head = self._conversation.id, self._conversation.head
        self._saving.change(lambda library: library.restore_messages(id, ids, moved, head))
        self.branch_changed.emit()

    def insert(self, role: MessageRole, text: str, *, below: str | None) -> bool:
        """Put a message between another and what follows that; None begins the conversation.

        False, with `problem`, when it is refused.
        """
        if not self._may_say(text):
            return False
        if role == "user" and not self._conversation.title:
            self.set_title(title_from(text))
        message = new_message(role, text, below, created_ms=now_ms())
        moved = insert_below(self._conversation, message)
        self._saving.save(message)
        id, head = self._conversation.id, self._conversation.head
        self._saving.change(lambda library: library.move_messages(id, moved, head))
        self.branch_changed.emit()
        return True

    def edit_answer(self, message_id: str, text: str) -> bool:
        """Let the model have answered in other words: a sibling of the answer.

        False, with `problem`, when it is refused.
        """
        if not self._may_say(text):
            return False
        before = self._conversation.messages[message_id]
        answer = edited_answer(before, text, created_ms=now_ms())
        self._conversation.add(answer)
        self._saving.save(answer)
        self.branch_changed.emit()
        return True

    def undo_mark(self) -> None:
        """Let the model see again what was left out or summarised last in this branch."""
        if not self._may_change():
            return
        branch = self._conversation.branch()
        mark = mark_of(branch)
        for message in branch:
            if mark is not None and message.mark == mark:
                self._conversation.update(replace(message, mark=None))
                self._saving.save(self._conversation.messages[message.id])
        self.branch_changed.emit()

    def _may_say(self, text: str) -> bool:
        if not text.strip():
            self.problem.emit(EMPTY)
            return False
        return self._may_change()

    # ---- what is set for the whole conversation

    def set_title(self, title: str) -> None:
        self._conversation.title = title
        id = self._conversation.id
        self._saving.change(lambda library: library.set_title(id, title))

    def refresh_clock(self) -> None:
        clock = self._conversation.clock = local_now()
        id = self._conversation.id
        self._saving.change(lambda library: library.set_clock(id, clock))
        self.prompt_changed.emit()
