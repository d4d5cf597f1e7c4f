"""Deltas of an output as events of its request."""

from __future__ import annotations

from collections.abc import Callable

from engine.events import (
    CallDelta,
    CallDropped,
    CallFinished,
    CallStarted,
    ContentDelta,
    Diagnosis,
    Event,
    ReasoningDelta,
)
from engine.output.parts import Delta


def event_of(delta: Delta, *, request: int, take_ids: Callable[[], tuple[int, ...]]) -> Event:
    """`take_ids` gives the ids sampled since it was asked last; a diagnosis takes none."""
    index = delta.index
    if delta.kind == "diagnosis":
        return Diagnosis(
            request=request,
            kind=delta.name,
            message=delta.text,
            raw=delta.raw,
            call_id=delta.call_id,
        )
    ids = take_ids()
    if delta.kind == "reasoning":
        return ReasoningDelta(request=request, text=delta.text, ids=ids)
    if delta.kind == "content":
        return ContentDelta(request=request, text=delta.text, ids=ids)
    if delta.kind == "call_delta":
        return CallDelta(request=request, index=index, text=delta.text, ids=ids)
    if delta.kind == "call_dropped":
        return CallDropped(request=request, index=index, ids=ids)
    if delta.call is None:
        return CallStarted(
            request=request, index=index, call_id=delta.call_id, name=delta.name, ids=ids
        )
    return CallFinished(
        request=request, index=index, call=delta.call, complete=delta.complete, ids=ids
    )
