"""Which message is being edited or added to, and the editor that lies over its place."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.domain.conversation import MessageRole
from app.domain.tree_changes import editable_text
from app.ui.keyboard_focus import holds_keyboard
from app.ui.language import mark, tr
from app.ui.theme import Theme
from app.ui.transcript.column import Column
from app.ui.transcript.editor import MessageEditor

AROUND = 24
"""Pixels of the viewport that even the longest text leaves free."""
LEAST_HEIGHT = 120
PLACEHOLDERS: dict[MessageRole, str] = {
    "user": mark("Write a question; it is not answered"),
    "assistant": mark("Write an answer in the model’s place"),
}


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What was being written when another conversation was opened; `role` of an insertion."""

    message_id: str
    text: str
    role: MessageRole | None


class Editing(QObject):
    """Signals:
    edited(str, str): id of a message and its new text
    inserted(str, str, str): id of a message, the role and the text of one to stand below it
    cost_wanted(str, str): id of a message and the text it has now; `show_cost` tells
    height_changed(): the message takes more or less room in the column than before
    """

    edited = Signal(str, str)
    inserted = Signal(str, str, str)
    cost_wanted = Signal(str, str)
    height_changed = Signal()

    def __init__(self, column: Column, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._column = column
        self._viewport = viewport
        self._editor: MessageEditor | None = None
        self._role: MessageRole | None = None
        """Of the message that is to stand below; None while one is changed."""
        self._conversation = ""
        self._resuming = False
        self._unfinished: dict[str, Unfinished] = {}
        self.message_id = ""

    @property
    def editor(self) -> MessageEditor | None:
        return self._editor

    def edit(self, message_id: str, theme: Theme, text: str | None = None) -> None:
        """Change the words of a question, or the last words of an answer.

        `text` is what was written before and could not be saved.
        """
        item = self._column.find(message_id)
        assert item is not None
        message = item.shown.message
        editor = MessageEditor(
            editable_text(message) if text is None else text,
            name=tr("Edit the message"),
            button=tr("Save && send") if message.role == "user" else tr("Save"),
            theme=theme,
            parent=self._viewport,
        )
        self._begin(message_id, editor, role=None)
        editor.submitted.connect(self._on_edited)
        editor.text_changed.connect(lambda text: self.cost_wanted.emit(message_id, text))
        self.cost_wanted.emit(message_id, editor.field.toPlainText())

    def insert(self, message_id: str, role: MessageRole, theme: Theme, text: str = "") -> None:
        """Write another message, to stand below this one."""
        editor = MessageEditor(
            text,
            name=tr(PLACEHOLDERS[role]),
            button=tr("Insert question") if role == "user" else tr("Insert answer"),
            theme=theme,
            parent=self._viewport,
        )
        self._begin(message_id, editor, role=role)
        editor.submitted.connect(lambda text: self._on_inserted(role, text))

    def _begin(self, message_id: str, editor: MessageEditor, *, role: MessageRole | None) -> None:
        self.end()
        self.message_id = message_id
        self._role = role
        self._editor = editor
        editor.cancelled.connect(self.end)
        editor.height_changed.connect(self.fit)
        editor.show()  # what is hidden keeps its old size for now, and so has other lines
        self.fit()
        if not self._resuming:
            editor.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_cost(self, sentence: str) -> None:
        """Say what sending the text would make the model read."""
        if self._editor is not None:
            self._editor.cost_label.setText(sentence[:1].upper() + sentence[1:])

    def end(self) -> None:
        """Show the message again as it was."""
        if self._editor is not None:
            self._close()
            self.height_changed.emit()

    def _close(self) -> None:
        if self._editor is None:
            return
        if holds_keyboard(self._editor):
            self._viewport.setFocus(Qt.FocusReason.OtherFocusReason)
        self._editor.hide()
        self._editor.deleteLater()
        self._editor = None
        if item := self._column.find(self.message_id):
            item.set_editor_height(0)
            self._column.touch(item)
        self.message_id = ""

    def set_aside(self) -> None:
        """Close the editor; `resume` opens it again with what is written in it now."""
        if self._editor is not None:
            text = self._editor.field.toPlainText()
            unfinished = Unfinished(self.message_id, text, self._role)
            self._unfinished[self._conversation] = unfinished
            self._close()

    def resume(self, conversation: str, theme: Theme) -> None:
        """This conversation is shown now. The keyboard stays where it is."""
        self._conversation = conversation
        unfinished = self._unfinished.get(conversation)
        if unfinished is None or self._column.find(unfinished.message_id) is None:
            return  # it waits also while another branch is shown
        del self._unfinished[conversation]
        self._resuming = True
        if unfinished.role is None:
            self.edit(unfinished.message_id, theme, unfinished.text)
        else:
            self.insert(unfinished.message_id, unfinished.role, theme, unfinished.text)
        self._resuming = False

    def take_over(self, old: Editing, theme: Theme) -> None:
        """What is half written in another window goes on in this one."""
        old.set_aside()
        self._unfinished |= old._unfinished
        self.resume(self._conversation, theme)

    def set_theme(self, theme: Theme) -> None:
        if self._editor:
            self._editor.set_theme(theme)

    def place(self, left: int, scroll: int) -> None:
        """Put the editor over the row that keeps its place."""
        item = self._column.find(self.message_id)
        if self._editor is None or item is None:
            return
        row = item.editor_row
        if row is None:
            self._editor.hide()
            return
        top = self._column.top(item) + item.stack.top(row) - scroll
        height = item.stack.rows[row].height(self._column.width)
        area = QRect(left, top, self._column.width, height)
        self._editor.setGeometry(area)
        self._editor.setVisible(area.intersects(self._viewport.rect()))

    def fit(self) -> None:
        """Give the editor the height its text needs, if the viewport has as much."""
        item = self._column.find(self.message_id)
        if self._editor is not None and item is not None:
            room = max(self._viewport.height() - AROUND, LEAST_HEIGHT)
            height = min(self._editor.height_for(self._column.width), room)
            item.set_editor_height(height, below=self._role is not None)
            self._column.touch(item)
            self.height_changed.emit()

    def _on_edited(self, text: str) -> None:
        message_id = self.message_id
        self.end()
        self.edited.emit(message_id, text)

    def _on_inserted(self, role: MessageRole, text: str) -> None:
        message_id = self.message_id
        self.end()
        self.inserted.emit(message_id, role, text)
