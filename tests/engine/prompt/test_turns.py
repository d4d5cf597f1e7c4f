"""Messages become the dicts templates take."""

from __future__ import annotations

from typing import Any

import pytest

from engine.prompt.literal import Literals
from engine.prompt.marks import Marks
from engine.prompt.turns import decode_arguments, to_dicts
from engine.types import Message, Reasoning, Text, ToolCall, ToolResult
from tests.engine.prompt.templates import render

PAIRS = "{% for c in x %}{% for k, v in c.arguments|items %}{{ k }}={{ v }}{% endfor %}{% endfor %}"
PRINTS = '{% for c in x %}"arguments": {{ c.arguments|tojson }}{% endfor %}'


def dicts(*messages: Message) -> list[dict[str, Any]]:
    return to_dicts(messages, Marks(Literals((), nonce="7"), nonce="7", roles=()))


@pytest.mark.parametrize(
    ("arguments", "pairs", "printed"),
    [
        ('{"city": "Oslo"}', "city=Oslo", '"arguments": {"city": "Oslo"}'),
        ("", "", '"arguments": {}'),
        ("null", "", '"arguments": {}'),
        ("[1]", "arguments=[1]", '"arguments": "[1]"'),
        ("{bad", "arguments={bad", '"arguments": "{bad"'),
    ],
)
def test_arguments_are_objects_where_they_can_be(arguments: str, pairs: str, printed: str) -> None:
    call = {"arguments": decode_arguments(arguments)}
    assert render(PAIRS, x=[call]) == pairs
    assert render(PRINTS, x=[call]) == printed


def test_a_tool_round_as_dicts() -> None:
    call = ToolCall("c1", "clock", '{"city": "Oslo"}')
    found = dicts(
        Message("assistant", (Reasoning("Ask."), Text("One moment."), call)),
        Message("tool", (ToolResult("c1", "clock", "14:05"), ToolResult("c2", "f", "ok"))),
    )
    assert found == [
        {
            "role": "assistant",
            "content": "One moment.",
            "reasoning_content": "Ask.",
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "clock", "arguments": {"city": "Oslo"}},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "name": "clock", "content": "14:05"},
        {"role": "tool", "tool_call_id": "c2", "name": "f", "content": "ok"},
    ]


def test_text_parts_join_and_answers_keep_their_segments_apart() -> None:
    user, answer = dicts(
        Message("user", (Text("Read this: "), Text("42"))),
        Message("assistant", (Text("One."), Reasoning("r"), Text("Two."))),
    )
    assert (user["content"], answer["content"]) == ("Read this: 42", "One.\n\nTwo.")


def test_empty_answers_are_left_out() -> None:
    hello = Message("user", (Text("hi"),))
    assert dicts(hello, Message("assistant", (Text(" \n"),)), Message("assistant", ())) == [
        {"role": "user", "content": "hi"}
    ]
