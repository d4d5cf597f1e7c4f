"""Rows beside the settings: places on disk, keys of actions, what the program is made of."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui.actions import ROWS
from app.ui.settings import about_rows
from app.ui.settings.about_rows import PackagesRow, SpeedRow, VersionsRow
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.disk_rows import ClearRow
from app.ui.settings.page import SettingsPage
from app.ui.settings.shortcut_rows import ShortcutRow
from app.ui.shortcuts import Shortcuts
from app.ui.window import MainWindow
from app.versions import SYSTEM, UNKNOWN
from engine.types import Receipt, Round
from tests.app.ui.fakes import FakeSession
from tests.app.ui.languages import speaking

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def dialog(window: MainWindow) -> SettingsDialog:
    window.open_settings()
    return window.settings


def page(dialog: SettingsDialog, name: str) -> SettingsPage:
    found = next(page for page in dialog.pages if page.page == name)
    dialog.show_page(found.page)
    QApplication.sendPostedEvents()  # the page is laid out
    return found


def keys_row(dialog: SettingsDialog, id: str) -> ShortcutRow:
    rows = page(dialog, "shortcuts").rows
    return next(row for row in rows if isinstance(row, ShortcutRow) and row.action.id == id)


def press(row: ShortcutRow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.mouseClick(row.button, LEFT)
    QTest.keyClick(row.button, key, modifiers)


# ---- places on disk


def test_snapshots_are_cleared_with_their_size_said(window: MainWindow, tmp_path: Path) -> None:
    snapshot = tmp_path / "snapshots" / "a.snapshot"
    snapshot.parent.mkdir()
    snapshot.write_bytes(b"x" * 2_500_000)
    window.open_settings()
    rows = page(window.settings, "memory").rows
    row = next(row for row in rows if isinstance(row, ClearRow))
    assert row.button.text() == "Clear 2.5 MB"
    assert str(snapshot.parent) in row.help

    QTest.mouseClick(row.button, LEFT)

    assert not snapshot.exists()
    assert not row.button.isEnabled()
    assert row.help.endswith("nothing there")


def test_the_trace_is_deleted_beside_its_switch(window: MainWindow, tmp_path: Path) -> None:
    trace = tmp_path / "logs" / "trace.jsonl"
    trace.parent.mkdir()
    trace.write_text("{}\n")
    window.open_settings()
    rows = page(window.settings, "privacy").rows
    row = next(row for row in rows if isinstance(row, ClearRow))

    QTest.mouseClick(row.button, LEFT)

    assert not trace.exists()


def test_what_cannot_be_deleted_is_told_in_its_row(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "logs" / "trace.jsonl").mkdir(parents=True)
    window.open_settings()
    rows = page(window.settings, "privacy").rows
    row = next(row for row in rows if isinstance(row, ClearRow))

    row.button.setEnabled(True)
    QTest.mouseClick(row.button, LEFT)

    assert row.help.startswith("It could not be deleted: ")
    assert row.help_label.property("tone") == "error"


# ---- keys


def test_other_keys_hold_at_once_and_after_a_restart(
    *,
    qtbot: QtBot,
    window: MainWindow,
    dialog: SettingsDialog,
    preferences: PreferencesFile,
    tmp_path: Path,
) -> None:
    row = keys_row(dialog, "toggle_sidebar")

    press(row, Qt.Key.Key_G, CONTROL)

    assert preferences.current.shortcuts == {"toggle_sidebar": "Ctrl+G"}
    assert row.dot.isVisible()
    assert window.sidebar.hide_button.toolTip() == "Show or hide the sidebar (Ctrl+G)"
    written = json.loads((tmp_path / "preferences.json").read_text("utf-8"))
    assert written["shortcuts"] == {"toggle_sidebar": "Ctrl+G"}
    dialog.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert window.sidebar.isVisible()
    QTest.keyClick(window, Qt.Key.Key_G, CONTROL)
    assert not window.sidebar.isVisible()


def test_keys_of_another_action_are_refused_with_its_name(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    row = keys_row(dialog, "toggle_sidebar")

    press(row, Qt.Key.Key_N, CONTROL)

    assert preferences.current.shortcuts == {}
    assert row.help == "Ctrl+N is taken by “New chat”: give that other keys first."
    assert row.button.text() == "Ctrl+B"


@pytest.mark.parametrize(
    ("key", "modifiers"),
    [
        (Qt.Key.Key_G, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_G, SHIFT),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_C, CONTROL),
    ],
)
def test_keys_that_write_are_refused(
    dialog: SettingsDialog,
    preferences: PreferencesFile,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
) -> None:
    row = keys_row(dialog, "toggle_sidebar")

    press(row, key, modifiers)

    assert preferences.current.shortcuts == {}
    assert row.help.endswith("is needed for writing: choose keys with Ctrl or Alt.")


def test_keys_that_were_given_up_are_free_and_come_back_only_while_they_are(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    find, sidebar = keys_row(dialog, "find"), keys_row(dialog, "toggle_sidebar")
    press(find, Qt.Key.Key_G, CONTROL)
    press(sidebar, Qt.Key.Key_F, CONTROL)
    assert preferences.current.shortcuts == {"find": "Ctrl+G", "toggle_sidebar": "Ctrl+F"}

    QTest.mouseClick(find.dot, LEFT)
    assert "is taken by “Show or hide the sidebar”" in find.help
    QTest.mouseClick(sidebar.dot, LEFT)
    QTest.mouseClick(find.dot, LEFT)

    assert preferences.current.shortcuts == {}


def test_an_action_can_be_without_keys(
    window: MainWindow, dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    row = keys_row(dialog, "quit")

    press(row, Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)

    assert preferences.current.shortcuts == {"quit": ""}
    assert row.button.text() == "No keys"
    assert window.actions_by_id["quit"].shortcut().isEmpty()


def test_esc_and_leaving_give_up(dialog: SettingsDialog, preferences: PreferencesFile) -> None:
    row = keys_row(dialog, "quit")
    press(row, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    assert (dialog.isVisible(), row.button.text()) == (True, "Ctrl+Q")

    QTest.mouseClick(row.button, LEFT)
    assert row.button.text() == "Press keys…"
    dialog.foot.close_button.setFocus()

    assert row.button.text() == "Ctrl+Q"
    assert preferences.current.shortcuts == {}


def test_all_keys_are_reset_with_their_page(
    window: MainWindow, dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    press(keys_row(dialog, "find"), Qt.Key.Key_G, CONTROL)

    QTest.mouseClick(dialog.foot.reset_button, LEFT)

    assert preferences.current.shortcuts == {}
    assert window.actions_by_id["find"].shortcut() == QKeySequence("Ctrl+F")


def test_keys_in_the_file_that_cannot_be_read_are_as_in_the_table(
    window: MainWindow, preferences: PreferencesFile, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        preferences.change(replace(preferences.current, shortcuts={"find": "no keys at all"}))

    assert window.actions_by_id["find"].shortcut() == QKeySequence("Ctrl+F")
    assert "find" in caplog.text


def test_the_table_itself_has_no_conflict(window: MainWindow, preferences: PreferencesFile) -> None:
    shortcuts = Shortcuts(window.actions_by_id, preferences)

    assert {shortcuts.problem(row, QKeySequence(row.keys)) for row in ROWS} == {""}


# ---- about


def test_versions_can_be_copied(dialog: SettingsDialog) -> None:
    row = next(row for row in page(dialog, "about").rows if isinstance(row, VersionsRow))

    QTest.mouseClick(row.button, LEFT)

    assert QGuiApplication.clipboard().text().startswith("Parley ")


def test_a_version_that_is_not_known_is_said_in_the_language_of_the_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, preferences: PreferencesFile
) -> None:
    found = {"PySide6": UNKNOWN, SYSTEM: "Linux"}
    monkeypatch.setattr(about_rows, "versions", lambda: found)
    preferences.change(replace(preferences.current, language="zh_CN"))
    with speaking(preferences):
        row = VersionsRow()
    qtbot.addWidget(row)
    shown = [label.text() for label in row.findChildren(QLabel)]
    QTest.mouseClick(row.button, LEFT)

    assert "PySide6 未知\n系统 Linux" in shown
    assert QGuiApplication.clipboard().text() == "PySide6 unknown\nSystem Linux"


def test_licences_are_listed_when_they_are_wanted(dialog: SettingsDialog) -> None:
    row = next(row for row in page(dialog, "about").rows if isinstance(row, PackagesRow))
    assert not row.list.isVisible()

    QTest.mouseClick(row.button, LEFT)

    assert "numpy" in row.list.text()
    assert row.list.isVisible()


def test_the_speed_is_that_of_the_newest_answer(window: MainWindow, session: FakeSession) -> None:
    window.open_settings()
    row = next(row for row in page(window.settings, "about").rows if isinstance(row, SpeedRow))
    assert row.help == "Known after the first answer."
    assert session.chat is not None
    message = session.chat.add("assistant", "Yes.")
    receipt = Receipt(
        prompt=100,
        reused=0,
        restored=0,
        read=100,
        written=11,
        prefill_seconds=0.5,
        decode_seconds=1.0,
    )
    round = Round(ids=(), tokenizer="t", receipt=receipt)
    session.chat.conversation.messages[message.id] = replace(message, rounds=(round,))

    window.open_settings()

    assert row.help == (
        "In the newest answer: reads 200 tokens per second, writes 10.0 tokens per second."
    )
