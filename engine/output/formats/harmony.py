"""Harmony, the format of gpt-oss: messages on channels, calls to recipients."""

from __future__ import annotations

from engine.output.formats.format import Channels, Format
from engine.output.grammars.block import Block
from engine.output.grammars.body import BodyCall

FORMAT = Format(
    key="harmony",
    reasoning_open="<|channel|>analysis<|message|>",
    reasoning_close="<|end|>",
    channels=Channels(
        start="<|start|>",
        channel="<|channel|>",
        message="<|message|>",
        ends=("<|end|>", "<|call|>", "<|return|>"),
        reasoning=("analysis",),
        content=("commentary", "final"),
        calls=Block((), BodyCall(), closes=("<|call|>", "<|end|>", "<|return|>"), bare=True),
    ),
    stops=("<|return|>", "<|call|>"),
    tokens=("<|constrain|>",),
    writes=(
        "<|channel|>analysis<|message|>",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
        "<|channel|>final<|message|>",
    ),
)
