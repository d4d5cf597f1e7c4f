"""What a model writes in one round of an answer: deltas become parts, ids become the round.

`round` is its number. Byte ranges are unknown until the round is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.domain import problems
from app.domain.conversation import Message
from app.domain.tool_calls import by_round, with_unique_ids
from engine.parts import Part, Reasoning, Text, ToolCall, ToolResult

if TYPE_CHECKING:
    from engine.types import Round


def parts_of(message: Message, round: int) -> list[Part]:
    """The parts of a round; none where nothing was written in it yet."""
    rounds = by_round(message.parts)
    return rounds[round] if round < len(rounds) else []


def grown(message: Message, delta: Text | Reasoning) -> Message:
    """Append a delta to the last part of its kind."""
    return replace(message, parts=_appended(message.parts, delta))


def sampled(message: Message, before: Message, *, round: int, new: Round) -> Message:
    """The message with the ids that made it out of the one `before`.

    Ids are kept only while they stand for the whole round: when another vocabulary goes on with
    it, the ids of its beginning are unknown until the round is over.
    """
    earlier = before.rounds[:round]
    if len(before.rounds) <= round:
        rounds = earlier if parts_of(before, round) else (*earlier, new)
    elif before.rounds[round].tokenizer != new.tokenizer:
        rounds = earlier
    else:
        rounds = (*earlier, replace(new, ids=before.rounds[round].ids + new.ids))
    return replace(message, rounds=rounds)


def finished(
    message: Message,
    parts: Sequence[Part],
    *,
    round: int,
    result: Round,
    whole: frozenset[str],
) -> Message:
    """The message after a round: `parts` are the engine's and exact (byte ranges, trimmed space),
    durations and ids of calls are ours. `whole` are the calls written to their end.
    """
    written = parts_of(message, round)
    exact = with_unique_ids(_exact(written, parts, round))
    return replace(
        message,
        parts=(*message.parts[: len(message.parts) - len(written)], *exact),
        rounds=(*message.rounds[:round], result),
        problems=problems.settled(
            message.problems,
            round=round,
            before=call_ids(written),
            after=call_ids(exact),
            whole=whole,
        ),
    )


def call_ids(parts: Sequence[Part]) -> list[str]:
    return [part.call_id for part in parts if isinstance(part, ToolCall)]


def _appended(parts: tuple[Part, ...], delta: Text | Reasoning) -> tuple[Part, ...]:
    if not delta.text:
        return parts
    last = parts[-1] if parts else None
    if isinstance(last, Text) and isinstance(delta, Text):
        return (*parts[:-1], Text(last.text + delta.text))
    if isinstance(last, Reasoning) and isinstance(delta, Reasoning):
        return (*parts[:-1], replace(delta, text=last.text + delta.text))
    return (*parts, delta)


def _exact(written: Sequence[Part], parts: Sequence[Part], round: int) -> list[Part]:
    """The parts of a round as the engine has them, with our durations and the round's number."""
    seconds = [part.seconds for part in written if isinstance(part, Reasoning)]
    exact: list[Part] = []
    for part in parts:
        if isinstance(part, Reasoning):
            part = replace(part, seconds=seconds.pop(0) if seconds else 0.0)
        if not isinstance(part, ToolResult) and part.written is not None:
            part = replace(part, written=replace(part.written, round=round))
        exact.append(part)
    return exact
