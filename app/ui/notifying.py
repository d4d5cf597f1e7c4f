"""Which answers are worth a word when nobody looks at the window: long ones, and waiting calls."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.session import Session
from app.ui.language import said, tr

if TYPE_CHECKING:
    from app.chat import Chat
    from app.domain.turn import Turn

LONG_S = 10.0
_MOST_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Word:
    """About one conversation; `text` is the answer, or why there is none.

    Title and text are empty for a conversation that is never stored.
    """

    kind: str
    conversation: str
    title: str
    text: str


class _Watched:
    """What was known of a chat when it was looked at last."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat
        self.began_s: float | None = None
        self.last: Turn | None = None
        self.told: frozenset[str] = frozenset()


class Notifying(QObject):
    """Follows every chat from when it is shown first to its end, in sight or not.

    `seen` says whether somebody looks at the window now; `now_s` is monotonic.

    Signals:
        worth_a_word(Word): something nobody has seen; kinds are "answer", "failure", "approval"
        generating_changed(): `generating` is another
    """

    worth_a_word = Signal(object)
    generating_changed = Signal()

    def __init__(
        self,
        session: Session,
        *,
        seen: Callable[[], bool],
        now_s: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._seen = seen
        self._now_s = now_s
        self._watched: list[_Watched] = []
        session.chat_opened.connect(self._watch)
        if session.chat is not None:
            self._watch(session.chat)

    @property
    def generating(self) -> bool:
        return any(one.began_s is not None for one in self._watched)

    def _watch(self, chat: Chat) -> None:
        if any(one.chat is chat for one in self._watched):
            return
        one = _Watched(chat)
        self._watched.append(one)
        chat.turn_changed.connect(partial(self._on_turn_changed, one))
        chat.destroyed.connect(partial(self._forget, one))
        self._on_turn_changed(one)

    def _forget(self, one: _Watched, _chat: QObject | None = None) -> None:
        if one in self._watched:
            self._watched.remove(one)

    def _on_turn_changed(self, one: _Watched) -> None:
        before = self.generating
        turn = one.chat.turn
        if turn is None or turn.over:
            self._on_ended(one)
        else:
            self._on_going_on(one, turn)
        if self.generating != before:
            self.generating_changed.emit()

    def _on_going_on(self, one: _Watched, turn: Turn) -> None:
        if one.began_s is None:
            one.began_s, one.told = self._now_s(), frozenset()
        one.last = turn
        waiting = frozenset(turn.awaiting)
        if waiting - one.told and not self._seen():
            self._tell("approval", one)
        one.told = waiting

    def _on_ended(self, one: _Watched) -> None:
        began_s, one.began_s, last, one.last = one.began_s, None, one.last, None
        if began_s is None or last is None or self._seen():
            return
        message = one.chat.conversation.messages.get(last.message.id)
        if message is None or self._now_s() - began_s < LONG_S:
            return
        stopped = bool(message.rounds) and message.rounds[-1].ending == "stopped"
        if message.status == "complete" and not stopped:
            self._tell("answer", one, message.text)
        elif message.status == "failed":
            self._tell("failure", one, message.notice)

    def _tell(self, kind: str, one: _Watched, text: str = "") -> None:
        conversation = one.chat.conversation
        title = conversation.title
        if conversation.temporary:
            title = text = ""  # the desktop may keep what it has shown
        self.worth_a_word.emit(Word(kind, conversation.id, title, text))


def message_of(word: Word, *, with_text: bool) -> tuple[str, str]:
    """Title and text of a notification; without `with_text`, nothing of the conversation."""
    text = {
        "answer": tr("An answer is ready."),
        "failure": tr("An answer could not be finished."),
        "approval": tr("A tool waits for your approval."),
    }[word.kind]
    if not with_text:
        return "Parley", text
    if word.kind == "answer" and word.text:
        text = _first_words(word.text)
    elif word.text:
        text = _first_words(said(word.text))
    return word.title or "Parley", text


def _first_words(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_CHARACTERS else f"{line[: _MOST_CHARACTERS - 1].rstrip()}…"
