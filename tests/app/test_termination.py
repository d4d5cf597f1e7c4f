"""Ctrl+C and SIGTERM, as a Qt signal."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from pytestqt.qtbot import QtBot

from app.termination import Termination


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill ends the process there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_arrives_while_qt_waits(qtbot: QtBot, number: int) -> None:
    termination = Termination()
    try:
        with qtbot.waitSignal(termination.requested):
            os.kill(os.getpid(), number)
    finally:
        termination.close()


def test_closing_gives_the_handlers_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    termination = Termination()
    assert signal.getsignal(signal.SIGINT) is not before

    termination.close()

    assert signal.getsignal(signal.SIGINT) is before
