"""The empty conversation: questions to begin with, and keys to know."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QKeySequence

from app.domain.preferences import PreferencesFile
from app.ui import composer
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, failed, ready


@pytest.fixture
def window_ready(window: MainWindow, session: FakeSession) -> MainWindow:
    session.become(ready())
    return window


def titles(window: MainWindow) -> list[str]:
    return [card.accessibleName().split(":")[0] for card in window.pane.empty_page.starters.cards]


def test_starters_follow_the_tools(window_ready: MainWindow, preferences: PreferencesFile) -> None:
    assert titles(window_ready) == ["Explain", "Write code", "Summarise a file"]
    preferences.change(replace(preferences.current, tools_enabled=True))
    assert titles(window_ready) == ["Use the tools", "Write code", "Summarise a file"]


def test_a_starter_fills_the_composer_and_the_next_replaces_it(window_ready: MainWindow) -> None:
    cards = window_ready.pane.empty_page.starters.cards
    edit = window_ready.pane.composer.edit
    cards[0].click()
    assert edit.toPlainText() == "Explain in simple words why the sky is blue."
    assert edit.hasFocus()
    cards[1].click()
    assert edit.toPlainText().startswith("Write a Python function")


def test_what_was_written_is_never_lost(window_ready: MainWindow) -> None:
    edit = window_ready.pane.composer.edit
    edit.setPlainText("my own words")
    window_ready.pane.empty_page.starters.cards[0].click()

    assert edit.toPlainText().endswith("my own words")


def test_the_summary_asks_for_a_file(
    window_ready: MainWindow, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def choose(parent: object) -> list[object]:
        asked.append(parent)
        return []

    monkeypatch.setattr(composer, "choose_files", choose)
    window_ready.pane.empty_page.starters.cards[2].click()

    assert asked == [window_ready.pane.composer]
    assert session.chat is not None
    assert session.chat.conversation.draft == "Summarise this file in five points."


def test_hints_tell_the_keys_as_they_are(
    window_ready: MainWindow, preferences: PreferencesFile, session: FakeSession
) -> None:
    hints = window_ready.pane.empty_page.hints
    assert hints.text().startswith("Ctrl+K goes to anything")
    preferences.change(replace(preferences.current, shortcuts={"palette": "Ctrl+P", "search": ""}))
    native = QKeySequence.SequenceFormat.NativeText
    assert hints.text().startswith(f"{QKeySequence('Ctrl+P').toString(native)} goes to anything")
    assert "searches" not in hints.text()
    session.become(failed("It is broken."))
    assert hints.text().startswith("Ctrl+O opens a GGUF file")


def test_in_a_small_window_the_model_comes_first(window_ready: MainWindow) -> None:
    page = window_ready.pane.empty_page
    window_ready.resize(760, 660)
    assert page.starters.isVisible()
    window_ready.resize(480, 420)
    assert not page.starters.isVisible()
    assert not page.hints.isVisible()
