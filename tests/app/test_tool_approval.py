"""Calls that wait for the user: what may change something, and what was not written to its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.answering import STOPPED_IN_APPROVAL, STOPPED_IN_TOOLS
from app.chat import BUSY
from app.domain.conversation import Problem
from app.domain.preferences import PreferencesFile
from app.domain.tool_calls import CANCELLED, DECLINED, NOT_RUN, CallState, state_of
from app.first_look import KILLED
from app.round_calls import NOT_EDITED
from engine.events import Diagnosis, Failed, HostExited
from engine.types import Generate, Stop, ToolCall, ToolResult
from tests.app.fakes import World
from tests.app.steps import (
    CAUSE,
    call,
    enable_tools,
    finish,
    finish_with_calls,
    phase,
    prompt,
    results,
    stored,
)


@pytest.fixture
def asked(ready: World) -> World:
    """A model with tools has been asked."""
    enable_tools(ready)
    ready.chat.send("Write it down.")
    return ready


def entry(call_id: str, text: str = "Rain.") -> ToolCall:
    """A call that changes something."""
    return call(call_id, f'{{"entry": "{text}"}}', name="diary")


def awaiting(world: World) -> tuple[str, ...]:
    return world.chat.turn.awaiting if world.chat.turn else ()


def states(world: World) -> dict[str, CallState]:
    message = world.chat.branch[-1]
    found = results(message)
    calls = [part for part in message.parts if isinstance(part, ToolCall)]
    return {one.call_id: state_of(one, found.get(one.call_id), world.chat.turn) for one in calls}


def cut(world: World, call_id: str = "") -> None:
    """The engine says why the newest call is incomplete."""
    request = world.host.last(Generate).request
    world.host.deliver(
        Diagnosis(
            request=request,
            kind="tool_call_truncated",
            message="Cut off.",
            raw="<call",
            call_id=call_id,
        )
    )


# ---- who has to be asked


def test_a_call_that_changes_something_waits_while_others_run(asked: World) -> None:
    finish_with_calls(asked, entry("a"), call("b"))

    assert list(asked.tools.running) == ["b"]
    assert (phase(asked), awaiting(asked)) == ("awaiting_approval", ("a",))
    assert states(asked) == {"a": "needs_approval", "b": "running"}
    asked.tools.finish("b", "2")
    assert states(asked) == {"a": "needs_approval", "b": "done"}
    assert len(asked.host.all(Generate)) == 1


def test_approval_runs_the_call_and_the_turn_goes_on(asked: World) -> None:
    finish_with_calls(asked, entry("a"))

    asked.chat.calls.approve("a")

    assert (phase(asked), awaiting(asked)) == ("running_tools", ())
    assert states(asked) == {"a": "running"}
    asked.tools.finish("a", "Noted.")
    assert prompt(asked).messages[-1].parts == (
        replace(results(asked.chat.branch[-1])["a"], seconds=_seconds(asked)),
    )


def _seconds(world: World) -> float:
    (result,) = (p for p in world.chat.branch[-1].parts if isinstance(p, ToolResult))
    return result.seconds


def test_a_declined_call_is_answered_with_that(asked: World) -> None:
    finish_with_calls(asked, entry("a"), entry("b", "Snow."))

    asked.chat.calls.deny("a")

    assert awaiting(asked) == ("b",)
    assert states(asked) == {"a": "denied", "b": "needs_approval"}
    asked.chat.calls.deny("b")
    assert results(asked.chat.branch[-1])["a"] == ToolResult("a", "diary", DECLINED, True)
    assert [message.role for message in prompt(asked).messages] == ["user", "assistant", "tool"]


def test_a_tool_that_is_always_allowed_is_not_asked_about_again(asked: World) -> None:
    finish_with_calls(asked, entry("a"), entry("b", "Snow."))

    asked.chat.calls.always_allow("a")

    assert list(asked.tools.running) == ["a", "b"]
    kept = PreferencesFile(asked.folder / "preferences.json").current
    assert kept.tools_always_allowed == ("diary",)
    asked.tools.finish("a", "Noted.")
    asked.tools.finish("b", "Noted.")
    finish_with_calls(asked, entry("c", "Sun."))
    assert list(asked.tools.running) == ["c"]


def test_a_call_that_cannot_be_run_needs_no_approval(asked: World) -> None:
    finish_with_calls(asked, call("a", "{}", name="diary"))

    assert states(asked) == {"a": "failed"}
    assert len(asked.host.all(Generate)) == 2


def test_a_change_made_before_is_asked_about_even_when_its_tool_is_allowed(asked: World) -> None:
    """The model may mean to make it twice, or have lost its way: the user knows."""
    finish_with_calls(asked, entry("a"))
    asked.chat.calls.always_allow("a")
    asked.tools.finish("a", "Noted.")

    finish_with_calls(asked, entry("b"))

    assert awaiting(asked) == ("b",)
    asked.chat.calls.approve("b")
    assert list(asked.tools.running) == ["b"]


@pytest.mark.parametrize("step", ["approve", "deny", "always_allow"])
def test_calls_that_do_not_wait_cannot_be_decided(asked: World, step: str) -> None:
    finish_with_calls(asked, call("a"))

    getattr(asked.chat.calls, step)("a")
    getattr(asked.chat.calls, step)("nobody")

    assert states(asked) == {"a": "running"}
    assert asked.preferences.current.tools_always_allowed == ()
    asked.tools.finish("a", "2")
    finish(asked, "2.", 3)
    getattr(asked.chat.calls, step)("a")
    assert states(asked) == {"a": "done"}


# ---- calls that were not written to their end


def test_an_incomplete_call_waits_with_its_problem_and_the_complete_one_runs(
    asked: World,
) -> None:
    finish_with_calls(asked, call("b"), call("a"), incomplete=("a",), reason=lambda: cut(asked))

    assert list(asked.tools.running) == ["b"]
    assert states(asked) == {"b": "running", "a": "needs_approval"}
    message = asked.chat.branch[-1]
    assert message.problems == (Problem("tool_call_truncated", "Cut off.", "<call", 0, "a"),)
    assert stored(asked)[-1].problems == message.problems


def test_an_incomplete_call_of_an_allowed_tool_waits_all_the_same(asked: World) -> None:
    finish_with_calls(asked, entry("a"), entry("b", "Sn"), incomplete=("b",))

    asked.chat.calls.always_allow("a")

    assert (list(asked.tools.running), awaiting(asked)) == (["a"], ("b",))


def test_an_edited_call_runs_with_the_new_arguments_and_is_no_more_the_models(
    asked: World,
) -> None:
    finish_with_calls(asked, call("a", '{"expression": "1 +'), incomplete=("a",))

    asked.chat.calls.run_edited("a", '{"expression": "1 + 2"}')

    edited = ToolCall("a", "calculator", '{"expression": "1 + 2"}')
    assert asked.tools.running == {"a": edited}
    asked.tools.finish("a", "3")
    assert prompt(asked).messages[1].parts == (edited,)
    assert stored(asked)[-1].parts[0] == edited


def test_edited_arguments_that_do_not_fit_are_refused_and_the_call_waits_on(asked: World) -> None:
    finish_with_calls(asked, call("a", '{"expression": "1 +'), incomplete=("a",))
    problems: list[str] = []
    asked.chat.problem.connect(problems.append)

    asked.chat.calls.run_edited("a", '{"expression": 5}')

    sentence = "The arguments do not fit the tool at ['expression']: 5 is not of type 'string'."
    assert problems == [NOT_EDITED.format(sentence)]
    assert awaiting(asked) == ("a",)
    assert asked.chat.branch[-1].parts[0] == call("a", '{"expression": "1 +')


def test_an_incomplete_call_can_be_asked_again_in_the_same_turn(asked: World) -> None:
    finish_with_calls(asked, call("a"), entry("b"), incomplete=("a",), reason=lambda: cut(asked))
    message = asked.chat.branch[-1]

    asked.chat.calls.ask_again(message.id)

    assert states(asked) == {"a": "failed"} | {"b": "needs_approval"}
    asked.chat.calls.deny("b")
    assert results(asked.chat.branch[-1])["a"].text == (
        "Tool error: the tool call could not be read. Cut off. "
        "Write the call again, complete and valid."
    )
    assert asked.chat.branch[-1].id == message.id


def test_another_answer_cannot_be_asked_again_meanwhile(asked: World) -> None:
    finish(asked, "So.", 1)
    first = asked.chat.branch[-1]
    asked.chat.send("And?")
    finish_with_calls(asked, entry("a"))
    problems: list[str] = []
    asked.chat.problem.connect(problems.append)

    asked.chat.calls.ask_again(first.id)

    assert (problems, awaiting(asked)) == ([BUSY], ("a",))


# ---- ends


def test_stop_while_a_call_waits_leaves_it_open_and_continue_asks_again(asked: World) -> None:
    finish_with_calls(asked, entry("a"))

    asked.chat.stop()

    last = asked.chat.branch[-1]
    assert (last.status, last.notice) == ("interrupted", STOPPED_IN_APPROVAL)
    assert states(asked) == {"a": "waiting"}
    assert asked.host.all(Stop) == []
    asked.chat.continue_answer(last.id)
    assert awaiting(asked) == ("a",)


def test_stop_cancels_what_runs_beside_a_call_that_waits(asked: World) -> None:
    finish_with_calls(asked, entry("a"), call("b"))

    asked.chat.stop()

    assert asked.tools.cancelled == ["b"]
    assert states(asked) == {"a": "waiting", "b": "cancelled"}
    assert results(asked.chat.branch[-1])["b"].text == CANCELLED
    assert asked.chat.branch[-1].notice == STOPPED_IN_TOOLS


def test_a_question_instead_of_a_decision_says_that_the_call_was_not_run(asked: World) -> None:
    finish_with_calls(asked, entry("a"))
    asked.chat.stop()

    asked.chat.send("Never mind.")

    assert prompt(asked).messages[2].parts == (ToolResult("a", "diary", NOT_RUN, True),)


def test_a_killed_app_comes_back_and_asks_again_for_what_waited(asked: World) -> None:
    """Not even a read-only call runs unasked when it was not written to its end."""
    finish_with_calls(asked, call("a"), entry("b"), incomplete=("a",), reason=lambda: cut(asked))
    for timer in asked.timers(250):
        timer.run_out()
    (killed,) = asked.library.load(asked.chat.conversation.id).close_unfinished(KILLED)
    assert killed.can_continue

    asked.chat.close()
    asked.chat.conversation.update(killed)
    asked.chat.continue_answer(killed.id)

    assert (awaiting(asked), asked.tools.running) == (("a", "b"), {})
    assert states(asked) == {"a": "needs_approval", "b": "needs_approval"}


def test_an_engine_that_dies_while_a_call_waits_costs_nothing(asked: World) -> None:
    finish_with_calls(asked, entry("a"))

    asked.host.deliver(HostExited(message=CAUSE))

    assert awaiting(asked) == ("a",)
    asked.chat.calls.approve("a")
    asked.tools.finish("a", "Noted.")
    assert len(asked.host.all(Generate)) == 2
    request = asked.host.last(Generate).request
    asked.host.deliver(Failed(request=request, kind="HostDied", message=CAUSE))
    assert states(asked) == {"a": "done"}
    assert asked.chat.branch[-1].can_continue
