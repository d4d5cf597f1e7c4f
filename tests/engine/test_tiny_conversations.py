"""Whole conversations on tiny real models: reuse never changes what is said.

The weights are random and in F32, so greedy answers are noise that depends on every token before.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backends.llama import open_llama
from engine.events import Event, Finished
from engine.loop import Loop
from engine.models import CacheOptions, LoadOptions
from engine.outbox import Outbox
from engine.types import Generate, LoadModel, Message, PromptRequest, Receipt, Sampling, Settle
from tests.engine.driven import answer, receipt, user

MODELS = ["tiny_llama", "tiny_qwen2", "tiny_mamba", "tiny_gemma3", "tiny_lfm2"]
REWIND_FREELY = {"llama", "qwen2"}
GENERATION_PROMPT_TOKENS = 12
ANSWER_TOKENS = 12
QUESTION, SECOND, OTHER = (user(text * 30) for text in ("one two ", "three ", "four "))


class TinyEngine:
    """The loop over llama.cpp, driven by hand."""

    def __init__(self, model: Path, snapshots: Path | None = None) -> None:
        self.events: list[Event] = []
        self._requests = 1
        self.loop = Loop(open_backend=open_llama, outbox=Outbox(self.events.extend, lambda: 0.0))
        options = LoadOptions(context_tokens=2048, flash_attention="off", threads=1)
        cache = CacheOptions(snapshots=str(snapshots) if snapshots else None, snapshot_worth_s=0.0)
        self.loop.handle(LoadModel(request=1, path=str(model), options=options, cache=cache))

    def answered(self, *messages: Message) -> Finished:
        self._requests += 1
        self.loop.handle(
            Generate(
                request=self._requests,
                conversation="a",
                prompt=PromptRequest(messages=messages),
                sampling=Sampling(temperature=0),
                max_tokens=ANSWER_TOKENS,
            )
        )
        self._run()
        return next(e for e in reversed(self.events) if isinstance(e, Finished))

    def settle(self) -> None:
        self._requests += 1
        self.loop.handle(Settle(request=self._requests))
        self._run()

    def _run(self) -> None:
        while not self.loop.idle:
            self.loop.step()


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> Path:
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.fixture
def engine(model: Path, tmp_path: Path) -> Iterator[TinyEngine]:
    engine = TinyEngine(model, tmp_path / "snapshots")
    yield engine
    engine.loop.close()


def said_afresh(model: Path, *messages: Message) -> tuple[int, ...]:
    engine = TinyEngine(model)
    ids = engine.answered(*messages).round.ids
    engine.loop.close()
    return ids


def paid(finished: Finished) -> Receipt:
    cost = receipt(finished)
    assert cost.prompt == cost.reused + cost.restored + cost.read
    return cost


@pytest.mark.parametrize("settles", [True, False])
def test_whatever_is_reused_the_answers_are_those_of_a_fresh_read(
    model: Path, engine: TinyEngine, settles: bool
) -> None:
    """Append, retry, edit the last question, edit the first, and back."""
    first = answer(engine.answered(QUESTION))
    for messages in (
        (QUESTION, first, SECOND),
        (QUESTION, first, SECOND),
        (QUESTION, first, OTHER),
        (OTHER,),
        (QUESTION, first, SECOND),
    ):
        if settles:
            engine.settle()
        finished = engine.answered(*messages)
        assert finished.round.ids == said_afresh(model, *messages)
        if messages[0] is QUESTION:
            assert paid(finished).read < paid(finished).prompt


def test_a_retry_reads_the_generation_prompt_at_most(engine: TinyEngine, model: Path) -> None:
    engine.answered(QUESTION)
    again = paid(engine.answered(QUESTION))

    assert again.read <= most_read(model)


def test_after_a_restart_a_retry_reads_the_generation_prompt_at_most(
    engine: TinyEngine, model: Path, tmp_path: Path
) -> None:
    first = engine.answered(QUESTION)
    engine.settle()
    second = TinyEngine(model, tmp_path / "snapshots")
    again = second.answered(QUESTION)
    second.loop.close()

    assert again.round.ids == first.round.ids
    assert paid(again).cause == "restored from disk"
    assert paid(again).read <= most_read(model)


def most_read(model: Path) -> int:
    """By a retry: one token, or the generation prompt where a checkpoint is needed."""
    return 1 if model.stem in REWIND_FREELY else GENERATION_PROMPT_TOKENS
