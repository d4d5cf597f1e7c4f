"""The real program with somebody at its window, to be killed at any moment.

    python -m benchmarks._hour_program FOLDER SEED MODEL

Tells on lines of JSON what is done, which facts hold, up to where they are in the store, how much
of each answer has come by what time of the clock, and what is not as it should be.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

import app.building
from app.__main__ import run
from app.arguments import Arguments, parse
from app.chat import Chat
from app.domain.conversation import Summary
from app.session import Session
from app.ui.transcript.message_item import MessageItem
from app.ui.window_change import ShownWindow
from benchmarks._hour_facts import NOTHING, Facts, facts_of
from benchmarks._hour_memory import given_out_mb
from benchmarks._hour_user import User

HERE = Path(__file__).parent
LONGEST_PAUSE_MS = 500
MEMORY_EVERY_MS = 2_000
LONGEST_HINDRANCE_STEPS = 100
SETTLED_STEPS = 3
"""What is shown may be so many steps behind what holds."""


class Observed(QObject):
    """Lets the user take steps, and tells of each."""

    def __init__(self, session: Session, shown: ShownWindow, folder: Path, seed: int) -> None:
        super().__init__(QApplication.instance())
        self._session = session
        self._shown = shown
        self._random = random.Random(seed + 1)
        self._user = User(session, shown, folder, seed, self._wrong)
        self._number = 0
        self._told: Facts = {}
        self._discarded: set[str] = set()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._step)
        self._came = QTimer(self, interval=40)
        self._came.timeout.connect(self._tell_lengths)
        self._memory = QTimer(self, interval=MEMORY_EVERY_MS)
        self._memory.timeout.connect(self._tell_memory)
        self._unlike = self._hindered = 0
        self._begun = False
        self._submit = session._store.submit
        setattr(session._store, "submit", self._tell_and_submit)  # noqa: B010 - a method
        session.model_changed.connect(self._on_model_changed)

    def _on_model_changed(self) -> None:
        if self._session.model.phase == "ready" and not self._begun:
            self._begun = True
            self._session._store.submit(lambda library: library.trashed(), self._begin)

    def _begin(self, trashed: list[Summary]) -> None:
        self._user.begin(trashed, self._session.summaries)
        self._say({"ready": self._session.model.name})
        self._came.start()
        self._memory.start()
        self._timer.start(1)

    def _step(self) -> None:
        self._timer.start(int(self._random.uniform(0, LONGEST_PAUSE_MS)))
        with self._told_apart():
            self._look()
            writing = any(chat.turn for chat in self._session._chats.values())
            self._user.look()
            self._tell_facts()
            self._say({"did": self._user.step(), "writing": writing})
            self._tell_facts()
            self._tell_kept()

    # ---- what is told

    @contextmanager
    def _told_apart(self) -> Iterator[None]:
        """A bug of the program that a step ran into is wrong; one of these scripts is not."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            ours = _is_ours(error)
            self._say({"observer" if ours else "wrong": "".join(traceback.format_exception(error))})

    def _tell_memory(self) -> None:
        open = sum(len(chat.conversation.messages) for chat in self._session._chats.values())
        shown = len(self._user.chat.branch)
        self._say({"memory": [round(given_out_mb(), 2), open, shown]})

    def _tell_facts(self) -> None:
        self._note_discarded()
        facts = self._facts()
        gone = [key for key in self._told if self._is_gone(key, facts)]
        told = {key: value for key, value in facts.items() if self._told.get(key) != value}
        told |= dict.fromkeys(gone, NOTHING)
        self._told |= told
        self._number += 1
        self._say({"n": self._number, "facts": list(told.items())})

    def _tell_and_submit(self, *action: Any, **answers: Any) -> None:
        """Nothing is on disk before it is told."""
        if self._begun:
            with self._told_apart():
                self._tell_facts()
        self._submit(*action, **answers)

    def _tell_kept(self) -> None:
        """All that was told until now is handed to the store; say when it is there."""
        chats = self._session._chats.values()
        if not any(chat._saving.draft_waits for chat in chats):
            number = self._number
            self._submit(lambda _: None, lambda _: self._say({"kept": number}))

    def _note_discarded(self) -> None:
        """New conversations in which all that was typed was taken back are in no store any more."""
        told = {key[1] for key in self._told}
        for id, chat in self._session._chats.items():
            if chat.stored:
                self._discarded.discard(id)
            elif id in told and not chat.conversation.messages:
                self._discarded.add(id)

    def _is_gone(self, key: tuple[str, ...], facts: Facts) -> bool:
        if key in facts or self._told[key] is NOTHING:
            return False
        deleted = key[0] == "message" and key[1] in self._session._chats
        return deleted or key[1] in self._discarded

    def _facts(self) -> Facts:
        facts: Facts = {}
        for id, chat in self._session._chats.items():
            if chat.stored and not chat.conversation.temporary:
                facts |= facts_of(chat.conversation)
                facts["title", id] = chat.conversation.title
        for summary in self._session.summaries:
            if not summary.temporary and summary.id not in self._discarded:
                facts.setdefault(("title", summary.id), summary.title)
        for id, one in self._user.arranged.items():
            if id in self._session._listing.temporary or id in self._discarded:
                continue
            facts["trashed", id] = one.trashed
            if one.title is not None:
                facts["title", id] = one.title
            if one.fresh:
                continue
            facts["pinned", id] = one.pinned
            facts["folder", id] = one.folder
            if one.tags is not None and not one.trashed:
                facts["tags", id] = sorted(one.tags)
        return facts

    def _tell_lengths(self) -> None:
        now_ms = time.monotonic_ns() // 1_000_000
        for chat in self._session._chats.values():
            if chat.turn is not None and chat.stored and not chat.conversation.temporary:
                answer = chat.turn.message
                self._say({"came": [answer.id, len(answer.text), now_ms]})

    def _wrong(self, what: str) -> None:
        self._say({"wrong": what})

    def _say(self, told: dict[str, Any]) -> None:
        try:
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()
        except BrokenPipeError:  # who listened is gone
            os._exit(1)

    # ---- what is shown

    def _look(self) -> None:
        """The window shows what holds, at the latest some steps after it began to."""
        unlike = self._differences()
        self._unlike = self._unlike + 1 if unlike else 0
        if self._unlike == SETTLED_STEPS:
            self._wrong("; ".join(unlike))

        assert self._session.chat is not None
        hindrance = self._session.chat.attaching.hindrance()
        self._hindered = self._hindered + 1 if hindrance else 0
        if self._hindered == LONGEST_HINDRANCE_STEPS:
            self._wrong(f"nothing can be sent for long: {hindrance}")

    def _differences(self) -> list[str]:
        window, chat = self._shown.window, self._session.chat
        assert chat is not None
        pane, found = window.pane, []
        if pane.composer.edit.toPlainText() != chat.conversation.draft:
            found.append(f"draft {chat.conversation.draft!r} is not in the text box")
        shown = [item.id for item in pane.transcript.column.items]
        if shown != [message.id for message in chat.branch]:
            found.append("another branch is shown")
        elif old := [item.id for item in pane.transcript.column.items if _is_old(item, chat)]:
            found.append(f"{len(old)} messages are shown as they were before")
        if pane.composer.running != (chat.turn is not None):
            found.append("Send and Stop are mixed up")
        rows, ordering = window.sidebar.model, self._session.ordering
        folded = {folder.name for folder in ordering.folders if folder.folded}
        for summary in self._session.summaries:
            one = self._user.arranged.get(summary.id)
            if summary.folder not in folded and not rows.index_of(summary.id).isValid():
                found.append(f"“{summary.title}” is not listed")
            if one and one.title not in (None, summary.title):
                found.append(f"“{one.title}” is called {summary.title}")
            if (
                one
                and not one.fresh
                and (one.pinned, one.folder) != (summary.pinned, summary.folder)
            ):
                found.append(f"“{summary.title}” is in {summary.folder!r}, not {one.folder!r}")
            if one and one.trashed:
                found.append(f"“{summary.title}” is listed though it is in the trash")
        return found


def _is_old(item: MessageItem, chat: Chat) -> bool:
    message = chat.conversation.messages[item.id]
    return message.status != "running" and item.shown.message != message


def _is_ours(error: Exception) -> bool:
    """Whether the last line of the project that was run stands in these scripts."""
    files = [Path(frame.filename) for frame in traceback.extract_tb(error.__traceback__)]
    rooms = (HERE, HERE.parent / "app", HERE.parent / "engine")
    of_project = [file for file in files if any(file.is_relative_to(room) for room in rooms)]
    return not of_project or of_project[-1].parent == HERE


def main() -> int:
    folder, seed, model = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    sys.setswitchinterval(0.001)
    build = app.building.build
    observed = []

    def built(wanted: Arguments) -> tuple[Session, ShownWindow]:
        session, shown = build(wanted)
        observed.append(Observed(session, shown, folder, seed))
        return session, shown

    app.building.build = built
    return run(parse(["--data-dir", str(folder), "--model", model]))


if __name__ == "__main__":
    from app.leaving import leave

    leave(main())
