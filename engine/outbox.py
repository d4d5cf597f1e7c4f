"""Events on their way out: numbered per request, adjacent deltas merged, sent in batches.

A batch goes out every 33 ms while something streams; first tokens and endings at once.
Inference thread only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from engine.events import (
    ENDING_EVENTS,
    CallDelta,
    ContentDelta,
    Event,
    HostExited,
    PrefillProgress,
    ReasoningDelta,
)

BATCH_INTERVAL_S = 0.033


class Outbox:
    """`send` takes one batch; `clock` gives monotonic seconds."""

    def __init__(self, send: Callable[[list[Event]], None], clock: Callable[[], float]) -> None:
        self._send = send
        self._clock = clock
        self._waiting: list[Event] = []
        self._numbers: Counter[int] = Counter()
        self._streaming: set[int] = set()
        self._sent_at_s = -BATCH_INTERVAL_S

    def add(self, event: Event) -> None:
        assert not isinstance(event, HostExited)  # the parent's word, when there is no child
        first_token = isinstance(event, ContentDelta | ReasoningDelta)
        first_token = first_token and event.request not in self._streaming
        if first_token:
            self._streaming.add(event.request)
        if not self._merged(event):
            self._numbers[event.request] += 1
            self._waiting.append(replace(event, number=self._numbers[event.request]))
        if isinstance(event, ENDING_EVENTS):
            self._streaming.discard(event.request)
            del self._numbers[event.request]
            self.flush()
        elif first_token:
            self.flush()

    def flush_if_due(self) -> None:
        if self._clock() - self._sent_at_s >= BATCH_INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._sent_at_s = self._clock()
            batch, self._waiting = self._waiting, []
            self._send(batch)

    def _merged(self, event: Event) -> bool:
        """Grow the newest waiting event, if it is of the same request and kind, by this one."""
        last = self._waiting[-1] if self._waiting else None
        grown: Event
        match last, event:
            case ContentDelta(), ContentDelta() if last.request == event.request:
                grown = replace(last, text=last.text + event.text, ids=last.ids + event.ids)
            case ReasoningDelta(), ReasoningDelta() if last.request == event.request:
                grown = replace(last, text=last.text + event.text, ids=last.ids + event.ids)
            case CallDelta(), CallDelta() if (last.request, last.index) == (
                event.request,
                event.index,
            ):
                grown = replace(last, text=last.text + event.text, ids=last.ids + event.ids)
            case PrefillProgress(), PrefillProgress() if last.request == event.request:
                grown = replace(last, read=event.read, to_read=event.to_read)
            case _:
                return False
        self._waiting[-1] = grown
        return True
