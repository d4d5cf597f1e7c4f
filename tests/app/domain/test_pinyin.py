"""Chinese by the first letters of its pinyin."""

from __future__ import annotations

import pytest

from app.domain.fuzzy import match
from app.domain.pinyin import initials


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("新会话", "xhh"),
        ("重复惩罚", "cfcf"),
        ("打开 GGUF 文件…", "dk gguf wj…"),
        ("安恩哦一窝我", "aeoyww"),
        ("昔期击匝", "xqjz"),
        ("亍㐀é", "亍㐀é"),
        ("", ""),
    ],
)
def test_each_character_has_its_letter(text: str, letters: str) -> None:
    assert initials(text) == letters


@pytest.mark.parametrize(
    ("typed", "places"),
    [("qhzt", (0, 1, 2, 3)), ("ZT", (2, 3)), ("qh zt", (0, 1, 2, 3)), ("z", None), ("hq", None)],
)
def test_the_characters_found_are_told(typed: str, places: tuple[int, ...] | None) -> None:
    found = match(typed, "切换主题")

    assert (found.places if found else None) == places
