"""A command of a wrong shape fails its own request, in one sentence, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.checking import check
from engine.events import Failed, Loaded
from engine.models import LoadOptions
from engine.types import (
    CountTokens,
    Generate,
    LoadModel,
    Message,
    PromptRequest,
    ReasoningBudget,
    Round,
    Sampling,
    Text,
)
from tests.engine.driven import Engine, text, user

WHOLE = Generate(
    request=77,
    conversation="a",
    prompt=PromptRequest(
        messages=(
            user("hi"),
            Message("assistant", (Text("hello"),), Round((1, 2), "t", "length")),
        ),
        tools=({"type": "function", "function": {"name": "now"}},),
        template_settings={"enable_thinking": True},
    ),
    sampling=Sampling(temperature=1, logit_bias=((5, 1.5),)),
    begins_with=(1, 2),
    reasoning_budget=ReasoningBudget(1, 2),
)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"sampling": Sampling(temperature="hot")}, "temperature cannot be 'hot'."),  # type: ignore[arg-type]
        ({"sampling": Sampling(logit_bias=((1, 2, 3),))}, "logit_bias cannot be"),  # type: ignore[arg-type]
        ({"sampling": None}, "sampling cannot be None."),
        ({"prompt": PromptRequest(messages=(), tools=[])}, "tools cannot be []."),  # type: ignore[arg-type]
        ({"prompt": PromptRequest(messages=("hi",))}, "messages cannot be ('hi',)."),  # type: ignore[arg-type]
        (
            {"prompt": PromptRequest(messages=(Message("user", (Text(5),)),))},  # type: ignore[arg-type]
            "text cannot be 5.",
        ),
        (
            {"prompt": PromptRequest(messages=(Message("wizard", ()),))},  # type: ignore[arg-type]
            "role cannot be 'wizard'.",
        ),
        ({"begins_with": (1, "2")}, "begins_with cannot be (1, '2')."),
        ({"begins_with": [1]}, "begins_with cannot be [1]."),
        ({"max_tokens": "10"}, "max_tokens cannot be '10'."),
        ({"likeliest": True}, "likeliest cannot be True."),
        ({"reasoning_budget": (5, 6)}, "reasoning_budget cannot be (5, 6)."),
        ({"stop": ("a" * 90, 5)}, "…."),
    ],
)
def test_a_value_of_a_wrong_type_is_named(wrong: dict[str, Any], sentence: str) -> None:
    engine = Engine("hello")
    engine.loop.handle(replace(WHOLE, **wrong))
    failed = engine.one(Failed, 77)

    assert (failed.kind, failed.message.count("\n")) == ("BadRequest", 0)
    assert failed.message.startswith("The request has a wrong value: ")
    assert sentence in failed.message
    assert text(engine.answered(user("hi"))) == "hello"


def test_what_has_the_right_types_passes() -> None:
    check(WHOLE)
    check(LoadModel(request=1, path="m"))
    check(CountTokens(request=1, conversation="a", prompt=WHOLE.prompt))


def test_a_load_of_a_wrong_shape_leaves_the_loaded_model_alone() -> None:
    engine = Engine("hello")
    options = LoadOptions(context_tokens="many")  # type: ignore[arg-type]
    engine.loop.handle(LoadModel(request=77, path="m", options=options))

    assert "context_tokens cannot be 'many'" in engine.one(Failed, 77).message
    assert len(engine.all(Loaded)) == 1
    assert text(engine.answered(user("hi"))) == "hello"
