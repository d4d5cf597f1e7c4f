"""What a tool card says in its header: what is called on what, and how it goes."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from app.domain.tool_calls import CallState
from app.ui.language import mark, number, tr
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.transcript.rows_fields import Field
    from engine.types import ToolCall, ToolResult

WORTH_COUNTING = 200
_WORTH_TELLING_SECONDS = 0.05
"""Characters of arguments from which on a card says how many were written."""
ONE_LINE = 60
"""Characters of a value up to which it is not spread over several lines."""

_TITLES = {"calculator": mark("Calculator"), "clock": mark("Clock")}
"""Of the tools that come with the program; others are called what their name says."""
_STATES: dict[CallState, str] = {
    "needs_approval": mark("Needs approval"),
    "waiting": mark("Not run"),
    "failed": mark("Failed"),
    "denied": mark("Denied"),
    "cancelled": mark("Cancelled"),
}


def title_of(call: ToolCall) -> str:
    """What is called on what: "Calculator · 12.5 + 30"."""
    name = tool_title(call.name)
    arguments = _parsed(call.arguments)
    values = list(arguments.values()) if isinstance(arguments, dict) else []
    target = values[0] if values else ""
    if not isinstance(target, str | int | float) or not str(target).strip():
        return name
    return f"{name} · {' '.join(str(target)[:200].split())}"


def tool_title(name: str) -> str:
    if name in _TITLES:
        return tr(_TITLES[name])
    words = re.sub(r"[_\W]+", " ", name).strip() or tr("Tool")
    return words[0].upper() + words[1:]


def state_text(
    state: CallState, call: ToolCall, result: ToolResult | None, running_s: float
) -> str:
    """`running_s` is for how long it runs."""
    match state:
        case "done":
            assert result is not None
            if result.seconds < _WORTH_TELLING_SECONDS:
                return tr("Done")
            return tr("Done · {seconds} s", seconds=number(result.seconds, 1))
        case "running":
            if running_s < 1:
                return tr("Running…")
            return tr("Running… {seconds} s", seconds=int(running_s))
        case "writing" if len(call.arguments) > WORTH_COUNTING:
            count = number(len(call.arguments))
            return tr("Writing… {count} characters", count=count)
        case "writing":
            return tr("Writing…")
    return tr(_STATES[state])


def state_color(state: CallState, theme: Theme) -> QColor:
    match state:
        case "done":
            return theme.ok
        case "failed" | "denied":
            return theme.error
        case "needs_approval" | "running":
            return theme.warning
        case "writing":
            return theme.accent
    return theme.hint


def fields_of(arguments: str) -> tuple[Field, ...] | None:
    """Arguments as names with values; None when they are no JSON object (yet)."""
    values = _parsed(arguments)
    if not isinstance(values, dict):
        return None
    return tuple((name, _value(value)) for name, value in values.items())


def readable(arguments: str) -> str:
    """JSON with indentation; what is none yet or never will be is shown as it is."""
    values = _parsed(arguments)
    return arguments if values is None else json.dumps(values, indent=2, ensure_ascii=False)


def _value(value: object) -> str:
    if isinstance(value, str):
        return value
    short = json.dumps(value, ensure_ascii=False)
    return short if len(short) <= ONE_LINE else json.dumps(value, indent=2, ensure_ascii=False)


def _parsed(arguments: str) -> object:
    """Read by what shows results, which is imported with the first answer and not at the start."""
    from app.ui.transcript.tool_results import parsed_json

    return parsed_json(arguments)
