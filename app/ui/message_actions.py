"""What a click on a message, or an edit in the transcript, asks of the chat that is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRect

from app.chat import Chat
from app.domain.conversation import MessageRole
from app.domain.in_force import preferences_for
from app.domain.model_choices import option_with
from app.domain.preferences import PreferencesFile
from app.domain.prompt import ForecastKind
from app.session import Session
from app.ui.attachment_dialog import AttachmentDialog
from app.ui.branch_popup import BranchPopup
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.message_menu import MessageMenu
from app.ui.retry_popup import RetryPopup
from app.ui.theme import Theme
from app.ui.transcript.row import Action
from app.ui.transcript.rows_foot import FootRow
from app.ui.transcript.view import TranscriptView

Step = Callable[[Chat, str, str], None]
"""Does something with the message of this id, and with the subject in it."""


class MessageActions(QObject):
    """Between one transcript and the chat it shows."""

    def __init__(
        self,
        transcript: TranscriptView,
        *,
        session: Session,
        preferences: PreferencesFile,
        theme: Theme,
        icons: Icons,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._session = session
        self._preferences = preferences
        self._theme = theme
        self._icons = icons
        self._chat: Chat | None = None
        self._steps: dict[Action, Step] = {
            "retry": lambda chat, id, _: chat.retry(id),
            "edit": lambda _, id, __: transcript.edit_message(id),
            "continue": lambda chat, id, _: chat.continue_answer(id),
            "previous": lambda chat, id, _: chat.show_sibling(id, -1),
            "next": lambda chat, id, _: chat.show_sibling(id, 1),
            "undo": lambda chat, _, __: chat.undo_mark(),
            "branch": lambda chat, id, _: chat.branch_off(id),
            "branch_map": lambda _, id, __: self.show_branches(self._corner(id, "previous")),
            "more": lambda chat, id, _: self._open_menu(chat, id),
            "approve": lambda chat, _, call_id: chat.calls.approve(call_id),
            "deny": lambda chat, _, call_id: chat.calls.deny(call_id),
            "always": lambda chat, _, call_id: chat.calls.always_allow(call_id),
            "ask_again": lambda chat, id, _: chat.calls.ask_again(id),
            "repair": lambda _, id, call_id: transcript.edit_call(id, call_id),
            "run_edited": _run_edited,
            "attachment": lambda chat, id, number: self._show_attachment(chat, id, int(number)),
        }
        transcript.acted.connect(self._on_acted)
        transcript.edited.connect(self._on_edited)
        transcript.inserted.connect(self._on_inserted)
        transcript.edit_cost_wanted.connect(self._on_edit_cost_wanted)

    def set_chat(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.forecasted.disconnect(self._on_forecasted)
        self._chat = chat
        chat.forecasted.connect(self._on_forecasted)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def show_branches(self, corner: QPoint | None = None) -> None:
        """Open the map of the branches at a point of the screen, or amid the transcript."""
        if self._chat is None or not self._chat.branch:
            return
        popup = BranchPopup(self._chat, self._theme, self._transcript)
        popup.message_wanted.connect(self._transcript.scroll_to)
        if corner is not None:
            popup.open_at(corner)
        else:
            viewport = self._transcript.viewport()
            popup.open_in(QRect(viewport.mapToGlobal(QPoint()), viewport.size()))

    def _show_attachment(self, chat: Chat, message_id: str, number: int) -> None:
        attachment = chat.conversation.messages[message_id].attachments[number]
        AttachmentDialog(attachment, self._theme, self._transcript).show()

    def _open_menu(self, chat: Chat, message_id: str) -> None:
        corner = self._corner(message_id, "more")
        menu = MessageMenu(
            chat.conversation.messages[message_id],
            followed=bool(chat.conversation.children(message_id)),
            retry=partial(chat.retry, message_id),
            retry_with=partial(self._open_retry, chat, message_id, corner),
            insert=partial(self._transcript.insert_below, message_id),
            delete=lambda following: chat.delete(message_id, following=following),
            show_branches=partial(self.show_branches, corner),
            theme=self._theme,
            parent=self._transcript,
        )
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(corner)

    def _open_retry(self, chat: Chat, message_id: str, corner: QPoint) -> None:
        model = self._session.model
        held = preferences_for(self._preferences.current, chat.setup.now)
        popup = RetryPopup(
            model_name=model.name,
            temperature=held.temperature,
            thinking=option_with(model.card, "thinking"),
            theme=self._theme,
            icons=self._icons,
            parent=self._transcript,
        )
        popup.accepted.connect(lambda options: chat.retry(message_id, options))
        popup.open_at(corner)

    def _corner(self, message_id: str, action: Action) -> QPoint:
        """On the screen, below the button of an action in the foot of a message."""
        view, column = self._transcript, self._transcript.column
        item = column.find(message_id)
        place = QPoint(view.viewport().rect().center())
        for index, row in enumerate(item.stack.rows if item else ()):
            if item is not None and isinstance(row, FootRow):
                area = row.area_of(action, column.width)
                left = (view.viewport().width() - column.width) // 2
                top = column.top(item) + item.stack.top(index) - view.verticalScrollBar().value()
                place = QPoint(left, top) + area.bottomLeft()
        return view.viewport().mapToGlobal(place)

    def _on_acted(self, message_id: str, action: Action, subject: str) -> None:
        step = self._steps.get(action)
        if self._chat is not None and step is not None:
            step(self._chat, message_id, subject)

    def _on_edited(self, message_id: str, text: str) -> None:
        if self._chat is None:
            return
        edit = self._chat.edit if self._role(message_id) == "user" else self._chat.edit_answer
        if not edit(message_id, text):
            self._transcript.edit_message(message_id, text)  # nothing that was written is lost

    def _on_inserted(self, message_id: str, role: MessageRole, text: str) -> None:
        if self._chat is not None and not self._chat.insert(role, text, below=message_id):
            self._transcript.insert_below(message_id, role, text)

    def _on_edit_cost_wanted(self, message_id: str, text: str) -> None:
        if self._chat is not None:
            kind: ForecastKind = "edit" if self._role(message_id) == "user" else "edit_answer"
            self._chat.forecast(kind, message_id=message_id, text=text)

    def _role(self, message_id: str) -> MessageRole:
        assert self._chat is not None, "it shows the message"
        return self._chat.conversation.messages[message_id].role

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        if kind == "edit":
            self._transcript.show_edit_cost(said(sentence))
        elif kind == "edit_answer" and sentence:
            cost = tr("The next answer {forecast}", forecast=said(sentence))
            self._transcript.show_edit_cost(cost)


def _run_edited(chat: Chat, _message_id: str, subject: str) -> None:
    call_id, _, arguments = subject.partition("\n")
    chat.calls.run_edited(call_id, arguments)
