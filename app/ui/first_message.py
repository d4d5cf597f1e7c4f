"""Begins an empty conversation with a message nobody asked a model for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.domain.conversation import MessageRole
from app.ui.chrome import chrome_style
from app.ui.language import mark, tr
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.transcript.editor import MessageEditor

_NAMES: dict[MessageRole, str] = {
    "user": mark("Insert question…"),
    "assistant": mark("Insert answer…"),
}


class FirstMessage(QWidget):
    """Two buttons, and in their place the editor while one of them was pressed.

    Signals:
        written(str, str): the role and the text of the message
        cancelled(): the editor was closed without one
    """

    written = Signal(str, str)
    cancelled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.editor: MessageEditor | None = None
        self._role: MessageRole = "user"
        self._conversation = ""
        self._unfinished: dict[str, tuple[MessageRole, str]] = {}
        self.buttons = {role: QPushButton(tr(name)) for role, name in _NAMES.items()}
        self._row = QWidget()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._row)
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addStretch(1)
        for role, button in self.buttons.items():
            button.setProperty("row", True)
            button.setProperty("tone", "secondary")
            button.setToolTip(tr("Begin the conversation with it; nothing is answered"))
            button.clicked.connect(partial(self._begin, role))
            row.addWidget(button)
        row.addStretch(1)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._row.setStyleSheet(chrome_style(theme))
        for button in self.buttons.values():
            button.setFont(theme.fonts.ui())
        if self.editor is not None:
            self.editor.set_theme(theme)

    def show_for(self, conversation: str) -> None:
        """This conversation is shown now, with what was being written in it.

        The keyboard stays where it is.
        """
        if self.editor is not None:
            unfinished = (self._role, self.editor.field.toPlainText())
            self._unfinished[self._conversation] = unfinished
        self.end()
        self._conversation = conversation
        if conversation in self._unfinished:
            self._open(*self._unfinished.pop(conversation))

    def take_over(self, old: FirstMessage) -> None:
        """Go on with what was being written in another window, in whatever conversation."""
        old.show_for("")
        self._unfinished = dict(old._unfinished)
        self.show_for(self._conversation)

    def end(self) -> None:
        """Show the buttons again; what was written is gone."""
        if self.editor is not None:
            self.editor.hide()
            self.editor.deleteLater()
            self.editor = None
        self._row.show()

    def _begin(self, role: MessageRole) -> None:
        self._open(role).field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, role: MessageRole, text: str = "") -> MessageEditor:
        from app.ui.transcript.editing import PLACEHOLDERS
        from app.ui.transcript.editor import MessageEditor

        self._role = role
        self._row.hide()
        editor = self.editor = MessageEditor(
            text,
            name=tr(PLACEHOLDERS[role]),
            button=tr(_NAMES[role]).removesuffix("…"),
            theme=self._theme,
            parent=self,
        )
        self.layout().addWidget(editor)  # type: ignore[union-attr] # it has one
        editor.submitted.connect(partial(self._on_submitted, role))
        editor.cancelled.connect(self._on_cancelled)
        editor.height_changed.connect(self._fit)
        self._fit()
        return editor

    def _fit(self) -> None:
        if self.editor is not None:
            self.editor.setFixedHeight(self.editor.height_for(self.width()))

    def _on_submitted(self, role: MessageRole, text: str) -> None:
        self.end()
        self.written.emit(role, text)

    def _on_cancelled(self) -> None:
        self.end()
        self.cancelled.emit()
