"""The log file: what the program did, never what was said in a conversation."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"
SIZE_BYTES = 1_000_000
OLD_FILES = 3

_QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

_NO_SETTINGS = ("org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.portal.Settings")


class LateHandler(logging.Handler):
    """Another handler that is made for the first record: the first paint does without.

    A rotating one brings sockets and pickling along.
    """

    def __init__(self, make: Callable[[], logging.Handler]) -> None:
        super().__init__()
        self._make = make
        self._made: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Called with the lock held, so that one is made."""
        if self._made is None:
            self._made = self._make()
            self._made.setFormatter(self.formatter)
        self._made.emit(record)

    def flush(self) -> None:
        if self._made is not None:
            self._made.flush()

    def close(self) -> None:
        if self._made is not None:
            self._made.close()
        super().close()


def start_log(path: Path) -> logging.Handler:
    """Send all log lines to `path`, or to stderr when that cannot be written."""
    handler = LateHandler(partial(_file_handler, path))
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it lists its plugins at each start
    qInstallMessageHandler(_on_qt_message)
    return handler


def log_usable(started_s: float) -> None:
    """Say how long it took until the window answers; `started_s` is monotonic."""
    elapsed_ms = (time.monotonic() - started_s) * 1000
    logging.getLogger(__name__).info("window usable after %d ms", elapsed_ms)


def _file_handler(path: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return RotatingFileHandler(
            path, maxBytes=SIZE_BYTES, backupCount=OLD_FILES, encoding="utf-8"
        )
    except OSError:
        return logging.StreamHandler(sys.stderr)


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    level = logging.DEBUG if _is_usual(context.category, message) else _QT_LEVELS[kind]
    logging.getLogger("qt").log(level, "%s: %s", context.category, message)


def _is_usual(category: str | None, message: str) -> bool:
    """Many desktops have no portal with settings; Qt asks it at each start, and does without."""
    return category == "qt.qpa.theme.gnome" and all(one in message for one in _NO_SETTINGS)
