"""What a chat template can do with roles and contents, found by rendering small conversations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

_FIRST, _SECOND, _THIRD = "quartz-one", "quartz-two", "quartz-three"

REASONING_KEYS = ("reasoning_content", "reasoning", "thinking", "thought")
_CALL = {"id": "call00001", "type": "function", "function": {"name": "quartz", "arguments": {}}}

Attempt = Callable[[list[dict[str, Any]]], str | None]
"""Renders messages; None when the template refuses them."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What needs no adaptation. A template that cannot even render one question has them all:
    its own error is then the best there is to say."""

    system: bool = True
    developer: bool = True
    several_systems: bool = True
    same_role_twice: bool = True
    assistant_first: bool = True
    text_content: bool = True
    reasoning_key: str = "reasoning_content"
    reasoning_beside_text_and_calls: bool = True


def probe(source: str, attempt: Attempt) -> Traits:
    """Try the template on conversations of one to three short messages."""
    question = _say("user", _FIRST)
    plain = attempt([question])
    if plain is None:
        return Traits()
    text_content = _FIRST in plain or not _shows(attempt, [_as_parts(question)], _FIRST)

    def shows(*messages: dict[str, Any]) -> bool:
        tried = list(messages) if text_content else [_as_parts(message) for message in messages]
        return _shows(attempt, tried, *(message["content"] for message in messages))

    reasoning_key = _reasoning_key(source, attempt)
    answer, second = _say("assistant", _SECOND), _say("user", _SECOND)
    system = shows(_say("system", _SECOND), question)
    systems = (_say("system", _SECOND), _say("system", _THIRD))
    return Traits(
        system=system,
        developer="developer" in source and shows(_say("developer", _SECOND), question),
        several_systems=system and shows(*systems, question),
        same_role_twice=shows(question, second)
        and shows(question, answer, _say("assistant", _THIRD)),
        assistant_first=shows(answer, question),
        text_content=text_content,
        reasoning_key=reasoning_key,
        reasoning_beside_text_and_calls=reasoning_key == REASONING_KEYS[0]
        or attempt([question, answer | {reasoning_key: _THIRD, "tool_calls": [_CALL]}]) is not None,
    )


def _reasoning_key(source: str, attempt: Attempt) -> str:
    """Under which name the template looks for the reasoning of an answer or a call."""
    for key in REASONING_KEYS:
        reasoned = {"role": "assistant", "content": "", key: _SECOND}
        called = reasoned | {"tool_calls": [_CALL]}
        answered = reasoned | {"content": _THIRD}
        for message in (called, answered) if key in source else ():
            if _shows(attempt, [_say("user", _FIRST), message], _SECOND):
                return key
    return REASONING_KEYS[0]


def _shows(attempt: Attempt, messages: list[dict[str, Any]], *expected: str) -> bool:
    rendered = attempt(messages)
    return rendered is not None and all(text in rendered for text in expected)


def _say(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


def _as_parts(message: dict[str, Any]) -> dict[str, Any]:
    return message | {"content": [{"type": "text", "text": message["content"]}]}
