"""`parse`: raw output of a model on stdin, what it says as one JSON line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from engine.cli.inputs import read_json
from engine.errors import BadRequest
from engine.output.detokenize import Characters
from engine.output.formats import format_named
from engine.output.markup import MarkupReader
from engine.output.parts import Delta
from engine.types import Ending, Part, Reasoning, Text, ToolCall

_ENDINGS: dict[str, Ending] = {"stop": "end_of_turn", "length": "length"}


def parse(wanted: argparse.Namespace) -> None:
    reader = MarkupReader(
        format_named(wanted.format),
        opens_reasoning=wanted.prefilled_reasoning,
        tools=read_json(wanted.tools, list) if wanted.tools else [],
    )
    raw = sys.stdin.buffer.read()
    characters = Characters()
    deltas = [
        delta
        for piece in _pieces(raw, _chunk_bytes(wanted))
        for delta in reader.feed(characters.feed(piece))
    ]
    deltas += reader.feed(characters.skip(0))
    deltas += reader.finish(_ENDINGS[wanted.finish])
    found = summary(reader.parts(), deltas, wanted.finish)
    sys.stdout.buffer.write(json.dumps(found, ensure_ascii=False).encode() + b"\n")


def summary(parts: Sequence[Part], deltas: Sequence[Delta], finish: str) -> dict[str, Any]:
    """The parts of one answer as OpenAI's messages name them, and what was wrong with it."""
    calls = [part for part in parts if isinstance(part, ToolCall)]
    return {
        "reasoning": _joined([part.text for part in parts if isinstance(part, Reasoning)]),
        "content": _joined([part.text for part in parts if isinstance(part, Text)]),
        "tool_calls": [
            {"name": call.name, "arguments": json.loads(call.arguments)} for call in calls
        ],
        "diagnoses": [
            {"kind": delta.name, "message": delta.text, "raw": delta.raw}
            for delta in deltas
            if delta.kind == "diagnosis"
        ],
        "finish": "tool_calls" if calls and finish == "stop" else finish,
    }


def _joined(texts: Sequence[str]) -> str | None:
    return "\n\n".join(texts) or None


def _chunk_bytes(wanted: argparse.Namespace) -> int | None:
    if wanted.chunk is not None and wanted.chunk < 1:
        raise BadRequest("--chunk must be at least 1 byte.")
    size: int | None = wanted.chunk
    return size


def _pieces(raw: bytes, size_bytes: int | None) -> Iterator[bytes]:
    """All at once without a size."""
    step = size_bytes or max(len(raw), 1)
    return (raw[start : start + step] for start in range(0, len(raw), step))
