"""Which options a chat template has: read off it, tried by rendering."""

from __future__ import annotations

from typing import Any

import pytest

from engine.models import TemplateOption
from engine.prompt.options import template_options
from tests.engine.prompt.families import Family, families
from tests.engine.prompt.templates import CHATML, THINKING, template

SHIPPED = {family.name: family for family in families()}


def options(source: str) -> tuple[TemplateOption, ...]:
    return template_options(template(source))


def before(text: str) -> str:
    """A template that prints something in front of the conversation."""
    return text + CHATML


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (THINKING, TemplateOption("enable_thinking", (True, False), None, "thinking")),
        (
            before("{% if enable_thinking %}Think.{% endif %}"),
            TemplateOption("enable_thinking", (True, False), False, "thinking"),
        ),
        (
            before(
                "{% set mode = thinking_mode|default('auto') %}"
                "{% if mode == 'on' %}Do.{% elif mode == 'off' %}Do not.{% elif mode == 'auto' %}"
                "{% endif %}"
            ),
            TemplateOption("thinking_mode", ("on", "off", "auto"), "auto", "thinking"),
        ),
        (
            before("Effort: {{ reasoning_effort or 'medium' }}."),
            TemplateOption("reasoning_effort", ("low", "medium", "high"), "medium", "effort"),
        ),
        (
            before(
                "{% if reasoning_effort is not defined %}{% set reasoning_effort = 'low' %}"
                "{% elif reasoning_effort not in ['max', 'none', 'low'] %}"
                "{{ raise_exception('no') }}{% endif %}{{ reasoning_effort }}"
            ),
            TemplateOption("reasoning_effort", ("none", "low", "max"), "low", "effort"),
        ),
        (
            before("{% if reasoning_effort == 'max' %}Think hard.{% endif %}"),
            TemplateOption("reasoning_effort", ("max",), None, "effort"),
        ),
        (
            before("{% if style in ('plain', 'rich') %}Be {{ style }}.{% endif %}"),
            TemplateOption("style", ("plain", "rich"), None, "other"),
        ),
    ],
)
def test_an_option_is_told_with_its_values_and_its_default(
    source: str, expected: TemplateOption
) -> None:
    assert options(source) == (expected,)


@pytest.mark.parametrize(
    "source",
    [
        CHATML,
        before("{% if tools %}Tools.{% endif %}{{ bos_token }}"),
        before("{% if motto %}{{ motto }}{% endif %}"),
        before("{% if loud %}{% endif %}"),
        before("{% set enable_thinking = true %}{% if enable_thinking %}Think.{% endif %}"),
        before("Say so if enable_thinking is on."),
    ],
    ids=["none", "given", "only printed", "no effect", "its own", "a word"],
)
def test_what_is_no_choice_is_no_option(source: str) -> None:
    assert options(source) == ()


def test_a_value_that_the_template_refuses_is_left_out() -> None:
    source = before(
        "{% if style == 'old' %}{{ raise_exception('gone') }}{% endif %}"
        "{% if style == 'new' or style == 'newer' %}{{ style }}{% endif %}"
    )
    assert options(source)[0].values == ("new", "newer")


@pytest.mark.parametrize("family", SHIPPED.values(), ids=SHIPPED)
def test_every_value_of_every_template_is_taken(family: Family) -> None:
    for option in template_options(family.template):
        assert option.values
        assert option.default is None or option.default in option.values
        names = [one.name for one in template_options(family.template)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("openai-gpt-oss-120b", ("reasoning_effort", ("low", "medium", "high"), "medium")),
        ("Qwen-Qwen3-0.6B", ("enable_thinking", (True, False), True)),
        ("MiniMax-M3", ("thinking_mode", ("enabled", "disabled", "adaptive"), "adaptive")),
        ("Kimi-K3", ("thinking_effort", ("low", "high", "max"), "max")),
        ("tencent-Hy3", ("reasoning_effort", ("no_think", "low", "high"), "no_think")),
        ("deepseek-ai-DeepSeek-V4", ("drop_thinking", (True, False), True)),
        ("GLM-4.7-Flash", ("clear_thinking", (True, False), True)),
        ("inclusionai-ling-3.0-flash", ("thinking_option", ("on", "off"), "on")),
        ("LFM2.5-Instruct", ("keep_past_thinking", (True, False), False)),
    ],
)
def test_options_of_known_templates(name: str, expected: tuple[str, tuple[Any, ...], Any]) -> None:
    """Of those that llama.cpp ships, where they were fetched."""
    if len(SHIPPED) < 50:
        assert name not in SHIPPED
        return
    found = {one.name: one for one in template_options(SHIPPED[name].template)}
    option = found[expected[0]]
    assert (option.name, option.values, option.default) == expected
