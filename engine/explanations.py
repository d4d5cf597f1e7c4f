"""Why an answer has nothing in it, in words that say what to do."""

from __future__ import annotations

from collections.abc import Sequence

from engine.output.parts import Delta
from engine.types import Ending, Generate, Part, Reasoning, Text, ToolCall

UNCLOSED = "reasoning_unclosed"
"""What the parser says of reasoning without an end; an explanation says more."""


def explanation(ending: Ending, parts: Sequence[Part], command: Generate) -> Delta | None:
    """A diagnosis for an answer without text and calls; None where there is nothing to explain."""
    if any(isinstance(part, (Text, ToolCall)) for part in parts):
        return None
    if any(isinstance(part, Reasoning) for part in parts):
        sentence = _after_reasoning(ending, command)
        return Delta("diagnosis", sentence, "empty_after_reasoning") if sentence else None
    if ending == "end_of_turn":
        sentence = "The model ended its turn without writing anything. Ask again, or say it anew."
        return Delta("diagnosis", sentence, "empty_answer")
    return None


def _after_reasoning(ending: Ending, command: Generate) -> str:
    if ending == "length":
        return (
            f"The limit of {command.max_tokens or 0:,} tokens was reached while the model was "
            "still reasoning. Raise the limit, continue the answer, or turn thinking off."
        )
    if ending == "context_full":
        return (
            "The context was full before the reasoning came to an answer. Make room in the "
            "conversation, load the model with a larger context, or turn thinking off."
        )
    if ending == "end_of_turn":
        return (
            "The model ended its turn after reasoning, without an answer. Ask again, or turn "
            "thinking off."
        )
    return ""
