"""Turns what the session and the open chat report into notices in the window."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.model import ModelState
from app.domain.model_card import introduction
from app.session import Session
from app.ui.elided import shortened
from app.ui.language import number, said, tr
from app.ui.notices import Notice, Notices

if TYPE_CHECKING:
    from app.chat import Chat
    from engine.models import HealthCard, ModelInfo

UNDO_SECONDS = 12.0
CHOICE_SECONDS = 12.0
_LONGEST_NAME = 40


class SessionNotices(QObject):
    """Lives as long as `notices`.

    Signals:
        about_model_requested(): the person wants to know more of the model that is loaded
    """

    about_model_requested = Signal()

    def __init__(self, session: Session, notices: Notices) -> None:
        super().__init__(notices)
        self._session = session
        self._notices = notices
        self._chat: Chat | None = None
        self._noted: ModelInfo | None = session.model.info
        self._introduced: ModelInfo | None = session.model.info
        self._opening = ""
        session.problem.connect(self._on_problem)
        session.trashed.connect(self._on_trashed)
        session.trash.nothing_to_take_back.connect(self._on_nothing_to_take_back)
        session.summaries_changed.connect(self._show_read_only)
        session.opening.progressed.connect(self._show_opening)
        session.model_changed.connect(self._on_model_changed)
        session.chat_opened.connect(self._on_chat_opened)
        if session.chat is not None:
            self._on_chat_opened(session.chat)
        self._show_read_only()
        self._show_opening()

    def _on_chat_opened(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.problem.disconnect(self._on_problem)
            self._chat.noted.disconnect(self._on_noted)
            self._chat.deleted.disconnect(self._on_deleted)
            self._notices.close_notice("deleted")
            self._chat.forecasted.disconnect(self._on_forecasted)
            self._chat.message_added.disconnect(self._on_message_added)
        self._chat = chat
        chat.problem.connect(self._on_problem)
        chat.noted.connect(self._on_noted)
        chat.deleted.connect(self._on_deleted)
        chat.forecasted.connect(self._on_forecasted)
        chat.message_added.connect(self._on_message_added)

    def _on_problem(self, sentence: str) -> None:
        if sentence == self._session.read_only_reason:
            self._show_read_only()  # once is enough
            return
        self._notices.show_notice(
            lambda: Notice(subject="problem", sentence=said(sentence), tone="error")
        )

    def _on_noted(self, sentence: str) -> None:
        self._notices.show_notice(lambda: Notice(subject="context", sentence=said(sentence)))

    def _on_deleted(self, sentence: str) -> None:
        assert self._chat is not None, "a chat that is shown"
        undo = self._chat.undo_delete
        self._notices.show_notice(
            lambda: Notice(
                subject="deleted",
                sentence=said(sentence),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        """The clock is set only when what that costs has been said."""
        chat = self._chat
        if kind == "settings" and sentence:
            self._show_cost_of_choice(sentence)
        if kind != "clock" or chat is None:
            return
        refresh = chat.refresh_clock
        self._notices.show_notice(
            lambda: Notice(
                subject="clock",
                sentence=_about_clock(sentence),
                button=tr("Set the clock"),
                run=refresh,
            )
        )

    def _show_cost_of_choice(self, cost: str) -> None:
        self._notices.show_notice(
            lambda: Notice(
                subject="choice",
                sentence=tr("With this choice, the next answer {cost}.", cost=said(cost)),
                seconds=CHOICE_SECONDS,
            )
        )

    def _on_message_added(self, _message_id: str) -> None:
        for subject in ("problem", "context", "clock", "choice"):
            self._notices.close_notice(subject)

    def _on_trashed(self, titles: list[str]) -> None:
        undo = self._session.undo_delete
        self._notices.show_notice(
            lambda: Notice(
                subject="trash",
                sentence=_in_trash(titles),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )

    def _on_nothing_to_take_back(self) -> None:
        self._notices.close_notice("trash")

    def _show_read_only(self) -> None:
        reason = self._session.read_only_reason
        if reason is None:
            self._notices.close_notice("read only")
        elif self._notices.bar("read only") is None:
            notice = Notice(subject="read only", sentence=said(reason), tone="warning")
            self._notices.show_notice(notice)

    def _show_opening(self) -> None:
        """What is done before the conversations can be listed; the list has how far it is."""
        progress = self._session.opening.progress
        sentence = said(progress.sentence) if progress is not None else ""
        if sentence == self._opening:
            return
        self._opening = sentence
        if sentence:
            notice = Notice(subject="opening", sentence=sentence, tone="warning")
            self._notices.show_notice(notice)
        else:
            self._notices.close_notice("opening")

    def _on_model_changed(self) -> None:
        state = self._session.model
        if state.phase == "failed" and self._chat is not None and self._chat.branch:
            again = partial(self._session.load_model, Path(state.path))
            self._notices.show_notice(
                lambda: Notice(
                    subject="load",
                    sentence=said(state.problem),
                    tone="error",
                    button=tr("Retry"),
                    run=again,
                )
            )
        else:
            self._notices.close_notice("load")
        self._show_notes(state.info)
        self._introduce(state)

    def _show_notes(self, info: ModelInfo | None) -> None:
        """What is special about a model is said once each time it has been loaded."""
        if info is self._noted:
            return
        self._noted = info
        self._notices.close_notice("model")
        if info is not None and info.notes:
            notes = " ".join(info.notes)
            self._notices.show_notice(lambda: Notice(subject="model", sentence=said(notes)))

    def _introduce(self, state: ModelState) -> None:
        """What a model can do is said when it is loaded for the first time."""
        if state.info is not self._introduced:
            self._introduced = state.info
            self._notices.close_notice("introduction")
            if state.card is not None and not state.choices.seen:
                self._show_introduction(state.name, state.card)
                self._session.choose_for_model(replace(state.choices, seen=True))

    def take_over(self, old: SessionNotices) -> None:
        """Show what another window showed, in the language of now."""
        self._notices.take_over(old._notices)
        state = self._session.model
        if old._notices.bar("introduction") is not None and state.card is not None:
            self._show_introduction(state.name, state.card)

    def _show_introduction(self, name: str, card: HealthCard) -> None:
        sentence = tr(
            "{name} is here for the first time. {sentences}",
            name=shortened(name, _LONGEST_NAME),
            sentences=said(introduction(card)),
        )
        notice = Notice(
            subject="introduction",
            sentence=sentence,
            tone="info" if card.error is None else "warning",
            button=tr("About this model"),
            run=self.about_model_requested.emit,
        )
        self._notices.show_notice(notice)


def _about_clock(cost: str) -> str:
    if cost:
        return tr("With the time of now, the next answer {cost}.", cost=said(cost))
    return tr("The model’s clock shows when this conversation began.")


def _in_trash(titles: list[str]) -> str:
    if len(titles) > 1:
        return tr("{count} conversations are in the trash.", count=number(len(titles)))
    if any(titles):
        return tr("“{title}” is in the trash.", title=titles[0])
    return tr("The conversation is in the trash.")
