"""Writes conversations whose words are as unevenly common as in a language; always the same."""

from __future__ import annotations

import random

import numpy
from numpy.typing import NDArray

from app.domain.conversation import Conversation, Message, new_id
from engine.types import Text

MESSAGES = 50
"""In each conversation."""
QUESTION_WORDS, ANSWER_WORDS = 14, 180
CHINESE_SHARE = 0.2

COMMON = ("the", "of", "and", "to", "in", "is", "that", "for", "it", "as", "was", "with", "on")
ENDINGS = ("", "s", "ing", "ed", "er", "tion", "ly", "ness")
STEMS, CHARACTERS = 4_000, 2_500
Shares = NDArray[numpy.float64]


class Author:
    def __init__(self) -> None:
        self._random = random.Random(7)
        self._numbers = numpy.random.default_rng(7)
        stems = ["".join(self._random.choices("aeioubcdfglmnprstv", k=5)) for _ in range(STEMS)]
        self._words = [*COMMON, *(stem + end for stem in stems for end in ENDINGS)]
        self._word_shares = _shares(len(self._words), 3)
        self._characters = [chr(0x4E00 + self._random.randrange(6_000)) for _ in range(CHARACTERS)]
        self._character_shares = _shares(CHARACTERS, 20)

    def text(self, words: int) -> str:
        if self._random.random() < CHINESE_SHARE:
            return self._chinese(words * 2) + self._aside(0.02, "数据库", "港口")
        said = " ".join(self._chosen(self._words, self._word_shares, words))
        return f"{said}." + self._aside(0.002, " A xylophone.", " A zebra crossing.")

    def _chinese(self, characters: int) -> str:
        said = "".join(self._chosen(self._characters, self._character_shares, characters))
        return "，".join(said[start : start + 9] for start in range(0, characters, 9))

    def _chosen(self, among: list[str], shares: Shares, count: int) -> list[str]:
        places = numpy.searchsorted(shares, self._numbers.random(count), side="right")
        return [among[place] for place in places.tolist()]

    def _aside(self, share: float, *asides: str) -> str:
        return self._random.choice(asides) if self._random.random() < share else ""

    def conversation(self, number: int, created_ms: int) -> Conversation:
        title = f"{number}: {self.text(4)[:60]}"
        conversation = Conversation(new_id(), title, created_ms, "2026-11-30T10:00:00")
        for index in range(MESSAGES):
            is_question = index % 2 == 0
            words = QUESTION_WORDS if is_question else ANSWER_WORDS
            message = Message(
                id=new_id(),
                parent=conversation.head,
                role="user" if is_question else "assistant",
                parts=(Text(self.text(words)),),
                created_ms=created_ms + index,
                model="" if is_question else f"model-{number % 4}",
            )
            conversation.add(message)
        return conversation


def _shares(count: int, flatness: int) -> Shares:
    """Of the first so many of all, each about as common as its rank says; the last is 1."""
    summed: Shares = numpy.cumsum(1 / (numpy.arange(count) + flatness))
    return numpy.asarray(summed / summed[-1], dtype=numpy.float64)
