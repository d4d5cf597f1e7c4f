"""Sampling values under a name."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.preferences import Preferences
from app.domain.presets import BUILT_IN, Preset, PresetsFile


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "presets.json"


def test_balanced_is_what_holds_without_a_choice() -> None:
    assert BUILT_IN["Balanced"].applied(Preferences()) == Preferences()


def test_a_saved_preset_comes_back_behind_the_built_in_ones(path: Path) -> None:
    odd = replace(BUILT_IN["Precise"], top_k=7)
    assert PresetsFile(path).save("  My   own ", odd)

    again = PresetsFile(path)

    assert list(again.all) == ["Precise", "Balanced", "Creative", "My own"]
    assert again.all["My own"] == odd
    assert again.name_of(odd.applied(Preferences())) == "My own"


@pytest.mark.parametrize("name", ["", "  ", "Precise"])
def test_built_in_names_and_empty_ones_are_not_taken(path: Path, name: str) -> None:
    assert not PresetsFile(path).save(name, Preset.of(Preferences()))
    assert not path.exists()


def test_only_the_users_presets_can_be_deleted(path: Path) -> None:
    presets = PresetsFile(path)
    presets.save("Mine", BUILT_IN["Creative"])
    presets.delete("Mine")
    presets.delete("Precise")

    assert PresetsFile(path).all == BUILT_IN


def test_values_without_a_name_have_none(path: Path) -> None:
    assert PresetsFile(path).name_of(replace(Preferences(), temperature=3)) == ""


def test_wrong_values_are_as_in_the_defaults(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    values = {"Mine": {"temperature": 99, "top_k": 5, "other": 1}, "Odd": 3, "Precise": {}}
    path.write_text(json.dumps(values))
    with caplog.at_level(logging.CRITICAL):
        found = PresetsFile(path).all

    assert found == BUILT_IN | {"Mine": replace(BUILT_IN["Balanced"], top_k=5)}


def test_a_broken_file_leaves_the_built_in_ones(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text("{")

    assert PresetsFile(path).all == BUILT_IN
    assert "presets cannot be read" in caplog.text
