"""How answers are to be, under a name."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.conversation_settings import ConversationSettings, Setup
from app.domain.model_choices import ModelChoices
from app.domain.preferences import Preferences
from app.domain.presets import BUILT_IN, Preset, PresetsFile
from engine.types import ReasoningBudget
from tests.app.cards import PLAIN, THINKER


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "presets.json"


def like_precise(**settings: object) -> Preset:
    precise = BUILT_IN["Precise"]
    return replace(precise, settings=replace(precise.settings, **settings))  # type: ignore[arg-type]


FULL = Preset(
    like_precise(max_tokens=0, tools_enabled=True, tool_names=("clock",), thinking=False).settings,
    "Answer like a pirate.",
    "summarise",
)


def test_balanced_is_what_holds_without_a_choice() -> None:
    assert BUILT_IN["Balanced"].applied(Preferences()) == Preferences()


def test_a_saved_preset_comes_back_behind_the_built_in_ones(path: Path) -> None:
    assert PresetsFile(path).save("  My   own ", FULL) == "My own"

    again = PresetsFile(path)

    assert list(again.all) == ["Precise", "Balanced", "Creative", "My own"]
    assert again.all["My own"] == FULL
    assert again.name_of(FULL.applied(Preferences())) == "My own"


@pytest.mark.parametrize("name", ["", "  ", "Precise"])
def test_built_in_names_and_empty_ones_are_not_taken(path: Path, name: str) -> None:
    assert PresetsFile(path).save(name, Preset.of(Preferences())) == ""
    assert not path.exists()


def test_only_the_users_presets_can_be_deleted(path: Path) -> None:
    presets = PresetsFile(path)
    presets.save("Mine", FULL)
    presets.delete("Mine")
    presets.delete("Precise")

    assert PresetsFile(path).all == BUILT_IN


def test_a_renamed_preset_stays_the_one_that_new_conversations_start_with(path: Path) -> None:
    presets = PresetsFile(path)
    presets.save("Mine", FULL)
    presets.save("Other", like_precise())
    presets.start_with("Mine")

    assert presets.rename("Mine", "Other") == ""
    assert presets.rename("Mine", "Precise") == ""
    assert presets.rename("Mine", " Ours ") == "Ours"

    again = PresetsFile(path)
    assert again.all["Ours"] == FULL
    assert again.list.default == "Ours"
    assert again.for_new() == Setup(
        "Answer like a pirate.", "summarise", replace(FULL.settings, preset="Ours")
    )


def test_what_was_done_to_the_presets_can_be_taken_back(path: Path) -> None:
    presets = PresetsFile(path)
    presets.save("Mine", FULL)
    presets.start_with("Mine")
    before = presets.list

    presets.delete("Mine")
    assert presets.for_new() == Setup()
    presets.restore(before)

    assert PresetsFile(path).all["Mine"] == FULL
    assert PresetsFile(path).list.default == "Mine"


def test_what_a_preset_does_not_hold_stays_as_it_was() -> None:
    own = ConversationSettings(thinking=False, top_k=3, seed=7)
    before = Setup("Be kind.", "stop", own)
    after = BUILT_IN["Precise"].put_over(before, "Precise")

    assert (after.system_prompt, after.context_strategy) == ("Be kind.", "stop")
    assert after.settings == replace(
        BUILT_IN["Precise"].settings, thinking=False, seed=7, preset="Precise"
    )
    assert BUILT_IN["Precise"].holds_in(after)
    assert not BUILT_IN["Precise"].holds_in(
        replace(after, settings=replace(after.settings, top_k=9))
    )


def test_saved_from_a_conversation_it_holds_what_was_in_force(path: Path) -> None:
    preferences = replace(Preferences(), top_p=0.5, max_tokens=None)
    own = ConversationSettings(temperature=0.1, tools_enabled=True, seed=3, preset="Creative")
    preset = Preset.from_setup(Setup("Be kind.", None, own), preferences)
    PresetsFile(path).save("Mine", preset)

    found = PresetsFile(path).all["Mine"]

    assert found == preset
    assert found.system_prompt == "Be kind."
    assert found.context_strategy == "drop_oldest"
    expected = ConversationSettings(0.1, 40, 0.5, 0.05, 1.0, max_tokens=0, tools_enabled=True)
    assert found.settings == expected
    keeps = Preset.from_setup(Setup(), preferences, ModelChoices(keep_reasoning=True))
    assert keeps.settings.keep_reasoning is True


def test_saved_from_a_conversation_it_holds_how_the_model_thinks_there() -> None:
    """Also what is as the template or everywhere has it, but nothing that the model cannot do."""

    def saved(own: ConversationSettings, **chosen: object) -> dict[str, object]:
        choices = ModelChoices(**chosen)  # type: ignore[arg-type]
        preset = Preset.from_setup(Setup("", None, own), Preferences(), choices, THINKER)
        names = ("thinking", "effort", "reasoning_tokens")
        return {name: preset.settings.own[name] for name in names}

    nothing_set = saved(ConversationSettings())
    everywhere = saved(ConversationSettings(), effort="low", budget=ReasoningBudget(80, 100))
    here = saved(ConversationSettings(thinking=False, reasoning_tokens=50), thinking=True)
    plain = Preset.from_setup(Setup(), Preferences(), ModelChoices(), PLAIN).settings

    assert nothing_set == {"thinking": True, "effort": "medium", "reasoning_tokens": 0}
    assert everywhere == {"thinking": True, "effort": "low", "reasoning_tokens": 100}
    assert here == {"thinking": False, "effort": "medium", "reasoning_tokens": 50}
    assert (plain.thinking, plain.effort, plain.reasoning_tokens) == (None, None, None)


def test_values_without_a_name_have_none(path: Path) -> None:
    assert PresetsFile(path).name_of(replace(Preferences(), temperature=3)) == ""


def test_an_older_file_is_read_and_wrong_values_are_as_in_the_defaults(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    values = {"Mine": {"temperature": 99, "top_k": 5, "other": 1}, "Odd": 3, "Precise": {}}
    path.write_text(json.dumps(values))
    with caplog.at_level(logging.CRITICAL):
        found = PresetsFile(path).all

    balanced = BUILT_IN["Balanced"].settings
    assert found == BUILT_IN | {"Mine": Preset(replace(balanced, top_k=5))}


def test_a_broken_file_leaves_the_built_in_ones(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text("{")

    assert PresetsFile(path).all == BUILT_IN
    assert "presets cannot be read" in caplog.text
