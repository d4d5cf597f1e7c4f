"""What a person does in one conversation: writes, asks again, changes, takes away."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.conversation import MessageRole
from benchmarks._hour_sight import Sight

QUESTIONS = (
    "Tell me about rivers, with a list.",
    "Write a short Python program that counts words.",
    "What is bread made of?",
    "Explain stars to a child, in many words.",
    "Name three bees and tell a long story about each of them.",
)
MOST_MESSAGES = 40
"""After so many, another conversation is begun."""
CHINESE = "请写一首关于港口的诗"


class Talk(Sight):
    """What each step must leave behind is looked at right after it."""

    # ---- writing

    def _words(self) -> str:
        return f"{self._number}: {self._random.choice(QUESTIONS)}"

    def _write(self, text: str) -> None:
        edit = self.window.pane.composer.edit
        edit.setFocus()
        edit.insertPlainText(CHINESE if self._random.random() < 0.2 else "")
        QTest.keyClicks(edit, text)

    def _enter(self) -> None:
        QTest.keyClick(self.window.pane.composer.edit, Qt.Key.Key_Return)

    def send(self) -> None:
        chat = self.chat
        if chat.turn is not None or chat.attaching.hindrance():
            return
        if len(chat.conversation.messages) > MOST_MESSAGES:
            self.window.actions_by_id["new_conversation"].trigger()
            chat = self.chat
        self._write(self._words())
        typed, files = self.window.pane.composer.edit.toPlainText(), chat.attaching.attachments
        self._enter()
        question = chat.branch[-2] if len(chat.branch) > 1 else None
        asked = question is not None and question.text == typed
        self._expect(f"the question is asked as typed: {typed!r}", asked)
        took = question is not None and question.attachments == files
        self._expect("the files go with the question", took)
        self._expect("the text box is empty after sending", not self._typed)

    def queue(self) -> None:
        chat = self.chat
        if chat.turn is None or chat.attaching.hindrance():
            return
        self._write(self._words())
        typed = self._typed
        self._enter()
        queued = [one.text for one in chat.conversation.queued]
        self._expect("the message waits", queued[-1:] == [typed])

    def draft(self) -> None:
        self._write(self._words()[:20])
        self._expect("the draft is kept", self.chat.conversation.draft == self._typed)

    def clear(self) -> None:
        """Take back what is typed."""
        edit = self.window.pane.composer.edit
        edit.setFocus()
        QTest.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(edit, Qt.Key.Key_Delete)
        self._expect("nothing is typed any more", not self.chat.conversation.draft)

    def attach(self) -> None:
        path = self._folder / f"note {self._number}.txt"
        path.write_text(f"Note {self._number}: the ferry leaves at noon.\n" * 5)
        self.window.pane.composer.attach_files([path])

    def stop(self) -> None:
        self.window.actions_by_id["stop"].trigger()

    # ---- answers again

    def go_on(self) -> None:
        branch = self.chat.branch
        if branch and branch[-1].can_continue and self.chat.turn is None:
            self._act(branch[-1], "continue")
            self._expect("the answer goes on", self.chat.turn is not None)

    def edit(self) -> None:
        message = self._message()
        if message is None or message.status == "running":
            return
        transcript, count = self.window.pane.transcript, len(self.chat.conversation.messages)
        self._act(message, "edit")
        editor = transcript._editing.editor
        self._expect("an editor opens", editor is not None)
        if editor is None:
            return
        editor.field.setPlainText(f"{self._words()} in other words")
        busy = self.chat.turn is not None
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        grown = len(self.chat.conversation.messages) > count
        self._expect("an edit makes a version", grown or busy)

    def half_edit(self) -> None:
        """Begun and left open."""
        message = self._message()
        if message is not None and message.status != "running":
            self._act(message, "edit")
            editor = self.window.pane.transcript._editing.editor
            if editor is not None:
                editor.field.setPlainText(self._words())

    def insert(self) -> None:
        message = self._message()
        if message is None or self._random.random() < 0.5:
            return
        role: MessageRole = self._random.choice(("user", "assistant"))
        transcript, count = self.window.pane.transcript, len(self.chat.conversation.messages)
        transcript.insert_below(message.id, role)
        editor = transcript._editing.editor
        assert editor is not None
        editor.field.setPlainText(self._words())
        busy = self.chat.turn is not None
        QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        grown = len(self.chat.conversation.messages) > count
        self._expect("what is inserted is there", grown or busy)

    def retry(self) -> None:
        message = self._message("assistant")
        if message is not None:
            self._act(message, "retry")

    def branch_off(self) -> None:
        message = self._message()
        if message is not None and self._random.random() < 0.5:
            self._act(message, "branch")

    def sibling(self) -> None:
        message = self._message()
        if message is not None:
            self._act(message, self._random.choice(("previous", "next")))

    def fork(self) -> None:
        message = self._message("assistant")
        if message is None or not any(round.choices for round in message.rounds):
            return
        self.window.pane.transcript.acted.emit(message.id, "probabilities", "")
        view = self.window.inspector.choices_view
        places = [n for n, place in enumerate(view._places) if place.choice is not None]
        number = self._random.choice(places)
        view.canvas.current = number
        view._on_chosen(number)
        choice = view._places[number].choice
        assert choice is not None
        view._on_alternative(self._random.choice(choice.likeliest).id)

    def delete(self) -> None:
        message = self._message()
        if message is not None:
            self.chat.delete(message.id, following=self._random.random() < 0.3)

    def undo_delete(self) -> None:
        self._press("deleted")
