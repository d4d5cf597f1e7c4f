"""Bugs that nobody caught: into the log with their traceback, and one sentence for the user."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO

log = logging.getLogger(__name__)

SENTENCE = "Something went wrong inside Parley ({}). The details are in {}."


class CrashReport:
    """Takes over the hooks for uncaught exceptions of all threads.

    `say` shows a sentence and may be called on any thread. The same bug is told once, for one in a
    paint event would come back many times a second; the log has each.
    """

    def __init__(self, log_path: Path, say: Callable[[str], None]) -> None:
        self._log_path = log_path
        self._say = say
        self._said: set[str] = set()
        self._native: IO[str] | None = None

    def install(self) -> None:
        """Also have the threads' Python lines written beside the log when native code crashes."""
        with contextlib.suppress(OSError):
            self._native = self._log_path.with_name("native_crash.log").open("a", encoding="utf-8")
            faulthandler.enable(self._native)
        sys.excepthook = self.report
        threading.excepthook = self._on_thread_died

    def report(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        log.critical("uncaught", exc_info=(kind, error, trace))
        sys.__excepthook__(kind, error, trace)  # for those who started it in a terminal
        sentence = SENTENCE.format(kind.__name__, self._log_path)
        if sentence not in self._said:
            self._said.add(sentence)
            self._say(sentence)

    def _on_thread_died(self, died: threading.ExceptHookArgs) -> None:
        if died.exc_value is not None:
            self.report(died.exc_type, died.exc_value, died.exc_traceback)
