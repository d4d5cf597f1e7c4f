"""When a conversation that one model has answered goes on with another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.domain.conversation import Conversation, Message

if TYPE_CHECKING:
    from engine.events import Forecast

_BYTES_PER_TOKEN = 4
"""About as many as vocabularies have for most languages."""
_LEAST_MEASURED_TOKENS = 64
"""Fewer say little about a speed."""


@dataclass(frozen=True, slots=True)
class Move:
    """From the model that wrote last to the one that is loaded; `forecast` is what that one would
    read for the next message, None while nobody can say. `window` is its context, in tokens.
    """

    before: str
    now: str
    window: int
    forecast: Forecast | None = None


def written_with(branch: Sequence[Message]) -> str:
    """The model that answered last; "" when none has."""
    answers = (one for one in reversed(branch) if one.role == "assistant" and one.parts)
    return next((one.model for one in answers if one.model), "")


def seconds_to_read(conversation: Conversation, model: str, tokens: int) -> float:
    """By the speed at which a model has read in this conversation; 0 when nobody knows."""
    for message in reversed(conversation.messages.values()):
        for one in reversed(message.rounds if message.model == model else ()):
            if one.receipt and one.receipt.read >= _LEAST_MEASURED_TOKENS:
                speed = one.receipt.read_per_second
                return tokens / speed if speed else 0.0
    return 0.0


def about_tokens(conversation: Conversation) -> int:
    """How long a conversation is for a model that is not loaded: by the newest receipt of another
    model and the letters after it.
    """
    tokens = 0
    for message in reversed(conversation.branch()):
        receipt = message.rounds[-1].receipt if message.rounds else None
        if receipt is not None:
            return receipt.prompt + receipt.written + tokens
        tokens += _by_letters(message.text) + _by_letters(message.attached)
    return tokens + _by_letters(conversation.system_prompt)


def _by_letters(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN)
