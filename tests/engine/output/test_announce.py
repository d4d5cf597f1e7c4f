"""Deltas become events; ids travel with all but diagnoses."""

from __future__ import annotations

from engine.events import (
    CallDelta,
    CallDropped,
    CallFinished,
    CallStarted,
    ContentDelta,
    Diagnosis,
    ReasoningDelta,
)
from engine.output.announce import event_of
from engine.output.parts import Delta
from engine.types import ToolCall

CALL = ToolCall("id", "now", "{}")
PAIRS = [
    (Delta("reasoning", "a"), ReasoningDelta(request=3, text="a", ids=(7,))),
    (Delta("content", "a"), ContentDelta(request=3, text="a", ids=(7,))),
    (
        Delta("call_started", "", "now", index=1, call_id="id"),
        CallStarted(request=3, index=1, call_id="id", name="now", ids=(7,)),
    ),
    (Delta("call_delta", "{}", index=1), CallDelta(request=3, index=1, text="{}", ids=(7,))),
    (
        Delta("call_finished", "", index=1, call=CALL, complete=False),
        CallFinished(request=3, index=1, call=CALL, complete=False, ids=(7,)),
    ),
    (Delta("call_dropped", "", index=1), CallDropped(request=3, index=1, ids=(7,))),
    (
        Delta("diagnosis", "So.", "kind", "raw", call_id="id"),
        Diagnosis(request=3, kind="kind", message="So.", raw="raw", call_id="id"),
    ),
]


def test_every_delta_has_its_event() -> None:
    for delta, event in PAIRS:
        assert event_of(delta, request=3, take_ids=lambda: (7,)) == event
