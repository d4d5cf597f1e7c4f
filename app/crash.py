"""Bugs that nobody caught: into the log with their traceback, and handed on to be told."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

log = logging.getLogger(__name__)

SENTENCE = "Something went wrong inside Parley ({}). Everything written so far is kept."
NATIVE = "Parley ended unexpectedly when it ran last. Everything written until then is kept."
NATIVE_NAME = "native_crash.log"
_MOST_TOLD = 20
_MOST_NATIVE_BYTES = 64_000


@dataclass(frozen=True, slots=True)
class Bug:
    """One sentence for the user, and the details for those who mend it."""

    sentence: str
    details: str


class CrashReport:
    """Takes over the hooks for uncaught exceptions of all threads.

    `tell` may be called on any thread. The same bug is told once, for one in a paint event would
    come back many times a second; the log has each.
    """

    def __init__(self, log_path: Path, tell: Callable[[Bug], None]) -> None:
        self._log_path = log_path
        self._tell = tell
        self._told: set[str] = set()
        self._native: IO[str] | None = None

    def install(self) -> None:
        """Also have the threads' Python lines written beside the log when native code crashes.

        What an earlier run left there is told first.
        """
        native = self._log_path.with_name(NATIVE_NAME)
        if bug := native_crash(native):
            self._tell(bug)
        with contextlib.suppress(OSError):
            self._native = native.open("a", encoding="utf-8")
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
        place = traceback.extract_tb(trace)[-1:]
        key = f"{kind.__name__} {[(frame.filename, frame.lineno) for frame in place]}"
        if key not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add(key)
            details = "".join(traceback.format_exception(kind, error, trace))
            self._tell(Bug(SENTENCE.format(kind.__name__), details))

    def _on_thread_died(self, died: threading.ExceptHookArgs) -> None:
        if died.exc_value is not None:
            self.report(died.exc_type, died.exc_value, died.exc_traceback)


def native_crash(path: Path) -> Bug | None:
    """What an earlier run left when native code crashed; the file is put aside, so it is told once.

    Whoever ends the program by force leaves nothing here.
    """
    try:
        details = path.read_text(encoding="utf-8", errors="replace")[-_MOST_NATIVE_BYTES:].strip()
        if not details:
            return None
        path.replace(path.with_suffix(".old.log"))
    except OSError:
        return None
    return Bug(NATIVE, details + "\n")
