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

from app.ui.language import BELOW

FOLDER = Path(__file__).resolve().parent.parent.parent / "resources" / "translations"

PLACE = re.compile(r"\{(\d+)\}")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?]) +(?=\S)")
_REMEMBERED = 512


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sentence from below that has places for values."""

    fits: re.Pattern[str]
    places: tuple[str, ...]
    translation: str

    @classmethod
    def of(cls, source: str, translation: str) -> Pattern:
        pieces = PLACE.split(source)  # words and numbers of places take turns
        shape = "".join(
            "(.+?)" if index % 2 else re.escape(piece) for index, piece in enumerate(pieces)
        )
        return cls(re.compile(shape, re.DOTALL), tuple(pieces[1::2]), translation)


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
        self._exact: dict[tuple[str, str], str] = {}
        self._patterns: list[Pattern] = []
        for context, source, translation in entries(path):
            self._exact[context, source] = translation
            if context == BELOW and PLACE.search(source):
                self._patterns.append(Pattern.of(source, translation))
        self._patterns.sort(key=lambda pattern: len(pattern.fits.pattern), reverse=True)
        self._from_below = lru_cache(_REMEMBERED)(self._sentences)

    def translate(  # type: ignore[override] # None stands for "not here" in Qt's own words
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,  # noqa: ARG002
    ) -> str | None:
        """Called by Qt for every text it shows."""
        found = self._exact.get((context, text))
        return self._from_below(text) if found is None and context == BELOW else found

    def isEmpty(self) -> bool:
        return not self._exact

    def _sentences(self, text: str) -> str | None:
        """One sentence, or several that follow each other; None when none of them is known."""
        if (whole := self._sentence(text)) is not None:
            return whole
        pieces = _SENTENCE_ENDS.split(text)
        found = [self._sentence(piece) for piece in pieces]
        if len(pieces) == 1 or not any(found):
            return None
        return "".join(one or f"{piece} " for one, piece in zip(found, pieces, strict=True)).strip()

    def _sentence(self, text: str) -> str | None:
        if (found := self._exact.get((BELOW, text))) is not None:
            return found
        for pattern in self._patterns:
            if match := pattern.fits.fullmatch(text):
                return self._filled(pattern, match.groups())
        return None

    def _filled(self, pattern: Pattern, found: Sequence[str]) -> str:
        values = dict(zip(pattern.places, found, strict=True))
        return PLACE.sub(lambda place: self._value(values[place[1]]), pattern.translation)

    def _value(self, value: str) -> str:
        """A value may be a sentence itself: the cause of an error."""
        return self._sentences(value) or value if " " in value else self._word(value)

    def _word(self, value: str) -> str:
        return self._exact.get((BELOW, value), value)
