"""How well a few typed letters fit a text: whole words first, then letters with gaps.

Chinese is also found by the first letters of its pinyin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeVar

from app.domain.pinyin import initials

_AT_START, _AT_WORD, _INSIDE, _INITIALS, _SCATTERED = 100.0, 80.0, 50.0, 60.0, 30.0
_RECENT = 15.0
_LESS_FITTING = 20.0
"""What is found by other words than it shows comes later."""
_FEWEST_INITIALS = 2
_WIDEST = 3
"""Letters further apart than this, times their number, are an accident."""


@dataclass(frozen=True, slots=True)
class Match:
    """`places` are indices of the letters found, in ascending order."""

    score: float
    places: tuple[int, ...]


def match(typed: str, text: str) -> Match | None:
    """Every word of `typed` has to be found, in any order; None when one is not.

    Shorter texts fit better than longer ones that are otherwise the same, unless nothing is typed.
    """
    lowered = text.lower()
    found = [_word(word, lowered) or _spelt(word, text) for word in typed.lower().split()]
    if any(one is None for one in found):
        return None
    matches = [one for one in found if one is not None]
    places = sorted({place for one in matches for place in one.places})
    longer = min(len(text), 100) / 100 if matches else 0.0
    return Match(sum(one.score for one in matches) - longer, tuple(places))


class Named(Protocol):
    """Something to be found by its text or by other words; `id` is the same at every start."""

    @property
    def id(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def words(self) -> str: ...


NamedT = TypeVar("NamedT", bound=Named)


def ranked(
    typed: str, named: Iterable[NamedT], recent: Sequence[str]
) -> list[tuple[NamedT, tuple[int, ...]]]:
    """What fits, best first, with the places of the letters found.

    `recent` are ids, newest first: of two that fit alike, the one used lately comes first. The
    order of `named` decides the rest.
    """
    found = [(one, fit) for one in named if (fit := _found(typed, one)) is not None]
    found.sort(key=lambda pair: -(pair[1].score + _bonus(pair[0].id, recent, bool(typed.strip()))))
    return [(one, fit.places) for one, fit in found]


def _found(typed: str, one: Named) -> Match | None:
    if (shown := match(typed, one.text)) is not None:
        return shown
    other = match(typed, one.words)
    return None if other is None else Match(other.score - _LESS_FITTING, ())


def _bonus(id: str, recent: Sequence[str], typed: bool) -> float:
    """Less than a better fit while something is typed, else more than all."""
    if id not in recent:
        return 0.0
    return (_RECENT if typed else 10 * _AT_START) * (1 - recent.index(id) / (len(recent) + 1))


def _word(word: str, text: str) -> Match | None:
    at = _whole(word, text)
    if at < 0:
        return _scattered(word, text)
    score = _AT_START if at == 0 else _AT_WORD if _begins_word(text, at) else _INSIDE
    return Match(score, tuple(range(at, at + len(word))))


def _spelt(word: str, text: str) -> Match | None:
    """The first letters of Chinese words, two at least, as an input method takes them."""
    if len(word) < _FEWEST_INITIALS or not word.isascii() or text.isascii():
        return None
    at = initials(text).find(word)
    if at < 0:
        return None
    return Match(_INITIALS if at == 0 else _SCATTERED, tuple(range(at, at + len(word))))


def _whole(word: str, text: str) -> int:
    """Where the word stands in one piece, rather at the start of a word than inside one; or -1."""
    first = at = text.find(word)
    while at >= 0:
        if _begins_word(text, at):
            return at
        at = text.find(word, at + 1)
    return first


def _begins_word(text: str, at: int) -> bool:
    return at == 0 or not text[at - 1].isalnum()


def _scattered(word: str, text: str) -> Match | None:
    """The first letters of words, else letters in their order that stand close together."""
    starts = [i for i in range(len(text)) if text[i].isalnum() and _begins_word(text, i)]
    if places := _in_order(word, text, starts):
        return Match(_INITIALS, places)
    places = _in_order(word, text, range(len(text)))
    if not places or places[-1] - places[0] > _WIDEST * len(word):
        return None
    gaps = sum(after - before > 1 for before, after in pairwise(places))
    return Match(max(1.0, _SCATTERED - 4 * gaps), places)


def _in_order(word: str, text: str, among: Sequence[int]) -> tuple[int, ...]:
    """For each letter the next of these places where it stands; empty when one is nowhere."""
    places: list[int] = []
    rest = iter(among)
    for letter in word:
        at = next((i for i in rest if text[i] == letter), None)
        if at is None:
            return ()
        places.append(at)
    return tuple(places)
