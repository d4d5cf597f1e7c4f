"""One answer in the making, as a value: `advance` is a pure step from one state to the next.

A turn has one round, or several when the model calls tools:

    waiting ─▶ reading ─▶ reasoning, answering, calling ─▶ running_tools ─▶ waiting ─▶ … ─▶ over
                                                              ▲   ▼
                                                        awaiting_approval
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from app.domain import problems, writing
from app.domain.asking_again import told_unreadable, was_told
from app.domain.conversation import Message
from app.domain.tool_calls import (
    ENDINGS_WITH_CALLS,
    by_round,
    is_id_of,
    resumption,
    unique_id,
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

Phase = Literal[
    "waiting",
    "loading",
    "summarising",
    "reading",
    "reasoning",
    "answering",
    "calling",
    "running_tools",
    "awaiting_approval",
    "over",
]
CallEvent = CallStarted | CallDelta | CallFinished | CallDropped


@dataclass(frozen=True, slots=True)
class Turn:
    """What the window needs to draw a running answer.

    `message` is the answer so far, ready to be stored. `read` of `to_read` prompt tokens are in the
    cache. `started_s` and `reasoning_started_s` are monotonic seconds. `round` is the one being
    written, from 0; `call_ids` pairs the engine's numbers of its calls with their ids, `whole` are
    the ids of calls that were written to their end. `awaiting` are those that wait for the user's
    approval while others run. `format` is the key of the model's wire format, "" when unknown.
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
    ending: Ending | None = None
    round: int = 0
    call_ids: tuple[tuple[int, str], ...] = ()
    whole: frozenset[str] = frozenset()
    awaiting: tuple[str, ...] = ()
    format: str = ""

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def in_tools(self) -> bool:
        """Whether the round is written, and its calls are not all answered."""
        return self.phase in ("running_tools", "awaiting_approval")


def resumed(turn: Turn) -> Turn:
    """The turn that goes on with an unfinished answer: with its words, its calls or a new round."""
    turn = replace(turn, round=len(by_round(turn.message.parts)) - 1)
    match resumption(turn.message):
        case "round":
            left = problems.gone_on_with(turn.message.problems, turn.round)
            return replace(turn, message=replace(turn.message, problems=left))
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
        awaiting=(),
    )


def with_result(turn: Turn, *results: ToolResult) -> Turn:
    """The turn with calls answered, which then wait for nobody."""
    turn = replace(turn, message=_with_parts(turn, with_results(turn.message.parts, *results)))
    answered = {result.call_id for result in results}
    return awaiting(turn, *(id for id in turn.awaiting if id not in answered))


def awaiting(turn: Turn, *call_ids: str) -> Turn:
    """The turn in which these calls wait for the user, and other open ones run."""
    phase: Phase = "awaiting_approval" if call_ids else "running_tools"
    return replace(turn, phase=phase, awaiting=call_ids)


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
            return _sampled(_called(turn, event), turn.message, event.ids, tokenizer)
        case Diagnosis():
            return _diagnosed(turn, event)
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
    grown = replace(turn, message=writing.grown(turn.message, delta))
    return _sampled(grown, turn.message, ids, tokenizer)


def _sampled(turn: Turn, before: Message, ids: tuple[int, ...], tokenizer: str) -> Turn:
    """The turn with the ids that made its message out of the one `before`."""
    new = Round(ids, tokenizer)
    message = writing.sampled(turn.message, before, round=turn.round, new=new)
    return replace(turn, message=message)


def _with_parts(turn: Turn, parts: tuple[Part, ...]) -> Message:
    return replace(turn.message, parts=parts)


# ---- calls


def _called(turn: Turn, event: CallEvent) -> Turn:
    """A call starts, grows, is whole, or was none."""
    if isinstance(event, CallStarted):
        return _call_started(turn, event)
    position = _position(turn, event.index)
    if isinstance(event, CallFinished):
        turn = _call_judged(turn, event, position)
    if position is None:
        return turn
    before, after = turn.message.parts[:position], turn.message.parts[position + 1 :]
    call = turn.message.parts[position]
    assert isinstance(call, ToolCall), "the position of a call"
    match event:
        case CallDelta():
            call = replace(call, arguments=call.arguments + event.text)
        case CallFinished():
            call = replace(event.call, call_id=call.call_id, written=None)
        case CallDropped():
            return replace(turn, message=_with_parts(turn, (*before, *after)))
    return replace(turn, message=_with_parts(turn, (*before, call, *after)))


def _call_started(turn: Turn, event: CallStarted) -> Turn:
    """A new call; ids that models use twice in a round, or leave out, become other ones."""
    message = turn.message
    call_id = unique_id(event.call_id, writing.parts_of(message, turn.round))
    told = problems.of_unknown_tool(
        message.problems, round=turn.round, name=event.name, call_id=call_id
    )
    parts = (*message.parts, ToolCall(call_id, event.name, ""))
    pairs = (*turn.call_ids, (event.index, call_id))
    return replace(turn, message=replace(message, parts=parts, problems=told), call_ids=pairs)


def _call_judged(turn: Turn, event: CallFinished, position: int | None) -> Turn:
    """Whether a call was written to its end; of a round that is gone on with, its start is
    unknown here, and it goes by the engine's id."""
    call = event.call if position is None else turn.message.parts[position]
    assert isinstance(call, ToolCall), "the position of a call"
    if event.complete:
        return replace(turn, whole=turn.whole | {call.call_id})
    found = problems.incomplete(turn.message.problems, round=turn.round, call_id=call.call_id)
    return replace(turn, message=replace(turn.message, problems=found))


def _diagnosed(turn: Turn, event: Diagnosis) -> Turn:
    """The engine's id means the newest call that has it."""
    started = writing.call_ids(writing.parts_of(turn.message, turn.round))
    meant = [id for id in started if event.call_id and is_id_of(id, event.call_id)]
    call_id = meant[-1] if meant else event.call_id
    found = problems.diagnosed(turn.message.problems, event, round=turn.round, call_id=call_id)
    return replace(turn, message=replace(turn.message, problems=found))


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
    """The turn goes on with tools, with another try at a call, or is over."""
    message = writing.finished(
        turn.message, event.parts, round=turn.round, result=event.round, whole=turn.whole
    )
    turn = replace(turn, message=message, ending=event.ending)
    if event.ending in ENDINGS_WITH_CALLS:
        if writing.call_ids(writing.parts_of(message, turn.round)):
            return replace(turn, phase="running_tools")
        if told := _told_by_itself(turn):
            return replace(turn, message=told, phase="running_tools")
    notice = CONTEXT_FULL if event.ending == "context_full" else ""
    message = replace(message, status="complete", notice=notice)
    return replace(turn, message=message, phase="over")


def _told_by_itself(turn: Turn) -> Message | None:
    """Models of the DSML family are told once per turn that a call could not be read."""
    failed = problems.unreadable(turn.message.problems, turn.round)
    if not failed or was_told(turn.message) or not problems.is_dsml(turn.format):
        return None
    return told_unreadable(turn.message, failed[-1], turn.format)


def _failed(turn: Turn, sentence: str) -> Turn:
    """What was written stays; an answer with a word in it can be continued."""
    status: Literal["interrupted", "failed"] = "interrupted" if turn.message.parts else "failed"
    message = replace(turn.message, status=status, notice=sentence)
    return replace(turn, message=message, phase="over")
