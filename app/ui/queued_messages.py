"""Above the composer: messages that are sent when the running answer has ended."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from app.domain.branches import first_words
from app.ui.chrome import chrome_style
from app.ui.icons import Icons
from app.ui.keyboard_focus import Bar, put_after
from app.ui.language import tr
from app.ui.theme import COMPOSER_WIDTH, Theme

if TYPE_CHECKING:
    from app.chat import Chat

_HEIGHT = 36
_INDENT = 38
"""Icon and words stand where those of the notices do."""


class QueuedMessages(Bar):
    """One line for each, of the chat that is shown; gone while nothing waits.

    Signals:
        edit_requested(str): a text was taken out of the queue, to be written again
    """

    edit_requested = Signal(str)

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._chat: Chat | None = None
        self.lines: list[QueuedLine] = []
        self.setMaximumWidth(COMPOSER_WIDTH)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        self._fill()

    def set_chat(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.queue_changed.disconnect(self._fill)
        self._chat = chat
        chat.queue_changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self.release(self)
        for line in self.lines:
            self._layout.removeWidget(line)
            line.hide()
            line.deleteLater()
        queued = self._chat.conversation.queued if self._chat else ()
        self.lines = [QueuedLine(one.words, self._theme, self._icons) for one in queued]
        for number, line in enumerate(self.lines):
            line.edit_button.clicked.connect(partial(self._on_edit, number))
            line.remove_button.clicked.connect(partial(self._take, number))
            self._layout.addWidget(line)
        buttons = [one for line in self.lines for one in (line.edit_button, line.remove_button)]
        put_after(self, buttons)
        self.setVisible(bool(queued))

    def _on_edit(self, number: int) -> None:
        assert self._chat is not None, "it has the line"
        self.edit_requested.emit(self._chat.take_queued(number, keep_files=True))

    def _take(self, number: int) -> None:
        assert self._chat is not None, "it has the line"
        self._chat.take_queued(number)


class QueuedLine(QFrame):
    """The beginning of one message, with Edit and Remove."""

    def __init__(self, text: str, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self.setObjectName("notice")
        self.setFixedHeight(_HEIGHT)
        self._words = tr("Queued: {words}", words=first_words(text))
        self._theme = theme
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setFont(theme.fonts.ui())
        self.label.setToolTip(text)
        self.label.setAccessibleName(self._words)
        self.label.setMinimumWidth(0)
        self.edit_button = self._button("pencil", tr("Edit it"), icons)
        self.remove_button = self._button("x", tr("Remove it"), icons)
        for button in (self.edit_button, self.remove_button):
            button.setAccessibleDescription(self._words)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(_INDENT, 0, 6, 0)
        layout.setSpacing(4)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.edit_button)
        layout.addWidget(self.remove_button)
        self._icon = icons.icon("clock", theme.secondary)

    def _button(self, icon: str, name: str, icons: Icons) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon, self._theme.secondary))
        button.setIconSize(QSize(15, 15))
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        buttons = self.edit_button.width() + self.remove_button.width()
        room = self.width() - _INDENT - 6 - buttons - 16
        metrics = self.label.fontMetrics()
        self.label.setText(metrics.elidedText(self._words, Qt.TextElideMode.ElideRight, room))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        self._icon.paint(painter, 13, (self.height() - 16) // 2, 16, 16)
        painter.end()
