"""Texts in older encodings are read right, or it is said why not."""

from __future__ import annotations

import random

import pytest

from app.files.decoding import decoded
from app.files.errors import NotText, UnknownEncoding

CHINESE = "会议记录：讨论了下一季度的计划。\n出席：王伟、李娜\n"
TRADITIONAL = "會議記錄：討論了下一季度的計劃。\n出席：王偉\n"
JAPANESE = "会議の議事録：来季の計画について話し合いました。\n"
KOREAN = "회의록: 다음 분기 계획을 논의했다.\n"
WESTERN = "Überprüfung für Ölförderung – “naïve” façade, 5 €…\n"
RUSSIAN = "Протокол встречи: обсудили план на квартал.\n"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", CHINESE),
        ("gb18030", "你好，世界"),
        ("gb18030", "import os  # 读取文件\nprint('完成')\n"),
        ("gbk", "姓名,年龄\n张三,32\n李四,40\n"),
        ("big5", TRADITIONAL),
        ("big5", "# 讀取檔案\nx = 1\n"),
        ("shift_jis", JAPANESE),
        ("shift_jis", "こんにちは世界"),
        ("shift_jis", "# ファイルを読む\nx = 1\n"),
        ("euc_kr", KOREAN),
        ("cp1252", WESTERN),
        ("cp1252", "Café crème à la carte"),
        ("cp1252", "a price of £5"),
        ("latin-1", "Straße, où êtes-vous?"),
        ("cp1251", RUSSIAN),
    ],
)
def test_older_encodings_are_told_by_what_they_say(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding), "a.txt") == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Hello\nworld", CHINESE, "你好，世界", JAPANESE, WESTERN])
def test_utf_16_needs_no_mark(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding), "a.txt") == text


@pytest.mark.parametrize("text", [CHINESE, TRADITIONAL, JAPANESE, KOREAN, WESTERN, RUSSIAN, "a"])
def test_utf_8_is_never_guessed_about(text: str) -> None:
    assert decoded(text.encode(), "a.txt") == text


def test_line_ends_become_newlines_in_every_encoding() -> None:
    data = CHINESE.replace("\n", "\r\n")

    assert decoded(data.encode("gb18030"), "a.txt") == CHINESE
    assert decoded(data.encode("utf-16-le"), "a.txt") == CHINESE


@pytest.mark.parametrize("length", [40, 400, 4000])
def test_bytes_of_no_language_are_refused(length: int) -> None:
    chance = random.Random(length)
    data = bytes(chance.choice(range(1, 256)) for _ in range(length))

    with pytest.raises(UnknownEncoding, match=r"“a\.bin” is in an encoding that cannot be told"):
        decoded(data, "a.bin")


def test_programs_are_no_text() -> None:
    with pytest.raises(NotText):
        decoded(b"\x7fELF\2\1\1" + bytes(range(256)) * 20, "a.out")


def test_a_mark_with_damage_behind_it_is_said() -> None:
    with pytest.raises(UnknownEncoding, match="damaged further on"):
        decoded(b"\xef\xbb\xbfHello \xff\xfe", "a.txt")
