"""A budget for reasoning: counts its tokens and says when the engine has to close it."""

from __future__ import annotations

import re

from engine.backends.base import Tokenizer
from engine.output.detokenize import whole_characters
from engine.types import ReasoningBudget

_TAIL_BYTES = 64
_SENTENCE_END = re.compile(r"""(\n|[。！？]|[^\W\d_]{2}[)\]"'*`]*[.!?…]+["')\]*]*)\s*$""")


class ReasoningLimit:
    """Of one round. `closing` is what a model of the family writes to end its reasoning and begin
    its answer; `marker` is the marker in it.

    It is never closed inside a character or a marker that the model is writing itself.
    """

    def __init__(
        self, budget: ReasoningBudget, *, closing: str, marker: str, tokenizer: Tokenizer
    ) -> None:
        self._budget = budget
        self._closing = closing
        self._marker = marker.encode()
        self._tokenizer = tokenizer
        self._tail = b""
        self.spent = 0
        """Tokens of reasoning so far."""
        self.was_told = False
        """Whether the user knows that the budget was used up."""

    def count(self, id: int, *, reasons: bool) -> None:
        """Take note of the newest id, and whether it is reasoning."""
        self._tail = (self._tail + self._tokenizer.piece(id))[-_TAIL_BYTES:]
        self.spent += reasons

    @property
    def is_reached(self) -> bool:
        """Whether reasoning, if it is open, has to be closed behind the newest id."""
        if self._is_within():
            return False
        if self.spent >= self._budget.hard:
            return True
        at_an_end = _SENTENCE_END.search(self._tail.decode("utf-8", "ignore")) is not None
        return at_an_end and self.spent >= max(self._budget.soft, 1)

    def closing_ids(self) -> list[int]:
        """The ids that close the reasoning, and lead over to the answer."""
        text = self._closing.lstrip("\n") if self._tail.endswith(b"\n") else self._closing
        return self._tokenizer.encode(text, special=True, continues=True)

    @property
    def sentence(self) -> str:
        if not self.spent:
            return (
                "The reasoning was closed before it began, because its budget is 0 tokens. "
                "The answer follows; a larger budget gives the model time for it."
            )
        return (
            f"The reasoning was closed after {self.spent:,} tokens, because its budget was used "
            "up. The answer follows; a larger budget gives the model more time."
        )

    def _is_within(self) -> bool:
        """Whether the newest id leaves a character or a marker unfinished."""
        tail, marker = self._tail, self._marker
        begun = any(tail.endswith(marker[:size]) for size in range(2, len(marker)))
        return begun or whole_characters(tail) < len(tail)
