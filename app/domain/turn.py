"""One answer in the making, as a value: `advance` is a pure step from one state to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from app.domain.conversation import Message
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
    PromptPlanned,
    Queued,
    ReasoningDelta,
    Settled,
    SideWork,
    Unloaded,
)
from engine.types import Ending, Part, Reasoning, Round, Text

CONTEXT_FULL = (
    "The context is full, so the answer ends here. Continue makes room by leaving out older turns, "
    "where there are any; a model loaded with more context holds more."
)

Phase = Literal["waiting", "loading", "summarising", "reading", "reasoning", "answering", "over"]


@dataclass(frozen=True, slots=True)
class Turn:
    """What the window needs to draw a running answer.

    `message` is the answer so far, ready to be stored. `read` of `to_read` prompt tokens are in the
    cache. `started_s` and `reasoning_started_s` are monotonic seconds.
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

    @property
    def over(self) -> bool:
        return self.phase == "over"


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
        case Diagnosis():
            return replace(turn, diagnoses=(*turn.diagnoses, event))
        case Finished():
            return _finished(turn, event)
        case Failed():
            return _failed(turn, event.message)
        case CallStarted() | CallDelta() | CallFinished() | CallDropped():
            return turn  # tools are not offered yet
        case Loaded() | Unloaded() | Forecast() | Settled() | SideWork():
            return turn
        case _:
            assert_never(event)


def _reasoning_start(turn: Turn, now_s: float) -> float:
    """When reasoning began; a continued part goes on from the seconds it already has."""
    if turn.reasoning_started_s is not None:
        return turn.reasoning_started_s
    last = turn.message.parts[-1] if turn.message.parts else None
    return now_s - last.seconds if isinstance(last, Reasoning) else now_s


def _grown(turn: Turn, delta: Text | Reasoning, ids: tuple[int, ...], tokenizer: str) -> Turn:
    """Append a delta to the last part of its kind, and its ids to the last round."""
    message = replace(
        turn.message,
        parts=_appended(turn.message.parts, delta),
        rounds=_sampled(turn.message, ids, tokenizer),
    )
    return replace(turn, message=message)


def _sampled(message: Message, ids: tuple[int, ...], tokenizer: str) -> tuple[Round, ...]:
    """The rounds with `ids` appended to the last one.

    Ids are kept only while they stand for the whole answer: when another vocabulary goes on with
    it, the ids of its beginning are unknown until `Finished` brings them.
    """
    if not message.rounds:
        return () if message.parts else (Round(ids=ids, tokenizer=tokenizer),)
    *earlier, last = message.rounds
    if last.tokenizer != tokenizer:
        return ()
    return (*earlier, Round(ids=last.ids + ids, tokenizer=tokenizer))


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


def _finished(turn: Turn, event: Finished) -> Turn:
    """The engine's parts are exact (byte ranges, trimmed space); only durations are ours."""
    seconds = [part.seconds for part in turn.message.parts if isinstance(part, Reasoning)]
    parts: list[Part] = []
    for part in event.parts:
        if isinstance(part, Reasoning):
            part = replace(part, seconds=seconds.pop(0) if seconds else 0.0)
        parts.append(part)
    message = replace(
        turn.message,
        parts=tuple(parts),
        rounds=(event.round,),
        status="complete",
        notice=CONTEXT_FULL if event.ending == "context_full" else "",
    )
    return replace(turn, message=message, phase="over", ending=event.ending)


def _failed(turn: Turn, sentence: str) -> Turn:
    """What was written stays; an answer with a word in it can be continued."""
    status: Literal["interrupted", "failed"] = "interrupted" if turn.message.parts else "failed"
    message = replace(turn.message, status=status, notice=sentence)
    return replace(turn, message=message, phase="over")
