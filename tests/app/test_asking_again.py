"""Calls that could not be read at all: told to the model by itself once, or when the user says."""

from __future__ import annotations

import pytest

from app.chat import BUSY
from app.domain.problems import INVALID_DSML
from app.waiting_calls import NOTHING_TO_ASK
from engine.types import Generate, Text, ToolResult
from tests.app.fakes import World
from tests.app.steps import (
    call,
    enable_tools,
    finish,
    finish_unreadable,
    finish_with_calls,
    prompt,
    stored,
)


def ask(world: World, format: str) -> None:
    world.load_model(format=format)
    enable_tools(world)
    world.chat.send("How much is 1 + 1?")


def roles(world: World) -> list[str]:
    return [message.role for message in prompt(world).messages]


def test_a_dsml_model_tries_an_unreadable_call_once_more_in_the_same_turn(world: World) -> None:
    ask(world, "dsml_v4")

    finish_unreadable(world, 1, 2)

    assert roles(world) == ["user", "assistant", "tool"]
    _, wrote, heard = prompt(world).messages
    assert wrote.parts == (Text("<oops>"),)
    assert heard.parts == (ToolResult("", "", f"{INVALID_DSML}\nNo call.", is_error=True),)
    finish_with_calls(world, call("a"), ids=(3,))
    world.tools.finish("a", "2")
    finish(world, "2.", 4)
    last = world.chat.branch[-1]
    assert (last.status, last.text) == ("complete", "2.")
    assert [round.ids for round in last.rounds] == [(1, 2), (3,), (4,)]
    assert [problem.round for problem in last.problems] == [0]
    assert stored(world)[-1] == last


def test_the_second_time_it_is_left_to_the_user(world: World) -> None:
    ask(world, "dsml_v4")
    finish_unreadable(world, 1)

    finish_unreadable(world, 2)

    assert world.chat.turn is None
    assert len(world.host.all(Generate)) == 2
    last = world.chat.branch[-1]
    assert (last.status, len(last.problems)) == ("complete", 2)
    world.chat.calls.ask_again(last.id)
    assert roles(world) == ["user", "assistant", "tool", "assistant", "tool"]


def test_an_unreadable_call_after_results_is_a_round_of_its_own(world: World) -> None:
    ask(world, "dsml_v4")
    finish_with_calls(world, call("a"), ids=(1,))
    world.tools.finish("a", "2")

    finish_unreadable(world, 2)

    assert roles(world) == ["user", "assistant", "tool", "assistant", "tool"]
    finish(world, "2.", 3)
    assert [round.ids for round in world.chat.branch[-1].rounds] == [(1,), (2,), (3,)]


def test_other_models_are_asked_again_only_when_the_user_says_so(world: World) -> None:
    ask(world, "hermes")
    finish_unreadable(world, 1)
    assert world.chat.turn is None
    last = world.chat.branch[-1]
    assert (last.status, last.problems[0].raw) == ("complete", "<oops>")

    world.chat.calls.ask_again(last.id)

    assert roles(world) == ["user", "assistant", "user"]
    assert prompt(world).messages[-1].parts == (
        Text(
            "Tool error: the tool call could not be read. No call. "
            "Write the call again, complete and valid."
        ),
    )
    finish(world, "2.", 2)
    assert world.chat.branch[-1].id == last.id
    assert (world.chat.branch[-1].text, world.chat.branch[-1].status) == ("2.", "complete")


def test_a_call_that_a_limit_cut_off_can_be_asked_again(world: World) -> None:
    ask(world, "hermes")
    finish_with_calls(world, call("a"), incomplete=("a",), ending="length")

    world.chat.calls.ask_again(world.chat.branch[-1].id)

    assert roles(world) == ["user", "assistant", "tool"]


@pytest.mark.parametrize("busy", [True, False])
def test_where_nothing_was_wrong_nothing_is_asked_again(world: World, busy: bool) -> None:
    ask(world, "hermes")
    if not busy:
        finish(world, "2.", 1)
    problems: list[str] = []
    world.chat.problem.connect(problems.append)

    world.chat.calls.ask_again(world.chat.branch[-1].id)

    assert problems == [BUSY if busy else NOTHING_TO_ASK]
    assert (world.chat.turn is not None) == busy


def test_only_the_last_answer_can_be_asked_again(world: World) -> None:
    ask(world, "hermes")
    finish_unreadable(world, 1)
    first = world.chat.branch[-1]
    world.chat.send("And?")
    finish(world, "So.", 2)
    problems: list[str] = []
    world.chat.problem.connect(problems.append)

    world.chat.calls.ask_again(first.id)

    assert problems == [NOTHING_TO_ASK]
