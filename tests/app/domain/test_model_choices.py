"""What is chosen for a model: kept by its name in a file that forgives, told to its template."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from app.domain.model_choices import ModelChoices, ModelChoicesFile, option_with, template_settings
from engine.models import TemplateOption
from engine.types import ReasoningBudget
from tests.app.cards import EFFORT, PLAIN, THINKER, THINKING, thinker

ALL = ModelChoices(
    thinking=False,
    effort="high",
    keep_reasoning=True,
    budget=ReasoningBudget(soft=100, hard=200),
    format="harmony",
    seen=True,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "model_choices.json"


def test_nothing_is_chosen_for_a_new_model(path: Path) -> None:
    assert ModelChoicesFile(path).of("Qwen3-8B") == ModelChoices()


def test_what_is_chosen_is_there_at_the_next_start_for_this_model_only(path: Path) -> None:
    ModelChoicesFile(path).change("Qwen3-8B", ALL)

    file = ModelChoicesFile(path)

    assert file.of("Qwen3-8B") == ALL
    assert file.of("gpt-oss-20b") == ModelChoices()


def test_a_choice_can_be_taken_back(path: Path) -> None:
    file = ModelChoicesFile(path)
    file.change("Qwen3-8B", ALL)

    file.change("Qwen3-8B", ModelChoices())

    assert file.of("Qwen3-8B") == ModelChoicesFile(path).of("Qwen3-8B") == ModelChoices()


def test_what_is_unknown_is_kept(path: Path) -> None:
    path.write_text('{"a": {"later": [1], "effort": "low"}, "b": {"x": 1}}', encoding="utf-8")

    ModelChoicesFile(path).change("a", ModelChoices(effort="high"))

    written = json.loads(path.read_text(encoding="utf-8"))
    assert (written["a"]["later"], written["a"]["effort"]) == ([1], "high")
    assert written["b"] == {"x": 1}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("thinking", 1),
        ("thinking", ["on"]),
        ("effort", True),
        ("keep_reasoning", None),
        ("keep_reasoning", "yes"),
        ("budget", 100),
        ("budget", {"soft": 100}),
        ("budget", {"soft": 200, "hard": 100}),
        ("budget", {"soft": 0, "hard": 100}),
        ("budget", {"soft": 1.5, "hard": 100}),
        ("budget", {"soft": True, "hard": 100}),
        ("budget", {"soft": 1, "hard": 2, "harder": 3}),
        ("format", 3),
        ("seen", 1),
    ],
)
def test_a_wrong_value_falls_back_to_the_default_with_a_log_line(
    path: Path, caplog: pytest.LogCaptureFixture, name: str, value: Any
) -> None:
    written = {"effort": "low", "format": "hermes"} | {name: value}
    path.write_text(json.dumps({"a": written}), encoding="utf-8")

    with caplog.at_level(logging.WARNING):
        choices = ModelChoicesFile(path).of("a")

    assert getattr(choices, name) == getattr(ModelChoices(), name)
    assert choices.effort == (None if name == "effort" else "low")
    assert [name in record.getMessage() for record in caplog.records] == [True]


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"a": 1}'])
def test_a_damaged_file_means_no_choices(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    file = ModelChoicesFile(path)

    file.change("a", ALL)

    assert file.of("a") == ModelChoicesFile(path).of("a") == ALL
    assert file.of("b") == ModelChoices()


def test_a_file_that_cannot_be_written_does_not_stop_the_program(tmp_path: Path) -> None:
    file = ModelChoicesFile(tmp_path / "missing" / "model_choices.json")

    file.change("a", ALL)

    assert file.of("a") == ALL


def test_an_option_is_found_by_its_effect() -> None:
    assert option_with(THINKER, "thinking") == THINKING
    assert option_with(THINKER, "effort") == EFFORT
    assert option_with(PLAIN, "thinking") is None
    assert option_with(None, "thinking") is None


def test_the_template_is_told_what_is_chosen() -> None:
    assert template_settings(ALL, THINKER) == {
        "enable_thinking": False,
        "reasoning_effort": "high",
        "preserve_thinking": True,
    }


def test_what_is_not_chosen_is_left_to_the_template() -> None:
    assert template_settings(ModelChoices(), THINKER) == {}
    assert template_settings(ModelChoices(thinking=True), THINKER) == {"enable_thinking": True}


def test_a_template_is_told_nothing_that_it_does_not_have() -> None:
    assert template_settings(ALL, PLAIN) == {}
    assert template_settings(ALL, None) == {}
    assert template_settings(ModelChoices(thinking="on", effort="max"), THINKER) == {}


def test_a_switch_with_two_names_is_set_by_both() -> None:
    card = thinker(options=(THINKING, TemplateOption("thinking", (True, False), None, "thinking")))

    assert template_settings(ModelChoices(thinking=False), card) == {
        "enable_thinking": False,
        "thinking": False,
    }


def test_values_keep_their_type() -> None:
    numbers = thinker(options=(TemplateOption("thinking", (1, 0), 1, "thinking"),))

    assert template_settings(ModelChoices(thinking=True), numbers) == {}
