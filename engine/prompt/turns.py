"""Messages as the dicts chat templates take, their parts marked and their literals masked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.prompt.marks import Marks
from engine.prompt.rendering import Place
from engine.types import Message, Reasoning, Role, Text, ToolCall, ToolResult

BLANK_LINE = "\n\n"


class UnparsedArguments(str):
    """Arguments that are no JSON object: text, even to templates that walk through pairs."""

    __slots__ = ()

    def items(self) -> list[tuple[str, str]]:
        return [("arguments", str(self))]


def to_dicts(messages: Sequence[Message], marks: Marks) -> list[dict[str, Any]]:
    """One dict per turn, and one per tool result; answers with nothing in them are left out."""
    dicts: list[dict[str, Any]] = []
    for index, message in enumerate(messages):
        if message.role == "tool":
            dicts += _results(message, index, marks)
        else:
            dicts.append(_turn(message, index, marks))
    return [one for one in dicts if not _is_empty_answer(one)]


def decode_arguments(text: str) -> Any:
    """The object a call's arguments stand for; what is no object stays text."""
    try:
        value = json.loads(text) if text.strip() else None
    except (ValueError, RecursionError):
        return UnparsedArguments(text)
    if value is None:
        return {}
    return value if isinstance(value, dict) else UnparsedArguments(text)


def _turn(message: Message, index: int, marks: Marks) -> dict[str, Any]:
    joint = BLANK_LINE if message.role == "assistant" else ""
    turn: dict[str, Any] = {
        "role": message.role,
        "content": _joined(message, index, Text, joint, marks),
    }
    if reasoning := _joined(message, index, Reasoning, BLANK_LINE, marks):
        turn["reasoning_content"] = reasoning
    calls = [
        _call(part, Place(index, position), marks)
        for position, part in enumerate(message.parts)
        if isinstance(part, ToolCall)
    ]
    if calls:
        turn["tool_calls"] = calls
    return turn


def _joined(
    message: Message, index: int, kind: type[Text] | type[Reasoning], joint: str, marks: Marks
) -> str:
    return joint.join(
        marks.part(part.text, Place(index, position), message.role)
        for position, part in enumerate(message.parts)
        if isinstance(part, kind)
    )


def _call(call: ToolCall, place: Place, marks: Marks) -> dict[str, Any]:
    arguments = decode_arguments(call.arguments)
    masked = marks.data(arguments)
    is_text = isinstance(arguments, UnparsedArguments)
    function = {
        "name": marks.name(call.name, place),
        "arguments": UnparsedArguments(masked) if is_text else masked,
    }
    return {"id": marks.data(call.call_id), "type": "function", "function": function}


def _results(message: Message, index: int, marks: Marks) -> list[dict[str, Any]]:
    role: Role = "tool"
    return [
        {
            "role": role,
            "tool_call_id": marks.data(part.call_id),
            "name": marks.data(part.name),
            "content": marks.part(part.text, Place(index, position), role),
        }
        for position, part in enumerate(message.parts)
        if isinstance(part, ToolResult)
    ]


def _is_empty_answer(turn: dict[str, Any]) -> bool:
    has_more = "reasoning_content" in turn or "tool_calls" in turn
    return turn["role"] == "assistant" and not turn["content"].strip() and not has_more
