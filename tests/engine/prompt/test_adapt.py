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


def test_a_template_that_takes_one_call_per_turn_gets_each_with_its_result() -> None:
    one_call = (
        "{% for m in messages %}{% if m.tool_calls and m.tool_calls|length != 1 %}"
        "{{ raise_exception('one call only') }}{% endif %}"
        "[{{ m.role }}]{{ m.content }}{% for c in m.tool_calls or [] %}{{ c.id }}{% endfor %}"
        "{% endfor %}"
    )
    called = called_with({}, "a", "b", content="Wait.")
    said = [
        *turns(("user", "q")),
        called,
        result("b", "2"),
        result("a", "1"),
        *turns(("user", "?")),
    ]
    assert rendered(one_call, said) == ("[user]q[assistant]Wait.a[assistant]b[tool]2[tool]1[user]?")
    in_order = [*turns(("user", "q")), called, result("a", "1"), result("b", "2")]
    assert rendered(one_call, in_order) == "[user]q[assistant]Wait.a[tool]1[assistant]b[tool]2"
    assert "ab" in rendered(one_call.replace("!= 1", "> 9"), in_order)


def test_a_template_that_wants_nine_characters_gets_numbers_for_other_ids() -> None:
    """Those of nine stay; the numbers follow the calls, so that an older prompt stays a prefix."""
    nine = (
        "{% for m in messages %}{% for c in m.tool_calls or [] %}{% if c.id|length != 9 %}"
        "{{ raise_exception('nine') }}{% endif %}({{ c.id }}){% endfor %}"
        "{% if m.role == 'tool' %}<{{ m.tool_call_id }}>{% endif %}{{ m.content }}{% endfor %}"
    )
    said = [called_with({}, "call_1", "abc123DEF"), result("call_1", "x"), result("abc123DEF", "y")]
    assert rendered(nine, said) == "(000000000)(abc123DEF)<000000000>x<abc123DEF>y"
    assert rendered(nine.replace("!= 9", "> 99"), said).startswith("(call_1)(abc123DEF)")
    more = [*said, called_with({}, "call_7"), result("call_7", "z")]
    assert rendered(nine, more).startswith(rendered(nine, said))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("c.function.arguments|tojson", '{"port": "Älv"}'),
        ("'' ~ c.function.arguments", '{"port": "Älv"}'),
        ("'' + c.function.arguments", '{"port": "Älv"}'),
        ("c.function.arguments.items()|list|tojson", '[["port", "Älv"]]'),
    ],
)
def test_arguments_are_objects_or_text_as_the_template_wants(printed: str, expected: str) -> None:
    source = (
        "{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}"
        "{{ " + printed + " }}{% endfor %}{% endfor %}"
    )
    assert rendered(source, [*turns(("user", "")), called_with({"port": "Älv"}, "a")]) == expected


def test_empty_content_is_null_where_calls_are_printed_only_then() -> None:
    source = (
        "{% for m in messages %}{% if m.content is none %}"
        "{% for c in m.tool_calls %}{{ c.function|tojson }}{% endfor %}"
        "{% else %}[{{ m.content }}]{% endif %}{% endfor %}"
    )
    said = [*turns(("user", "q")), called_with({"a": 1}, "x"), *turns(("assistant", "ok"))]
    assert rendered(source, said) == '[q]{"name": "find_tide", "arguments": {"a": 1}}[ok]'


def test_reasoning_is_a_part_of_the_content_where_the_template_looks_for_it_there() -> None:
    source = (
        "{% for m in messages %}{% if m.content is string %}[{{ m.content }}]{% else %}"
        "{% for part in m.content %}{% if part.type == 'thinking' %}[THINK]{{ part.thinking }}"
        "[/THINK]{% else %}{{ part.text }}{% endif %}{% endfor %}{% endif %}{% endfor %}"
    )
    answer = {"role": "assistant", "content": "ok", "reasoning_content": "hm"}
    said = [*turns(("user", "q")), answer, answer | {"content": ""}]
    assert rendered(source, said) == "[q][THINK]hm[/THINK]ok[THINK]hm[/THINK]"


def called_with(arguments: dict[str, Any], *ids: str, content: str = "") -> dict[str, Any]:
    function = {"name": "find_tide", "arguments": arguments}
    calls = [{"id": id, "type": "function", "function": function} for id in ids]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(id: str, text: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "name": "find_tide", "content": text}
