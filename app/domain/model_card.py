"""A model's health card in the words of the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.domain.model_choices import ModelChoices, option_with, template_settings

if TYPE_CHECKING:
    from engine.models import HealthCard, Reread, TemplateOption

_OFF = (False, "off", "disabled", "chat", "none")
_ON = (True, "on", "enabled", "thinking")
_KEEPING: dict[Reread, str] = {
    "nothing": "The cache stays valid and the context fills sooner.",
    "the last turn": "The cache stays valid and the context fills sooner; without it, the last "
    "turn is read again after an answer with reasoning.",
    "more than the last turn": "The cache stays valid and the context fills sooner; without it, "
    "more than the last turn is read again after an answer with reasoning.",
}


def reasons(card: HealthCard | None) -> bool:
    """Whether the model can think before it answers."""
    if card is None or card.error is not None:
        return False
    has_option = option_with(card, "thinking") or option_with(card, "effort")
    return card.opens_reasoning or card.reasoning != "none" or has_option is not None


def value_now(option: TemplateOption, choices: ModelChoices, card: HealthCard) -> object:
    """What an option stands at: as chosen, else as the template has it."""
    return template_settings(choices, card).get(option.name, option.default)


def is_off(value: object) -> bool:
    """Whether this value of a thinking option makes the model answer at once."""
    return value in _OFF


def value_text(value: object) -> str:
    """A value of a template's option, for people."""
    if is_off(value):
        return "Off"
    return "On" if value in _ON else str(value).replace("_", " ").capitalize()


def introduction(card: HealthCard) -> str:
    """What to know of a model before the first question: at most three sentences."""
    return " ".join(_introduction(card))


def keeping_effect(card: HealthCard) -> str:
    """What it does to cache and context when earlier reasoning is kept."""
    return _KEEPING[card.reread]


def _introduction(card: HealthCard) -> Iterator[str]:
    if card.error is not None:
        yield f"Its chat template does not work. {card.error}"
        return
    yield from _about_thinking(card)
    match card.tool_round_trip:
        case "exact":
            yield "It can use tools."
        case "arguments changed":
            yield "It can use tools, but sees its own calls in other words."
        case _:
            yield "Its template is not made for tools."
    if "more than the last turn" in (card.reread, card.reread_without_reasoning):
        yield "With each question, it reads much of the conversation again."


def _about_thinking(card: HealthCard) -> Iterator[str]:
    if option_with(card, "thinking") is not None:
        yield "It can think before it answers; the Think button switches that."
    elif option_with(card, "effort") is not None:
        yield "It thinks before it answers; the Think button says how hard."
    elif reasons(card):
        yield "It thinks before it answers."
