"""How long tests wait for what has to come: long enough for a machine that is busy with others.

The limits are nets under what would wait for ever, not goals: a test that passes never reaches
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pytestqt.qtbot import QtBot

LIMIT_S = 60.0
LIMIT_MS = round(LIMIT_S * 1000)


class PatientBot(QtBot):
    """The one of pytest-qt gives up after five seconds."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = LIMIT_MS) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = LIMIT_MS, **rest: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **rest)

    def waitSignals(self, signals: list[Any], *, timeout: int = LIMIT_MS, **rest: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **rest)

    def waitExposed(self, widget: Any, *, timeout: int = LIMIT_MS) -> Any:
        return super().waitExposed(widget, timeout=timeout)

    def waitActive(self, widget: Any, *, timeout: int = LIMIT_MS) -> Any:
        return super().waitActive(widget, timeout=timeout)
