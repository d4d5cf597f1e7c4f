"""The answers in a conversation that were written in this vocabulary, and their ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.backends.base import Tokenizer
from engine.prompt.generation import GenerationPrompt
from engine.prompt.rendering import Rendering
from engine.prompt.spans import Edge
from engine.prompt.splice import Splice, Splicer, word_edges
from engine.prompt.writing import Origin, Writing, is_written, origins_of
from engine.types import Message, Round


@dataclass(frozen=True, slots=True)
class _Answer:
    message: Message
    writing: Writing
    origins: list[Origin]

    @property
    def is_unedited(self) -> bool:
        pairs = zip(self.message.parts, self.origins, strict=True)
        return all(origin is not None for part, origin in pairs if is_written(part))


class Answers:
    """Of messages, those with a round of this vocabulary, by their positions."""

    def __init__(
        self, messages: Sequence[Message], *, tokenizer: Tokenizer, generation: GenerationPrompt
    ) -> None:
        self._generation = generation
        self._answers: dict[int, _Answer] = {}
        for index, message in enumerate(messages):
            if message.round is not None and _is_written_in(tokenizer, message.round):
                writing = Writing(message.round, tokenizer)
                origins = origins_of(
                    message,
                    writing,
                    format=generation.format,
                    opened=generation.opens_reasoning,
                    tools=generation.tools,
                )
                self._answers[index] = _Answer(message, writing, origins)

    def is_unedited(self, index: int) -> bool:
        """Whether the message is an answer that still says what its ids say."""
        return index in self._answers and self._answers[index].is_unedited

    def whole(self, index: int) -> tuple[tuple[int, ...], tuple[Edge, ...]]:
        """All ids of an answer, half a character at their end included, and their labels."""
        answer = self._answers[index]
        assert answer.message.round is not None
        return answer.message.round.ids, word_edges(index, answer.origins)

    def splices(self, rendering: Rendering) -> list[Splice]:
        """Where their ids go in a rendering of the conversation, in its order."""
        found = [
            splice
            for index, answer in self._answers.items()
            for splice in Splicer(
                answer.message,
                index,
                origins=answer.origins,
                writing=answer.writing,
                rendering=rendering,
                generation=self._generation,
            ).splices()
        ]
        return sorted(found, key=lambda splice: splice.start)


def _is_written_in(tokenizer: Tokenizer, round: Round) -> bool:
    """Damaged rounds, with ids that no vocabulary of this kind has, count as text."""
    if round.tokenizer != tokenizer.fingerprint:
        return False
    return not round.ids or 0 <= min(round.ids) <= max(round.ids) < tokenizer.size
