"""OpenAI messages come in as ours, or with a sentence about what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadRequest
from engine.prompt.messages import from_openai
from engine.types import Message, Reasoning, Text, ToolCall, ToolResult


def test_a_tool_round_is_read_whole() -> None:
    call = {"name": "clock", "arguments": '{"city": "Oslo"}'}
    found = from_openai(
        [
            {"role": "system", "content": "Be brief."},
            {
                "role": "user",
                "content": [{"type": "text", "text": "Time"}, {"type": "text", "text": "?"}],
            },
            {
                "role": "assistant",
                "content": None,
                "reasoning": "Ask.",
                "tool_calls": [{"id": "c1", "type": "function", "function": call}],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "14:05"},
            {"role": "assistant", "content": "It is 14:05.", "reasoning_content": "Easy."},
        ]
    )
    assert found == (
        Message("system", (Text("Be brief."),), key="0"),
        Message("user", (Text("Time"), Text("?")), key="1"),
        Message(
            "assistant", (Reasoning("Ask."), ToolCall("c1", "clock", '{"city": "Oslo"}')), key="2"
        ),
        Message("tool", (ToolResult("c1", "clock", "14:05"),), key="3"),
        Message("assistant", (Reasoning("Easy."), Text("It is 14:05.")), key="4"),
    )


def test_arguments_given_as_an_object_become_json_text() -> None:
    function = {"name": "f", "arguments": {"q": "é"}}
    (message,) = from_openai([{"role": "assistant", "tool_calls": [{"function": function}]}])
    assert message.parts == (ToolCall("", "f", '{"q": "é"}'),)


@pytest.mark.parametrize(
    ("messages", "sentence"),
    [
        ([], "no message to answer"),
        ({"role": "user"}, "must be a list"),
        (["hello"], "Message 0 is not an object"),
        ([{"role": "wizard", "content": "x"}], "unknown role 'wizard'"),
        ([{"content": "x"}], "unknown role None"),
        ([{"role": "user", "content": 7}], "must be text, null or a list of parts, not int"),
        ([{"role": "user", "content": [7]}], "not an object with a type"),
        ([{"role": "user", "content": [{"type": "text"}]}], "must be text, not NoneType"),
        (
            [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}],
            "'image_url'; this model reads text only",
        ),
        ([{"role": "assistant", "tool_calls": {}}], "must be a list"),
        ([{"role": "assistant", "tool_calls": [{}]}], "no function object"),
        ([{"role": "assistant", "tool_calls": [{"function": {}}]}], "The name of a tool call"),
        ([{"role": "assistant", "reasoning": 7}], "The reasoning of message 0 must be text"),
    ],
)
def test_malformed_messages_are_refused_with_a_sentence(messages: Any, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        from_openai(messages)
