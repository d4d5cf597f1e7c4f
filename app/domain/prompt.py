"""A branch of a conversation as the request that decides every token of the prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Literal

import engine.types
from app.domain.context import mark_of, seen
from app.domain.conversation import Conversation, Message
from engine.types import Part, PromptRequest, Text, ToolResult

ForecastKind = Literal["edit", "retry", "branch", "system_prompt", "clock"]
"""What a user may ask the cost of before doing it."""

SUMMARY_INSTRUCTION = (
    "Summarise our conversation so far, in its own language, so that it can be continued from the "
    "summary alone. Keep names, numbers, decisions and open questions. Write only the summary."
)
SUMMARY_HEADING = "Summary of the conversation so far:"
TITLE_INSTRUCTION = (
    "Write a title for our conversation, in its own language, of at most six words. "
    "Write only the title."
)
_NEXT_QUESTION = "…"


def prompt_request(
    conversation: Conversation, branch: Sequence[Message], *, continues: bool = False
) -> PromptRequest:
    """The system prompt, then what the model sees of `branch`.

    With `continues`, the last answer is gone on with. Answers in which nothing was written (failed,
    or stopped before the first word) are left out.
    """
    mark = mark_of(branch)
    messages = _system(conversation.system_prompt) + _summary(mark.summary if mark else "")
    for message in seen(branch):
        messages.extend(_rounds(message))
    return PromptRequest(messages=tuple(messages), clock=conversation.clock, continues=continues)


def summary_request(
    conversation: Conversation, forgotten: Sequence[Message], earlier: str
) -> PromptRequest:
    """Ask for a summary of messages that are about to be left out, and of an `earlier` summary."""
    messages = _system(conversation.system_prompt) + _summary(earlier)
    for message in forgotten:
        messages.extend(_rounds(message))
    messages.append(_instruction(SUMMARY_INSTRUCTION))
    return PromptRequest(messages=tuple(messages), clock=conversation.clock)


def title_request(conversation: Conversation, branch: Sequence[Message]) -> PromptRequest:
    request = prompt_request(conversation, branch)
    return replace(request, messages=(*request.messages, _instruction(TITLE_INSTRUCTION)))


def forecast_request(
    conversation: Conversation, kind: ForecastKind, *, message_id: str, text: str
) -> PromptRequest | None:
    """The prompt that would follow from what a user may do; None when there would be none.

    "edit" and "retry" name a question, "branch" any message of the branch to be shown, "clock" and
    "system_prompt" go by the branch shown; `text` is the new text, prompt or time.
    """
    match kind:
        case "edit":
            edited = replace(conversation.messages[message_id], parts=(Text(text),))
            branch = [*conversation.path_to(edited.parent), edited]
            return prompt_request(conversation, branch) if text.strip() else None
        case "retry":
            return prompt_request(conversation, conversation.path_to(message_id))
        case "branch":
            leaf = conversation.newest_leaf(message_id)
            return _next_request(conversation, conversation.path_to(leaf))
        case "system_prompt":
            changed = replace(conversation, system_prompt=text, messages={}, _children={})
            return _next_request(changed, conversation.branch())
        case "clock":
            request = _next_request(conversation, conversation.branch())
            return replace(request, clock=text) if request else None


def _next_request(conversation: Conversation, branch: Sequence[Message]) -> PromptRequest | None:
    """What the next question would make the model read: the draft, or next to nothing."""
    if not branch:
        return None
    request = prompt_request(conversation, branch)
    question = _instruction(conversation.draft.strip() or _NEXT_QUESTION)
    return replace(request, messages=(*request.messages, question))


def _system(text: str) -> list[engine.types.Message]:
    if not text.strip():
        return []
    return [engine.types.Message("system", (Text(text),), key="system")]


def _summary(text: str) -> list[engine.types.Message]:
    """A system message of its own; where a template takes but one, the engine joins the two."""
    if not text:
        return []
    return [engine.types.Message("system", (Text(f"{SUMMARY_HEADING}\n{text}"),), key="summary")]


def _instruction(text: str) -> engine.types.Message:
    return engine.types.Message("user", (Text(text),), key="instruction")


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
