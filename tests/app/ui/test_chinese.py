"""The Chinese catalogue in use: each sentence is found again with values in its places."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QLabel

from app.domain.preferences import PreferencesFile
from app.ui.catalogue import FOLDER, Catalogue, entries
from app.ui.language import BELOW, followed, said
from app.ui.theme import Theme
from app.ui.transcript.math.renderer import MathRenderer
from app.ui.transcript.wording import causes
from app.ui.window import MainWindow
from engine.cache.causes import Cause, joined
from tests.app.ui.languages import installed, speaking

CHINESE = FOLDER / "zh_CN.ts"


def filled(text: str) -> str:
    return re.sub(r"\{(\d+)\}", r"x\1.gguf", text)


def test_a_sentence_with_values_finds_its_own_translation(qapp: QApplication) -> None:
    assert qapp is not None
    with installed(Catalogue(CHINESE)):
        wrong = [
            (source, said(filled(source)))
            for context, source, translation in entries(CHINESE)
            if context == BELOW and said(filled(source)) != filled(translation)
        ]

    assert wrong == []


def test_sentences_and_phrases_inside_each_other_are_found(qapp: QApplication) -> None:
    assert qapp is not None
    with installed(Catalogue(CHINESE)):
        told = [
            said(
                "The 2 oldest turns (1,204 tokens) are no longer seen by the model, because the "
                "context of 4,096 tokens is full. The answer will read 412 of 1,204 tokens, about "
                "3 s. The model wrote no summary of them."
            ),
            said("After an answer with reasoning, the model reads only the next question."),
            said("a.gguf is empty; download it again. The next message loads the model again."),
        ]

    assert told == [
        "由于 4,096 个词元的上下文已满，模型不再看到最早的 2 轮（1,204 个词元）。"
        "回答将读取 412 / 1,204 个词元，约 3 秒。模型没有写出它们的摘要。",
        "带思考的回答之后，模型只需读取下一个问题。",
        "a.gguf 是空的；请重新下载。下一条消息会重新加载模型。",
    ]


def test_every_cause_of_reading_again_is_told(qapp: QApplication) -> None:
    assert qapp is not None
    with installed(Catalogue(CHINESE)):
        told = [causes(cause.format(number=3, position=1204)) for cause in Cause]
        two = causes(joined(Cause.SYSTEM_CHANGED, Cause.MESSAGE_EDITED.format(number=1204)))

    assert [text for text in told if re.search("[A-Za-z]", text)] == []
    assert two == "系统提示词有变；第 1,204 条消息被编辑"


def test_a_formula_is_read_aloud_and_sentences_follow_each_other(
    theme: Theme, preferences: PreferencesFile
) -> None:
    preferences.change(replace(preferences.current, language="zh_CN"))
    with speaking(preferences):
        formula = MathRenderer(theme.fonts.ui()).render(r"\frac{1}{2}", display=True)

        assert formula.speech == "2 分之 1"
        assert followed(["好。", "是。"]) == "好。是。"
    assert followed(["So.", "Yes."]) == "So. Yes."


@pytest.mark.parametrize("typed", ["theme", "qhzt", "主题", "zt"])
def test_the_palette_finds_by_english_and_by_pinyin(
    new_window: Callable[[], MainWindow], preferences: PreferencesFile, typed: str
) -> None:
    preferences.change(replace(preferences.current, language="zh_CN"))
    with speaking(preferences):
        window = new_window()
        window.open_palette()
        window.palette_box.field.setText(typed)
        shown = window.palette_box.list
        found = [shown.item(row).text() for row in range(shown.count())]

    assert "切换主题" in found


@pytest.mark.parametrize("typed", ["penalty", "重复", "cfcf"])
def test_the_settings_find_by_english_and_by_pinyin(
    new_window: Callable[[], MainWindow], preferences: PreferencesFile, typed: str
) -> None:
    preferences.change(replace(preferences.current, language="zh_CN"))
    with speaking(preferences):
        settings = new_window().settings
        settings.open_at()
        settings.side.search.setText(typed)
        labels = [one.text() for one in settings.findChildren(QLabel) if one.isVisible()]

    assert any("惩罚" in text for text in labels)
