"""A new answer that goes on from one token of another, with an alternative in its place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.domain.conversation import Message, new_answer
from app.domain.tool_calls import by_round

if TYPE_CHECKING:
    from engine.types import Part

OTHER_MODEL = (
    "The tokens of this answer belong to another model: load that one to go on from one of them."
)


@dataclass(frozen=True, slots=True)
class Fork:
    """The unfinished answer, and the ids its next round begins with."""

    answer: Message
    begins_with: tuple[int, ...]


def forked(message: Message, round: int, token: int, id: int, *, created_ms: int) -> Fork:
    """A sibling of an answer: whole up to a round, in which `id` takes the place of a token."""
    earlier: list[Part] = [part for parts in by_round(message.parts)[:round] for part in parts]
    answer = replace(
        new_answer(message.parent, created_ms=created_ms),
        parts=tuple(earlier),
        rounds=message.rounds[:round],
        problems=tuple(problem for problem in message.problems if problem.round < round),
    )
    return Fork(answer, (*message.rounds[round].ids[:token], id))
