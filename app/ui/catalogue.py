"""A Qt Linguist file, read at start, as a translator.

It is read as it is and not compiled, because sentences from below the window come with their
values filled in (“x.gguf is not a GGUF file.”): the catalogue has them with places for the values
(“{1} is not a GGUF file.”), and is searched for the one that fits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import QObject, QTranslator

from app.ui.language import BELOW, WINDOW

FOLDER = Path(__file__).resolve().parent.parent.parent / "resources" / "translations"

PLACE = re.compile(r"\{(\d+)\}")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?…]) +(?=[^a-z\s])")
_REMEMBERED = 512
_KEYS = "QShortcut"
"""Qt's context for names of keys. They stay as they are printed on the keys."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Sentences from below, so many, that have places for values."""

    fits: re.Pattern[str]
    places: tuple[str, ...]
    sentences: int
    translation: str

    @classmethod
    def of(cls, source: str, translation: str) -> Pattern:
        pieces = PLACE.split(source)  # words and numbers of places take turns
        shape = "".join(
            "(.+?)" if index % 2 else re.escape(piece) for index, piece in enumerate(pieces)
        )
        count = len(_SENTENCE_ENDS.split(source))
        return cls(re.compile(shape, re.DOTALL), tuple(pieces[1::2]), count, translation)


def entries(path: Path) -> Iterator[tuple[str, str, str]]:
    """Context, source and translation of everything translated in a .ts file.

    Raises OSError or ElementTree.ParseError when it cannot be read.
    """
    for context in ElementTree.parse(path).getroot().iter("context"):
        name = context.findtext("name") or ""
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.text:
                yield name, message.findtext("source") or "", translation.text


class Catalogue(QTranslator):
    """Answers Qt from a .ts file. Main thread."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._exact: dict[tuple[str, str], str] = {
            (context, source): translation for context, source, translation in entries(path)
        }
        self._patterns: list[Pattern] | None = None
        self._from_below = lru_cache(_REMEMBERED)(self._sentences)

    def translate(
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,  # noqa: ARG002
    ) -> str | None:
        """Called by Qt for every text it shows. None is Qt's null string: another is asked then."""
        if context == BELOW:
            return self._from_below(text)
        if context == _KEYS:
            return text
        return self._exact.get((context, text))

    def isEmpty(self) -> bool:
        return not self._exact

    def _sentences(self, text: str) -> str | None:
        """One sentence, or several that follow each other; None when none of them is known.

        Known ones of several sentences go before, so that no value takes a sentence in.
        """
        if (whole := self._word(text)) is not None:
            return whole
        pieces = _SENTENCE_ENDS.split(text)
        shown: list[str] = []
        known = False
        while pieces:
            found, count = self._first_of(pieces)
            known = known or found is not None
            shown.append(f"{pieces[0]} " if found is None else found)
            pieces = pieces[count:]
        return "".join(shown).strip() if known else self._fitting(text)

    def _first_of(self, pieces: Sequence[str]) -> tuple[str | None, int]:
        """The translation of the first sentence, or of more at once, and how many these are."""
        for count in range(len(pieces), 0, -1):
            text = " ".join(pieces[:count])
            found = self._word(text) or self._fitting(text, sentences=count)
            if found is not None:
                return found, count
        return None, 1

    def _fitting(self, text: str, *, sentences: int | None = None) -> str | None:
        """By the pattern with the most words of its own that fits."""
        if self._patterns is None:
            self._patterns = self._compiled()
        for pattern in self._patterns:
            if sentences in (None, pattern.sentences) and (match := pattern.fits.fullmatch(text)):
                return self._filled(pattern, match.groups())
        return None

    def _compiled(self) -> list[Pattern]:
        """Made when the first sentence comes that stands nowhere as it is."""
        patterns = [
            Pattern.of(source, translation)
            for (context, source), translation in self._exact.items()
            if context == BELOW and PLACE.search(source)
        ]
        return sorted(patterns, key=lambda one: len(one.fits.pattern), reverse=True)

    def _filled(self, pattern: Pattern, found: Sequence[str]) -> str:
        values = dict(zip(pattern.places, found, strict=True))
        return PLACE.sub(lambda place: self._value(values[place[1]]), pattern.translation)

    def _value(self, value: str) -> str:
        """A value may be a sentence or a phrase itself: the cause of an error."""
        return self._from_below(value) or value

    def _word(self, text: str) -> str | None:
        """What stands in the catalogue as it is, of whichever room."""
        return self._exact.get((BELOW, text)) or self._exact.get((WINDOW, text))
