"""Models that call the same tool with the same arguments again and again, and how that ends.

call, result │ same call, result and `KNOWN` │ same call, result and `KNOWN` │ words
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from app.domain.tool_calls import CANCELLED, by_round, results_by_call
from engine.types import Part, ToolCall, ToolResult

KNOWN = (
    "You already know this result. Do not call the tool again; answer the question in a sentence."
)
FAILED_BEFORE = "This call failed before. Do not make it again as it is."
MOST_REPEATS = 2
"""After so many the model has to answer in words."""


def known_result(parts: Sequence[Part], call: ToolCall) -> ToolResult | None:
    """The result for a call of the last round that an earlier round has already, and a sentence
    that says so; None when the call is a new one."""
    earlier = [part for round in by_round(parts)[:-1] for part in round]
    for position, result in reversed(results_by_call(earlier).items()):
        asked = earlier[position]
        assert isinstance(asked, ToolCall), "results are kept by the position of a call"
        if _says(asked) == _says(call) and result.text != CANCELLED:
            return _repeated(result, call.call_id)
    return None


def must_answer(parts: Sequence[Part]) -> bool:
    """Whether the model has repeated itself so often that it may call nothing more."""
    repeats = [part for part in parts if isinstance(part, ToolResult) and _is_repeated(part)]
    return len(repeats) >= MOST_REPEATS


def _repeated(result: ToolResult, call_id: str) -> ToolResult:
    sentence = FAILED_BEFORE if result.is_error else KNOWN
    text = result.text if _is_repeated(result) else f"{result.text}\n{sentence}"
    return replace(result, call_id=call_id, text=text, seconds=0.0)


def _is_repeated(result: ToolResult) -> bool:
    return result.text.endswith((KNOWN, FAILED_BEFORE))


def _says(call: ToolCall) -> tuple[str, str]:
    """What is called on what, however its JSON is laid out."""
    try:
        return call.name, json.dumps(json.loads(call.arguments or "{}"), sort_keys=True)
    except (ValueError, RecursionError):
        return call.name, call.arguments
