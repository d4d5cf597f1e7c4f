"""Which call's arguments are being edited, and the editor that lies over its card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.ui.keyboard_focus import holds_keyboard
from app.ui.theme import Theme
from app.ui.transcript.arguments_editor import ArgumentsEditor
from app.ui.transcript.column import Column

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem
    from app.ui.transcript.rows_tool import ToolRow


class CallEditing(QObject):
    """Signals:
    acted(str, str, str): id of the message, the `Action` and its subject
    height_changed(): the card takes more or less room in the column than before
    """

    acted = Signal(str, str, str)
    height_changed = Signal()

    def __init__(self, column: Column, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._column = column
        self._viewport = viewport
        self._message_id = ""
        self._call_id = ""
        self.editor: ArgumentsEditor | None = None

    def begin(self, message_id: str, call_id: str, theme: Theme) -> None:
        """Put an editor over the card of this call, if it is on screen."""
        self.end()
        self._message_id, self._call_id = message_id, call_id
        place = self._find()
        if place is None:
            return
        _, row = place
        from app.ui.transcript.tool_wording import readable

        editor = ArgumentsEditor(readable(row.call.arguments), theme=theme, parent=self._viewport)
        editor.cancelled.connect(self.end)
        editor.denied.connect(self._on_denied)
        editor.submitted.connect(self._on_submitted)
        editor.height_changed.connect(self._fit)
        self.editor = editor
        editor.show()  # what is hidden keeps its old size for now, and so has other lines
        self._fit()
        editor.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def end(self) -> None:
        """Show the card again."""
        if self.editor is None:
            return
        if holds_keyboard(self.editor):
            self._viewport.setFocus(Qt.FocusReason.OtherFocusReason)
        self.editor.hide()
        self.editor.deleteLater()
        self.editor = None
        self._set_height(0)
        self.height_changed.emit()

    def end_if_gone(self) -> None:
        """A call that no longer waits cannot be edited."""
        place = self._find() if self.editor is not None else None
        if self.editor is not None and (place is None or place[1].call_state != "needs_approval"):
            self.end()

    def take_over(self, old: CallEditing, theme: Theme) -> None:
        """Go on with the arguments that were being edited in another window."""
        if old.editor is not None:
            self.begin(old._message_id, old._call_id, theme)
        if old.editor is not None and self.editor is not None:
            self.editor.field.setPlainText(old.editor.field.toPlainText())

    def set_theme(self, theme: Theme) -> None:
        if self.editor is not None:
            self.editor.set_theme(theme)

    def place(self, left: int, scroll: int) -> None:
        """Put the editor over the room that its card keeps."""
        place = self._find()
        if self.editor is None or place is None:
            return
        from app.ui.transcript.card import PADDING
        from app.ui.transcript.folding import HEADER_HEIGHT

        item, row = place
        top = self._column.top(item) + item.stack.top(item.stack.rows.index(row))
        width = self._column.width - 2 * PADDING
        height = self.editor.height_for(width)
        area = QRect(left + PADDING, top + HEADER_HEIGHT - scroll, width, height)
        self.editor.setGeometry(area)
        self.editor.setVisible(area.intersects(self._viewport.rect()))

    def _find(self) -> tuple[MessageItem, ToolRow] | None:
        """The rows of a message that was let go far off screen are made again."""
        item = self._column.find(self._message_id)
        if item is None:
            return None
        if not item.built:
            item.build(self._column.width)
            self._column.touch(item)
        row = item.row_of_call(self._call_id)
        return None if row is None else (item, row)

    def _fit(self) -> None:
        if self.editor is not None:
            from app.ui.transcript.card import PADDING

            self._set_height(self.editor.height_for(self._column.width - 2 * PADDING))
            self.height_changed.emit()

    def _set_height(self, height: int) -> None:
        if place := self._find():
            item, row = place
            row.set_editor_height(height)
            item.rearrange()
            self._column.touch(item)

    def _on_denied(self) -> None:
        self.end()
        self.acted.emit(self._message_id, "deny", self._call_id)

    def _on_submitted(self, text: str) -> None:
        self.end()
        self.acted.emit(self._message_id, "run_edited", f"{self._call_id}\n{text}")
