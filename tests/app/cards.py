"""Health cards for tests: a model that can think, with changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.models import HealthCard, TemplateOption

THINKING = TemplateOption("enable_thinking", (True, False), True, "thinking")
EFFORT = TemplateOption("reasoning_effort", ("low", "medium", "high"), "medium", "effort")
KEEPING = TemplateOption("preserve_thinking", (True, False), False, "keep_reasoning")

THINKER = HealthCard(
    format="hermes",
    reasoning="dropped after the next question",
    opens_reasoning=False,
    switches=("enable_thinking", "reasoning_effort", "preserve_thinking"),
    keeps_reasoning_with={"preserve_thinking": True},
    append_only=True,
    reread="the last turn",
    reread_without_reasoning="nothing",
    tool_round_trip="exact",
    system_role=True,
    bos="none",
    stop_tokens=("<|im_end|>",),
    sentences=("Reasoning stays in the prompt until the next question.", "It has switches."),
    options=(THINKING, EFFORT, KEEPING),
)
PLAIN = replace(
    THINKER,
    reasoning="none",
    switches=(),
    keeps_reasoning_with=None,
    reread="nothing",
    options=(),
    sentences=("The template prints no reasoning.",),
)


def thinker(**changes: Any) -> HealthCard:
    return replace(THINKER, **changes)
