"""The rounds of an answer: which parts belong to which, what its calls still wait for.

A round is what the model wrote in one generation; the results of its calls stand after it.

    text, call, call, result, result │ reasoning, call, result │ text
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from app.domain.conversation import Message
from engine.types import Ending, Part, ToolCall, ToolResult

CANCELLED = "The call was cancelled before it was done."
INCOMPLETE = "The call was incomplete, so it was not run."
NOT_RUN = "The call was not run."

ENDINGS_WITH_CALLS: tuple[Ending, ...] = ("tool_calls", "end_of_turn", "stop_string")
"""After one of these the model waits for the results of its calls; others cut it off."""

Resumption = Literal["round", "tools", "next_round"]
CallState = Literal["waiting", "done", "failed", "denied", "cancelled"]


def by_round(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts of each round, its results at their end; at least one list."""
    rounds: list[list[Part]] = [[]]
    for part in parts:
        after_results = rounds[-1] and isinstance(rounds[-1][-1], ToolResult)
        if after_results and not isinstance(part, ToolResult):
            rounds.append([])
        rounds[-1].append(part)
    return rounds


def open_calls(parts: Sequence[Part]) -> list[ToolCall]:
    """Calls of the last round that have no result."""
    last = by_round(parts)[-1]
    answered = {part.call_id for part in last if isinstance(part, ToolResult)}
    return [part for part in last if isinstance(part, ToolCall) and part.call_id not in answered]


def with_results(parts: tuple[Part, ...], *new: ToolResult) -> tuple[Part, ...]:
    """The parts with results of the last round added, results in the order of their calls."""
    last = by_round(parts)[-1]
    order = [part.call_id for part in last if isinstance(part, ToolCall)]
    written = [part for part in last if not isinstance(part, ToolResult)]
    results = [*(part for part in last if isinstance(part, ToolResult)), *new]
    results.sort(key=lambda result: order.index(result.call_id))
    return (*parts[: len(parts) - len(last)], *written, *results)


def results_by_call(parts: Sequence[Part]) -> dict[int, ToolResult]:
    """Results by the position of their call among the parts."""
    found: dict[int, ToolResult] = {}
    position = 0
    for round in by_round(parts):
        results = {part.call_id: part for part in round if isinstance(part, ToolResult)}
        for place, part in enumerate(round, start=position):
            if isinstance(part, ToolCall) and part.call_id in results:
                found[place] = results[part.call_id]
        position += len(round)
    return found


def refused(call: ToolCall, sentence: str) -> ToolResult:
    """What the model reads in place of a result."""
    return ToolResult(call.call_id, call.name, sentence, is_error=True)


def state_of(result: ToolResult | None) -> CallState:
    """How a call went."""
    if result is None:
        return "waiting"
    if not result.is_error:
        return "done"
    if result.text == CANCELLED:
        return "cancelled"
    return "denied" if result.text.startswith(INCOMPLETE) else "failed"


def resumption(message: Message) -> Resumption:
    """What an unfinished answer goes on with."""
    rounds = by_round(message.parts)
    waiting = open_calls(message.parts)
    if rounds[-1] and isinstance(rounds[-1][-1], ToolResult):
        return "tools" if waiting else "next_round"
    number = len(rounds) - 1
    ending = message.rounds[number].ending if number < len(message.rounds) else None
    return "tools" if waiting and ending in ENDINGS_WITH_CALLS else "round"
