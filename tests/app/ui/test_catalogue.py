"""Sentences from below the window, which come with their values filled in."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.ui.language import said
from tests.app.ui.languages import installed
from tests.app.ui.test_language import catalogue

BELOW = {
    "{1} is not a GGUF file.": "{1} 不是 GGUF 文件。",
    "{1} is empty; download it again.": "{1} 是空的，请重新下载。",
    "{1}: there is not enough memory ({2}). Choose another.": "{1}：内存不足（{2}）。换小的。",
    "The model could not be loaded.": "无法加载模型。",
    "The answer {1}.": "回答{1}。",
    "will read {1} of {2} tokens": "将读取 {1} / {2} 词元",
    "will read {1} of {2} tokens, {3} from disk, {4}": "将读取 {1} / {2} 词元（磁盘 {3}），{4}",
    "will read {1} of {2} tokens, {3}": "将读取 {1} / {2} 词元，{3}",
    "about {1} s": "约 {1} 秒",
    "{2} of {1} turned around.": "{1} 的 {2}。",
    "It failed: {1}.": "失败：{1}。",
    "The disk is full.": "磁盘已满。",
}


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("“a b.gguf” is not a GGUF file.", "“a b.gguf” 不是 GGUF 文件。"),
        ("{1} is not a GGUF file.", "{1} 不是 GGUF 文件。"),
        ("x.gguf is empty; download it again.", "x.gguf 是空的，请重新下载。"),
        (
            "x.gguf: there is not enough memory (3 GB). Choose another.",
            "x.gguf：内存不足（3 GB）。换小的。",
        ),
        ("The disk is full. The model could not be loaded.", "磁盘已满。无法加载模型。"),
        ("x is not a GGUF file. The disk is full.", "x 不是 GGUF 文件。磁盘已满。"),
        ("Nobody knows this. The disk is full.", "Nobody knows this. 磁盘已满。"),
        ("The disk is full. Nobody knows this.", "磁盘已满。Nobody knows this."),
        ("Nobody knows this.", "Nobody knows this."),
        ("The answer will read 4 of 1,204 tokens.", "回答将读取 4 / 1,204 词元。"),
        ("The answer will read 4 of 9 tokens, about 3 s.", "回答将读取 4 / 9 词元，约 3 秒。"),
        (
            "The answer will read 4 of 9 tokens, 5 from disk, about 3 s.",
            "回答将读取 4 / 9 词元（磁盘 5），约 3 秒。",
        ),
        ("A of B turned around.", "B 的 A。"),
        ("It failed: the disk. and the rest.", "失败：the disk. and the rest。"),
        ("Close", "关闭"),
    ],
)
def test_a_sentence_is_found_by_its_words(tmp_path: Path, english: str, chinese: str) -> None:
    with installed(catalogue(tmp_path, window={"Close": "关闭"}, below=BELOW)):
        assert said(english) == chinese
