"""A prompt token by token, in the words of the engine's events."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.base import Tokenizer
from engine.prompt.assemble import Prompt
from engine.prompt.spans import Span
from engine.prompt_tokens import PromptTokens, Stretch
from engine.types import Message


def inspected(prompt: Prompt, messages: Sequence[Message], tokenizer: Tokenizer) -> PromptTokens:
    """Every token of the prompt made of these messages."""
    used, marked = set(prompt.ids), tokenizer.special_pieces()
    return PromptTokens(
        ids=prompt.ids,
        texts={id: tokenizer.piece(id).decode("utf-8", "replace") for id in used},
        special=frozenset(id for id in used if id in marked or tokenizer.is_control(id)),
        stretches=tuple(_stretch(span, messages) for span in prompt.spans),
    )


def _stretch(span: Span, messages: Sequence[Message]) -> Stretch:
    if span.message is None:
        return Stretch(span.end, "", None, span.part)
    message = messages[span.message]
    return Stretch(span.end, message.key, message.role, span.part)
