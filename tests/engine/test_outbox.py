"""Events on their way out."""

from __future__ import annotations

from engine.events import CallDelta, ContentDelta, Event, Finished, PrefillProgress, ReasoningDelta
from engine.outbox import Outbox
from engine.types import Round


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def outbox() -> tuple[Outbox, list[list[Event]], Clock]:
    sent: list[list[Event]] = []
    clock = Clock()
    return Outbox(sent.append, clock), sent, clock


def finished(request: int) -> Finished:
    return Finished(request=request, ending="length", round=Round(ids=(), tokenizer=""), parts=())


def test_the_first_token_goes_out_at_once_and_the_next_ones_in_batches() -> None:
    box, sent, clock = outbox()
    box.add(ContentDelta(request=1, text="a", ids=(1,)))
    box.add(ContentDelta(request=1, text="b", ids=(2,)))
    box.flush_if_due()

    assert sent == [[ContentDelta(request=1, number=1, text="a", ids=(1,))]]

    clock.now_s += 0.034
    box.add(ContentDelta(request=1, text="c", ids=(3,)))
    box.flush_if_due()

    assert sent[1:] == [[ContentDelta(request=1, number=2, text="bc", ids=(2, 3))]]


def test_only_neighbours_of_one_request_and_kind_are_merged() -> None:
    box, sent, _ = outbox()
    box.add(ReasoningDelta(request=1, text="first"))
    box.add(ContentDelta(request=1, text="a"))
    box.add(ContentDelta(request=2, text="other"))
    box.add(ContentDelta(request=1, text="b"))
    box.flush()

    texts = [getattr(event, "text", "") for batch in sent for event in batch]
    assert texts == ["first", "a", "other", "b"]


def test_progress_keeps_only_the_newest() -> None:
    box, sent, _ = outbox()
    box.add(PrefillProgress(request=1, read=10, to_read=30))
    box.add(PrefillProgress(request=1, read=20, to_read=30))
    box.flush()

    assert sent == [[PrefillProgress(request=1, number=1, read=20, to_read=30)]]


def test_an_ending_goes_out_at_once_after_everything_before_it() -> None:
    box, sent, _ = outbox()
    box.add(PrefillProgress(request=1, read=1, to_read=1))
    box.add(finished(1))

    assert [type(event) for event in sent[0]] == [PrefillProgress, Finished]
    assert [getattr(event, "number", 0) for event in sent[0]] == [1, 2]


def test_arguments_of_one_call_are_merged() -> None:
    box, sent, _ = outbox()
    for index, text in ((0, "{"), (0, "}"), (1, "{}")):
        box.add(CallDelta(request=1, index=index, text=text, ids=(index,)))
    box.flush()

    assert sent == [
        [
            CallDelta(request=1, number=1, index=0, text="{}", ids=(0, 0)),
            CallDelta(request=1, number=2, index=1, text="{}", ids=(1,)),
        ]
    ]
