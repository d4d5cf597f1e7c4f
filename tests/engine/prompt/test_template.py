"""Templates print what they were trained on, and do nothing else."""

from __future__ import annotations

import locale
import time
from itertools import count
from typing import Any

import pytest

from engine.errors import TemplateFailed
from engine.prompt.template import MAX_SOURCE_CHARACTERS, TIME_LIMIT_SECONDS
from tests.engine.prompt.templates import CLOCK, render, template

SCHEMA = {"b": "<é>", "a": "it's & 🙂"}
SIXTY_TIMES = "{% for i in range(60) %}"
NESTED = (
    "{% set ns = namespace(x=[1]) %}" + SIXTY_TIMES + "{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
)
DOUBLED = "{% set ns = namespace(x='aaaa') %}" + SIXTY_TIMES


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x|tojson", '{"b": "<é>", "a": "it\'s & 🙂"}'),
        ("x|tojson(ensure_ascii=False)", '{"b": "<é>", "a": "it\'s & 🙂"}'),
        ("x|tojson(ensure_ascii=True)", '{"b": "<\\u00e9>", "a": "it\'s & \\ud83d\\ude42"}'),
        ("x|tojson(indent=2)", '{\n  "b": "<é>",\n  "a": "it\'s & 🙂"\n}'),
        ("x|tojson(separators=(',', ':'))", '{"b":"<é>","a":"it\'s & 🙂"}'),
        ("x|tojson(sort_keys=true)", '{"a": "it\'s & 🙂", "b": "<é>"}'),
        ("[1, 2]|tojson", "[1, 2]"),
    ],
)
def test_json_keeps_order_and_is_not_escaped_for_html(expression: str, expected: str) -> None:
    assert render(f"{{{{ {expression} }}}}", x=SCHEMA) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{{ strftime_now('%d %b %Y') }}", "05 Mar 2026"),
        ("{{ strftime_now('%A %B %p %%b') }}", "Thursday March PM %b"),
        ("{{ bos_token + 'x' + eos_token }}", "<s>x"),
        ("{% if not tools is defined %}{% set tools = none %}{% endif %}{{ tools }}", "None"),
        ("{%- if tools %}TOOLS{% endif %}", ""),
        ("{{ documents is none }}", "True"),
        ("{{ enable_thinking is defined }}", "False"),
        ("{% for k, v in x|items %}{{ k }}{% endfor %}", "ba"),
        ("a\n  {% if true %}\nb\n  {% endif %}\nc", "a\nb\nc"),
    ],
)
def test_expected_names_are_there(source: str, expected: str) -> None:
    assert render(source, x=SCHEMA) == expected


def test_an_empty_list_of_tools_is_no_tools() -> None:
    source = "{% if tools is not none %}header{% endif %}"
    assert template(source).render([], [], {}, CLOCK, False) == ""


def test_a_busy_machine_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether an empty list is needed is found by trying, which others must not run out of time."""
    hours = count(step=3600)
    monkeypatch.setattr(time, "monotonic", lambda: float(next(hours)))
    source = "{% if tools is not none %}header{% endif %}{% for m in messages %}x{% endfor %}"
    messages = [{"role": "user", "content": "hi"}]
    assert template(source).render(messages, None, {}, CLOCK, False) == "x"


def test_month_names_are_english_in_every_locale() -> None:
    """Qt switches the process to the user's locale."""
    before = locale.setlocale(locale.LC_TIME)
    for name in ("de_DE.UTF-8", "zh_CN.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_TIME, name)
            assert render("{{ strftime_now('%B %x %c') }}") == (
                "March 03/05/26 Thu Mar 05 14:00:00 2026"
            )
        except locale.Error:
            continue  # this machine does not have that locale; C is everywhere
        finally:
            locale.setlocale(locale.LC_TIME, before)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "{% for m in 'axbsc' %}{% if m == 'x' %}{% continue %}{% endif %}{{ m }}"
            "{% if m == 's' %}{% break %}{% endif %}{% endfor %}",
            "abs",
        ),
        (
            "{% if false %}{% elif true %}{% generation %}{{ messages[0].content }}"
            "{% endgeneration %}{% endif %}",
            "hi",
        ),
    ],
)
def test_loop_controls_and_the_generation_tag_pass(source: str, expected: str) -> None:
    assert render(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a\n{% if %}", "an error in line 2"),
        ("{{ raise_exception('Roles must alternate') }}", "refused: Roles must alternate"),
        ("{{ missing.name }}", "'missing' is undefined"),
        ("{{ 1 / 0 }}", "division by zero"),
        ("{% include 'other' %}", "no loader"),
        ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", "nested too deeply"),
        ("x" * (MAX_SOURCE_CHARACTERS + 1), "1,000,001 characters"),
    ],
)
def test_a_failure_says_why(source: str, expected: str) -> None:
    with pytest.raises(TemplateFailed, match=expected):
        render(source)


