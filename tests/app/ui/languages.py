"""Languages for tests, installed and taken away again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

from app.domain.preferences import PreferencesFile
from app.ui.language import BELOW, WINDOW
from app.ui.speaking import Language


class Pseudo(QTranslator):
    """Puts ⟦ and ⟧ around every text that comes here, so that one that does not is seen."""

    def translate(
        self,
        context: str,
        text: str,
        disambiguation: str | None = None,  # noqa: ARG002
        n: int = -1,  # noqa: ARG002
    ) -> str | None:
        return f"⟦{text}⟧" if context in (WINDOW, BELOW) and text.strip() else None

    def isEmpty(self) -> bool:
        return False


@contextmanager
def installed(translator: QTranslator) -> Iterator[None]:
    QCoreApplication.installTranslator(translator)
    try:
        yield
    finally:
        QCoreApplication.removeTranslator(translator)


@contextmanager
def speaking(preferences: PreferencesFile) -> Iterator[Language]:
    """As the program does it, until the end of the test."""
    before, language = QLocale(), Language(preferences)
    try:
        yield language
    finally:
        language.stop()
        QLocale.setDefault(before)
