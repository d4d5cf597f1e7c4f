"""How the tokens of a prompt look: a colour for each role, a box that says what is to be read."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from PySide6.QtGui import QColor

from app.ui.inspector.token_canvas import Tone
from app.ui.inspector.token_layout import Cell, visible
from app.ui.language import mark, number, tr
from app.ui.theme import Theme
from engine.events import PromptInspected, PromptToken

ROLES = (mark("system"), mark("user"), mark("assistant"), mark("tool"), mark("template"))
READINGS = (mark("reused"), mark("restored"), mark("to read"))


def cells_of(prompt: PromptInspected) -> Iterator[Cell]:
    """One after the other; tokens that look the same share one."""
    known = prompt.reused + prompt.restored
    made: dict[tuple[str, str, int, bool], Cell] = {}
    for place, token in enumerate(prompt.tokens):
        reading = 0 if place < prompt.reused else 1 if place < known else 2
        look = (token.text, role_of(token), reading, token.special)
        if look not in made:
            made[look] = _cell(*look)
        yield made[look]


def _cell(text: str, role: str, reading: int, special: bool) -> Cell:
    tone = f"{role}/{READINGS[reading]}"
    return Cell(visible(text), tone, chip=special, breaks=text.endswith("\n"))


def role_of(token: PromptToken) -> str:
    """The role whose words these are; what stands around them is the template's."""
    if token.role is None or token.part is None:
        return "template"
    return "system" if token.role == "developer" else token.role


def tones(theme: Theme) -> dict[str, Tone]:
    code = theme.code_colors
    texts = {
        "system": theme.accent,
        "user": theme.text,
        "assistant": code.builtin,
        "tool": code.number,
        "template": theme.hint,
    }
    fills = {"reused": theme.code, "restored": theme.accent_soft, "to read": to_read(theme)}
    return {
        f"{role}/{reading}": Tone(fill, text)
        for role, text in texts.items()
        for reading, fill in fills.items()
    }


def to_read(theme: Theme) -> QColor:
    """The warning colour, as faint as a background has to be."""
    return mixed(theme.warning, theme.code, 0.08)


def mixed(color: QColor, ground: QColor, share: float) -> QColor:
    """`share` of a colour over another; text stays readable on it."""
    pairs = zip(color.getRgb()[:3], ground.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(over * share + under * (1 - share)) for over, under in pairs))


def tip_of(token: PromptToken, place: int, title: str) -> str:
    """What is said of the token under the mouse."""
    about = [json.dumps(token.text, ensure_ascii=False), tr("id {id}", id=token.id)]
    if token.special:
        about.append(tr("control token"))
    whose = "" if token.role is None else tr(token.role)
    where = [tr("token {number}", number=number(place)), whose, title]
    return "\n".join(" · ".join(filter(None, line)) for line in (about, where))


def ids_text(tokens: Sequence[PromptToken]) -> str:
    """The ids as a JSON list."""
    return json.dumps([token.id for token in tokens])


class Finding:
    """Where a text stands in a prompt, also when it begins and ends in the middle of tokens."""

    def __init__(self, tokens: Sequence[PromptToken]) -> None:
        self._text = "".join(token.text for token in tokens)
        self._starts = list(accumulate((len(token.text) for token in tokens), initial=0))[:-1]

    def numbers(self, wanted: str) -> list[range]:
        """The tokens of each place, without regard to case."""
        found = re.finditer(re.escape(wanted), self._text, re.IGNORECASE)
        return [range(self._at(hit.start()), self._at(hit.end() - 1) + 1) for hit in found]

    def _at(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1
