"""A prompt token by token, in the words of the engine's events."""

from __future__ import annotations

from collections.abc import Sequence

from engine.backends.base import Tokenizer
from engine.events import PromptToken
from engine.prompt.assemble import Prompt
from engine.prompt.tokens import prompt_tokens
from engine.types import Message


def inspected(
    prompt: Prompt, messages: Sequence[Message], tokenizer: Tokenizer
) -> tuple[PromptToken, ...]:
    """Every token of the prompt made of these messages."""
    return tuple(
        PromptToken(
            id=token.id,
            text=token.piece,
            message="" if token.message is None else messages[token.message].key,
            role=None if token.message is None else messages[token.message].role,
            part=token.part,
            special=token.special,
        )
        for token in prompt_tokens(prompt.ids, prompt.spans, tokenizer)
    )
