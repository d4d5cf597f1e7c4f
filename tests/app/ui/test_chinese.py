"""The Chinese catalogue in use: each sentence is found again with values in its places."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QApplication

from app.ui.catalogue import FOLDER, Catalogue, entries
from app.ui.language import BELOW, said
from tests.app.ui.languages import installed

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
