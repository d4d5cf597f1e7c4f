"""Says at the end of a run which chat templates were tried."""

from __future__ import annotations

import pytest

from tests.engine.prompt.conversations import CONVERSATIONS
from tests.engine.prompt.families import description


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.write_line(f"{description()}; {len(CONVERSATIONS)} conversations with each")
