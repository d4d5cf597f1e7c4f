"""Which question is being edited, and the editor that lies over its place."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.ui.theme import Theme
from app.ui.transcript.column import Column
from app.ui.transcript.editor import MessageEditor


class Editing(QObject):
    """Signals:
    edited(str, str): id of the question and its new text
    cost_wanted(str, str): id of the question and the text it has now; `show_cost` tells
    height_changed(): the question takes more or less room in the column than before
    """

    edited = Signal(str, str)
    cost_wanted = Signal(str, str)
    height_changed = Signal()

    def __init__(self, column: Column, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._column = column
        self._viewport = viewport
        self._editor: MessageEditor | None = None
        self.message_id = ""

    @property
    def editor(self) -> MessageEditor | None:
        return self._editor

    def begin(self, message_id: str, theme: Theme) -> None:
        self.end()
        item = self._column.find(message_id)
        assert item is not None
        self.message_id = message_id
        text = item.shown.message.text
        self._editor = MessageEditor(text, theme=theme, parent=self._viewport)
        self._editor.cancelled.connect(self.end)
        self._editor.submitted.connect(self._on_submitted)
        self._editor.height_changed.connect(self._fit)
        self._editor.text_changed.connect(lambda text: self.cost_wanted.emit(message_id, text))
        self._fit()
        self._editor.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.cost_wanted.emit(message_id, text)

    def show_cost(self, sentence: str) -> None:
        """Say what sending the text would make the model read."""
        if self._editor is not None:
            self._editor.cost_label.setText(sentence[:1].upper() + sentence[1:])

    def end(self) -> None:
        """Show the question again."""
        if self._editor is None:
            return
        self._editor.hide()
        self._editor.deleteLater()
        self._editor = None
        if item := self._column.find(self.message_id):
            item.set_editor_height(0)
            self._column.touch(item)
        self.message_id = ""
        self.height_changed.emit()

    def set_theme(self, theme: Theme) -> None:
        if self._editor:
            self._editor.set_theme(theme)

    def place(self, left: int, scroll: int) -> None:
        """Put the editor over the row that keeps its place."""
        item = self._column.find(self.message_id)
        if self._editor is None or item is None:
            return
        top = self._column.top(item) - scroll
        area = QRect(left, top, self._column.width, item.height(self._column.width))
        self._editor.setGeometry(area)
        self._editor.setVisible(area.intersects(self._viewport.rect()))

    def _fit(self) -> None:
        item = self._column.find(self.message_id)
        if self._editor is not None and item is not None:
            item.set_editor_height(self._editor.height_for(self._column.width))
            self._column.touch(item)
            self.height_changed.emit()

    def _on_submitted(self, text: str) -> None:
        message_id = self.message_id
        self.end()
        self.edited.emit(message_id, text)
