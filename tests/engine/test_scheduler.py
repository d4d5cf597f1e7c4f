"""How much of which prompt one step reads, and who waits."""

from __future__ import annotations

from collections import deque

from engine.cache.ledger import CachedSequence
from engine.cache.plan import Reuse, Source
from engine.output.formats import detect
from engine.output.reader import OutputReader
from engine.prompt.assemble import Prompt
from engine.round import RunningRound
from engine.scheduler import PrefillPace, Scheduler, should_wait
from engine.types import Generate, PromptRequest, Sampling
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.scripted import CHATML, ScriptedSampler


def reading(request: int, ids: list[int], *, checkpoint_at: int | None = None) -> RunningRound:
    """A round that has read nothing of its prompt yet; its sequence has the request's number."""
    command = Generate(request=request, conversation="a", prompt=PromptRequest(messages=()))
    sequence = CachedSequence(request, conversation="a", request=request)
    reader = OutputReader(
        tokenizer=FakeTokenizer(), format=detect(CHATML), opens_reasoning=False, stop=()
    )
    return RunningRound(
        command=command,
        prompt=Prompt(
            ids=tuple(ids),
            text="",
            spans=(),
            generation_start=0,
            opens_reasoning=False,
            continued_ids=(),
            tool_names=(),
            dropped=(),
        ),
        reuse=Reuse(0, 0),
        sequence=sequence,
        sampler=ScriptedSampler(Sampling()),
        reader=reader,
        asked_at_s=0.0,
        checkpoint_at=checkpoint_at,
        unread=deque(ids),
    )


def decoding(request: int) -> RunningRound:
    round = reading(request, [])
    round.next_id = 1
    return round


def test_a_fast_machine_reads_as_much_as_a_batch_holds() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    for _ in range(10):
        pace.measured(64, seconds=0.001)

    assert pace.piece_tokens(alone=True) == 512


def test_a_slow_machine_reads_little_at_a_time() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    for _ in range(10):
        pace.measured(64, seconds=6.4)

    assert (pace.piece_tokens(alone=True), pace.piece_tokens(alone=False)) == (64, 32)


def test_beside_other_answers_a_piece_is_smaller() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    pace.measured(64, seconds=0.0064)

    assert pace.piece_tokens(alone=False) < pace.piece_tokens(alone=True)


def test_no_time_is_forecast_before_anything_was_measured() -> None:
    pace = PrefillPace(largest_piece_tokens=512)
    guessed = pace.seconds(1000)
    for _ in range(20):
        pace.measured(100, seconds=1.0)

    assert guessed == 0.0
    assert round(pace.seconds(1000), 1) == 10.0


def test_prompts_are_read_in_turns() -> None:
    scheduler = Scheduler(PrefillPace(largest_piece_tokens=512))
    running = [reading(n, [1] * 500) for n in (1, 2, 3)]
    turns = [scheduler.compose(running)[0][0].command.request for _ in range(6)]

    assert turns == [1, 2, 3, 1, 2, 3]


def test_all_answers_go_on_while_a_prompt_is_read() -> None:
    scheduler = Scheduler(PrefillPace(largest_piece_tokens=512))
    step = scheduler.compose([decoding(1), reading(2, [1] * 500), decoding(3)])

    assert [(round.command.request, len(chunk.ids)) for round, chunk in step] == [
        (1, 1),
        (3, 1),
        (2, 32),
    ]


def test_a_piece_ends_where_a_checkpoint_belongs() -> None:
    round = reading(1, list(range(10)), checkpoint_at=4)
    first = round.chunk(limit=8)
    round.chunk_read(first, 0.0)
    round.sequence.ids += first.ids

    assert list(first.ids) == [0, 1, 2, 3]
    assert round.at_checkpoint
    assert list(round.chunk(limit=8).ids) == [4, 5, 6, 7, 8, 9]


def test_a_start_that_another_request_reads_is_waited_for() -> None:
    """Several answers to one question read it once."""
    ids = list(range(100))
    first = reading(1, ids)

    assert should_wait(ids, Source(), running=[first], cells=4096)
    assert not should_wait([7, *ids], Source(), running=[first], cells=4096)
    first.unread.clear()
    assert not should_wait(ids, Source(), running=[first], cells=4096)


def test_what_does_not_fit_beside_others_waits_for_them() -> None:
    first = reading(1, [1] * 300)

    assert should_wait([2] * 300, Source(), running=[first], cells=700)
    assert not should_wait([2] * 300, Source(), running=[first], cells=800)
    assert not should_wait([2] * 300, Source(), running=[], cells=301)
