"""OpenAI's chat-completions messages as messages of ours."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, get_args

from engine.errors import BadRequest
from engine.types import Message, Part, Reasoning, Role, Text, ToolCall, ToolResult

_ROLES: tuple[Role, ...] = get_args(Role)
_ALIASES: dict[str, Role] = {"function": "tool"}


def from_openai(messages: Sequence[dict[str, Any]]) -> tuple[Message, ...]:
    """Read decoded JSON; each message's key is its position. Raises BadRequest."""
    if not isinstance(messages, (list, tuple)):
        raise BadRequest("The messages must be a list of objects with role and content.")
    if not messages:
        raise BadRequest("There is no message to answer: the list of messages is empty.")
    names: dict[str, str] = {}
    return tuple(_message(one, index, names) for index, one in enumerate(messages))


def _message(value: Any, index: int, names: dict[str, str]) -> Message:
    """`names` maps call ids seen so far to their tool; the calls of this message are added."""
    if not isinstance(value, dict):
        raise BadRequest(f"Message {index} is not an object with role and content.")
    role = _role(value.get("role"), index)
    parts: tuple[Part, ...]
    if role == "tool":
        parts = (_result(value, index, names),)
    elif role == "assistant":
        calls = _calls(value, index)
        names.update((call.call_id, call.name) for call in calls)
        parts = (*_reasoning(value, index), *_texts(value.get("content"), index), *calls)
    else:
        parts = _texts(value.get("content"), index)
    return Message(role, parts, key=str(index))


def _role(name: Any, index: int) -> Role:
    for role in _ROLES:
        if name == role:
            return role
    if isinstance(name, str) and name in _ALIASES:
        return _ALIASES[name]
    known = ", ".join(_ROLES)
    raise BadRequest(f"Message {index} has the unknown role {name!r}; use one of {known}.")


def _texts(content: Any, index: int) -> tuple[Text, ...]:
    if content is None:
        return ()
    if isinstance(content, str):
        return (Text(content),) if content else ()
    if isinstance(content, list):
        return tuple(Text(_text_of_part(part, index)) for part in content)
    raise BadRequest(
        f"The content of message {index} must be text, null or a list of parts, "
        f"not {type(content).__name__}."
    )


def _text_of_part(part: Any, index: int) -> str:
    if isinstance(part, str):
        return part
    kind = part.get("type") if isinstance(part, dict) else None
    if not isinstance(kind, str):
        raise BadRequest(f"A content part of message {index} is not an object with a type.")
    if kind not in ("text", "input_text", "output_text"):
        raise BadRequest(
            f"Message {index} has a content part of type {kind!r}; this model reads text only."
        )
    return _string(part.get("text"), f"The text of a content part of message {index}")


def _reasoning(value: dict[str, Any], index: int) -> tuple[Reasoning, ...]:
    given = value.get("reasoning_content") or value.get("reasoning")
    if not given:
        return ()
    return (Reasoning(_string(given, f"The reasoning of message {index}")),)


def _calls(value: dict[str, Any], index: int) -> tuple[ToolCall, ...]:
    given = value.get("tool_calls")
    if given is None:
        return ()
    if not isinstance(given, list):
        raise BadRequest(f"The tool_calls of message {index} must be a list.")
    return tuple(_call(call, index) for call in given)


def _call(call: Any, index: int) -> ToolCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict):
        raise BadRequest(f"A tool call of message {index} has no function object.")
    arguments = function.get("arguments")
    if not isinstance(arguments, str):
        arguments = "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
    name = _string(function.get("name"), f"The name of a tool call of message {index}")
    call_id = _string(call.get("id") or "", f"The id of a tool call of message {index}")
    return ToolCall(call_id, name, arguments)


def _result(value: dict[str, Any], index: int, names: dict[str, str]) -> ToolResult:
    call_id = _string(value.get("tool_call_id") or "", f"The tool_call_id of message {index}")
    name = _string(value.get("name") or names.get(call_id, ""), f"The name of message {index}")
    text = "".join(part.text for part in _texts(value.get("content"), index))
    return ToolResult(call_id, name, text)


def _string(value: Any, what: str) -> str:
    if isinstance(value, str):
        return value
    raise BadRequest(f"{what} must be text, not {type(value).__name__}.")
