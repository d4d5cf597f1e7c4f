"""What is set in the inspector: for the conversation shown, or everywhere; presets; undo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest

from app.domain.conversation_settings import ConversationSettings, Setup
from app.domain.model_choices import ModelChoices
from app.domain.preferences import PreferencesFile
from app.domain.presets import BUILT_IN
from app.ui.inspector.inspector import Inspector
from app.ui.inspector.option_rows import MenuButton
from app.ui.window import MainWindow
from engine.types import ReasoningBudget
from tests.app.cards import THINKER
from tests.app.ui.fakes import FakeChat, FakeSession, ready

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def chat(session: FakeSession) -> FakeChat:
    """A question and an answer, and a model that thinks."""
    session.become(replace(ready(), card=THINKER))
    assert session.chat is not None
    session.chat.add("user", "Why is it so")
    session.chat.add("assistant", "Because")
    return session.chat


@pytest.fixture
def inspector(window: MainWindow, chat: FakeChat) -> Inspector:
    """Open, in a window wide enough."""
    window.resize(1300, 900)
    window.toggle_inspector()
    assert chat.branch
    return window.inspector


def entries(button: MenuButton) -> dict[str, QAction]:
    button.menu().aboutToShow.emit()
    return {action.text(): action for action in button.menu().actions() if action.text()}


def choose(inspector: Inspector, name: str) -> None:
    entries(inspector.sampling.presets)[name].trigger()


def type_name(inspector: Inspector, name: str) -> None:
    edit = inspector.sampling.presets.name_edit
    edit.setText(name)
    QTest.keyClick(edit, Qt.Key.Key_Return)


# ---- single values


def test_a_value_is_set_for_this_conversation_and_goes_back(
    inspector: Inspector, chat: FakeChat, preferences: PreferencesFile
) -> None:
    row = inspector.sampling.rows["temperature"]
    assert not row.reset_button.isVisible()
    row.spin.setValue(1.25)

    assert chat.setup.now.settings == ConversationSettings(temperature=1.25)
    assert preferences.current.temperature == 0.8
    assert row.head.source_label.text() == "here"
    row.reset_button.click()
    assert chat.setup.now == Setup()
    assert row.spin.value() == 0.8


def test_everywhere_it_goes_to_the_preferences(
    inspector: Inspector, chat: FakeChat, preferences: PreferencesFile
) -> None:
    chat.setup.set_value("top_k", 9)
    rows = inspector.sampling.rows
    QTest.keyClick(inspector.sampling.scope_switch.here, Qt.Key.Key_Right)
    assert rows["top_k"].spin.value() == 40, "what holds everywhere, not here"
    rows["top_k"].spin.setValue(12)
    rows["max_tokens"].spin.setValue(0)
    rows["seed"].spin.setValue(99)
    inspector.sampling.probabilities.switch.click()
    now = preferences.current

    assert (now.top_k, now.max_tokens, now.seed) == (12, None, 99)
    assert isinstance(now.top_k, int)
    assert now.token_probabilities
    assert chat.setup.now.settings.top_k == 9
    rows["top_k"].reset_button.click()
    assert preferences.current.top_k == 40
    inspector.sampling.scope_switch.here.click()
    assert rows["top_k"].spin.value() == 9


def test_no_limit_and_random_can_be_had_here_alone(
    inspector: Inspector, chat: FakeChat, preferences: PreferencesFile
) -> None:
    preferences.change(replace(preferences.current, seed=5))
    inspector.show_values()
    rows = inspector.sampling.rows
    rows["max_tokens"].spin.setValue(0)
    rows["seed"].spin.setValue(-1)

    assert chat.setup.now.settings == ConversationSettings(max_tokens=0, seed=-1)
    assert rows["max_tokens"].spin.text() == "No limit"
    assert rows["seed"].spin.text() == "Random"
    assert rows["seed"].reset_button.toolTip() == "Back to 5"


def test_thinking_tools_and_a_full_context_are_set_here(
    inspector: Inspector, chat: FakeChat
) -> None:
    behaviour = inspector.behaviour
    entries(behaviour.thinking.button)["Off"].trigger()
    behaviour.limit.spin.setValue(500)
    behaviour.keep.switch.click()
    behaviour.tools.switch.click()
    entries(behaviour.tool_names.button)["clock"].trigger()
    entries(behaviour.strategy.button)["Stop"].trigger()

    assert chat.setup.now == Setup(
        "",
        "stop",
        ConversationSettings(
            thinking=False,
            reasoning_tokens=500,
            keep_reasoning=True,
            tools_enabled=True,
            tool_names=("calculator",),
        ),
    )
    assert behaviour.thinking.button.text() == "Off"
    assert behaviour.tool_names.button.text() == "1 of 2"
    for row in (behaviour.tools, behaviour.strategy, behaviour.tool_names, behaviour.limit):
        row.reset_button.click()
    assert chat.setup.now == Setup(
        "", None, replace(ConversationSettings(), thinking=False, keep_reasoning=True)
    )


def test_everywhere_they_are_chosen_for_the_model(
    inspector: Inspector, session: FakeSession, preferences: PreferencesFile
) -> None:
    inspector.sampling.scope_switch.everywhere.click()
    behaviour = inspector.behaviour
    entries(behaviour.thinking.button)["Off"].trigger()
    behaviour.limit.spin.setValue(500)
    behaviour.tools.switch.click()

    budget = ReasoningBudget(soft=400, hard=500)
    assert session.model.choices == ModelChoices(thinking=False, budget=budget, seen=True)
    assert preferences.current.tools_enabled
    assert not behaviour.tool_names.isVisible()


def test_what_the_model_cannot_do_is_not_shown(inspector: Inspector, session: FakeSession) -> None:
    assert inspector.behaviour.thinking.isVisible()
    session.become(ready())

    behaviour = inspector.behaviour
    hidden = (behaviour.thinking, behaviour.effort, behaviour.limit, behaviour.keep)
    assert not any(row.isVisible() for row in hidden)
    assert behaviour.tools.isVisible()


def test_what_a_change_makes_the_model_read_is_asked(inspector: Inspector, chat: FakeChat) -> None:
    chat.done.clear()
    inspector.sampling.rows["top_k"].spin.setValue(3)
    assert chat.done == [], "sampling is no part of the prompt"

    inspector.behaviour.tools.switch.click()
    assert chat.done == [("forecast", "settings", "", "")]


def test_ctrl_z_takes_back_step_by_step(inspector: Inspector, chat: FakeChat) -> None:
    inspector.sampling.rows["top_k"].spin.setValue(3)
    chat.setup.set_system_prompt("Be kind.")
    assert inspector.system_prompt.edit.toPlainText() == "Be kind."
    for _ in range(3):
        QTest.keyClick(inspector.close_button, Qt.Key.Key_Z, CONTROL)

    assert chat.setup.now == Setup()
    assert inspector.system_prompt.edit.toPlainText() == ""
    assert inspector.sampling.rows["top_k"].spin.value() == 40


def test_the_chips_show_and_change_what_holds_here(
    window: MainWindow, chat: FakeChat, preferences: PreferencesFile
) -> None:
    composer = window.pane.composer
    chat.setup.become(Setup("", None, ConversationSettings(tools_enabled=True, thinking=False)))
    assert composer.tools_button.isChecked()
    assert not composer.think_chip.isChecked()

    composer.tools_button.click()
    assert chat.setup.now.settings.tools_enabled is False
    assert not preferences.current.tools_enabled
    composer.think_chip.chosen.emit(ModelChoices(thinking=True))
    assert chat.setup.now.settings.thinking is True


# ---- presets


def test_a_preset_is_applied_here_and_taken_back(
    inspector: Inspector, chat: FakeChat, preferences: PreferencesFile
) -> None:
    presets = inspector.sampling.presets
    assert presets.text() == "As everywhere"
    choose(inspector, "Precise")

    assert presets.text() == "Precise"
    assert chat.setup.now.settings == replace(BUILT_IN["Precise"].settings, preset="Precise")
    assert inspector.sampling.rows["temperature"].head.source_label.text() == "preset"
    assert preferences.current.temperature == 0.8
    assert presets.undo_line.isVisible()
    assert presets.undo_line.sentence.text() == "“Precise” is applied."
    presets.undo_line.button.click()
    assert chat.setup.now == Setup()
    assert not presets.undo_line.isVisible()


def test_a_changed_value_goes_back_to_the_preset_then_to_everywhere(
    inspector: Inspector, chat: FakeChat
) -> None:
    choose(inspector, "Precise")
    row = inspector.sampling.rows["temperature"]
    row.spin.setValue(0.5)
    assert inspector.sampling.presets.text() == "Precise, changed"
    assert row.reset_button.toolTip() == "Back to 0.20"
    row.reset_button.click()
    assert chat.setup.now.settings.temperature == 0.2
    assert row.reset_button.toolTip() == "Back to 0.80"
    row.reset_button.click()
    assert chat.setup.now.settings.temperature is None


def test_a_preset_is_saved_updated_renamed_and_deleted(
    inspector: Inspector, chat: FakeChat
) -> None:
    presets, file = inspector.sampling.presets, inspector.scope.presets
    chat.setup.become(Setup("Be a pirate.", "stop", ConversationSettings(top_k=3)))
    choose(inspector, "Save as…")
    type_name(inspector, "Mine")
    assert presets.text() == "Mine"
    assert not presets.name_edit.isVisible()
    assert file.all["Mine"].system_prompt == "Be a pirate."
    assert file.all["Mine"].settings.top_k == 3

    inspector.sampling.rows["top_k"].spin.setValue(4)
    choose(inspector, "Update “Mine”")
    assert file.all["Mine"].settings.top_k == 4
    assert presets.text() == "Mine"

    choose(inspector, "Rename “Mine”…")
    type_name(inspector, "Ours")
    assert "Mine" not in file.all
    assert presets.text() == "Ours"
    assert chat.setup.now.settings.preset == "Ours"

    choose(inspector, "Delete “Ours”")
    assert presets.text() == "Custom"
    presets.undo_line.button.click()
    assert presets.text() == "Ours"
    assert file.all["Ours"].settings.top_k == 4


def test_the_name_of_a_built_in_preset_is_not_taken(inspector: Inspector) -> None:
    edit = inspector.sampling.presets.name_edit
    choose(inspector, "Save as…")
    type_name(inspector, "Precise")
    assert edit.isVisible()
    assert edit.placeholderText() == "Precise is built in: another name"

    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert not edit.isVisible()
    assert inspector.isVisible()


def test_all_is_as_everywhere_again_but_the_system_prompt(
    inspector: Inspector, chat: FakeChat
) -> None:
    chat.setup.become(Setup("Be kind.", "stop", ConversationSettings(top_k=3)))
    choose(inspector, "As everywhere")

    assert chat.setup.now == Setup("Be kind.")


def test_everywhere_a_preset_goes_to_the_preferences(
    inspector: Inspector, chat: FakeChat, preferences: PreferencesFile
) -> None:
    inspector.sampling.scope_switch.everywhere.click()
    presets = inspector.sampling.presets
    assert presets.text() == "Balanced"
    choose(inspector, "Precise")
    assert preferences.current.temperature == 0.2
    assert inspector.sampling.rows["temperature"].spin.value() == 0.2
    assert chat.setup.now == Setup()

    inspector.sampling.rows["top_k"].spin.setValue(3)
    assert presets.text() == "Custom"
    choose(inspector, "Precise")
    presets.undo_line.button.click()
    assert preferences.current.top_k == 3


def test_new_conversations_can_start_with_a_preset(inspector: Inspector) -> None:
    file = inspector.scope.presets
    choose(inspector, "Creative")
    choose(inspector, "Start new conversations with “Creative”")
    assert file.for_new().settings.preset == "Creative"
    choose(inspector, "Start new conversations with “Creative”")
    assert file.for_new() == Setup()


def test_the_palette_applies_a_preset_to_the_conversation(
    window: MainWindow, chat: FakeChat
) -> None:
    entry = next(one for one in window._entries() if one.text == "Preset: Creative")
    entry.run()

    assert chat.setup.now.settings.preset == "Creative"
    notice = window.pane.notices.bar("preset")
    assert notice is not None
    assert notice.notice.sentence == "“Creative” is applied to this conversation."
    notice.button.click()
    assert chat.setup.now == Setup()


def test_what_was_changed_everywhere_is_undone_with_the_keys(
    inspector: Inspector, session: FakeSession, chat: FakeChat
) -> None:
    scope = inspector.scope
    scope.choose("top_k", 7)
    scope.set_everywhere(True)
    before = scope.preferences.current
    for value in (0.8, 0.9, 1.0):
        scope.choose("temperature", value)
    scope.choose("thinking", False)
    scope.apply("Precise")
    assert scope.preferences.current != before

    found = []
    for _ in range(4):
        QTest.keySequence(inspector, QKeySequence(QKeySequence.StandardKey.Undo))
        found.append((scope.preferences.current.temperature, session.model.choices.thinking))

    default = before.temperature
    assert found == [(1.0, False), (1.0, None), (default, None), (default, None)]
    assert scope.preferences.current == before
    assert chat.setup.now.settings.top_k == 7
