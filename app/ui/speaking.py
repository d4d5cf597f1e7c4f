"""Which language the window speaks: as the preferences say, or as the system does."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from app.domain.preferences import Preferences, PreferencesFile

log = logging.getLogger(__name__)

Spoken = Literal["en", "zh_CN"]


class Language(QObject):
    """Has translators installed for the language chosen. Built before the window, after the log.

    Signals:
        changed(): another language is spoken from now on; what is shown already is in the old one
    """

    changed = Signal()

    def __init__(self, preferences: PreferencesFile) -> None:
        super().__init__()
        self._translators: list[QTranslator] = []
        self.spoken = wanted(preferences.current)
        self._install()
        preferences.watch(self._on_preferences)

    def stop(self) -> None:
        """English is spoken again, until another choice is made."""
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()
        self._translators = []

    def _on_preferences(self, _before: Preferences, now: Preferences) -> None:
        if (spoken := wanted(now)) != self.spoken:
            self.spoken = spoken
            self._install()
            self.changed.emit()

    def _install(self) -> None:
        """Ours is asked before Qt's. English stands in the code and needs none."""
        self.stop()
        QLocale.setDefault(_locale(self.spoken))
        self._translators = [] if self.spoken == "en" else self._loaded(self.spoken)
        for translator in self._translators:
            QCoreApplication.installTranslator(translator)

    def _loaded(self, spoken: Spoken) -> list[QTranslator]:
        """Imported late: an English start reads no XML."""
        from xml.etree.ElementTree import ParseError

        from app.ui.catalogue import FOLDER, Catalogue

        of_qt = QTranslator(self)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if not of_qt.load(f"qtbase_{spoken}", folder):
            log.info("Qt has no texts in %s here; its own menus stay English", spoken)
        try:
            return [of_qt, Catalogue(FOLDER / f"{spoken}.ts", self)]
        except (OSError, ParseError) as error:
            log.warning("the texts in %s cannot be read, English is shown: %s", spoken, error)
            return [of_qt]


def wanted(preferences: Preferences) -> Spoken:
    if preferences.language != "system":
        return preferences.language
    return of_system(QLocale.system().uiLanguages())


def of_system(languages: Iterable[str]) -> Spoken:
    """The first of the languages a person wants that is spoken here; else English.

    Whoever reads traditional characters is served better with simplified ones than with English.
    """
    for name in languages:
        if name.startswith("zh"):
            return "zh_CN"
        if name.startswith("en"):
            return "en"
    return "en"


def _locale(spoken: Spoken) -> QLocale:
    """The system's own for numbers and dates, where it is of this language."""
    wanted, system = QLocale("en_US" if spoken == "en" else spoken), QLocale.system()
    same = (system.language(), system.script()) == (wanted.language(), wanted.script())
    return system if same else wanted
