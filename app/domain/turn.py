"""One answer in the making, as a value: `advance` is a pure step from one state to the next.

A turn has one round, or several when the model calls tools:

    waiting ─▶ reading ─▶ reasoning, answering, calling ─▶ running_tools ─▶ waiting ─▶ … ─▶ over
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from app.domain.conversation import Message
from app.domain.tool_calls import (
    ENDINGS_WITH_CALLS,
    INCOMPLETE,
    by_round,
    open_calls,
    refused,
    resumption,
    with_results,
)
from engine.events import (
    CallDelta,
    CallDropped,
    CallFinished,
    CallStarted,
    ContentDelta,
    Diagnosis,
    Event,
    Failed,
    Finished,
    Forecast,
    HostExited,
    Loaded,
    Loading,
    PrefillProgress,
    PromptInspected,
    PromptPlanned,
    Queued,
    ReasoningDelta,
    Settled,
    SideWork,
    Unloaded,
)
from engine.types import Ending, Part, Reasoning, Round, Text, ToolCall, ToolResult

CONTEXT_FULL = (
    "The context is full, so the answer ends here. Continue makes room by leaving out older turns, "
    "where there are any; a model loaded with more context holds more."
)
UNREADABLE_CALL = "A tool call could not be read and was not run."
LONGEST_RAW_TEXT = 400
"""More characters of what did not parse are not shown in a notice."""

Phase = Literal[
    "waiting",
    "loading",
    "summarising",
    "reading",
    "reasoning",
    "answering",
    "calling",
    "running_tools",
    "over",
]
CallEvent = CallStarted | CallDelta | CallFinished | CallDropped


@dataclass(frozen=True, slots=True)
class Turn:
    """What the window needs to draw a running answer.

    `message` is the answer so far, ready to be stored. `read` of `to_read` prompt tokens are in the
    cache. `started_s` and `reasoning_started_s` are monotonic seconds. `round` is the one being
    written, from 0; `call_ids` pairs the engine's numbers of its calls with their ids, `whole` are
    the ids of calls that may be run, `dropped` says that one could not be read.
    """

    request: int
    message: Message
    phase: Phase = "waiting"
    read: int = 0
    to_read: int = 0
    queued_behind: int = 0
    plan: PromptPlanned | None = None
    started_s: float = 0.0
    reasoning_started_s: float | None = None
    diagnoses: tuple[Diagnosis, ...] = ()
    ending: Ending | None = None
    round: int = 0
    call_ids: tuple[tuple[int, str], ...] = ()
    whole: frozenset[str] = frozenset()
    dropped: bool = False

    @property
    def over(self) -> bool:
        return self.phase == "over"


def resumed(turn: Turn) -> Turn:
    """The turn that goes on with an unfinished answer: with its words, its calls or a new round."""
    turn = replace(turn, round=len(by_round(turn.message.parts)) - 1)
    match resumption(turn.message):
        case "round":
            return turn
        case "tools":
            return replace(turn, phase="running_tools")
        case "next_round":
            return next_round(turn, turn.request)


def next_round(turn: Turn, request: int) -> Turn:
    """The turn after all results of a round are there: the model is asked again."""
    number = len(by_round(turn.message.parts))
    return replace(
        turn,
        request=request,
        message=replace(turn.message, rounds=turn.message.rounds[:number]),
        phase="waiting",
        read=0,
        to_read=0,
        plan=None,
        reasoning_started_s=None,
        round=number,
        call_ids=(),
        whole=frozenset(),
    )


def with_result(turn: Turn, *results: ToolResult) -> Turn:
    return replace(turn, message=_with_parts(turn, with_results(turn.message.parts, *results)))


def advance(turn: Turn, event: Event, now_s: float, tokenizer: str) -> Turn:
    """The turn after `event`; events of other requests and events after the end change nothing.

    `tokenizer` is the fingerprint the sampled ids belong to. A host that exits changes nothing
    here: each of its requests has had its `Failed`, and a turn not yet asked goes on waiting.
    """
    if turn.over or isinstance(event, HostExited) or event.request != turn.request:
        return turn
    match event:
        case Loading():
            return replace(turn, phase="loading")
        case Queued():
            return replace(turn, queued_behind=event.ahead)
        case PromptPlanned():
            return replace(
                turn, phase="reading", plan=event, to_read=event.to_read, queued_behind=0
            )
        case PrefillProgress():
            return replace(turn, phase="reading", read=event.read, to_read=event.to_read)
        case ReasoningDelta():
            started_s = _reasoning_start(turn, now_s)
            turn = replace(turn, phase="reasoning", reasoning_started_s=started_s)
            seconds = now_s - started_s
            return _grown(turn, Reasoning(event.text, seconds=seconds), event.ids, tokenizer)
        case ContentDelta():
            turn = replace(turn, phase="answering", reasoning_started_s=None)
            return _grown(turn, Text(event.text), event.ids, tokenizer)
        case CallStarted() | CallDelta() | CallFinished() | CallDropped():
            turn = replace(turn, phase="calling", reasoning_started_s=None)
            return _written(_called(turn, event), turn.message, event.ids, tokenizer)
        case Diagnosis():
            return replace(turn, diagnoses=(*turn.diagnoses, event))
        case Finished():
            return _finished(turn, event)
        case Failed():
            return _failed(turn, event.message)
        case Loaded() | Unloaded() | Forecast() | PromptInspected() | Settled() | SideWork():
            return turn
        case _:
            assert_never(event)


# ---- what is being written


def _reasoning_start(turn: Turn, now_s: float) -> float:
    """When reasoning began; a continued part goes on from the seconds it already has."""
    if turn.reasoning_started_s is not None:
        return turn.reasoning_started_s
    last = turn.message.parts[-1] if turn.message.parts else None
    return now_s - last.seconds if isinstance(last, Reasoning) else now_s


def _grown(turn: Turn, delta: Text | Reasoning, ids: tuple[int, ...], tokenizer: str) -> Turn:
    """Append a delta to the last part of its kind, and its ids to the round."""
    grown = replace(turn, message=_with_parts(turn, _appended(turn.message.parts, delta)))
    return _written(grown, turn.message, ids, tokenizer)


def _written(turn: Turn, before: Message, ids: tuple[int, ...], tokenizer: str) -> Turn:
    """The turn with the ids that made its message out of the one `before`."""
    empty = sum(map(len, by_round(before.parts)[: turn.round])) == len(before.parts)
    rounds = _sampled(before.rounds, turn.round, Round(ids, tokenizer), empty=empty)
    return replace(turn, message=replace(turn.message, rounds=rounds))


def _sampled(
    rounds: tuple[Round, ...], number: int, new: Round, *, empty: bool
) -> tuple[Round, ...]:
    """The rounds with new ids in the one of this number; `empty` when it had no parts yet.

    Ids are kept only while they stand for the whole round: when another vocabulary goes on with
    it, the ids of its beginning are unknown until `Finished` brings them.
    """
    earlier = rounds[:number]
    if len(rounds) <= number:
        return (*earlier, new) if empty else earlier
    last = rounds[number]
    if last.tokenizer != new.tokenizer:
        return earlier
    return (*earlier, Round(ids=last.ids + new.ids, tokenizer=new.tokenizer))


def _appended(parts: tuple[Part, ...], delta: Text | Reasoning) -> tuple[Part, ...]:
    """The parts with a delta appended; byte ranges are known again when the round is over."""
    if not delta.text:
        return parts
    last = parts[-1] if parts else None
    if isinstance(last, Text) and isinstance(delta, Text):
        return (*parts[:-1], Text(last.text + delta.text))
    if isinstance(last, Reasoning) and isinstance(delta, Reasoning):
        return (*parts[:-1], replace(delta, text=last.text + delta.text))
    return (*parts, delta)


def _with_parts(turn: Turn, parts: tuple[Part, ...]) -> Message:
    return replace(turn.message, parts=parts)


# ---- calls


def _called(turn: Turn, event: CallEvent) -> Turn:
    """A call starts, grows, is whole, or was none."""
    if isinstance(event, CallStarted):
        pairs = (*turn.call_ids, (event.index, event.call_id))
        parts = (*turn.message.parts, ToolCall(event.call_id, event.name, ""))
        return replace(turn, message=_with_parts(turn, parts), call_ids=pairs)
    position = _position(turn, event.index)
    if position is None:
        return turn
    before, after = turn.message.parts[:position], turn.message.parts[position + 1 :]
    match event:
        case CallDelta():
            call = turn.message.parts[position]
            assert isinstance(call, ToolCall), "the position of a call"
            grown = replace(call, arguments=call.arguments + event.text)
            return replace(turn, message=_with_parts(turn, (*before, grown, *after)))
        case CallFinished():
            whole = turn.whole | {event.call.call_id} if event.complete else turn.whole
            parts = (*before, replace(event.call, written=None), *after)
            return replace(turn, message=_with_parts(turn, parts), whole=whole)
        case CallDropped():
            return replace(turn, message=_with_parts(turn, (*before, *after)), dropped=True)


def _position(turn: Turn, index: int) -> int | None:
    """Where the call with this number is among the parts; the newest one has its id."""
    call_id = dict(turn.call_ids).get(index)
    for position in reversed(range(len(turn.message.parts))):
        part = turn.message.parts[position]
        if isinstance(part, ToolCall) and part.call_id == call_id:
            return position
    return None


# ---- the end of a round


def _finished(turn: Turn, event: Finished) -> Turn:
    """The engine's parts are exact (byte ranges, trimmed space); only durations are ours."""
    earlier = [part for round in by_round(turn.message.parts)[: turn.round] for part in round]
    message = replace(
        turn.message,
        parts=(*earlier, *_exact(turn, turn.message.parts[len(earlier) :], event.parts)),
        rounds=(*turn.message.rounds[: turn.round], event.round),
    )
    turn = replace(turn, message=message, ending=event.ending)
    called = any(isinstance(part, ToolCall) for part in event.parts)
    if called and event.ending in ENDINGS_WITH_CALLS:
        return _without_incomplete_calls(replace(turn, phase="running_tools"))
    message = replace(message, status="complete", notice=_notice(turn))
    return replace(turn, message=message, phase="over")


