"""Why a prompt could not reuse more of the cache, in words a user understands.

The sentences are a short fixed list, so that the window can translate them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.cache.origins import Origin
from engine.prompt.assemble import Prompt
from engine.types import Message, Part, PromptRequest, Reasoning, ToolCall, ToolResult

JOINT = "; "
_SYSTEM_ROLES = ("system", "developer")


class Cause(StrEnum):
    """Every cause there is; two of them may be joined by `JOINT`."""

    MESSAGE_EDITED = "message {number:,} was edited"
    SYSTEM_CHANGED = "the system prompt changed"
    TOOLS_CHANGED = "tools changed"
    SETTINGS_CHANGED = "settings of the template changed"
    CLOCK_CHANGED = "the conversation's clock was set again"
    LEFT_OUT = "earlier messages were left out"
    ANOTHER_ANSWER = "another answer was chosen"
    REASONING_DROPPED = "the template drops earlier reasoning"
    STOP_STRING = "the answer was cut at a stop string"
    PRINTED_DIFFERENTLY = "the template prints earlier messages in another way"
    NO_REWIND = "this model cannot rewind"
    CHECKPOINT = "this model cannot rewind: went back to the checkpoint at {position:,}"
    EVICTED = "evicted to make room"
    RESTARTED = "the engine was restarted"
    ANOTHER_MODEL = "another model"
    RESTORED = "restored from disk"
    DAMAGED = "the snapshot was damaged and was read again"


def joined(*causes: str) -> str:
    return JOINT.join(cause for cause in causes if cause)


def rewound(kept: int) -> str:
    """For a model that keeps only `kept` tokens of what both prompts share."""
    return Cause.CHECKPOINT.format(position=kept) if kept else str(Cause.NO_REWIND)


def answers_held(request: PromptRequest, prompt: Prompt, shared: int) -> list[bool]:
    """For each answer a model wrote, whether the first `shared` ids reach to its end.

    Where a conversation has none of its own in the cache, these are in the sequence of the one it
    was branched off.
    """
    ends: dict[int, int] = {}
    for span in prompt.spans:
        if span.message is not None and span.part is not None:
            ends[span.message] = span.end
    return [end <= shared for message, end in ends.items() if request.messages[message].round]


def nothing_live(request: PromptRequest, *, tokenizer: str, model: str) -> str:
    """Why a conversation that was never seen here is read from its start; "" for a new one."""
    rounds = [message.round for message in request.messages if message.round is not None]
    if not rounds:
        return ""
    last = rounds[-1]
    other_name = last.receipt is not None and last.receipt.model not in ("", model)
    if last.tokenizer != tokenizer or other_name:
        return str(Cause.ANOTHER_MODEL)
    return str(Cause.RESTARTED)


def difference(old: Origin, request: PromptRequest, prompt: Prompt, at: int) -> str:
    """What changed between the prompt in the cache and the one of `request`.

    `at` is the first position where their ids differ.
    """
    span = next((span for span in prompt.spans if span.start <= at < span.end), None)
    within = None if span is None else span.message
    in_template_text = span is None or span.part is None
    if in_template_text and old.request.tools != request.tools:
        return str(Cause.TOOLS_CHANGED)
    asked = old.request.messages[: _answer_index(old.request)]
    changed = _first_changed(asked, request.messages)
    if changed is not None and (within is None or changed <= within):
        return _changed_message(asked, request.messages, changed)
    return _changed_print(old, request, prompt, within)


def _changed_message(old: Sequence[Message], new: Sequence[Message], index: int) -> str:
    before, now = old[index], new[index]
    if before.role in _SYSTEM_ROLES or now.role in _SYSTEM_ROLES:
        return str(Cause.SYSTEM_CHANGED)
    if now.key and any(message.key == now.key for message in old[index + 1 :]):
        return str(Cause.LEFT_OUT)
    if now.role == "assistant" and now.round is not None:
        return str(Cause.ANOTHER_ANSWER)
    return _edited(new, index)


def _changed_print(old: Origin, request: PromptRequest, prompt: Prompt, within: int | None) -> str:
    """The messages are the same as far as the difference, so something around them changed."""
    if old.request.tools != request.tools:
        return str(Cause.TOOLS_CHANGED)
    if old.request.template_settings != request.template_settings:
        return str(Cause.SETTINGS_CHANGED)
    if old.request.clock != request.clock:
        return str(Cause.CLOCK_CHANGED)
    answer = _answer_index(old.request)
    if within == answer and old.answer is not None and not _same(old.answer, _at(request, answer)):
        chosen = request.messages[answer].round is not None
        return str(Cause.ANOTHER_ANSWER) if chosen else _edited(request.messages, answer)
    if _reasoning_dropped(request, prompt, within):
        return str(Cause.REASONING_DROPPED)
    if within in (None, answer, answer + 1) and _cut_at_stop_string(old):
        return str(Cause.STOP_STRING)
    return str(Cause.PRINTED_DIFFERENTLY)


def _answer_index(request: PromptRequest) -> int:
    """Where the answer to a request stands in later ones."""
    return len(request.messages) - request.continues


def _at(request: PromptRequest, index: int) -> Message | None:
    return request.messages[index] if index < len(request.messages) else None


def _cut_at_stop_string(old: Origin) -> bool:
    ending = old.answer.round.ending if old.answer and old.answer.round else None
    return ending == "stop_string"


def _reasoning_dropped(request: PromptRequest, prompt: Prompt, within: int | None) -> bool:
    """Whether the message at the difference, or the one before it, has reasoning not printed."""
    near = () if within is None else (within - 1, within)
    return any(
        place.message in near
        and isinstance(request.messages[place.message].parts[place.part], Reasoning)
        for place in prompt.dropped
    )


def _edited(messages: Sequence[Message], index: int) -> str:
    """Messages are counted as the user sees them: from 1, without the system prompt."""
    shown = sum(message.role not in _SYSTEM_ROLES for message in messages[: index + 1])
    return Cause.MESSAGE_EDITED.format(number=shown)


def _first_changed(old: Sequence[Message], new: Sequence[Message]) -> int | None:
    pairs = enumerate(zip(old, new, strict=False))
    return next((index for index, (left, right) in pairs if not _same(left, right)), None)


def _same(left: Message, right: Message | None) -> bool:
    """Whether both say the same words, the model's own in the same tokens."""
    if right is None or left.role != right.role:
        return False
    same_words = [_words(part) for part in left.parts] == [_words(part) for part in right.parts]
    left_ids = None if left.round is None else left.round.ids
    right_ids = None if right.round is None else right.round.ids
    return same_words and left_ids == right_ids


def _words(part: Part) -> tuple[str, ...]:
    match part:
        case ToolCall():
            return "call", part.name, part.arguments
        case ToolResult():
            return "result", part.name, part.text
        case Reasoning():
            return "reasoning", part.text
        case _:
            return "text", part.text
