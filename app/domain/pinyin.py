"""The first letter of the pinyin of Chinese characters, without a dictionary.

GB 2312 orders its 3,755 usual characters by their pinyin, so where a character stands tells the
letter; rarer ones have none. Of several readings the one of that table counts, but for those that
are read otherwise in the words of a program.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

_FIRST = (
    *("啊a", "芭b", "擦c", "搭d", "蛾e", "发f", "噶g", "哈h", "击j", "喀k", "垃l", "妈m", "拿n"),
    *("哦o", "啪p", "期q", "然r", "撒s", "塌t", "挖w", "昔x", "压y", "匝z"),
)
"""The first character of each letter."""
_OTHERWISE = {"重": "c"}
_REMEMBERED = 4096


def _code(character: str) -> bytes:
    return character.encode("gb2312", errors="ignore")


_STARTS = [_code(pair[0]) for pair in _FIRST]
_LETTERS = [pair[1] for pair in _FIRST]
_END = _code("亍")
"""From here on characters are ordered by their strokes."""


@lru_cache(_REMEMBERED)
def initials(text: str) -> str:
    """As many characters as the text has; what is not Chinese stays, in lower case."""
    return "".join(_letter(character) for character in text)


def _letter(character: str) -> str:
    if character.isascii():
        return character.lower()
    if character in _OTHERWISE:
        return _OTHERWISE[character]
    code = _code(character)
    if not _STARTS[0] <= code < _END:
        return character
    return _LETTERS[bisect_right(_STARTS, code) - 1]
