"""What a chat template can do with roles and contents, found by rendering small conversations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

_FIRST, _SECOND, _THIRD = "quartz-one", "quartz-two", "quartz-three"
_KEY = "quartz"
_ARGUMENTS_TEXT = f'{{"{_KEY}": "{_SECOND}"}}'

REASONING_KEYS = ("reasoning_content", "reasoning", "thinking", "thought")
Turn = dict[str, Any]
Attempt = Callable[[list[Turn]], str | None]
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
    reasoning_beside_content: bool = True
    empty_content_beside_calls: bool = True
    object_arguments: bool = True
    any_call_id: bool = True
    calls_at_once: bool = True


def probe(source: str, attempt: Attempt) -> Traits:
    """Try the template on conversations of one to three short messages."""
    question = _say("user", _FIRST)
    plain = attempt([question])
    if plain is None:
        return Traits()
    text_content = _FIRST in plain or not _shows(attempt, [_as_parts(question)], _FIRST)
    if not text_content:
        return replace(_probe(source, _in_parts(attempt)), text_content=False)
    return _probe(source, attempt)


def _probe(source: str, attempt: Attempt) -> Traits:
    def shows(*messages: Turn) -> bool:
        return _shows(attempt, list(messages), *(message["content"] for message in messages))

    question, second = _say("user", _FIRST), _say("user", _SECOND)
    answer = _say("assistant", _SECOND)
    reasoning_key = _reasoning_key(source, attempt)
    system = shows(_say("system", _SECOND), question)
    systems = (_say("system", _SECOND), _say("system", _THIRD))
    plain = Traits(
        system=system,
        developer="developer" in source and shows(_say("developer", _SECOND), question),
        several_systems=system and shows(*systems, question),
        same_role_twice=shows(question, second)
        and shows(question, answer, _say("assistant", _THIRD)),
        assistant_first=shows(answer, question),
        reasoning_key=reasoning_key,
        reasoning_beside_content=not _takes_reasoning_part(source, attempt, reasoning_key),
    )
    return _with_calls(plain, attempt)


def _with_calls(plain: Traits, attempt: Attempt) -> Traits:
    """With what can be told by calling a tool."""
    content, arguments = _call_form(attempt)
    call, other = _call(arguments), _call(arguments, id="call00002")
    reasoned = _round(_SECOND, call)
    reasoned[1][plain.reasoning_key] = _THIRD
    has_usual_key = plain.reasoning_key == REASONING_KEYS[0]
    takes_calls = attempt(_round(content, call)) is not None

    def takes(*calls: Turn) -> bool:
        return not takes_calls or attempt(_round(content, *calls)) is not None

    return replace(
        plain,
        reasoning_beside_text_and_calls=has_usual_key or attempt(reasoned[:2]) is not None,
        empty_content_beside_calls=content is not None,
        object_arguments=isinstance(arguments, dict),
        any_call_id=takes(_call(arguments, id="call_1")),
        calls_at_once=takes(call, other),
    )


def _reasoning_key(source: str, attempt: Attempt) -> str:
    """Under which name the template looks for the reasoning of an answer or a call."""
    for key in REASONING_KEYS:
        reasoned = {"role": "assistant", "content": "", key: _SECOND}
        called = reasoned | {"tool_calls": [_call({})]}
        answered = reasoned | {"content": _THIRD}
        for message in (called, answered) if key in source else ():
            if _shows(attempt, [_say("user", _FIRST), message], _SECOND):
                return key
    return REASONING_KEYS[0]


def _takes_reasoning_part(source: str, attempt: Attempt, key: str) -> bool:
    """Whether reasoning is printed as a part of the content, and under no key of its own."""
    if "thinking" not in source or key in source:
        return False
    parts = [{"type": "thinking", "thinking": _SECOND}, {"type": "text", "text": _THIRD}]
    answer = {"role": "assistant", "content": parts}
    rendered = attempt([_say("user", _FIRST), answer]) or ""
    is_spelled_out = '"type"' in rendered or "'type'" in rendered
    return _SECOND in rendered and _THIRD in rendered and not is_spelled_out


def _call_form(attempt: Attempt) -> tuple[str | None, Any]:
    """The content beside calls, and the arguments, of which the template makes JSON or tags."""
    for content, arguments in product(("", None), ({_KEY: _SECOND}, _ARGUMENTS_TEXT)):
        rendered = attempt(_round(content, _call(arguments)))
        spells_as_python = rendered is not None and f"{{'{_KEY}'" in rendered
        if rendered is not None and _SECOND in rendered and not spells_as_python:
            return content, arguments
    return "", {_KEY: _SECOND}


def _round(content: str | None, *calls: Turn) -> list[Turn]:
    """A question, the calls of its answer, and their results."""
    results = [_say("tool", _FIRST) | {"tool_call_id": one["id"], "name": _KEY} for one in calls]
    called = {"role": "assistant", "content": content, "tool_calls": list(calls)}
    return [_say("user", _FIRST), called, *results]


def _call(arguments: Any, *, id: str = "call00001") -> Turn:
    return {"id": id, "type": "function", "function": {"name": _KEY, "arguments": arguments}}


def _in_parts(attempt: Attempt) -> Attempt:
    return lambda messages: attempt([_as_parts(message) for message in messages])


def _shows(attempt: Attempt, messages: list[Turn], *expected: str) -> bool:
    rendered = attempt(messages)
    return rendered is not None and all(text in rendered for text in expected)


def _say(role: str, text: str) -> Turn:
    return {"role": role, "content": text}


def _as_parts(message: Turn) -> Turn:
    if not isinstance(message["content"], str):
        return message
    return message | {"content": [{"type": "text", "text": message["content"]}]}
