"""Parts of the window that are made when they are first used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.later_parts import MODULES, IdleImports
from app.ui.window import MainWindow

UNUSED = (
    *MODULES,
    *("app.domain.path_search", "app.inspection", "app.making_room", "engine.host"),
    *("hashlib", "jeepney", "markdown_it", "mathra", "psutil", "pygments", "PySide6.QtNetwork"),
)
"""What the window does without until something is done in it."""
LATE = (*UNUSED, "app.chat", "app.ui.first_start", "logging.handlers", "sqlalchemy")
"""What the first paint does without."""


class Surfaces(QObject):
    """Windows of the system that came while this watched."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.PlatformSurface:
            self.seen.append(watched)
        return False


def test_the_window_is_built_without_what_is_made_later() -> None:
    code = (
        "import sys, app.__main__, app.desktop, app.session, app.ui.window;"
        f"print([name for name in {LATE!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)

    assert done.stdout == "[]\n"


def test_a_start_makes_nothing_of_it_either(tmp_path: Path) -> None:
    code = (
        "import os, sys, app.__main__, app.log\n"
        "from app.arguments import parse\n"
        "def tell(started_s):\n"
        f"    found = [name for name in {UNUSED!r} if name in sys.modules]\n"
        "    os.write(1, repr(found).encode())\n"
        "    os._exit(0)\n"
        "app.log.log_usable = tell\n"
        "app.__main__.run(parse(['--data-dir', sys.argv[1]]))\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)

    assert done.stdout == "[]"


@pytest.mark.parametrize("name", ["inspector", "picker", "model_dialog", "settings", "palette_box"])
def test_a_part_is_made_once_and_opens_no_window_of_its_own(window: MainWindow, name: str) -> None:
    surfaces = Surfaces()
    QApplication.instance().installEventFilter(surfaces)  # type: ignore[union-attr]

    part = getattr(window, name)

    assert getattr(window, name) is part
    assert part.isHidden()
    assert surfaces.seen == []


def test_the_settings_open_as_one_window(window: MainWindow) -> None:
    surfaces = Surfaces()
    QApplication.instance().installEventFilter(surfaces)  # type: ignore[union-attr]

    window.open_settings()

    assert {type(seen).__name__ for seen in surfaces.seen} <= {"QWindow", "SettingsDialog"}
    assert len(surfaces.seen) == 2


def test_idle_moments_import_what_they_need(qtbot: QtBot, window: MainWindow) -> None:
    imports = IdleImports(window)

    qtbot.waitUntil(lambda: not imports.running)

    assert set(MODULES) <= set(sys.modules)
