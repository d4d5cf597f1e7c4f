"""What a person at the window sees of it, and remembers of the list apart from the program."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.chat import Chat
from app.domain.conversation import Message, Summary
from app.session import Session
from app.ui.transcript.row import Action
from app.ui.window import MainWindow
from app.ui.window_change import ShownWindow

FRESH_LOOKS = 8


@dataclass
class Arranged:
    """Where one conversation is. A list just read may lag behind what was done, so one that is new
    is followed for `fresh` looks; None is what nobody has looked at yet.
    """

    title: str | None = None
    pinned: bool = False
    folder: str = ""
    tags: set[str] | None = None
    trashed: bool = False
    fresh: int = 0


class Sight:
    """`wrong` takes what is not as a person would expect it, in words."""

    def __init__(
        self,
        session: Session,
        shown: ShownWindow,
        folder: Path,
        seed: int,
        wrong: Callable[[str], None],
    ) -> None:
        self._session = session
        self._shown = shown
        self._folder = folder
        self._random = random.Random(seed)
        self._wrong = wrong
        self._number = 0
        self.arranged: dict[str, Arranged] = {}
        self._last_trashed: list[str] = []

    # ---- what it sees

    @property
    def window(self) -> MainWindow:
        return self._shown.window

    @property
    def chat(self) -> Chat:
        assert self._session.chat is not None
        return self._session.chat

    def begin(self, trashed: list[Summary], listed: list[Summary]) -> None:
        """As everything was left."""
        for one in listed:
            self.arranged[one.id] = Arranged(
                pinned=one.pinned, folder=one.folder, tags=set(one.tags)
            )
        for one in trashed:
            self.arranged[one.id] = Arranged(pinned=one.pinned, folder=one.folder, trashed=True)

    def look(self) -> None:
        """At the list, for what is new in it."""
        for summary in self._listed():
            one = self.arranged.setdefault(summary.id, Arranged(fresh=FRESH_LOOKS))
            if one.fresh:
                one.fresh -= 1
                one.pinned, one.folder = summary.pinned, summary.folder
            if one.tags is None or one.fresh:
                one.tags = set(summary.tags)

    def know(self, summary: Summary) -> Arranged:
        """What is arranged now is known from now on."""
        one = self.arranged.setdefault(summary.id, Arranged())
        one.fresh = 0
        return one

    @property
    def _typed(self) -> str:
        return self.window.pane.composer.edit.toPlainText()

    def _listed(self) -> list[Summary]:
        return [one for one in self._session.summaries if not one.temporary]

    def _some(self) -> Summary | None:
        """One that has been there for a while."""
        listed = [one for one in self._listed() if self._is_known(one)]
        return self._random.choice(listed) if listed else None

    def _is_known(self, summary: Summary) -> bool:
        one = self.arranged.get(summary.id)
        return one is not None and not one.fresh and not one.trashed

    def _message(self, role: str = "") -> Message | None:
        """One that can be seen: what is new comes into sight a moment later."""
        find = self.window.pane.transcript.column.find
        branch = [one for one in self.chat.branch if role in ("", one.role) and find(one.id)]
        return self._random.choice(branch) if branch else None

    def _act(self, message: Message, action: Action, subject: str = "") -> None:
        self.window.pane.transcript.acted.emit(message.id, action, subject)

    def _expect(self, what: str, is_so: bool) -> None:
        if not is_so:
            self._wrong(what)

    def _press(self, subject: str) -> bool:
        bar = self.window.pane.notices.bar(subject)
        if bar is not None:
            bar.button.click()
        return bar is not None
