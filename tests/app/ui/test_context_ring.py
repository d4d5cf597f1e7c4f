"""The ring is counted again at once when what stands before the question changes."""

from __future__ import annotations

from dataclasses import replace

from app.domain.preferences import PreferencesFile
from app.ui.window import MainWindow
from tests.app.fakes import World
from tests.app.ui.fakes import FakeChat, FakeSession


def test_another_system_prompt_or_branch_is_counted(
    window: MainWindow, session: FakeSession
) -> None:
    chat, counted = FakeChat("two"), session.next_prompt
    session.open(chat)
    assert window.pane.composer.running is False

    for changed in (chat.prompt_changed, chat.branch_changed, chat.turn_changed):
        before = counted.asked
        changed.emit()
        assert counted.asked == before + 1

    session.open(FakeChat("three"))
    before = counted.asked
    chat.prompt_changed.emit()
    assert counted.asked == before, "of another conversation"


def test_tools_switched_anywhere_are_counted(
    window: MainWindow, session: FakeSession, preferences: PreferencesFile
) -> None:
    before = session.next_prompt.asked
    window.pane.composer.tools_button.click()
    assert session.next_prompt.asked == before + 1

    preferences.change(replace(preferences.current, tools_enabled=False))
    assert session.next_prompt.asked == before + 2

    preferences.change(replace(preferences.current, temperature=0.1))
    assert session.next_prompt.asked == before + 2


def test_a_changed_system_prompt_and_clock_are_told(ready: World) -> None:
    told: list[str] = []
    ready.chat.prompt_changed.connect(lambda: told.append(ready.chat.conversation.system_prompt))

    ready.chat.setup.set_system_prompt("Be short.")
    ready.chat.refresh_clock()

    assert told == ["Be short.", "Be short."]
