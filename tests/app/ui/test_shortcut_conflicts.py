"""Keys of the window that nothing else needs where it may have the keyboard."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.domain.setting import declared
from app.ui.actions import ROWS, tooltip
from app.ui.settings.shortcut_rows import shortcut_rows
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.keyboard_scenes import Stage

NEEDED_BY_FIELDS = {"deny_call"}
"""Ctrl+Backspace deletes a word while there is one; the composer gives it up when it is empty."""


@pytest.mark.parametrize("kind", [QLineEdit, QPlainTextEdit, QSpinBox, QComboBox, QListWidget])
def test_no_field_takes_the_keys_of_an_action(
    qtbot: QtBot, around: QWidget, kind: type[QWidget]
) -> None:
    """Qt asks the widget with the keyboard first: what it accepts never comes to the action."""
    widget = kind(around)
    qtbot.addWidget(widget)
    widget.show()
    widget.setFocus()
    taken = {row.id for row in ROWS if row.keys and accepts(widget, QKeySequence(row.keys))}

    assert taken <= NEEDED_BY_FIELDS


def accepts(widget: QWidget, keys: QKeySequence) -> bool:
    pressed = cast(Any, keys)[0]  # which the types of Qt leave out
    event = QKeyEvent(QEvent.Type.ShortcutOverride, pressed.key(), pressed.keyboardModifiers())
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def test_no_two_actions_have_the_same_keys() -> None:
    counted = Counter(QKeySequence(row.keys).toString() for row in ROWS if row.keys)

    assert [keys for keys, count in counted.items() if count > 1] == []


def test_nothing_in_the_window_has_a_letter_that_is_a_key(
    window: MainWindow, session: FakeSession, preferences: PreferencesFile, qtbot: QtBot
) -> None:
    """An & in a text would make Alt and a letter a key of its own, in no table and no setting."""
    stage = Stage(window, session, preferences, qtbot)
    stage.messages()
    window.open_settings()
    window.toggle_inspector()
    window.about_model()
    texts = [one.text() for one in window.findChildren(QPushButton)]
    texts += [one.text() for one in window.findChildren(QLabel) if one.buddy() is not None]
    texts += [action.text() for action in window.findChildren(QAction)]
    texts += [menu.title() for menu in window.findChildren(QMenu)]

    assert [text for text in texts if QKeySequence.mnemonic(text).toString()] == []


def test_settings_list_every_action_and_its_keys(window: MainWindow) -> None:
    rows = shortcut_rows(window.shortcuts)

    assert [row.action.id for row in rows] == list(window.actions_by_id) == [r.id for r in ROWS]
    for row in rows:
        shown = window.actions_by_id[row.action.id].shortcut()
        assert row.button.text() == shown.toString(QKeySequence.SequenceFormat.NativeText)
        assert row.button.text() in tooltip(window.actions_by_id[row.action.id])
    assert "shortcuts" in {one.name for one in declared(type(window.preferences))}


def test_buttons_tell_the_keys_of_what_they_do(window: MainWindow) -> None:
    sidebar, top_bar = window.sidebar, window.top_bar
    tips = {
        sidebar.hide_button: "toggle_sidebar",
        sidebar.new_button: "new_conversation",
        sidebar.temporary_button: "new_temporary",
        sidebar.settings_button: "settings",
        sidebar.search.edit: "search",
        top_bar.sidebar_button: "toggle_sidebar",
        top_bar.inspector_button: "toggle_inspector",
        window.inspector.close_button: "toggle_inspector",
    }
    for widget, id in tips.items():
        keys = window.actions_by_id[id].shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        assert f"({keys})" in widget.toolTip(), widget.accessibleName()
