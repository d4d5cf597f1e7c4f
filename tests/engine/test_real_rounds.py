"""Rounds of small real models: forks inside an answer, recorded choices, a budget for reasoning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.backends.llama import open_llama
from engine.events import Diagnosis, Finished, Loaded
from engine.loop import Loop
from engine.models import LoadOptions
from engine.outbox import Outbox
from engine.token_choices import unpacked
from engine.types import (
    Generate,
    LoadModel,
    PromptRequest,
    Reasoning,
    ReasoningBudget,
    Sampling,
    Text,
    ToolCall,
)
from tests.engine.driven import receipt, user
from tests.engine.output.declared import tool

pytestmark = pytest.mark.model

THINKING = Path(__file__).parents[1] / "data" / "reasoning.jinja"
CALCULATOR = {"type": "function", "function": tool("calculator", expression="string")}
Kind = TypeVar("Kind")


class Real:
    """The loop over llama.cpp, driven by hand; greedy."""

    def __init__(self, model: Path, template: str | None = None) -> None:
        self.events: list[object] = []
        self._requests = 1
        self.loop = Loop(open_backend=open_llama, outbox=Outbox(self.events.extend, lambda: 0.0))
        options = LoadOptions(context_tokens=1024, template=template)
        self.loop.handle(LoadModel(request=1, path=str(model), options=options))

    def answered(
        self, question: str, *, tools: tuple[dict[str, Any], ...] = (), **wanted: Any
    ) -> Finished:
        self._requests += 1
        prompt = PromptRequest(messages=(user(question),), tools=tools)
        sampling = Sampling(temperature=0)
        self.loop.handle(
            Generate(
                request=self._requests,
                conversation="a",
                prompt=prompt,
                sampling=sampling,
                **wanted,
            )
        )
        while not self.loop.idle:
            self.loop.step()
        return self.all(Finished)[-1]

    def all(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def load() -> Iterator[Callable[..., Real]]:
    opened: list[Real] = []

    def loaded(model: Path, template: str | None = None) -> Real:
        opened.append(Real(model, template))
        return opened[-1]

    yield loaded
    for real in opened:
        real.loop.close()


def test_a_fork_at_a_token_reads_one_and_goes_on_as_the_answer_did(
    smollm2: Path, load: Callable[..., Real]
) -> None:
    real = load(smollm2)
    question = "Name three colours."
    whole = real.answered(question, max_tokens=24, likeliest=2)
    ids = whole.round.ids
    again = real.answered(question, max_tokens=24 - 10, begins_with=ids[:10])
    first = unpacked(whole.round.choices)[10]
    assert first is not None
    second = first.likeliest[1]
    other = real.answered(question, max_tokens=4, begins_with=(*ids[:10], second.id))

    (loaded,) = real.all(Loaded)
    assert loaded.card is not None
    assert loaded.card.error is None
    assert again.round.ids == ids
    assert (receipt(again).read, receipt(other).read) == (1, 1)
    assert other.round.ids[:11] == (*ids[:10], second.id)
    assert [one and one.taken.id for one in unpacked(whole.round.choices)] == list(ids)
    assert first.taken.probability >= second.probability


def test_reasoning_is_closed_and_the_answer_follows(
    qwen_coder: Path, load: Callable[..., Real]
) -> None:
    real = load(qwen_coder, THINKING.read_text(encoding="utf-8"))
    budget = ReasoningBudget(soft=10, hard=16)
    finished = real.answered("What is a prime?", max_tokens=60, reasoning_budget=budget)

    assert [type(part) for part in finished.parts] == [Reasoning, Text]
    assert [one.kind for one in real.all(Diagnosis)] == ["reasoning_budget"]


def test_a_required_call_follows_reasoning_that_was_closed(
    qwen_coder: Path, load: Callable[..., Real]
) -> None:
    real = load(qwen_coder, "{# <tool_call> #}" + THINKING.read_text(encoding="utf-8"))
    finished = real.answered(
        "What is 12.5 + 30? Use the tool.",
        tools=(CALCULATOR,),
        tool_choice="required",
        reasoning_budget=ReasoningBudget(soft=10, hard=12),
        max_tokens=120,
    )

    assert [type(part) for part in finished.parts] == [Reasoning, ToolCall]
    assert finished.ending == "tool_calls"
