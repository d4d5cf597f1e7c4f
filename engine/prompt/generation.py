"""The text a template prints to make the model answer, and where it stands before old answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.output.formats.format import Format
from engine.types import Part, Reasoning, ToolCall


@dataclass(frozen=True, slots=True)
class GenerationPrompt:
    """`text` is empty when the template prints nothing of the kind."""

    text: str
    format: Format
    tools: tuple[dict[str, Any], ...] = ()
    """What may be called: without a tool, markup of calls is text."""

    @property
    def opens_reasoning(self) -> bool:
        return self.format.ends_in_reasoning(self.text)

    @property
    def header(self) -> str:
        """What there is of it before a reasoning block, empty or open."""
        found = (self.text.find(marker) for marker in self.format.markers)
        return self.text[: min((at for at in found if at >= 0), default=len(self.text))]

    def answer_start(self, gap: str, lead: str, first: Part) -> int | None:
        """Where in `gap`, the text before an answer's first part, the answer itself begins.

        `lead` is what the model wrote before that part. None when the prompt is not printed in the
        gap, or when an answer that begins so would not have been read as this kind of part.
        """
        reasons = isinstance(first, Reasoning)
        at = gap.rfind(self.text) if self.text else -1
        if at >= 0 and reasons == self.format.ends_in_reasoning(lead, opened=self.opens_reasoning):
            return at + len(self.text)
        return None if reasons or lead.strip() else self._header_end(gap, first)

    def _header_end(self, gap: str, first: Part) -> int | None:
        """Where the header ends, if only the opening of a call may follow it in `gap`."""
        header = self.header
        at = gap.rfind(header) if header else -1
        rest = gap[at + len(header) :]
        opens_call = isinstance(first, ToolCall) and not any(
            marker in rest for marker in self.format.markers
        )
        return at + len(header) if at >= 0 and (opens_call or not rest.strip()) else None
