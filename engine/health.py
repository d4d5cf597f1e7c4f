"""The health card of a model: what its chat template can do, and what that costs.

Everything is found by rendering small conversations; nothing needs the weights.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from engine.backends.base import Tokenizer
from engine.errors import TemplateFailed
from engine.models import Bos, HealthCard, ReasoningPolicy, Reread, RoundTrip
from engine.prompt.generation import GenerationPrompt
from engine.prompt.habits import (
    KEEPS_REASONING,
    Habits,
    switches,
    thinking_settings,
)
from engine.prompt.options import template_options
from engine.prompt.template import ChatTemplate

_REASONING: dict[ReasoningPolicy, str] = {
    "none": "The template prints no reasoning.",
    "kept": "Earlier reasoning stays in the prompt.",
    "dropped after the next question": "Reasoning stays in the prompt until the next question.",
    "dropped in the tool loop": "Reasoning is never shown to the model again, not even between "
    "a tool's result and the answer.",
}
_ROUND_TRIP: dict[RoundTrip, str] = {
    "exact": "Tool calls come back as they were made, arguments included.",
    "arguments changed": "Tool calls come back, but their arguments are printed otherwise.",
    "call lost": "The template does not print tool calls: the model never sees its own again.",
    "result lost": "The template does not print what tools answer: the model never sees it.",
    "refused": "The template refuses tools or their results.",
}
_REREAD: dict[Reread, str] = {
    "nothing": "the model reads only the next question",
    "the last turn": "the model reads the last turn again with the next question",
    "more than the last turn": "the model reads more than the last turn again with each question",
}
_BOS: dict[Bos, str] = {
    "template": "The template puts the beginning-of-text token in front.",
    "tokenizer": "The tokenizer puts the beginning-of-text token in front.",
    "none": "Prompts have no beginning-of-text token.",
}

_FOR_TOOLS = "With tools, the model's other template is used, which it brings for them."


def examine(
    template: ChatTemplate, tokenizer: Tokenizer | None, *, for_tools: ChatTemplate | None = None
) -> HealthCard:
    """The card of a template; without a tokenizer, BOS and stop tokens are read off it alone.

    `for_tools` is used for requests with tools, where the model brings another for them.
    """
    try:
        card = _examined(template, tokenizer)
        if for_tools is not None:
            habits = Habits(for_tools, thinking_settings(for_tools))
            card = replace(card, tool_round_trip=habits.round_trip())
    except TemplateFailed as error:
        card = _broken(template, tokenizer, str(error))
    sentences = [*_sentences(card), *([] if for_tools is None else [_FOR_TOOLS])]
    return replace(card, sentences=tuple(sentences))


def _examined(template: ChatTemplate, tokenizer: Tokenizer | None) -> HealthCard:
    """Raises TemplateFailed when not even a question is rendered."""
    settings = thinking_settings(template)
    habits = Habits(template, settings)
    generation = GenerationPrompt(habits.generation_text(), template.format)
    reasoning, plain = habits.reasoning(), Habits(template, settings, offers_tools=False)
    if reasoning == "kept" and not plain.keeps_reasoning():
        reasoning = "dropped after the next question"
    return HealthCard(
        format=template.format.key,
        reasoning=reasoning,
        opens_reasoning=generation.opens_reasoning,
        switches=switches(template),
        keeps_reasoning_with=_keeping(template, settings, reasoning),
        append_only=habits.is_append_only() and plain.is_append_only(),
        reread=_reread((habits, plain), reasoning),
        reread_without_reasoning=_most(one.reread(reasons=False) for one in (habits, plain)),
        tool_round_trip=habits.round_trip(),
        system_role=template.traits.system,
        bos=_bos(template, tokenizer),
        stop_tokens=_stops(habits.stop_text(), tokenizer),
        options=template_options(template),
    )


def _broken(template: ChatTemplate, tokenizer: Tokenizer | None, error: str) -> HealthCard:
    return HealthCard(
        format=template.format.key,
        reasoning="none",
        opens_reasoning=False,
        switches=(),
        keeps_reasoning_with=None,
        append_only=False,
        reread="more than the last turn",
        reread_without_reasoning="more than the last turn",
        tool_round_trip="refused",
        system_role=False,
        bos=_bos(template, tokenizer),
        stop_tokens=_stops("", tokenizer),
        error=error,
    )


def _keeping(
    template: ChatTemplate, settings: dict[str, Any], reasoning: ReasoningPolicy
) -> dict[str, Any] | None:
    """The switch that keeps all reasoning, where there is one and it does."""
    if reasoning in ("none", "kept"):
        return None
    for name, value in KEEPS_REASONING.items():
        with_it = settings | {name: value}
        plain = Habits(template, with_it, offers_tools=False)
        is_kept = Habits(template, with_it).reasoning() == "kept" and plain.keeps_reasoning()
        if name in template.variables and is_kept:
            return {name: value}
    return None


def _most(measured: Iterable[Reread]) -> Reread:
    return max(measured, key=tuple(_REREAD).index)


def _reread(habits: Iterable[Habits], reasoning: ReasoningPolicy) -> Reread:
    """After reasoning that is dropped at least the turn it was in, whenever that happens."""
    measured = _most(one.reread(reasons=True) for one in habits)
    is_kept = reasoning in ("none", "kept")
    return "the last turn" if measured == "nothing" and not is_kept else measured


def _bos(template: ChatTemplate, tokenizer: Tokenizer | None) -> Bos:
    """Who puts BOS in front; a template that prints it needs nobody else."""
    pieces = {} if tokenizer is None else tokenizer.special_pieces()
    bos = None if tokenizer is None else tokenizer.bos
    text = "" if bos is None else pieces.get(bos, "")
    if "bos_token" in template.source or (text and text in template.source):
        return "template"
    return "tokenizer" if tokenizer is not None and tokenizer.adds_bos else "none"


def _stops(printed: str, tokenizer: Tokenizer | None) -> tuple[str, ...]:
    if tokenizer is None:
        return (printed,) if printed else ()
    ends = [text for id, text in tokenizer.special_pieces().items() if tokenizer.is_end(id)]
    return tuple(sorted(ends, key=lambda text: not printed.startswith(text)))


def _sentences(card: HealthCard) -> Iterator[str]:
    """The card in plain language."""
    if card.error is not None:
        yield f"This chat template does not work. {card.error}"
        return
    yield f"The model writes the format {card.format}."
    yield _REASONING[card.reasoning]
    if card.keeps_reasoning_with is not None:
        ((name, value),) = card.keeps_reasoning_with.items()
        yield (
            f"With {name} set to {json.dumps(value)} all reasoning is kept: the cache stays valid, "
            "and the context fills sooner."
        )
    if card.opens_reasoning:
        yield "An answer begins inside the reasoning, which the template opens."
    if card.switches:
        yield f"It has these switches: {', '.join(card.switches)}."
    yield _ROUND_TRIP[card.tool_round_trip]
    yield from _costs(card)
    if not card.system_role:
        yield "It has no system role: instructions go in front of the first question."
    yield _BOS[card.bos]
    yield _ends(card.stop_tokens)


def _ends(stop_tokens: tuple[str, ...]) -> str:
    if not stop_tokens:
        return "No token that ends a turn is known: answers may go on until the limit."
    first, *others = stop_tokens
    if others:
        return f"A turn ends with {first}, less often with {' or '.join(others)}."
    return f"A turn ends with {first}."


def _costs(card: HealthCard) -> Iterator[str]:
    """What the cache loses with each question."""
    if not card.append_only:
        yield "The template changes earlier messages when the conversation goes on."
    if card.reasoning != "none":
        yield f"After an answer with reasoning, {_REREAD[card.reread]}."
    yield f"After an answer without reasoning, {_REREAD[card.reread_without_reasoning]}."
