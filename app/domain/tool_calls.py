"""The rounds of an answer: which parts belong to which, what its calls still wait for.

A round is what the model wrote in one generation; the results of its calls stand after it. Ids of
calls are unique inside a round. A result without an id answers a call that could not be read.

    text, call, call, result, result │ reasoning, call, result │ text
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from app.domain.conversation import Message
from engine.parts import Part, ToolCall, ToolResult

if TYPE_CHECKING:
    from app.domain.turn import Turn
    from engine.types import Ending

CANCELLED = "The call was cancelled before it was done."
DECLINED = "The user declined this call, so it was not run."
NOT_RUN = "The call was not run."

ENDINGS_WITH_CALLS: tuple[Ending, ...] = ("tool_calls", "end_of_turn", "stop_string")
"""After one of these the model waits for the results of its calls; others cut it off."""

Resumption = Literal["round", "tools", "next_round"]
CallState = Literal[
    "writing",
    "needs_approval",
    "running",
    "waiting",
    "done",
    "failed",
    "denied",
    "cancelled",
]
"""Without a result: being written, waiting for the user, running, or left open by a turn that is
over ("waiting"). With one: as it says."""


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
    results.sort(key=lambda result: _place(order, result.call_id))
    return (*parts[: len(parts) - len(last)], *written, *results)


def _place(order: Sequence[str], call_id: str) -> int:
    return order.index(call_id) if call_id in order else len(order)


def unique_id(call_id: str, parts: Sequence[Part]) -> str:
    """An id for a call that comes after these parts of its round: its own, if it is one."""
    taken = {part.call_id for part in parts if isinstance(part, ToolCall)}
    wanted = call_id or "call"
    found, number = wanted, 1
    while found in taken:
        number += 1
        found = f"{wanted}-{number}"
    return found


def is_id_of(unique: str, call_id: str) -> bool:
    """Whether a unique id stands for a call that the engine knows by `call_id`."""
    return unique == call_id or unique.rpartition("-")[0] == call_id


def with_unique_ids(parts: Sequence[Part]) -> list[Part]:
    """The parts a model wrote in a round, where it gave no id or one twice with other ids."""
    found: list[Part] = []
    for part in parts:
        if isinstance(part, ToolCall):
            part = replace(part, call_id=unique_id(part.call_id, found))
        found.append(part)
    return found


def with_arguments(parts: tuple[Part, ...], call_id: str, arguments: str) -> tuple[Part, ...]:
    """The parts with other arguments in a call of the last round: no more what the model wrote."""
    last = by_round(parts)[-1]
    edited = [
        replace(part, arguments=arguments, written=None)
        if isinstance(part, ToolCall) and part.call_id == call_id
        else part
        for part in last
    ]
    return (*parts[: len(parts) - len(last)], *edited)


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


def state_of(call: ToolCall, result: ToolResult | None, turn: Turn | None) -> CallState:
    """How a call of an answer stands; `turn` is set while the answer is in the making."""
    if result is not None:
        return _how_it_went(result)
    if turn is None or turn.over:
        return "waiting"
    if call.call_id in turn.awaiting:
        return "needs_approval"
    return "running" if turn.in_tools else "writing"


def _how_it_went(result: ToolResult) -> CallState:
    if not result.is_error:
        return "done"
    if result.text == CANCELLED:
        return "cancelled"
    return "denied" if result.text == DECLINED else "failed"


def resumption(message: Message) -> Resumption:
    """What an unfinished answer goes on with."""
    rounds = by_round(message.parts)
    waiting = open_calls(message.parts)
    if rounds[-1] and isinstance(rounds[-1][-1], ToolResult):
        return "tools" if waiting else "next_round"
    number = len(rounds) - 1
    ending = message.rounds[number].ending if number < len(message.rounds) else None
    return "tools" if waiting and ending in ENDINGS_WITH_CALLS else "round"
