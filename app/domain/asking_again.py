"""Telling the model that a call of its answer was no good, so that it writes another one."""

from __future__ import annotations

from dataclasses import replace

from app.domain.conversation import Message, Problem
from app.domain.problems import invalid_call, unreadable, unsafe_calls
from app.domain.tool_calls import by_round, open_calls, refused, with_results
from app.domain.writing import parts_of
from engine.parts import Text, ToolCall, ToolResult


def told_unreadable(message: Message, problem: Problem, format: str) -> Message:
    """The answer with an error for a call of which nothing came.

    A round in which nothing else was written gets an empty text, so that it stays one.
    """
    error = ToolResult("", "", invalid_call(format, problem), is_error=True)
    begun = message.parts if parts_of(message, problem.round) else (*message.parts, Text(""))
    return replace(message, parts=with_results(begun, error))


def was_told(message: Message) -> bool:
    """Whether the model was told of an unreadable call in this answer."""
    return any(_is_for_no_call(part) for part in message.parts)


def errors_for_open_calls(message: Message, format: str) -> list[ToolResult]:
    """An error for each incomplete call that waits, or for each that waits if none is."""
    calls = open_calls(message.parts)
    unsafe = unsafe_calls(message.problems, len(by_round(message.parts)) - 1)
    wrong = [call for call in calls if call.call_id in unsafe] or calls
    return [refused(call, invalid_call(format, _problem_of(message, call))) for call in wrong]


def asked_again(message: Message, format: str) -> Message | None:
    """The answer, which is not running, with an error for what was wrong with it; None when
    nothing was."""
    if errors := errors_for_open_calls(message, format):
        return replace(message, parts=with_results(message.parts, *errors))
    failed = [p for p in unreadable(message.problems) if not is_gone_on_from(message, p)]
    return told_unreadable(message, failed[-1], format) if failed else None


def is_gone_on_from(message: Message, problem: Problem) -> bool:
    """Whether the model has been told of a problem, or has gone on after it all the same."""
    rounds = by_round(message.parts)
    answered = any(isinstance(part, ToolResult) for part in rounds[-1])
    return problem.round < len(rounds) - (0 if answered else 1)


def _problem_of(message: Message, call: ToolCall) -> Problem | None:
    round = len(by_round(message.parts)) - 1
    found = [p for p in message.problems if (p.round, p.call_id) == (round, call.call_id)]
    return found[-1] if found else None


def _is_for_no_call(part: object) -> bool:
    return isinstance(part, ToolResult) and not part.call_id
