"""Conversations as the dicts templates take: fixed ones for what families differ in, and random."""

from __future__ import annotations

from random import Random
from typing import Any

Turn = dict[str, Any]

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "find_tide",
            "description": "High water at a port <ASCII & ünïcode>, e.g. 'Bergen'",
            "parameters": {
                "type": "object",
                "properties": {
                    "port": {"type": "string", "description": "Its name", "default": "Oslo"},
                    "days": {"type": ["integer", "null"], "minimum": 1},
                    "units": {"type": "string", "enum": ["m", "ft"]},
                    "near": {
                        "type": "object",
                        "properties": {"lat": {"type": "number"}},
                        "required": ["lat"],
                        "additionalProperties": False,
                    },
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["port"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "clock",
            "description": "",
            "parameters": {"type": "object", "properties": {}},
        },
    },
]

_WORDS: tuple[str, ...] = (
    "tide",
    "高潮",
    "🙂🌊",
    "<b>&amp;</b>",
    "it's",
    '"quoted"',
    "line\nbreak",
    "  spaces  ",
)
_WORDS += ("</think>", "{{ braces }}", "{% raw %}", "", "\t", "ÆØÅ", "\\n", "[INST]")
_VALUES = ("Bergen", "東京 🙂", 3, -0.5, True, None, ["a", {"b": "<c>"}], {"lat": 60.4}, "it's \n")


def say(role: str, content: Any, **more: Any) -> Turn:
    return {"role": role, "content": content, **more}


def reasoned(turn: Turn, reasoning: str) -> Turn:
    """With its reasoning under both names that `transformers` gives it, in its order."""
    return {"thinking": reasoning, **turn, "reasoning_content": reasoning}


def call(arguments: Any, *, id: str = "call00001", name: str = "find_tide") -> Turn:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def result(content: Any, *, id: str = "call00001", name: str = "find_tide") -> Turn:
    return {"role": "tool", "tool_call_id": id, "name": name, "content": content}


_CALLS = [call({"port": "Bergen <&> 卑爾根", "days": 2, "near": {"lat": 60.4}, "tags": []})]
_ASKED = say("user", "When is high water?")
_ROUND = [
    _ASKED,
    say("assistant", "", tool_calls=_CALLS),
    result('{"time": "14:05", "note": "<ok> 🙂"}'),
]

FIXED: dict[str, list[Turn]] = {
    "question": [say("user", "Hi")],
    "system": [say("system", "Be <brief> & kind."), say("user", "Hi")],
    "developer": [say("developer", "Be brief."), say("user", "Hi")],
    "two systems": [say("system", "A"), say("system", "B"), say("user", "Hi")],
    "answered": [_ASKED, say("assistant", "At 14:05."), say("user", "  Thanks!  \n")],
    "unicode": [
        say("user", "高潮は何時？ 🙂\u2028"),
        say("assistant", "é & <b>"),
        say("user", "👍🏽"),
    ],
    "same role twice": [say("user", "a"), say("user", "b")],
    "answer first": [say("assistant", "Welcome."), say("user", "Hi")],
    "no messages": [],
    "parts": [say("user", [{"type": "text", "text": "Read "}, {"type": "text", "text": "42"}])],
    "no content": [_ASKED, say("assistant", None), say("user", "?")],
    "reasoned": [_ASKED, reasoned(say("assistant", "Soon."), "Let me see.\n\n"), say("user", "?")],
    "thinks in its text": [
        _ASKED,
        say("assistant", "<think>\nHm.\n</think>\n\nSoon."),
        say("user", "?"),
    ],
    "called": _ROUND,
    "called without content": [_ASKED, say("assistant", None, tool_calls=_CALLS), result("1")],
    "called with text": [_ASKED, say("assistant", "I look.", tool_calls=_CALLS), result("1")],
    "arguments as text": [
        _ASKED,
        say("assistant", "", tool_calls=[call('{"port": "Bergen"}')]),
        result("1"),
    ],
    "two calls": [
        _ASKED,
        say("assistant", "", tool_calls=[*_CALLS, call({}, id="call00002", name="clock")]),
        result("1"),
        result("2", id="call00002", name="clock"),
        say("assistant", "At 14:05."),
        say("user", "?"),
    ],
    "interleaved": [
        say("system", "S"),
        _ASKED,
        reasoned(say("assistant", "", tool_calls=_CALLS), "First."),
        result("1"),
        reasoned(say("assistant", "", tool_calls=[call({}, id="functions.clock:1")]), "Second."),
        result("2", id="functions.clock:1"),
        reasoned(say("assistant", "At 14:05."), "Third."),
        say("user", "?"),
    ],
    "result in parts": [*_ROUND[:2], result([{"type": "text", "text": "42"}])],
    "unknown role": [say("narrator", "Once upon a time"), say("user", "Hi")],
}


def random_chat(random: Random) -> list[Turn]:
    """One to three questions, each with up to two tool rounds and perhaps an answer."""
    turns = [say(random.choice(("system", "developer")), _text(random))] if _often(random) else []
    for _ in range(random.randint(1, 3)):
        turns.append(say("user", _content(random)))
        for _ in range(random.choice((0, 0, 1, 2))):
            turns += _tool_round(random)
        if _often(random):
            turns.append(_maybe_reasoned(say("assistant", _text(random)), random))
    return turns


def _tool_round(random: Random) -> list[Turn]:
    ids = [f"call{random.randrange(10**5):05}" for _ in range(random.choice((1, 1, 2)))]
    calls = [call(_arguments(random), id=id) for id in ids]
    content = random.choice(("", None, _text(random)))
    turn = say("assistant", content, tool_calls=calls)
    return [_maybe_reasoned(turn, random), *(result(_text(random), id=id) for id in ids)]


def _arguments(random: Random) -> dict[str, Any]:
    names = random.sample(["port", "days", "near", "tags", "ключ", "<k>"], random.randint(0, 4))
    return {name: random.choice(_VALUES) for name in names}


def _maybe_reasoned(turn: Turn, random: Random) -> Turn:
    return reasoned(turn, _text(random)) if _often(random) else turn


def _content(random: Random) -> Any:
    if random.random() < 0.1:
        return [{"type": "text", "text": _text(random)} for _ in range(random.randint(1, 2))]
    return _text(random)


def _text(random: Random) -> str:
    joint = random.choice((" ", "\n", ""))
    return joint.join(random.choice(_WORDS) for _ in range(random.randint(1, 5)))


def _often(random: Random) -> bool:
    return random.random() < 0.6
