"""The words of the window in the language of its user.

English stands in the code and is the key. `tr` translates where a text is shown; `mark` names
a text that is shown later, for the catalogue to find; `said` translates sentences that come from
below the window (errors, causes, labels of settings), where no language is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QLocale

WINDOW, BELOW = "window", "below"
"""The two contexts of the catalogue."""

_ENGLISH = QLocale("en_US")


def tr(text: str, /, **values: object) -> str:
    """What stands in the code, translated, with `{name}` filled in: never give it an f-string."""
    shown = QCoreApplication.translate(WINDOW, text)
    return shown.format(**values) if values else shown


def mark(text: str, /) -> str:
    """The text itself: for constants, which are made before a language is chosen."""
    return text


def said(sentence: str, /) -> str:
    """A finished sentence from below the window, translated; as it is where nobody did."""
    if not sentence or "\0" in sentence:  # Qt would end it there
        return sentence
    try:
        return QCoreApplication.translate(BELOW, sentence)
    except UnicodeEncodeError:  # the half of a character, in a name of a file or from a model
        return sentence


def locale() -> QLocale:
    """How numbers and dates are written; a bare system, which has no language, gets English."""
    now = QLocale()
    return _ENGLISH if now.language() == QLocale.Language.C else now


def number(value: float, digits: int = 0) -> str:
    """With the separators of the language."""
    return locale().toString(float(value), "f", digits)


def day(moment: date) -> str:
    """A date as short as the language writes it."""
    short = QLocale.FormatType.ShortFormat
    return locale().toString(QDate(moment.year, moment.month, moment.day), short)


def followed(sentences: Iterable[str]) -> str:
    """One after the other, with a space between them where the language has one."""
    space = "" if locale().language() == QLocale.Language.Chinese else " "
    return space.join(sentences)


def listed(texts: list[str]) -> str:
    """Several, one after the other, in one line."""
    return tr(", ").join(texts)
