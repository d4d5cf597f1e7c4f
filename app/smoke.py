"""The self test of the whole program: one message to the model, in the real window.

model ready ─▶ send ─▶ answer complete and saved ─▶ screenshot, receipt on stdout, exit 0
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QWidget

from app.session import Session

QUESTION = "Say hello in one short sentence."
TIME_LIMIT_MS = 120_000
PAINT_MS = 400
"""Long enough for the transcript to paint its last blocks."""


class SmokeTest(QObject):
    """Drives the session as a user would; ends the application with 0, or with 1 and a sentence."""

    def __init__(self, session: Session, window: QWidget, screenshot: Path) -> None:
        super().__init__(window)
        self._session = session
        self._window = window
        self._screenshot = screenshot
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.timeout.connect(lambda: self._fail("No answer came within two minutes."))
        session.model_changed.connect(self._on_model_changed)
        session.problem.connect(self._fail)

    def start(self) -> None:
        """To be called when the session has been started."""
        self._limit.start(TIME_LIMIT_MS)
        if self._session.model.phase == "none":
            self._fail("No model was given, and none was loaded before: use --model FILE.")

    def _on_model_changed(self) -> None:
        state = self._session.model
        if state.phase == "failed":
            self._fail(state.problem)
        elif state.phase == "ready":
            self._session.model_changed.disconnect(self._on_model_changed)
            self._ask()

    def _ask(self) -> None:
        self._session.new_conversation()
        chat = self._session.chat
        assert chat is not None, "a new conversation was opened"
        chat.problem.connect(self._fail)
        chat.turn_changed.connect(self._on_chat_changed)
        chat.settled.connect(self._on_chat_changed)
        chat.send(QUESTION)

    def _on_chat_changed(self) -> None:
        chat = self._session.chat
        if chat is None or not chat.at_rest:
            return
        answer = chat.branch[-1]
        if answer.status != "complete" or not answer.text:
            self._fail(answer.notice or "The answer is empty.")
        else:
            QTimer.singleShot(PAINT_MS, self._finish)

    def _finish(self) -> None:
        chat = self._session.chat
        assert chat is not None, "the conversation stays open"
        receipt = chat.branch[-1].rounds[-1].receipt
        if receipt is None:
            self._fail("The answer has no receipt.")
        elif not self._window.grab().save(str(self._screenshot)):
            self._fail(f"The screenshot could not be written to {self._screenshot}.")
        else:
            sys.stdout.write(json.dumps(asdict(receipt)) + "\n")
            QCoreApplication.exit(0)

    def _fail(self, sentence: str) -> None:
        sys.stderr.write(sentence + "\n")
        QCoreApplication.exit(1)
