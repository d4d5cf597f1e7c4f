"""The text a template prints to make the model answer, and where it stands before old answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.errors import TemplateFailed
from engine.output.formats.format import Format
from engine.prompt.adapt import adapt
from engine.prompt.template import ChatTemplate
from engine.types import Part, Reasoning


@dataclass(frozen=True, slots=True)
class GenerationPrompt:
    """`text` is empty when the template prints nothing of the kind."""

    text: str
    format: Format

    @property
    def opens_reasoning(self) -> bool:
        return self.format.ends_in_reasoning(self.text)

    def answer_start(self, gap: str, lead: str, first: Part) -> int | None:
        """Where in `gap`, the text before an answer's first part, the answer itself begins.

        `lead` is what the model wrote before that part. None when the prompt is not printed in the
        gap, or when an answer that begins so would not have been read as this kind of part.
        """
        at = gap.rfind(self.text) if self.text else -1
        reasons = self.format.ends_in_reasoning(lead, opened=self.opens_reasoning)
        if at < 0 or reasons != isinstance(first, Reasoning):
            return None
        return at + len(self.text)


def generation_prompt(
    template: ChatTemplate, settings: dict[str, Any], clock: datetime, format: Format
) -> GenerationPrompt:
    """What `add_generation_prompt` adds after one question under these settings."""
    question = adapt([{"role": "user", "content": "question"}], template.traits)
    try:
        without = template.render(question, None, settings, clock, False)
        full = template.render(question, None, settings, clock, True)
    except TemplateFailed:
        return GenerationPrompt("", format)
    return GenerationPrompt(full.removeprefix(without) if full != without else "", format)
