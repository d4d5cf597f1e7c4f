"""What can be done with the conversation that is shown, from a menu of commands or with keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.ui.language import tr
from app.ui.name_dialog import ask_name
from app.ui.notices import Notice, Notices
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.room_now import Way

_SAID_SECONDS = 4.0


class ConversationCommands:
    """`theme` is asked when a dialog opens."""

    def __init__(
        self, session: Session, notices: Notices, *, theme: Callable[[], Theme], over: QWidget
    ) -> None:
        self._session = session
        self._notices = notices
        self._theme = theme
        self._over = over

    @property
    def _title(self) -> str:
        """As it stands in the list; a conversation may have none yet."""
        chat = self._session.chat
        return chat.conversation.title if chat is not None else ""

    @property
    def has_messages(self) -> bool:
        return self._session.chat is not None and bool(self._session.chat.branch)

    @property
    def is_stored(self) -> bool:
        """Whether it can be in a folder and be copied."""
        chat = self._session.chat
        return chat is not None and self.has_messages and not chat.conversation.temporary

    def make_room(self, way: Way) -> None:
        """First what it would cost; the notice about it has the button."""
        if self._session.chat is not None:
            self._session.chat.room.plan(way)

    def copy_markdown(self) -> None:
        from app.domain.conversation_text import as_markdown

        chat = self._session.chat
        text = ""
        if chat is not None:
            text = as_markdown(self._title, chat.branch, you=tr("You"), model=tr("Model"))
        if text:
            QGuiApplication.clipboard().setText(text)
            self._say(tr("The conversation is copied as Markdown."))
        else:
            self._say(tr("There is nothing to copy yet."))

    def rename(self) -> None:
        chat = self._session.chat
        if chat is None or not self.has_messages:
            self._say(tr("A conversation can be renamed when it has a message."))
            return
        id = chat.conversation.id
        ask_name(
            self._over,
            title=tr("Rename the conversation"),
            label=tr("Title of the conversation"),
            button=tr("Rename"),
            text=self._title,
            theme=self._theme(),
            chosen=lambda title: self._session.ordering.rename(id, title),
        )

    def duplicate(self) -> None:
        chat = self._session.chat
        if chat is None or not self.is_stored:
            self._say(tr("Only a stored conversation with a message can be duplicated."))
            return
        title = tr("{title} (copy)", title=self._title)
        self._session.ordering.duplicate(chat.conversation.id, title)

    def apply_preset(self, name: str) -> None:
        chat = self._session.chat
        if chat is not None:
            chat.setup.apply(name, self._session.presets.all[name])
            chat.forecast("settings")

    def _say(self, sentence: str) -> None:
        self._notices.show_notice(
            Notice(subject="command", sentence=sentence, seconds=_SAID_SECONDS)
        )
