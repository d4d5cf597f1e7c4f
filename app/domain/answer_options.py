"""What one answer is asked for with, in place of what holds for all others."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.types import PromptRequest, Sampling


@dataclass(frozen=True, slots=True)
class AnswerOptions:
    """`temperature` None is that of the preferences. `template_settings` go over those of the
    model, such as whether it thinks. `begins_with` are the first ids of its next round.
    """

    temperature: float | None = None
    template_settings: dict[str, Any] = field(default_factory=dict)
    begins_with: tuple[int, ...] = ()

    def sampling(self, usual: Sampling) -> Sampling:
        return usual if self.temperature is None else replace(usual, temperature=self.temperature)

    def prompt(self, usual: PromptRequest) -> PromptRequest:
        settings = usual.template_settings | self.template_settings
        return replace(usual, template_settings=settings) if self.template_settings else usual
