"""Scripted conversations on real models: what every step reads, and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.backends.llama.vocabulary import open_vocabulary
from tests.engine.cli.processes import engine, lines, saved

DATA = Path(__file__).parents[2] / "data"
GENERATING = {"send", "retry", "edit", "continue", "result"}
Receipts = list[dict[str, Any]]


def replayed(model: Path, scenario: Path, *more: str | Path) -> Receipts:
    return lines(engine("replay", "--model", model, "--scenario", scenario, *more))


def generating_steps(scenario: Path) -> list[dict[str, Any]]:
    steps = json.loads(scenario.read_text(encoding="utf-8"))["steps"]
    return [step for step in steps if step["do"] in GENERATING]


def check(receipts: Receipts, scenario: Path) -> None:
    """Every receipt adds up and keeps to what its step says."""
    steps = generating_steps(scenario)
    assert [receipt["do"] for receipt in receipts] == [step["do"] for step in steps]
    for receipt, step in zip(receipts, steps, strict=True):
        assert receipt["prompt"] == receipt["reused"] + receipt["restored"] + receipt["read"]
        assert receipt["read"] <= step.get("at_most", receipt["prompt"]), step
        if "cause" in step:
            assert receipt["cause"] == step["cause"], step


SHOWS_THE_TIME = (
    "{{ strftime_now('%H:%M:%S.%f') }}{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{{ m.content }}<|im_end|>\n{% endfor %}<|im_start|>assistant\n"
)


def test_the_clock_stands_still_through_a_scenario(tiny_llama: Path, tmp_path: Path) -> None:
    """A template that prints the time of day, to the microsecond, still reads nothing twice."""
    template = tmp_path / "clock.jinja"
    template.write_text(SHOWS_THE_TIME, encoding="utf-8")
    steps = [
        {"do": "send", "text": "Why?", "max_tokens": 2},
        {"do": "retry", "max_tokens": 2},
    ]
    receipts = replayed(
        tiny_llama, saved(tmp_path / "s.json", {"steps": steps}), "--template", template
    )

    assert receipts[1]["read"] == 1


@pytest.mark.model
@pytest.mark.parametrize("name", ["smollm2", "qwen_coder"])
def test_branches_switches_and_a_restart_read_only_what_is_new(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    scenario = DATA / "scenario_branches.json"
    model = request.getfixturevalue(name)
    receipts = replayed(model, scenario, "--snapshots", tmp_path / "snapshots")

    check(receipts, scenario)


@pytest.mark.model
def test_every_ending_and_every_way_on_reads_only_what_is_new(
    qwen_coder: Path, tmp_path: Path
) -> None:
    scenario = DATA / "scenario_turns.json"
    receipts = replayed(qwen_coder, scenario, "--snapshots", tmp_path / "snapshots")

    check(receipts, scenario)
    endings = {receipt["ending"] for receipt in receipts}
    assert endings >= {"length", "stopped", "stop_string", "end_of_turn"}


@pytest.mark.model
def test_with_read_ahead_dropped_reasoning_costs_nothing(smollm2: Path, tmp_path: Path) -> None:
    """The next turn reads the new text and the generation prompt, whatever the template drops."""
    question = "And one sea?"
    with open_vocabulary(str(smollm2)) as vocabulary:
        tokenizer = vocabulary.tokenizer
        thought = "They asked for rivers, so no lakes. " * 12 + "\n</think>\n\nNile and Rhine."
        forced = tokenizer.encode(thought, special=True)
        new = f"{question}<|im_end|>\n<|im_start|>assistant\n<think>\n"
        new_tokens = len(tokenizer.encode(new, special=True))
    steps = [
        {"do": "force", "ids": forced},
        {"do": "send", "text": "Name two rivers.", "max_tokens": 400},
        {"do": "idle"},
        {"do": "send", "text": question, "max_tokens": 4},
    ]
    scenario = saved(tmp_path / "s.json", {"params": {"temperature": 0}, "steps": steps})
    first, second = replayed(smollm2, scenario, "--template", DATA / "reasoning.jinja")

    assert (first["text"], first["reasoning"][:10]) == ("Nile and Rhine.", "They asked")
    assert second["read"] <= new_tokens + 1
    assert second["read_ahead"] > 0
    assert second["cause"] == ""


def test_a_scenario_without_steps_is_refused(tmp_path: Path) -> None:
    scenario = saved(tmp_path / "s.json", {"steps": "none"})
    done = engine("replay", "--model", "missing.gguf", "--scenario", scenario)

    assert done.returncode == 2
    assert 'no list of "steps"' in done.stderr
