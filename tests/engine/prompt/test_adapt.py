"""Conversations are adapted only to templates that refuse them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.prompt.adapt import adapt
from engine.prompt.traits import Traits
from tests.engine.prompt.templates import CHATML, CLOCK, LOOPS_OVER_PARTS, STRICT, template


def turns(*said: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"role": role, "content": text} for role, text in said]


def rendered(source: str, messages: list[dict[str, Any]]) -> str:
    chat = template(source)
    return chat.render(adapt(messages, chat.traits), None, {}, CLOCK, False)


HISTORIES = [
    turns(("system", "S"), ("user", "a")),
    turns(("user", "a"), ("user", "b")),
    turns(("user", "a"), ("assistant", "x"), ("user", "b"), ("user", "c")),
    turns(("system", "S"), ("system", "T"), ("user", "a")),
    turns(("assistant", "x"), ("user", "a")),
]


def test_traits_of_a_permissive_and_a_strict_template() -> None:
    assert template(CHATML).traits == Traits(developer=False)
    assert template(STRICT).traits == Traits(
        system=False,
        developer=False,
        several_systems=False,
        same_role_twice=False,
        assistant_first=False,
    )


@pytest.mark.parametrize("messages", HISTORIES)
def test_a_permissive_template_gets_the_messages_as_they_are(
    messages: list[dict[str, Any]],
) -> None:
    plain = template(CHATML).render(messages, None, {}, CLOCK, False)
    assert rendered(CHATML, messages) == plain


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (HISTORIES[0], "[user]S\n\na\n"),
        (HISTORIES[1], "[user]a\n\nb\n"),
        (HISTORIES[2], "[user]a\n[assistant]x\n[user]b\n\nc\n"),
        (HISTORIES[3], "[user]S\n\nT\n\na\n"),
        (HISTORIES[4], "[user]\n[assistant]x\n[user]a\n"),
    ],
)
def test_a_strict_template_gets_what_it_takes(
    messages: list[dict[str, Any]], expected: str
) -> None:
    assert rendered(STRICT, messages) == expected


def test_a_developer_is_the_system_to_a_template_that_does_not_know_it() -> None:
    said = turns(("developer", "D"), ("user", "a"))
    knowing = "{# developer #}" + CHATML
    assert "<|im_start|>system\nD" in rendered(CHATML, said)
    assert "<|im_start|>developer\nD" in rendered(knowing, said)


def test_a_template_that_loops_over_parts_gets_parts() -> None:
    assert rendered(LOOPS_OVER_PARTS, turns(("user", "Read 42"))) == "[user]Read 42"


def test_what_is_adapted_stays_untouched() -> None:
    messages = turns(("system", "S"), ("user", "a"))
    rendered(STRICT, messages)
    assert messages == turns(("system", "S"), ("user", "a"))


def test_a_template_that_fails_on_everything_is_not_adapted_to() -> None:
    assert template("{{ raise_exception('never') }}").traits == Traits()