def _exact(turn: Turn, before: tuple[Part, ...], parts: tuple[Part, ...]) -> list[Part]:
    """The parts of a round as the engine has them, with our durations and the round's number."""
    seconds = [part.seconds for part in before if isinstance(part, Reasoning)]
    exact: list[Part] = []
    for part in parts:
        if isinstance(part, Reasoning):
            part = replace(part, seconds=seconds.pop(0) if seconds else 0.0)
        if not isinstance(part, ToolResult) and part.written is not None:
            part = replace(part, written=replace(part.written, round=turn.round))
        exact.append(part)
    return exact


def _without_incomplete_calls(turn: Turn) -> Turn:
    """Calls that were cut off or repaired get an answer at once, so that nothing ever runs them."""
    reasons = [INCOMPLETE, *(diagnosis.message for diagnosis in turn.diagnoses[-1:])]
    calls = [call for call in open_calls(turn.message.parts) if call.call_id not in turn.whole]
    return with_result(turn, *(refused(call, " ".join(reasons)) for call in calls))


def _notice(turn: Turn) -> str:
    if turn.ending == "context_full":
        return CONTEXT_FULL
    if turn.dropped and turn.diagnoses:
        last = turn.diagnoses[-1]
        return f"{UNREADABLE_CALL} {last.message} It reads: {last.raw[:LONGEST_RAW_TEXT]}"
    return ""


def _failed(turn: Turn, sentence: str) -> Turn:
    """What was written stays; an answer with a word in it can be continued."""
    status: Literal["interrupted", "failed"] = "interrupted" if turn.message.parts else "failed"
    message = replace(turn.message, status=status, notice=sentence)
    return replace(turn, message=message, phase="over")
