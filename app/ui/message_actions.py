"""What a click on a message, or an edit in the transcript, asks of the chat that is shown."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.chat import Chat
from app.ui.transcript.row import Action
from app.ui.transcript.view import TranscriptView

Step = Callable[[Chat, str, str], None]
"""Does something with the message of this id, and with the subject in it."""


class MessageActions(QObject):
    """Between one transcript and the chat it shows."""

    def __init__(self, transcript: TranscriptView, parent: QObject) -> None:
        super().__init__(parent)
        self._transcript = transcript
        self._chat: Chat | None = None
        self._steps: dict[Action, Step] = {
            "retry": lambda chat, id, _: chat.retry(id),
            "edit": lambda _, id, __: transcript.edit_message(id),
            "continue": lambda chat, id, _: chat.continue_answer(id),
            "previous": lambda chat, id, _: chat.show_sibling(id, -1),
            "next": lambda chat, id, _: chat.show_sibling(id, 1),
            "undo": lambda chat, _, __: chat.undo_mark(),
        }
        transcript.acted.connect(self._on_acted)
        transcript.edited.connect(self._on_edited)
        transcript.edit_cost_wanted.connect(self._on_edit_cost_wanted)

    def set_chat(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.forecasted.disconnect(self._on_forecasted)
        self._chat = chat
        chat.forecasted.connect(self._on_forecasted)

    def _on_acted(self, message_id: str, action: Action, subject: str) -> None:
        step = self._steps.get(action)
        if self._chat is not None and step is not None:
            step(self._chat, message_id, subject)

    def _on_edited(self, message_id: str, text: str) -> None:
        if self._chat is not None:
            self._chat.edit(message_id, text)

    def _on_edit_cost_wanted(self, message_id: str, text: str) -> None:
        if self._chat is not None:
            self._chat.forecast("edit", message_id=message_id, text=text)

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        if kind == "edit":
            self._transcript.show_edit_cost(sentence)
