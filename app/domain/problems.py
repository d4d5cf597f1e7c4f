"""What a model wrote that could not be read, or only after a repair: from diagnoses to problems.

The engine tells of a call and of what was wrong with it in two events; here the two find together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain.conversation import Problem

if TYPE_CHECKING:
    from engine.events import Diagnosis

INCOMPLETE = "The call is incomplete or was repaired, so it is not run without being asked."
INVALID_DSML = "Tool error: invalid DSML tool call"
INVALID_CALL = "Tool error: the tool call could not be read."
WRITE_IT_AGAIN = "Write the call again, complete and valid."

INCOMPLETE_KIND = "tool_call_incomplete"
"""Nothing more is known of an incomplete call than that."""
TRUNCATED_KIND = "tool_call_truncated"
UNREADABLE_KIND = "tool_call_malformed"
UNKNOWN_TOOL_KIND = "unknown_tool"
IN_REASONING_KIND = "tool_call_in_reasoning"
_EMPTY_KINDS = ("empty_after_reasoning", "empty_answer")

Problems = tuple[Problem, ...]


def diagnosed(problems: Problems, diagnosis: Diagnosis, *, round: int, call_id: str) -> Problems:
    """The problems and a new one. It belongs to the call `call_id`, or, where the engine names
    none, to the incomplete call before it that has no reason yet. A round whose call could not be
    read is not empty.
    """
    if diagnosis.kind in _EMPTY_KINDS and unreadable(problems, round):
        return problems
    if not call_id and _is_of_call(diagnosis.kind):
        unexplained = [p.call_id for p in problems if (p.round, p.kind) == (round, INCOMPLETE_KIND)]
        call_id = unexplained[-1] if unexplained else ""
    new = Problem(diagnosis.kind, diagnosis.message, diagnosis.raw, round, call_id)
    return (*(p for p in problems if not _explains(new, p)), new)


def incomplete(problems: Problems, *, round: int, call_id: str) -> Problems:
    """The problems after a call turned out to be incomplete: each such call has one of its own."""
    if call_id in unsafe_calls(problems, round):
        return problems
    last = problems[-1] if problems else None
    if last is not None and last.round == round and not last.call_id and _is_of_call(last.kind):
        return (*problems[:-1], replace(last, call_id=call_id))
    return (*problems, Problem(INCOMPLETE_KIND, INCOMPLETE, "", round, call_id))


def of_unknown_tool(problems: Problems, *, round: int, name: str, call_id: str) -> Problems:
    """The problems after a call of this name began; that there is no such tool was said before."""
    last = problems[-1] if problems else None
    said = (UNKNOWN_TOOL_KIND, name, round, "")
    if last is None or (last.kind, last.raw, last.round, last.call_id) != said:
        return problems
    return (*problems[:-1], replace(last, call_id=call_id))


def gone_on_with(problems: Problems, round: int) -> Problems:
    """The problems when a round is gone on with: the call it was cut in may yet become whole."""
    return tuple(
        problem
        for problem in problems
        if (problem.round, problem.kind, problem.call_id) != (round, TRUNCATED_KIND, "")
    )


def settled(
    problems: Problems,
    *,
    round: int,
    before: Sequence[str],
    after: Sequence[str],
    whole: frozenset[str],
) -> Problems:
    """The problems at the end of a round.

    The ids of its calls, in their order, become other ones when a round is gone on with; a call
    that is `whole` now is cut off no more.
    """
    ids = dict(zip(before, after, strict=False))
    kept: list[Problem] = []
    for problem in problems:
        if problem.round == round and problem.call_id:
            problem = replace(problem, call_id=ids.get(problem.call_id, problem.call_id))
            if problem.call_id in whole and problem.kind in (TRUNCATED_KIND, INCOMPLETE_KIND):
                continue
        kept.append(problem)
    return tuple(kept)


def unsafe_calls(problems: Problems, round: int) -> frozenset[str]:
    """Ids of the calls of a round that were cut off or repaired: they never run unasked."""
    return frozenset(
        problem.call_id
        for problem in problems
        if problem.round == round and problem.call_id and problem.kind != UNKNOWN_TOOL_KIND
    )


def unreadable(problems: Problems, round: int | None = None) -> list[Problem]:
    """Calls of a round, or of all, of which nothing came."""
    return [
        problem
        for problem in problems
        if round in (None, problem.round) and not problem.call_id and _is_unreadable(problem.kind)
    ]


def invalid_call(format: str, problem: Problem | None) -> str:
    """What the model reads of a call that is not run because of how it was written.

    `format` is the key of the wire format; models of the DSML family know their sentence.
    """
    reason = problem.sentence if problem is not None else ""
    if is_dsml(format):
        return f"{INVALID_DSML}\n{reason}".strip()
    return " ".join(filter(None, (INVALID_CALL, reason, WRITE_IT_AGAIN)))


def is_dsml(format: str) -> bool:
    return format.startswith("dsml")


def _explains(new: Problem, old: Problem) -> bool:
    same = (old.round, old.call_id) == (new.round, new.call_id)
    return bool(new.call_id) and same and old.kind == INCOMPLETE_KIND


def _is_unreadable(kind: str) -> bool:
    return kind.startswith("tool_call") and kind != IN_REASONING_KIND


def _is_of_call(kind: str) -> bool:
    """Whether a call may have come of it all the same."""
    return _is_unreadable(kind) and kind != UNREADABLE_KIND
