"""Conversations of every shape: what users and tools say, and what the model is to answer."""

from __future__ import annotations

from engine.types import Message, Part, Reasoning, Text, ToolCall, ToolResult
from tests.engine.prompt.simulated import ARGUMENTS, Answer

Step = Message | Answer


def asks(number: int) -> Message:
    return Message("user", (Text(f"Question {number}?"),))


def reasons(number: int) -> Reasoning:
    return Reasoning(f"Let me reason on the {number}")


def says(number: int) -> Text:
    return Text(f"The weather on the {number}")


def calls(number: int) -> ToolCall:
    return ToolCall(f"call0000{number}", "get_weather", ARGUMENTS)


def returns(*numbers: int) -> Message:
    results: tuple[Part, ...] = tuple(
        ToolResult(f"call0000{number}", "get_weather", f"sunny the {number}") for number in numbers
    )
    return Message("tool", results)


def answers(*parts: Part) -> Answer:
    return Answer(parts)


CONVERSATIONS: dict[str, tuple[Step, ...]] = {
    "text": (asks(1), answers(says(1)), asks(2), answers(says(2)), asks(3)),
    "system": (
        *(Message("system", (Text("Be brief."),)), asks(1), answers(says(1))),
        *(asks(2), answers(says(2)), asks(3)),
    ),
    "cut off": (
        *(asks(1), Answer((says(1),), "length"), asks(2), Answer((says(2),), "stopped")),
        *(asks(3), Answer((reasons(4), says(4)), "stop_string"), asks(4)),
    ),
    "reasoning": (
        *(asks(1), answers(reasons(1), says(1)), asks(2), answers(reasons(2), says(2))),
        *(asks(3), answers(says(3)), asks(4)),
    ),
    "call": (
        *(asks(1), answers(calls(1)), returns(1), answers(says(2)), asks(2)),
        *(answers(says(3)), asks(3)),
    ),
    "text and call": (
        *(asks(1), answers(says(1), calls(1)), returns(1), answers(says(2)), asks(2)),
        *(answers(says(3)), asks(3)),
    ),
    "reasoning and call": (
        *(asks(1), answers(reasons(1), calls(1)), returns(1), answers(reasons(2), says(2))),
        *(asks(2), answers(says(3)), asks(3)),
    ),
    "reasoning, text and call": (
        *(asks(1), answers(reasons(1), says(1), calls(1)), returns(1), answers(says(2))),
        *(asks(2), answers(says(3)), asks(3)),
    ),
    "two calls at once": (
        *(asks(1), answers(says(1), calls(1), calls(2)), returns(1, 2)),
        *(answers(says(2)), asks(2)),
    ),
    "rounds of calls": (
        *(asks(1), answers(reasons(1), calls(1)), returns(1), answers(reasons(2), calls(2))),
        *(returns(2), answers(reasons(3), says(3)), asks(2), answers(reasons(4), says(4))),
        asks(3),
    ),
}
