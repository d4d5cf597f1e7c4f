"""What holds for an answer: the preferences and the choices for the model, over them what its
conversation has of its own, over that what this one answer is asked for with.

The one place where they are merged.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.domain.answer_options import AnswerOptions
from app.domain.conversation import Conversation, new_id
from app.domain.conversation_settings import ANY_SEED, NO_LIMIT, ConversationSettings, Setup
from app.domain.model_choices import ModelChoices
from app.domain.preferences import Preferences

if TYPE_CHECKING:
    from engine.types import ReasoningBudget, Sampling

_OF_PREFERENCES = (
    *("temperature", "top_k", "top_p", "min_p", "repetition_penalty"),
    *("max_tokens", "seed", "tools_enabled"),
)
_OF_MODEL = ("thinking", "effort", "keep_reasoning")
_NONE = {"max_tokens": NO_LIMIT, "seed": ANY_SEED, "reasoning_tokens": NO_LIMIT}
"""What stands in a conversation for None everywhere."""


def setup_of(conversation: Conversation) -> Setup:
    return Setup(conversation.system_prompt, conversation.context_strategy, conversation.settings)


def begun_with(setup: Setup, *, created_ms: int, clock: str, temporary: bool) -> Conversation:
    """An empty conversation for which this is set."""
    return Conversation(
        id=new_id(),
        title="",
        created_ms=created_ms,
        clock=clock,
        system_prompt=setup.system_prompt,
        context_strategy=setup.context_strategy,
        settings=setup.settings,
        temporary=temporary,
    )


def preferences_for(preferences: Preferences, setup: Setup) -> Preferences:
    """The preferences as they hold for a conversation."""
    own = setup.settings.own
    values: dict[str, Any] = {
        name: None if name in _NONE and own[name] == _NONE[name] else own[name]
        for name in _OF_PREFERENCES
        if name in own
    }
    if setup.context_strategy is not None:
        values["context_strategy"] = setup.context_strategy
    return replace(preferences, **values)


def choices_for(choices: ModelChoices, settings: ConversationSettings) -> ModelChoices:
    """The choices for a model as they hold for a conversation."""
    values = {name: settings.own[name] for name in _OF_MODEL if name in settings.own}
    if settings.reasoning_tokens is not None:
        values["budget"] = budget_of(settings.reasoning_tokens)
    return replace(choices, **values)


def budget_of(tokens: int | None) -> ReasoningBudget | None:
    """A limit of so many tokens, of which the last fifth is for the end of a sentence."""
    from engine.types import ReasoningBudget

    return ReasoningBudget(soft=max(tokens * 4 // 5, 1), hard=tokens) if tokens else None


def sampling_for(preferences: Preferences, setup: Setup, options: AnswerOptions) -> Sampling:
    return options.sampling(preferences_for(preferences, setup).sampling())


def as_own(name: str, value: Any) -> Any:
    """A value that could hold everywhere as a conversation has it of its own."""
    return _NONE[name] if value is None and name in _NONE else value
