"""The menu under "More": all that can be done with a message beside what its foot shows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QTextDocument
from PySide6.QtWidgets import QWidget

from app.domain.conversation import Message, MessageRole
from app.ui.language import tr
from app.ui.menu import Menu
from app.ui.theme import Theme, style_sheet
from app.ui.transcript.copying import as_html
from app.ui.transcript.selection import Piece


class MessageMenu(Menu):
    """Built for one message, each time it is opened; `followed` tells whether others follow it."""

    def __init__(
        self,
        message: Message,
        *,
        followed: bool,
        retry: Callable[[], None],
        retry_with: Callable[[], None],
        insert: Callable[[MessageRole], None],
        delete: Callable[[bool], None],
        show_branches: Callable[[], None],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setStyleSheet(style_sheet(theme))
        self.setFont(theme.fonts.ui())
        if message.role == "user":
            self.addAction(tr("Answer again") if followed else tr("Answer"), retry)
        self.addAction(tr("Answer again with…"), retry_with)
        self.addSeparator()
        self.addAction(tr("Insert question below…"), lambda: insert("user"))
        self.addAction(tr("Insert answer below…"), lambda: insert("assistant"))
        self.addSeparator()
        copy = self.add_submenu(tr("Copy as"))
        copy.addAction(tr("Markdown"), lambda: _copy(message.text))
        copy.addAction(tr("Plain text"), lambda: _copy(plain_text(message)))
        copy.addAction(tr("Formatted text"), lambda: _copy_formatted(message))
        if message.reasoning:
            copy.addAction(tr("Markdown with reasoning"), lambda: _copy(with_reasoning(message)))
        self.addAction(tr("All branches"), show_branches)
        self.addSeparator()
        self.addAction(tr("Delete this message"), lambda: delete(False))
        if followed:
            self.addAction(tr("Delete with all that follows"), lambda: delete(True))


def plain_text(message: Message) -> str:
    """The words without marks of Markdown; what people write is no Markdown."""
    if message.role == "user":
        return message.text
    document = QTextDocument()
    document.setHtml(as_html([Piece(message.text, markdown=True)]))
    return document.toPlainText().strip()


def with_reasoning(message: Message) -> str:
    """The reasoning as a quote, then the answer."""
    quote = "\n".join(f"> {line}".rstrip() for line in message.reasoning.splitlines())
    return f"{quote}\n\n{message.text}"


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)


def _copy_formatted(message: Message) -> None:
    data = QMimeData()
    data.setText(message.text)
    data.setHtml(as_html([Piece(message.text, markdown=True)]))
    QGuiApplication.clipboard().setMimeData(data)
