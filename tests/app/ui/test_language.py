"""Texts and numbers, in English and in another language."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.ui.catalogue import Catalogue
from app.ui.language import day, listed, number, said, tr
from tests.app.ui.languages import installed


def catalogue(folder: Path, *, window: dict[str, str], below: dict[str, str]) -> Catalogue:
    def context(name: str, texts: dict[str, str]) -> str:
        messages = "".join(
            f"<message><source>{source}</source><translation>{text}</translation></message>"
            for source, text in texts.items()
        )
        return f"<context><name>{name}</name>{messages}</context>"

    path = folder / "zz.ts"
    contexts = context("window", window) + context("below", below)
    path.write_text(f'<TS version="2.1">{contexts}</TS>', encoding="utf-8")
    return Catalogue(path)


@pytest.mark.parametrize("text", ["Close", "Loading… {percent} %", "“中文”", ""])
def test_english_needs_no_translator(qapp: QApplication, text: str) -> None:
    assert qapp is not None
    assert (tr(text) if text else text, said(text)) == (text, text)


def test_values_are_filled_in_after_the_translation(tmp_path: Path) -> None:
    chinese = catalogue(
        tmp_path, window={"{count} of {all} files": "共 {all} 个，{count} 个"}, below={}
    )

    with installed(chinese):
        assert tr("{count} of {all} files", count=3, all=7) == "共 7 个，3 个"


def test_what_nobody_translated_stays_as_it_is(tmp_path: Path) -> None:
    with installed(catalogue(tmp_path, window={"Close": "关闭"}, below={})):
        assert (tr("Close"), tr("Open"), said("The disk is full.")) == (
            *("关闭", "Open"),
            "The disk is full.",
        )


def test_braces_in_a_value_are_no_places(tmp_path: Path) -> None:
    with installed(catalogue(tmp_path, window={"“{title}”": "《{title}》"}, below={})):
        assert tr("“{title}”", title="{x} {0}") == "《{x} {0}》"


@pytest.mark.parametrize("sentence", ["half \ud83d of one", "a\0b", "\ufffe", "x" * 100_000])
def test_what_qt_cannot_take_comes_back_whole(tmp_path: Path, sentence: str) -> None:
    with installed(catalogue(tmp_path, window={}, below={"a": "b"})):
        assert said(sentence) == sentence


def test_numbers_have_the_separators_of_the_language(qapp: QApplication) -> None:
    assert qapp is not None
    before = QLocale()
    figures = []
    for name in ("C", "en_US", "zh_CN", "de_DE"):
        QLocale.setDefault(QLocale(name))
        figures.append((number(1204), number(1204.56, 1), day(date(2026, 11, 30))))
    QLocale.setDefault(before)

    assert figures == [
        ("1,204", "1,204.6", "11/30/26"),
        ("1,204", "1,204.6", "11/30/26"),
        ("1,204", "1,204.6", "2026/11/30"),
        ("1.204", "1.204,6", "30.11.26"),
    ]


def test_several_are_listed_as_the_language_does_it(tmp_path: Path) -> None:
    english = listed(["one", "two"])
    with installed(catalogue(tmp_path, window={", ": "、"}, below={})):
        assert (english, listed(["一", "二"])) == ("one, two", "一、二")
