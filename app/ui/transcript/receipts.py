"""What the details of a receipt say: one `Cost` for each round of an answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.domain.conversation import Message
from engine.types import Ending, Receipt, Round, Sampling

_ENDINGS: dict[Ending | None, str] = {
    "end_of_turn": "The model had nothing more to say",
    "length": "The longest answer allowed was reached",
    "stop_string": "A stop string was written",
    "tool_calls": "The model called tools",
    "context_full": "The context is full",
    "stopped": "It was stopped",
    None: "The round was cut off",
}
_NAMES = {
    "temperature": "temperature",
    "top_k": "top-k",
    "top_p": "top-p",
    "min_p": "min-p",
}


@dataclass(frozen=True, slots=True)
class Source:
    """So many tokens of a prompt came from there."""

    name: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Cost:
    """One round: its heading when there are several, where its prompt came from, and all else."""

    heading: str
    prompt: int
    sources: tuple[Source, ...]
    lines: tuple[tuple[str, str], ...]


def costs(message: Message) -> tuple[Cost, ...]:
    """The rounds of an answer that have a receipt."""
    count = len(message.rounds)
    return tuple(
        _cost(round, round.receipt, f"Round {number} of {count}" if count > 1 else "")
        for number, round in enumerate(message.rounds, start=1)
        if round.receipt is not None
    )


def sampling_words(text: str) -> str:
    """Such as "temperature 0.8 · top-k 40 · top-p 0.95 · min-p 0.05"; "" when it is not known."""
    if not text:
        return ""
    changed: dict[str, Any] = json.loads(text)
    default = Sampling()
    values = {name: changed.get(name, getattr(default, name)) for name in _NAMES} | changed
    if values["temperature"] == 0:
        values = {name: value for name, value in values.items() if name not in _NAMES}
        return " · ".join(["always the likeliest token", *map(_named, values.items())])
    return " · ".join(map(_named, values.items()))


def _named(value: tuple[str, Any]) -> str:
    name, setting = value
    shown = f"{setting:g}" if isinstance(setting, (int, float)) else str(setting)
    return f"{_NAMES.get(name, name.replace('_', ' '))} {shown}"


def _cost(round: Round, receipt: Receipt, heading: str) -> Cost:
    return Cost(heading, receipt.prompt, _sources(receipt), tuple(_lines(round, receipt)))


def _sources(receipt: Receipt) -> tuple[Source, ...]:
    """The sum is the prompt."""
    return (
        Source("reused", receipt.reused - receipt.read_ahead),
        Source("read ahead", receipt.read_ahead),
        Source("from disk", receipt.restored),
        Source("read", receipt.read),
    )


def _lines(round: Round, receipt: Receipt) -> list[tuple[str, str]]:
    lines = [
        ("Prompt", _tokens(receipt.prompt)),
        ("Written", _tokens(receipt.written)),
        ("First token", f"after {receipt.seconds_to_first_token:.2f} s"),
        ("Reading", _speed(receipt.read_per_second, receipt.prefill_seconds)),
        ("Writing", _speed(receipt.written_per_second, receipt.decode_seconds)),
        ("Read again", receipt.cause[:1].upper() + receipt.cause[1:]),
        ("Sampling", sampling_words(receipt.sampling)),
        ("Seed", str(receipt.seed)),
        ("Model", receipt.model),
        ("Ending", _ENDINGS[round.ending]),
    ]
    return [(name, text) for name, text in lines if text]


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count:,} tokens"


def _speed(per_second: float, seconds: float) -> str:
    return f"{per_second:,.1f} tok/s in {seconds:.2f} s" if per_second else ""
