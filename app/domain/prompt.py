"""A branch of a conversation as the request that decides every token of the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import engine.types
from app.domain.conversation import Conversation, Message
from engine.types import Part, PromptRequest, Text, ToolResult


def prompt_request(
    conversation: Conversation, branch: Sequence[Message], *, continues: bool = False
) -> PromptRequest:
    """The system prompt, then `branch`; with `continues`, its last answer is gone on with.

    Answers in which nothing was written (failed, or stopped before the first word) are left out.
    """
    messages: list[engine.types.Message] = []
    if conversation.system_prompt.strip():
        system = (Text(conversation.system_prompt),)
        messages.append(engine.types.Message("system", system, key="system"))
    for message in branch:
        messages.extend(_rounds(message))
    return PromptRequest(messages=tuple(messages), clock=conversation.clock, continues=continues)


def _rounds(message: Message) -> list[engine.types.Message]:
    """A question as it is; an answer as one message per round, tool results between them."""
    if message.role == "user":
        return [engine.types.Message("user", message.parts, key=message.id)]
    return [
        _tool_results(message, tuple(parts)) if index is None else _round(message, index, parts)
        for index, parts in groupby(message.parts, lambda part: _round_index(message, part))
    ]


def _round_index(message: Message, part: Part) -> int | None:
    """The round that wrote a part, None for tool results; unfinished parts are of the last one."""
    if isinstance(part, ToolResult):
        return None
    return part.written.round if part.written else max(len(message.rounds) - 1, 0)


def _round(message: Message, index: int, parts: Iterable[Part]) -> engine.types.Message:
    sampled = message.rounds[index] if index < len(message.rounds) else None
    return engine.types.Message("assistant", tuple(parts), sampled, message.id)


def _tool_results(message: Message, parts: tuple[Part, ...]) -> engine.types.Message:
    return engine.types.Message("tool", parts, key=message.id)
