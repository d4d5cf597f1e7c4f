"""Which encoding a text without a mark is in, when it is not UTF-8.

Each candidate that can decode all the bytes is judged by the characters that come out: the right
one gives the frequent characters of its language, a wrong one gives rare ones. Nothing is taken
that does not look like a language at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

_MOST_JUDGED = 4_000
"""Characters beyond ASCII that are looked at; a book tells no more."""
_LEAST_SCORE = 0.55
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffe\uffff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")

_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么"
    "心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现"
    "分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位"
    "因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼"
    "心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現"
    "分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位"
    "因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代"
)
_HANGUL = frozenset(
    "이다는의에을가고은지하한로를서기사리자어도나시그대있인정해아일스으수라여보과들제부장전만것주상안모우구"
    "원거면조문마진국소신비공경트니드세없내년중요적와성유화교던까오"
)
_EAST_ASIAN_SIGNS = frozenset("、。，．・：；？！「」『』（）《》〈〉【】“”‘’…—～·　")
_ACCENTED = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŒšžŠŽ")
_WESTERN_SIGNS = frozenset("“”‘’„‚–—…€£§°·«»©®™•¿¡²³µ½¼¾±×ªº\u00a0")


def told_apart(data: bytes) -> str | None:
    """The text in the encoding that fits best; None when nothing fits."""
    best, found = _LEAST_SCORE, None
    for encoding, score in _JUDGES:
        text = _decoded(data, encoding)
        if text is not None and (value := score(text)) > best:
            best, found = value, text
    return found


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if _CONTROLS.search(text) else text


def _average(text: str, value: Callable[[str], float]) -> float:
    judged = [found[0] for found in _some(text)]
    return sum(map(value, judged)) / len(judged) if judged else 0.0


def _some(text: str) -> list[re.Match[str]]:
    found: list[re.Match[str]] = []
    for match in _BEYOND_ASCII.finditer(text):
        found.append(match)
        if len(found) == _MOST_JUDGED:
            break
    return found


# ---- what is usual in each encoding: 2 for the most frequent, less than 0 for what is odd


def _score_simplified(text: str) -> float:
    return _average(text, lambda c: _east_asian(c, _SIMPLIFIED, _usual_in("gb2312", 0xB0, 0xD7)))


def _score_traditional(text: str) -> float:
    return _average(text, lambda c: _east_asian(c, _TRADITIONAL, _usual_in("big5", 0xA4, 0xC6)))


def _score_korean(text: str) -> float:
    return _average(text, lambda c: _east_asian(c, _HANGUL, _usual_in("euc_kr", 0xB0, 0xC8)))


def _score_japanese(text: str) -> float:
    usual = _usual_in("shift_jis", 0x88, 0x97)
    return _average(text, lambda c: 2.0 if _is_kana(c) else _east_asian(c, frozenset(), usual))


def _east_asian(character: str, frequent: frozenset[str], usual: frozenset[str]) -> float:
    if character in frequent:
        return 2.0
    if character in usual or character in _EAST_ASIAN_SIGNS or "\uff01" <= character <= "\uff5e":
        return 1.0
    return -0.5


def _is_kana(character: str) -> bool:
    """The wide ones: what looks like the narrow ones is mostly something else."""
    return "\u3041" <= character <= "\u30ff"


def _score_western(text: str) -> float:
    """Accented letters stand beside other letters, signs anywhere."""
    values = []
    for match in _some(text):
        at = match.start()
        beside = text[max(at - 1, 0) : at] + text[at + 1 : at + 2]
        if match[0] in _ACCENTED:
            values.append(1.5 if any(c.isascii() and c.isalpha() for c in beside) else 0.2)
        else:
            values.append(0.9 if match[0] in _WESTERN_SIGNS else -0.5)
    return sum(values) / len(values) if values else 0.0


def _score_cyrillic(text: str) -> float:
    """Letters stand in words of their own, capitals at their beginning or everywhere."""
    values = []
    for match in _some(text):
        character, at = match[0], match.start()
        before, beside = text[max(at - 1, 0) : at], text[max(at - 1, 0) : at + 2]
        if any(c.isascii() and c.isalpha() for c in beside):
            values.append(-0.5)
        elif "а" <= character <= "я":
            values.append(1.4)
        elif "А" <= character <= "ё" and not "а" <= before <= "я":
            values.append(0.6)
        else:
            values.append(0.6 if character in _WESTERN_SIGNS else -0.5)
    return sum(values) / len(values) if values else 0.0


def _score_wide(text: str) -> float:
    """UTF-16 without a mark: mostly ASCII, or the frequent characters of one language."""
    start = text[:_MOST_JUDGED]
    ascii = sum(c.isascii() for c in start)
    if start and ascii >= 0.7 * len(start):
        return 2.0
    scores = (_score_simplified, _score_traditional, _score_korean, _score_japanese)
    latin = (_score_western, _score_cyrillic)
    return max(score(text) for score in (*scores, *latin))


@cache
def _usual_in(encoding: str, first: int, last: int) -> frozenset[str]:
    """The characters of these rows, which hold those in daily use."""
    pairs = (bytes((row, cell)) for row in range(first, last + 1) for cell in range(0x40, 0xFF))
    return frozenset("".join(pair.decode(encoding, "ignore") for pair in pairs))


_JUDGES: tuple[tuple[str, Callable[[str], float]], ...] = (
    ("utf-16-le", _score_wide),
    ("utf-16-be", _score_wide),
    ("gb18030", _score_simplified),
    ("big5", _score_traditional),
    ("cp932", _score_japanese),
    ("cp949", _score_korean),
    ("cp1252", _score_western),
    ("cp1251", _score_cyrillic),
)
