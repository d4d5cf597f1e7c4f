"""The dialog after a bug."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.crash import Bug
from app.domain.preferences import PreferencesFile
from app.ui.crash_dialog import CrashDialog
from app.ui.speaking import Spoken
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, ready
from tests.app.ui.languages import speaking

FIRST = Bug("Something went wrong inside Parley (KeyError).", "Traceback\nKeyError: 1\n")
SECOND = Bug("Something went wrong inside Parley (ValueError).", "Traceback\nValueError: 2\n")


def places(dialog: CrashDialog) -> list[QRect]:
    layout = dialog.layout()
    assert layout is not None
    layout.activate()
    return [part.geometry() for part in (dialog.report, dialog.include_box, dialog.copy_button)]


@pytest.fixture
def dialog(window: MainWindow, session: FakeSession) -> CrashDialog:
    """After the first bug, over a conversation with a message."""
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "My secret")
    window.trouble.show_bug(FIRST)
    assert window.trouble.crash is not None
    return window.trouble.crash


def test_it_says_what_happened_and_shows_the_report(dialog: CrashDialog) -> None:
    assert dialog.isVisible()
    assert dialog.heading.text() == FIRST.sentence
    assert "KeyError: 1" in dialog.report.toPlainText()


def test_a_second_bug_comes_into_the_same_dialog(window: MainWindow, dialog: CrashDialog) -> None:
    window.trouble.show_bug(SECOND)

    assert window.trouble.crash is dialog
    assert dialog.heading.text() == "2 problems in Parley. Everything written so far is kept."
    text = dialog.report.toPlainText()
    assert text.index("KeyError: 1") < text.index("ValueError: 2")


def test_after_it_was_closed_it_begins_anew(window: MainWindow, dialog: CrashDialog) -> None:
    dialog.include_box.setChecked(True)
    dialog.go_on_button.click()
    assert not dialog.isVisible()
    window.trouble.show_bug(SECOND)

    assert dialog.isVisible()
    assert dialog.heading.text() == SECOND.sentence
    assert not dialog.include_box.isChecked()
    assert "KeyError" not in dialog.report.toPlainText()


def test_the_conversation_is_in_the_report_only_when_ticked(dialog: CrashDialog) -> None:
    assert not dialog.include_box.isChecked()
    assert "My secret" not in dialog.report.toPlainText()
    dialog.include_box.click()
    assert "[user] My secret" in dialog.report.toPlainText()
    dialog.include_box.click()
    assert "My secret" not in dialog.report.toPlainText()


def test_without_a_message_there_is_nothing_to_include(window: MainWindow) -> None:
    window.trouble.show_bug(FIRST)

    assert window.trouble.crash is not None
    assert not window.trouble.crash.include_box.isEnabled()


def test_what_is_shown_is_copied_and_saved(dialog: CrashDialog, tmp_path: Path) -> None:
    shown = dialog.report.toPlainText()
    dialog.copy_button.click()
    assert QApplication.clipboard().text() == shown
    assert dialog.state_label.text() == "The report is in the clipboard."

    dialog.save_to(tmp_path / "report 报告.txt")
    assert (tmp_path / "report 报告.txt").read_text(encoding="utf-8") == shown
    dialog.save_to(tmp_path / "missing" / "report.txt")
    assert dialog.state_label.text().startswith("The report could not be saved: ")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_nothing_moves_when_it_says_what_was_done(
    window: MainWindow, preferences: PreferencesFile, language: Spoken
) -> None:
    preferences.change(replace(preferences.current, language=language))
    with speaking(preferences):
        window.trouble.show_bug(FIRST)
        dialog = window.trouble.crash
        assert dialog is not None
        before = places(dialog)
        dialog.copy_button.click()

        assert places(dialog) == before
        assert dialog.state_label.text() != ""


def test_enter_goes_on_and_the_log_is_one_click_away(
    window: MainWindow, dialog: CrashDialog
) -> None:
    dialog.log_button.click()
    assert window.trouble.log is not None
    assert window.trouble.log.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible()
