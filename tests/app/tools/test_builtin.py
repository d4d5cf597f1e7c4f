"""The calculator and the clock, and what is checked before a tool runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.domain.preferences import PreferencesFile
from app.tools.arithmetic import TOO_LARGE, CannotCompute, compute
from app.tools.builtin import BuiltinTools
from app.tools.checking import problem_with
from app.tools.offered import OfferedTools
from engine.types import ToolCall, ToolResult


def tools() -> BuiltinTools:
    return BuiltinTools(lambda: datetime(2026, 8, 22, 14, 3, 5, 9, tzinfo=UTC))


def run(name: str, arguments: str) -> ToolResult:
    results: list[ToolResult] = []
    tools().run(ToolCall("a", name, arguments), results.append)
    (result,) = results
    return result


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("12.5 + 30", "42.5"),
        ("0.1 + 0.2", "0.3"),
        ("2 * (3 + 4)", "14"),
        ("-2 ** 2", "-4"),
        ("7 // 2 + 7 % 4 - +1", "5"),
        ("1 / 4", "0.25"),
        ("2 ** 100", "1267650600228229401496703205376"),
        ("2 ** -1", "0.5"),
        ("1e3 * 2", "2000"),
        (" 1 ", "1"),
    ],
)
def test_arithmetic(expression: str, value: str) -> None:
    assert compute(expression) == value


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("1 +", "'1 +' is no arithmetic expression."),
        ("", "'' is no arithmetic expression."),
        ("1 / 0", "The expression divides by zero."),
        ("9 ** 9 ** 9", "Exponents larger than 1000 are not computed."),
        ("(2 ** 1000) ** 900", TOO_LARGE),
        ("1e308 * 10", TOO_LARGE),
        ("10.0 ** 400", TOO_LARGE),
        ("(-1) ** 0.5", "A root of a negative number is no real number."),
        ("1 + " * 60 + "1", "The expression has more than 200 characters."),
        ("(" * 100 + ")" * 99, f"{'(' * 100 + ')' * 99!r} is no arithmetic expression."),
    ],
)
def test_what_cannot_be_computed_is_said(expression: str, said: str) -> None:
    with pytest.raises(CannotCompute) as raised:
        compute(expression)
    assert str(raised.value) == said


@pytest.mark.parametrize(
    "expression", ["__import__('os')", "x", "'a' * 9", "True + 1", "1j", "[1]", "1 < 2", "~1"]
)
def test_only_arithmetic_is_computed(expression: str) -> None:
    with pytest.raises(CannotCompute, match="Only numbers"):
        compute(expression)


def test_the_calculator_answers_with_the_value_or_the_reason() -> None:
    assert run("calculator", '{"expression": "12.5 + 30"}') == ToolResult("a", "calculator", "42.5")
    assert run("calculator", '{"expression": "1/0"}').is_error


def test_the_clock_tells_time_zone_and_day() -> None:
    assert run("clock", "").text == "2026-08-22T14:03:05+00:00 (Saturday)"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (ToolCall("a", "clock", ""), None),
        (ToolCall("a", "clock", "{}"), None),
        (ToolCall("a", "calculator", '{"expression": "1"}'), None),
        (
            ToolCall("a", "tides", "{}"),
            "There is no tool named tides. The tools are: calculator, clock.",
        ),
        (
            ToolCall("a", "calculator", '{"expression": 1}'),
            "The arguments do not fit the tool at ['expression']: 1 is not of type 'string'.",
        ),
        (
            ToolCall("a", "clock", "[" * 100_000),
            "The arguments are no JSON object: they are nested too deeply. Call the tool again "
            "with valid JSON.",
        ),
    ],
)
def test_a_call_is_checked_before_it_runs(call: ToolCall, problem: str | None) -> None:
    assert problem_with(call, tools().definitions()) == problem


def test_without_tools_every_name_is_unknown(tmp_path: Path) -> None:
    offered = OfferedTools(tools(), PreferencesFile(tmp_path / "preferences.json"))

    problem = problem_with(ToolCall("a", "clock", ""), offered.definitions())

    assert problem == "There is no tool named clock. No tools are offered now."


def test_both_only_read_and_others_are_not_known_to(tmp_path: Path) -> None:
    """What a host does not know to be harmless is asked about until it is allowed for good."""
    file = PreferencesFile(tmp_path / "preferences.json")
    offered = OfferedTools(tools(), file)

    assert [offered.runs_unasked(name) for name in ("calculator", "clock", "diary")] == [
        True,
        True,
        False,
    ]
    offered.allow_always("diary")
    offered.allow_always("diary")
    assert offered.runs_unasked("diary")
    assert file.current.tools_always_allowed == ("diary",)
