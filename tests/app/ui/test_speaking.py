"""Which language is spoken, and what follows it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from app.domain.preferences import PreferencesFile
from app.ui import catalogue
from app.ui.language import number, tr
from app.ui.speaking import of_system
from tests.app.ui.languages import speaking


def choose(preferences: PreferencesFile, language: str) -> None:
    preferences.change(replace(preferences.current, language=language))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("languages", "spoken"),
    [
        (["zh-CN"], "zh_CN"),
        (["zh-Hant-TW", "en-US"], "zh_CN"),
        (["en-GB", "zh-CN"], "en"),
        (["de-DE", "zh-Hans-SG", "en"], "zh_CN"),
        (["de-DE"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_system_wants_the_first_language_that_is_here(
    languages: list[str], spoken: str
) -> None:
    assert of_system(languages) == spoken


def test_the_choice_holds_at_once_and_is_kept(
    qapp: QApplication, preferences: PreferencesFile, tmp_path: Path
) -> None:
    assert qapp is not None
    heard: list[str] = []
    with speaking(preferences) as language:
        language.changed.connect(lambda: heard.append(language.spoken))
        english = tr("Close")
        choose(preferences, "zh_CN")
        chinese = (tr("Close"), QLocale().name())
        choose(preferences, "en")
        english_again = (tr("Close"), QLocale().name())
        choose(preferences, "system")  # which has no language here

    kept = PreferencesFile(tmp_path / "preferences.json").current.language
    assert (english, chinese, english_again) == ("Close", ("关闭", "zh_CN"), ("Close", "en_US"))
    assert (heard, kept) == (["zh_CN", "en"], "system")


def test_qts_own_texts_follow(qtbot: QtBot, preferences: PreferencesFile) -> None:
    choose(preferences, "zh_CN")
    with speaking(preferences):
        box, field = QDialogButtonBox(), QLineEdit("text")
        qtbot.addWidget(box)
        qtbot.addWidget(field)
        button = box.addButton(QDialogButtonBox.StandardButton.Cancel)
        menu = field.createStandardContextMenu()
        texts = [action.text() for action in menu.actions()]

    assert button.text() == "取消"
    assert any(text.startswith("全选") for text in texts)


def test_names_of_keys_stay_as_they_are_printed(
    qapp: QApplication, preferences: PreferencesFile
) -> None:
    assert qapp is not None
    choose(preferences, "zh_CN")
    native = QKeySequence.SequenceFormat.NativeText
    with speaking(preferences):
        names = [QKeySequence(keys).toString(native) for keys in ("Ctrl+Return", "Backspace")]

    assert names == ["Ctrl+Return", "Backspace"]


def test_without_its_catalogue_english_is_shown(
    qapp: QApplication,
    preferences: PreferencesFile,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert qapp is not None
    (tmp_path / "zh_CN.ts").write_text("<TS><cont", encoding="utf-8")
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    choose(preferences, "zh_CN")

    with speaking(preferences):
        assert (tr("Close"), number(1204)) == ("Close", "1,204")
    assert "the texts in zh_CN cannot be read" in caplog.text


def test_a_language_that_is_unknown_is_the_systems(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "preferences.json").write_text('{"language": "tlh"}', encoding="utf-8")

    preferences = PreferencesFile(tmp_path / "preferences.json")

    assert preferences.current.language == "system"
    assert "language" in caplog.text


def test_when_it_ends_english_is_left(qapp: QApplication, preferences: PreferencesFile) -> None:
    assert qapp is not None
    choose(preferences, "zh_CN")
    with speaking(preferences):
        pass

    assert QCoreApplication.translate("window", "Close") == "Close"
