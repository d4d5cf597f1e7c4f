"""What a tool card says in its header: what is called on what, and how it goes."""

from __future__ import annotations

import json
import re

from PySide6.QtGui import QColor

from app.domain.tool_calls import CallState
from app.ui.theme import Theme
from app.ui.transcript.rows_fields import Field
from app.ui.transcript.tool_results import parsed_json
from engine.types import ToolCall, ToolResult

WORTH_COUNTING = 200
"""Characters of arguments from which on a card says how many were written."""
ONE_LINE = 60
"""Characters of a value up to which it is not spread over several lines."""

_STATES: dict[CallState, str] = {
    "needs_approval": "Needs approval",
    "waiting": "Not run",
    "failed": "Failed",
    "denied": "Denied",
    "cancelled": "Cancelled",
}


def title_of(call: ToolCall) -> str:
    """What is called on what: "Calculator · 12.5 + 30"."""
    words = re.sub(r"[_\W]+", " ", call.name).strip() or "Tool"
    name = words[0].upper() + words[1:]
    arguments = parsed_json(call.arguments)
    values = list(arguments.values()) if isinstance(arguments, dict) else []
    target = values[0] if values else ""
    if not isinstance(target, str | int | float) or not str(target).strip():
        return name
    return f"{name} · {' '.join(str(target)[:200].split())}"


def state_text(
    state: CallState, call: ToolCall, result: ToolResult | None, running_s: float
) -> str:
    """`running_s` is for how long it runs."""
    match state:
        case "done":
            assert result is not None
            return f"Done · {result.seconds:.1f} s"
        case "running":
            return f"Running… {int(running_s)} s" if running_s >= 1 else "Running…"
        case "writing" if len(call.arguments) > WORTH_COUNTING:
            return f"Writing… {len(call.arguments):,} characters"
        case "writing":
            return "Writing…"
    return _STATES[state]


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
    values = parsed_json(arguments)
    if not isinstance(values, dict):
        return None
    return tuple((name, _value(value)) for name, value in values.items())


def readable(arguments: str) -> str:
    """JSON with indentation; what is none yet or never will be is shown as it is."""
    values = parsed_json(arguments)
    return arguments if values is None else json.dumps(values, indent=2, ensure_ascii=False)


def _value(value: object) -> str:
    if isinstance(value, str):
        return value
    short = json.dumps(value, ensure_ascii=False)
    return short if len(short) <= ONE_LINE else json.dumps(value, indent=2, ensure_ascii=False)
