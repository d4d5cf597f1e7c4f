"""What messages consist of: the words of the engine that a conversation cannot do without."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """Where the model wrote a part: bytes `start` to `end` of the raw output of a round."""

    round: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Text:
    """Words, of a person or a model."""

    text: str
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What a model thinks before it answers."""

    text: str
    written: Written | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a model wants to be run."""

    call_id: str
    name: str
    arguments: str
    """JSON text, as the model wrote it."""
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What came of a call."""

    call_id: str
    name: str
    text: str
    is_error: bool = False
    seconds: float = 0.0


Part = Text | Reasoning | ToolCall | ToolResult
