"""Answers of several rounds: the model calls tools, reads their results and goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.answering import MOST_ROUNDS, STOPPED_IN_TOOLS
from app.domain.call_loops import KNOWN
from app.domain.tool_calls import CANCELLED, NOT_RUN
from app.first_look import KILLED
from engine.events import Failed
from engine.types import Generate, Message, Stop, Text, ToolCall, ToolResult, Written
from tests.app.fakes import World
from tests.app.steps import (
    call,
    enable_tools,
    finish,
    finish_with_calls,
    phase,
    prompt,
    results,
    stored,
    write,
)


@pytest.fixture
def asked(ready: World) -> World:
    """A model with tools has been asked."""
    enable_tools(ready)
    ready.chat.send("How much is 1 + 1?")
    return ready


def roles(messages: tuple[Message, ...]) -> list[str]:
    return [message.role for message in messages]


def test_tools_are_offered_only_when_they_are_switched_on(ready: World) -> None:
    ready.chat.send("Why?")
    assert prompt(ready).tools == ()
    finish(ready, "So.", 1)

    enable_tools(ready)
    ready.chat.send("And?")
    assert prompt(ready).tools == ready.tools.definitions()


def test_a_call_is_saved_before_it_runs(asked: World) -> None:
    asked.store.held = True

    finish_with_calls(asked, call("a"))

    assert asked.tools.running == {}
    asked.store.run()
    assert list(asked.tools.running) == ["a"]
    assert stored(asked)[-1].parts == (call("a"),)


def test_the_result_goes_to_the_model_in_the_same_turn(asked: World) -> None:
    """The ids of the first round are untouched, and nothing is asked for a continued answer."""
    finish_with_calls(asked, call("a"), ids=(7, 8))
    first = asked.chat.branch[-1].rounds[0]
    assert phase(asked) == "running_tools"

    asked.tools.finish("a", "2")

    _, answered, result = prompt(asked).messages
    assert (answered.parts, answered.round) == ((call("a"),), first)
    assert (result.role, results(asked.chat.branch[-1])) == (
        "tool",
        {"a": ToolResult("a", "calculator", "2")},
    )
    assert not prompt(asked).continues
    assert phase(asked) == "waiting"


def test_a_turn_of_three_rounds_is_one_message(asked: World) -> None:
    finish_with_calls(asked, call("a"), ids=(1,))
    asked.tools.finish("a", "2")
    finish_with_calls(asked, call("b", '{"expression": "2 + 1"}'), ids=(2,))
    asked.tools.finish("b", "3")
    write(asked, "It is", 3)
    assert asked.chat.branch[-1].text == "It is"
    finish(asked, "It is 2.", 3, 4)

    last = asked.chat.branch[-1]
    assert [type(part).__name__ for part in last.parts] == [
        *("ToolCall", "ToolResult", "ToolCall", "ToolResult", "Text")
    ]
    assert [round.ids for round in last.rounds] == [(1,), (2,), (3, 4)]
    written = [part.written for part in last.parts if isinstance(part, Text | ToolCall)]
    assert written == [Written(0, 0, 9), Written(1, 0, 9), Written(2, 0, 8)]
    assert last.status == "complete"
    assert stored(asked)[-1] == last
    assert asked.chat.turn is None


def test_parallel_calls_run_side_by_side_and_the_model_waits_for_all(asked: World) -> None:
    finish_with_calls(asked, call("a"), call("b"))
    assert list(asked.tools.running) == ["a", "b"]

    asked.tools.finish("b", "second")
    assert len(asked.host.all(Generate)) == 1
    asked.tools.finish("a", "first")

    assert list(results(asked.chat.branch[-1])) == ["a", "b"]
    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]


def test_an_unknown_tool_is_answered_to_the_model(asked: World) -> None:
    finish_with_calls(asked, call("a", "{}", name="tides"))

    sentence = "There is no tool named tides. The tools are: calculator, clock, diary."
    assert results(asked.chat.branch[-1]) == {"a": ToolResult("a", "tides", sentence, True)}
    assert len(asked.host.all(Generate)) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("{", "The arguments are no JSON object"),
        ("[1]", "they are a value of another kind"),
        ('{"expression": 5}', "5 is not of type 'string'"),
        ("{}", "'expression' is a required property"),
        ('{"expression": "1", "digits": 2}', "'digits' was unexpected"),
    ],
)
def test_bad_arguments_are_answered_to_the_model(asked: World, arguments: str, said: str) -> None:
    finish_with_calls(asked, call("a", arguments))

    result = results(asked.chat.branch[-1])["a"]
    assert result.is_error
    assert said in result.text
    assert asked.tools.running == {}
    assert len(asked.host.all(Generate)) == 2


def test_two_calls_with_the_same_id_are_both_run(asked: World) -> None:
    finish_with_calls(asked, call("a"), call("a", '{"expression": "2 + 2"}'))
    assert list(asked.tools.running) == ["a", "a-2"]

    asked.tools.finish("a", "2")
    asked.tools.finish("a-2", "4")

    assert {id: one.text for id, one in results(asked.chat.branch[-1]).items()} == {
        "a": "2",
        "a-2": "4",
    }
    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]


def test_two_identical_calls_of_one_round_are_both_run(asked: World) -> None:
    finish_with_calls(asked, call("a"), call("b"))

    assert list(asked.tools.running) == ["a", "b"]


def test_a_call_without_an_id_is_run(asked: World) -> None:
    finish_with_calls(asked, call(""))

    asked.tools.finish("call", "2")

    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]


def test_stop_while_a_tool_runs_cancels_it_and_ends_the_turn(asked: World) -> None:
    finish_with_calls(asked, call("a"), call("b"))
    asked.tools.finish("a", "2")

    asked.chat.stop()
    asked.tools.finish("b", "too late")

    last = asked.chat.branch[-1]
    assert asked.tools.cancelled == ["b"]
    assert results(last) == {
        "a": ToolResult("a", "calculator", "2"),
        "b": ToolResult("b", "calculator", CANCELLED, True),
    }
    assert (last.status, last.notice) == ("interrupted", STOPPED_IN_TOOLS)
    assert stored(asked)[-1] == last
    assert asked.host.all(Stop) == []
    assert asked.chat.turn is None


def test_stop_in_the_second_round_is_a_stop_of_the_model(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")

    asked.chat.stop()

    assert asked.host.last(Stop).request == asked.host.last(Generate).request


def test_in_the_last_round_of_a_turn_the_model_has_to_answer(asked: World) -> None:
    """The tools stay in the prompt, so that what was read of it stays valid."""
    for number in range(MOST_ROUNDS - 1):
        assert asked.host.last(Generate).tool_choice == "auto"
        finish_with_calls(asked, call(str(number), f'{{"expression": "{number}"}}'))
        asked.tools.finish(str(number), "2")

    assert asked.host.last(Generate).tool_choice == "none"
    assert prompt(asked).tools == asked.tools.definitions()
    finish(asked, "It is 2.", 3)
    assert asked.chat.branch[-1].status == "complete"


def test_a_call_made_again_is_not_run_but_told_that_its_result_is_known(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")

    finish_with_calls(asked, call("b", '{"expression":"1 + 1"}'))

    assert asked.tools.running == {}
    result = results(asked.chat.branch[-1])["b"]
    assert result == ToolResult("b", "calculator", f"2\n{KNOWN}")
    assert prompt(asked).messages[-1].parts == (result,)
    assert asked.host.last(Generate).tool_choice == "auto"


def test_a_model_that_repeats_itself_twice_has_to_answer(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")
    finish_with_calls(asked, call("b"))
    finish_with_calls(asked, call("c"))

    assert asked.host.last(Generate).tool_choice == "none"
    finish(asked, "2.", 3)
    asked.chat.send("And 2 + 2?")
    assert asked.host.last(Generate).tool_choice == "auto"


def test_retry_of_a_turn_with_tools_starts_from_its_question(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")
    finish(asked, "2.", 3)
    first = asked.chat.branch[-1]

    asked.chat.retry(first.id)

    assert roles(prompt(asked).messages) == ["user"]
    finish_with_calls(asked, call("b"))
    asked.tools.finish("b", "2")
    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]
    assert asked.chat.conversation.messages[first.id] == first


def test_a_failure_in_the_second_round_keeps_all_and_continue_asks_again(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")
    request = asked.host.last(Generate).request
    asked.host.deliver(Failed(request=request, kind="HostDied", message="It crashed."))
    last = asked.chat.branch[-1]
    assert (last.status, list(results(last))) == ("interrupted", ["a"])

    asked.chat.continue_answer(last.id)

    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]
    assert not prompt(asked).continues
    finish(asked, "2.", 3)
    assert [round.ids for round in asked.chat.branch[-1].rounds] == [(1, 2), (3,)]


def test_words_of_the_second_round_are_gone_on_with(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")
    write(asked, "It", 5)
    request = asked.host.last(Generate).request
    asked.host.deliver(Failed(request=request, kind="HostDied", message="It crashed."))

    asked.chat.continue_answer(asked.chat.branch[-1].id)

    assert prompt(asked).continues
    assert roles(prompt(asked).messages) == ["user", "assistant", "tool", "assistant"]
    assert prompt(asked).messages[-1].round == asked.chat.branch[-1].rounds[1]


def test_a_killed_app_comes_back_with_calls_that_continue_runs(asked: World) -> None:
    finish_with_calls(asked, call("a"), call("b"))
    asked.tools.finish("a", "2")
    id = asked.chat.conversation.id
    for timer in asked.timers(250):
        timer.run_out()
    kept = asked.library.load(id)
    (killed,) = kept.close_unfinished(KILLED)
    assert killed.can_continue
    assert list(results(killed)) == ["a"]

    asked.chat.close()
    asked.chat.conversation.update(killed)
    asked.chat.continue_answer(killed.id)

    assert list(asked.tools.running) == ["b"]
    asked.tools.finish("b", "3")
    assert list(results(asked.chat.branch[-1])) == ["a", "b"]
    assert roles(prompt(asked).messages) == ["user", "assistant", "tool"]


def test_a_question_after_calls_without_results_says_that_they_were_not_run(asked: World) -> None:
    finish_with_calls(asked, call("a"), ending="length")
    assert asked.chat.branch[-1].status == "complete"

    asked.chat.send("Never mind.")

    result = prompt(asked).messages[2]
    assert result.parts == (ToolResult("a", "calculator", NOT_RUN, True),)


def test_the_results_of_earlier_turns_stay_in_the_prompt(asked: World) -> None:
    finish_with_calls(asked, call("a"))
    asked.tools.finish("a", "2")
    finish(asked, "2.", 3)
    answer = asked.chat.branch[-1]

    asked.chat.send("And 2 + 2?")

    _, first, result, second, _ = prompt(asked).messages
    assert (first.round, second.round) == answer.rounds
    assert result.parts == answer.parts[1:2]
    assert second.parts == (replace(Text("2."), written=Written(1, 0, 2)),)
