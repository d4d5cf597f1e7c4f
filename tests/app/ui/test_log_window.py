"""The window with the log."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.paths import Paths
from app.ui.log_window import LogWindow
from app.ui.theme import Theme, dark
from app.ui.window import MainWindow

LINES = """\
2026-11-30 12:00:00,001 INFO app.log [MainThread] window usable after 400 ms
2026-11-30 12:00:01,001 WARNING qt [MainThread] no such 字体
2026-11-30 12:00:02,001 ERROR app [store] uncaught
Traceback (most recent call last):
KeyError: 'Seven'
"""


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    path = Paths(tmp_path).log
    path.parent.mkdir(parents=True)
    path.write_text(LINES, encoding="utf-8")
    return path


@pytest.fixture
def log(window: MainWindow, log_path: Path) -> LogWindow:
    """Open, over the main window."""
    assert log_path.exists()
    window.actions_by_id["log"].trigger()
    assert window.trouble.log is not None
    return window.trouble.log


def test_all_of_the_log_is_shown_with_its_end_in_sight(log: LogWindow) -> None:
    assert log.isVisible()
    assert log.text.toPlainText() == LINES.rstrip("\n")
    assert log.state_label.text() == "3 entries"
    bar = log.text.verticalScrollBar()
    assert bar.value() == bar.maximum()


def test_levels_and_words_leave_lines_out(log: LogWindow) -> None:
    log.level_box.setCurrentIndex(log.level_box.findData("warnings"))
    assert log.text.toPlainText().splitlines()[0].endswith("no such 字体")
    assert log.state_label.text() == "2 entries"
    log.search.setText("seven")
    assert log.state_label.text() == "1 entry"
    log.search.setText("nowhere")
    assert log.text.toPlainText() == ""
    assert log.state_label.text().startswith("No line is like this.")

    QTest.keyClick(log, Qt.Key.Key_Escape)
    assert log.isVisible()
    assert log.search.text() == ""
    QTest.keyClick(log, Qt.Key.Key_Escape)
    assert not log.isVisible()
    assert not log.following


def test_new_lines_come_and_the_rest_of_a_traceback_stays_with_its_error(
    log: LogWindow, log_path: Path
) -> None:
    log.level_box.setCurrentIndex(log.level_box.findData("errors"))
    with log_path.open("a", encoding="utf-8") as file:
        file.write("  and its rest\n2026-11-30 12:00:03,001 INFO app [MainThread] went on\n")
    log.refresh()

    assert log.text.toPlainText().endswith("KeyError: 'Seven'\n  and its rest")
    assert log.state_label.text() == "1 entry"


def test_without_following_the_place_is_kept(log: LogWindow, log_path: Path) -> None:
    log_path.write_text("".join(f"line {number}\n" for number in range(400)), encoding="utf-8")
    log.refresh()
    log.follow_box.setChecked(False)
    bar = log.text.verticalScrollBar()
    bar.setValue(10)
    with log_path.open("a", encoding="utf-8") as file:
        file.write("one more\n")
    log.refresh()
    assert bar.value() == 10
    log.follow_box.setChecked(True)
    assert bar.value() == bar.maximum()


def test_only_the_end_of_a_huge_log_is_read(log: LogWindow, log_path: Path) -> None:
    line = b"2026-11-30 12:00:00,001 INFO app [MainThread] " + b"x" * 53 + b"\n"
    with log_path.open("wb") as file:
        for _ in range(500):
            file.write(line * 1000)
        file.write(b"2026-11-30 12:00:00,001 INFO app [MainThread] the last\n")
    assert log_path.stat().st_size > 50_000_000

    log.open_log()

    assert log.text.toPlainText().endswith("the last")
    assert len(log.text.toPlainText()) < 1_100_000
    assert log.state_label.text().startswith("The end of a long log: ")


def test_what_is_selected_is_copied_or_all(log: LogWindow) -> None:
    log.copy_button.click()
    assert QApplication.clipboard().text() == LINES.rstrip("\n")
    log.text.moveCursor(log.text.textCursor().MoveOperation.Start)
    cursor = log.text.textCursor()
    cursor.movePosition(cursor.MoveOperation.EndOfLine, cursor.MoveMode.KeepAnchor)
    log.text.setTextCursor(cursor)
    log.copy_button.click()
    assert QApplication.clipboard().text() == LINES.splitlines()[0]


def test_errors_have_a_colour_of_their_own_in_every_theme(log: LogWindow, theme: Theme) -> None:
    def color() -> str:
        layout = log.text.document().findBlockByNumber(2).layout()
        (one,) = layout.formats()
        written = one.format
        return str(written.foreground().color().name())

    assert color() == theme.error.name()
    other = dark(theme.fonts)
    log.set_theme(other)
    assert color() == other.error.name()


def test_a_log_that_is_not_there_is_said(window: MainWindow) -> None:
    window.actions_by_id["log"].trigger()

    assert window.trouble.log is not None
    assert window.trouble.log.state_label.text() == "The log is empty."
