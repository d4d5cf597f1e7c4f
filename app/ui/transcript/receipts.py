"""What the details of a receipt say: one `Cost` for each round of an answer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from app.domain.conversation import Message
from app.ui.language import mark, number, said, tr
from app.ui.transcript.wording import causes, token_count
from engine.types import Ending, Receipt, Round, Sampling

_ENDINGS: dict[Ending | None, str] = {
    "end_of_turn": mark("The model had nothing more to say"),
    "length": mark("The longest answer allowed was reached"),
    "stop_string": mark("A stop string was written"),
    "tool_calls": mark("The model called tools"),
    "context_full": mark("The context is full"),
    "stopped": mark("It was stopped"),
    None: mark("The round was cut off"),
}
_NAMES = {
    "temperature": mark("temperature"),
    "top_k": mark("top-k"),
    "top_p": mark("top-p"),
    "min_p": mark("min-p"),
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
        _cost(
            round,
            round.receipt,
            tr("Round {number} of {count}", number=index, count=count) if count > 1 else "",
        )
        for index, round in enumerate(message.rounds, start=1)
        if round.receipt is not None
    )


def _heading(index: int, count: int) -> str:
    return tr("Round {number} of {count}", number=index, count=count) if count > 1 else ""


def sampling_words(text: str) -> str:
    """Such as "temperature 0.8 · top-k 40 · top-p 0.95 · min-p 0.05"; "" when it is not known."""
    if not text:
        return ""
    changed: dict[str, Any] = json.loads(text)
    default = Sampling()
    values = {name: changed.get(name, getattr(default, name)) for name in _NAMES} | changed
    if values["temperature"] == 0:
        values = {name: value for name, value in values.items() if name not in _NAMES}
        return " · ".join([tr("always the likeliest token"), *map(_named, values.items())])
    return " · ".join(map(_named, values.items()))


def _named(value: tuple[str, Any]) -> str:
    name, setting = value
    shown = f"{setting:g}" if isinstance(setting, (int, float)) else str(setting)
    label = tr(_NAMES[name]) if name in _NAMES else said(name.replace("_", " "))
    return f"{label} {shown}"


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
    first = number(receipt.seconds_to_first_token, 2)
    lines = [
        (tr("Prompt"), token_count(receipt.prompt)),
        (tr("Written"), token_count(receipt.written)),
        (tr("First token"), tr("after {seconds} s", seconds=first)),
        (tr("Reading"), _speed(receipt.read_per_second, receipt.prefill_seconds)),
        (tr("Writing"), _speed(receipt.written_per_second, receipt.decode_seconds)),
        (tr("Read again"), causes(receipt.cause)),
        (tr("Sampling"), sampling_words(receipt.sampling)),
        (tr("Seed"), str(receipt.seed)),
        (tr("Model"), receipt.model),
        (tr("Ending"), tr(_ENDINGS[round.ending])),
    ]
    return [(name, text) for name, text in lines if text]


def _speed(per_second: float, seconds: float) -> str:
    if not per_second:
        return ""
    speed, time = number(per_second, 1), number(seconds, 2)
    return tr("{speed} tok/s in {seconds} s", speed=speed, seconds=time)
