"""The vocabulary of the tiny models: a byte-level BPE learned here from a few sentences.

Special tokens as chat models have them, some user-defined tags, all bytes, the learned pieces.
"""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

CONTROL_TOKENS = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    *(f"<|reserved_{number}|>" for number in range(14)),
)
TAGS = ("<think>", "</think>", "<tool_call>", "</tool_call>")
_TEXT = """The user asks a question and the assistant answers it. What is the capital of France?
The capital of France is Paris, and the weather there is fine. Hello, how are you? I am well, thank
you. system user assistant tool. Write a short story about a cat that reads books in the library.
There is one thing that the cat likes more than reading, and that is sleeping in the sun."""
_MERGES = 260


@cache
def vocabulary() -> tuple[list[str], list[str]]:
    """Tokens and merges, in the letters byte-level BPE writes bytes with."""
    letters = _byte_letters()
    words = Counter(
        tuple(letters[byte] for byte in (" " * (place > 0) + word).encode())
        for line in _TEXT.splitlines()
        for place, word in enumerate(line.split())
    )
    merges: list[tuple[str, str]] = []
    while len(merges) < _MERGES and (pairs := _pairs(words)):
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        words = Counter({_merged(word, best): count for word, count in words.items()})
    pieces = dict.fromkeys([*letters, *(left + right for left, right in merges)])
    tokens = [*CONTROL_TOKENS, *TAGS, *pieces]
    return tokens, [f"{left} {right}" for left, right in merges]


def _byte_letters() -> list[str]:
    """A printable letter for each byte: itself, or one from 256 on."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = (byte for byte in range(256) if byte not in printable)
    shown = {byte: chr(256 + place) for place, byte in enumerate(others)}
    return [shown.get(byte, chr(byte)) for byte in range(256)]


def _pairs(words: Counter[tuple[str, ...]]) -> Counter[tuple[str, str]]:
    pairs: Counter[tuple[str, str]] = Counter()
    for word, count in words.items():
        for pair in itertools.pairwise(word):
            pairs[pair] += count
    return pairs


def _merged(word: tuple[str, ...], pair: tuple[str, str]) -> tuple[str, ...]:
    merged: list[str] = []
    for letter in word:
        if merged and (merged[-1], letter) == pair:
            merged[-1] += letter
        else:
            merged.append(letter)
    return tuple(merged)
