"""Says what making room in the context would do, does it when told to, and offers to undo it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.session import Session
from app.ui.language import said, tr
from app.ui.notices import Notice, Notices
from app.ui.session_notices import UNDO_SECONDS

if TYPE_CHECKING:
    from app.chat import Chat
    from app.room_now import Plan

SUBJECT = "room"


class RoomNotices(QObject):
    """Of the chat that is shown; lives as long as `notices`."""

    def __init__(self, session: Session, notices: Notices) -> None:
        super().__init__(notices)
        self._notices = notices
        self._chat: Chat | None = None
        session.chat_opened.connect(self._on_chat_opened)
        if session.chat is not None:
            self._on_chat_opened(session.chat)

    def _on_chat_opened(self, chat: Chat) -> None:
        if self._chat is not None:
            room = self._chat.room
            room.planned.disconnect(self._on_planned)
            room.summarising.disconnect(self._on_summarising)
            room.made.disconnect(self._on_made)
            room.refused.disconnect(self._close)
            self._chat.message_added.disconnect(self._close)
            self._close()
        self._chat = chat
        chat.room.planned.connect(self._on_planned)
        chat.room.summarising.connect(self._on_summarising)
        chat.room.made.connect(self._on_made)
        chat.room.refused.connect(self._close)
        chat.message_added.connect(self._close)

    def _on_planned(self, plan: Plan) -> None:
        assert self._chat is not None, "a chat that is shown"
        do = self._chat.room.do
        self._notices.show_notice(
            lambda: Notice(
                subject=SUBJECT, sentence=said(plan.sentence), button=_button(plan), run=do
            )
        )

    def _on_summarising(self) -> None:
        assert self._chat is not None, "a chat that is shown"
        stop = self._chat.room.cancel
        self._notices.show_notice(
            lambda: Notice(
                subject=SUBJECT,
                sentence=tr("The model is writing the summary. You can go on writing meanwhile."),
                button=tr("Stop"),
                run=stop,
            )
        )

    def _on_made(self, sentence: str) -> None:
        assert self._chat is not None, "a chat that is shown"
        undo = self._chat.room.undo
        self._notices.show_notice(
            lambda: Notice(
                subject=SUBJECT,
                sentence=said(sentence),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )

    def _close(self, _why: str = "") -> None:
        self._notices.close_notice(SUBJECT)


def _button(plan: Plan) -> str:
    if plan.left_out.turns == 1:
        return tr("Summarise it") if plan.way == "summarise" else tr("Leave it out")
    return tr("Summarise them") if plan.way == "summarise" else tr("Leave them out")
