"""Templates print what `transformers`, the library they were written for, makes them print.

They are those that llama.cpp ships, else our own; the end of the run says which were tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import datetime, tzinfo
from itertools import product
from random import Random
from typing import Any

import pytest
from jinja2.exceptions import TemplateError
from jinja2.sandbox import SandboxedEnvironment
from transformers.utils import chat_template_utils as reference

from engine.errors import TemplateFailed
from engine.prompt.template import ChatTemplate
from tests.engine.prompt.chats import FIXED, TOOLS, Turn, random_chat
from tests.engine.prompt.families import Family, families
from tests.engine.prompt.templates import CLOCK

RANDOM_CONVERSATIONS = 6
CHANGES_ITS_LISTS = ("Kimi-K2-Instruct", "Kimi-K2-Thinking")
"""They append to lists of their own, which `transformers` takes for an attack."""
NEEDS_A_LIST = (
    "CohereForAI-c4ai-command-r-plus-tool_use",
    "NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use",
    "NousResearch-Hermes-3-Llama-3.1-8B-tool_use",
)
"""They walk through the tools even when there are none, and get an empty list of us."""
SWITCHES: dict[str, tuple[Any, ...]] = {
    "enable_thinking": (True, False),
    "reasoning_effort": ("high",),
    "thinking": (True,),
    "thinking_mode": ("thinking",),
    "preserve_thinking": (True,),
    "clear_thinking": (False,),
    "drop_thinking": (False,),
    "truncate_history_thinking": (False,),
    "keep_past_thinking": (True,),
}
TRIED = {family.name: family for family in families()}
REFUSALS: tuple[type[Exception], ...] = (
    TemplateError,
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
)
REFUSALS += (ArithmeticError, RecursionError)
"""What templates end in when they do not take a conversation."""
BOS, EOS = "<s>", "</s>"
REFUSED = None


class FrozenClock(datetime):
    """Stands in for `datetime` in the library, which prints the present time."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> FrozenClock:
        return cls(*CLOCK.timetuple()[:6], tzinfo=tz)


@pytest.fixture(autouse=True)
def _frozen_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "datetime", FrozenClock)


@pytest.mark.parametrize("name", TRIED)
def test_a_template_prints_the_same_or_refuses_the_same(name: str) -> None:
    family = TRIED[name]
    template = ChatTemplate(family.template.source, bos=BOS, eos=EOS)
    different = [
        (what, settings, tools is not None, generation, expected, actual)
        for what, messages, settings, tools, generation in _requests(family)
        for expected in [_expected(family, messages, tools, settings, generation)]
        for actual in [_actual(template, messages, tools, settings, generation)]
        if actual != expected
    ]
    assert different == []


def _requests(
    family: Family,
) -> Iterator[tuple[str, list[Turn], dict[str, Any], list[dict[str, Any]] | None, bool]]:
    """Every fixed conversation with and without tools, and each switch; random ones with tools."""
    for (what, messages), tools in product(FIXED.items(), (None, TOOLS)):
        yield what, messages, {}, tools, True
    for settings, what in product(_settings(family), ("question", "reasoned", "interleaved")):
        yield what, FIXED[what], settings, TOOLS, True
    random = Random(family.name)
    for number in range(RANDOM_CONVERSATIONS):
        tools = random.choice((None, TOOLS, TOOLS[:1]))
        yield f"random {number}", random_chat(random), {}, tools, random.random() < 0.7


def _settings(family: Family) -> list[dict[str, Any]]:
    return [
        {switch: value}
        for switch, values in SWITCHES.items()
        for value in values
        if switch in family.template.source
    ]


def _expected(
    family: Family,
    messages: list[Turn],
    tools: list[dict[str, Any]] | None,
    settings: dict[str, Any],
    generation: bool,
) -> str | None:
    source = family.template.source
    given: Any = [] if tools is None and family.name in NEEDS_A_LIST else tools
    if family.name in CHANGES_ITS_LISTS:
        _allow_changes(reference._compile_jinja_template(source).environment)
    try:
        texts: list[str] = reference.render_jinja_template(
            [deepcopy(messages)],
            tools=given,
            chat_template=source,
            add_generation_prompt=generation,
            bos_token=BOS,
            eos_token=EOS,
            **settings,
        )[0]
    except REFUSALS:
        return REFUSED
    return texts[0]


def _allow_changes(environment: Any) -> None:
    environment.is_safe_attribute = SandboxedEnvironment.is_safe_attribute.__get__(environment)


def _actual(
    template: ChatTemplate,
    messages: list[Turn],
    tools: list[dict[str, Any]] | None,
    settings: dict[str, Any],
    generation: bool,
) -> str | None:
    before = deepcopy(messages)
    try:
        return template.render(messages, tools, settings, CLOCK, generation)
    except TemplateFailed:
        return REFUSED
    finally:
        assert messages == before
