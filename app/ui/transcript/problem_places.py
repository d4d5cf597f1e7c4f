"""Where the problems of an answer are shown: in the card of their call, or where they happened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from app.domain.conversation import Message, Problem
from app.domain.problems import IN_REASONING_KIND
from app.domain.tool_calls import by_round
from engine.types import Part, Reasoning, ToolCall

END = -1
"""Below everything."""
_IN_REASONING = (IN_REASONING_KIND, "reasoning_budget", "reasoning_unclosed")


def problems_of_calls(message: Message) -> dict[int, Problem]:
    """Problems by the position of the call they are about: ids are unique inside a round only."""
    found: dict[int, Problem] = {}
    if not message.problems:
        return found
    problems = {(p.round, p.call_id): p for p in message.problems if p.call_id}
    for number, position, part in _parts(message):
        if isinstance(part, ToolCall) and (problem := problems.get((number, part.call_id))):
            found[position] = problem
    return found


def problems_below(message: Message, tied: Collection[Problem]) -> Mapping[int, list[int]]:
    """Numbers of the problems that are not `tied` to a call, by the position of the part above.

    They stand below their round; what happened in reasoning stands below that.
    """
    below: dict[int, list[int]] = defaultdict(list)
    if not message.problems:
        return below
    ends = {number: position for number, position, _ in _parts(message)}
    thoughts = {n: position for n, position, part in _parts(message) if isinstance(part, Reasoning)}
    for number, problem in enumerate(message.problems):
        if problem not in tied:
            end = ends.get(problem.round, END)
            inside = problem.kind in _IN_REASONING
            below[thoughts.get(problem.round, end) if inside else end].append(number)
    return below


def _parts(message: Message) -> Iterator[tuple[int, int, Part]]:
    """Every part with the number of its round and its position."""
    position = 0
    for number, parts in enumerate(by_round(message.parts)):
        for part in parts:
            yield number, position, part
            position += 1