def test_a_broken_template_can_be_held_and_fails_when_it_renders() -> None:
    """The model opens; the chat shows the error."""
    broken = template("{% if %}")
    with pytest.raises(TemplateFailed, match="line 1"):
        broken.render([], None, {}, CLOCK, True)


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ cycler.__init__.__globals__.os.popen('true').read() }}",
        "{{ messages.append({}) }}",
        "{{ messages[0].update(role='system') }}",
        "{{ x.inner.append(1) }}",
        "{% set y = [] %}{{ y.extend(y) }}",
    ],
)
def test_the_sandbox_holds(source: str) -> None:
    with pytest.raises(TemplateFailed, match="unsafe"):
        render(source, x={"inner": [0]})


def test_a_template_may_change_the_lists_it_made() -> None:
    source = (
        "{% set ns = namespace(ids=[]) %}{% for m in messages %}"
        "{% set _ = ns.ids.append(m.content) %}{% endfor %}{{ ns.ids.pop(0) }}{{ ns.ids }}"
    )
    assert render(source) == "hi[]"


def test_a_template_that_walks_through_the_tools_gets_an_empty_list_for_none() -> None:
    source = "{% for tool in tools %}{{ tool }}{% endfor %}{{ messages[0].content }}"
    assert render(source) == "hi"


@pytest.mark.parametrize(
    "source",
    [
        "{{ 'A' * 10000000000 }}",
        "{{ [0] * 10000000000 }}",
        "{{ 10 ** (10 ** 9) }}",
        DOUBLED + "{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        DOUBLED + "{% set ns.x = ns.x + ns.x %}{% endfor %}",
        DOUBLED + "{% set ns.x %}{{ ns.x }}{{ ns.x }}{% endset %}{% endfor %}",
        "{{ 'x'|center(10000000000) }}",
        "{{ 'x'.ljust(10000000000) }}",
        "{{ '{:>10000000000}'.format(1) }}",
        "{{ '{:{w}}'.format(1, w='9999999999') }}",
        "{{ '%10000000000d' % 1 }}",
        "{{ '%*d' % (10000000000, 1) }}",
        "{{ '%10000000000d'|format(1) }}",
        "{{ ('x' * 100000)|replace('x', 'y' * 100000) }}",
        "{{ ('x' * 100000).replace('x', 'y' * 100000) }}",
        "{{ range(99999)|join('y' * 100000) }}",
        "{{ ('y' * 100000).join(['a'] * 100000) }}",
        "{{ ('y' * 100000).join(['a'] * 100000|map('upper')) }}",
        "{{ ('\\n' * 100000)|indent(100000) }}",
        "{{ ('\\n' * 100000)|indent('y' * 100000) }}",
        "{{ ('\\t' * 100000).expandtabs(100000) }}",
        "{{ ('x ' * 100000)|wordwrap(1, wrapstring='y' * 100000) }}",
        "{{ range(10000000000)|list }}",
    ],
)
def test_a_bomb_of_memory_fails_before_it_grows(source: str) -> None:
    started_s = time.thread_time()
    with pytest.raises(TemplateFailed):
        render(source)
    assert time.thread_time() - started_s < TIME_LIMIT_SECONDS


@pytest.mark.parametrize(
    "source",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro f(n) %}{% if n %}{{ f(n - 1) ~ f(n - 1) }}{% endif %}{% endmacro %}{{ f(60) }}",
        NESTED + "{{ ns.x }}",
        NESTED + "{{ ns.x|tojson }}",
    ],
)
def test_a_bomb_of_time_ends_at_the_limit(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.prompt.template.TIME_LIMIT_SECONDS", 0.2)
    started_s = time.thread_time()
    with pytest.raises(TemplateFailed, match=r"takes too long|too much text"):
        render(source)
    assert time.thread_time() - started_s < TIME_LIMIT_SECONDS


@pytest.mark.parametrize(
    ("source", "settings", "expected"),
    [
        ("{{ '%s has %d' % ('a', 3) }}", {}, "a has 3"),
        ("{{ '{:>4}'.format('a') }}", {}, "   a"),
        ("{{ [{'a': 1}, {'a': 2}]|join('-', attribute='a') }}", {}, "1-2"),
        ("{{ x|default(17000000000) }}", {}, "17000000000"),
        ("{{ 'a' ~ 1 ~ none }}", {}, "a1None"),
        ("{{ 'a\nb'|indent(2) }}", {}, "a\n  b"),
        ("{{ 'a.b'.replace('.', '-') }}{{ '-'.join(['a', 'b']|map('upper')) }}", {}, "a-bA-B"),
        ("{{ x[0].n }}", {"x": [{"n": 2}]}, "2"),
    ],
)
def test_ordinary_operations_are_left_alone(
    source: str, settings: dict[str, Any], expected: str
) -> None:
    assert render(source, **settings) == expected
