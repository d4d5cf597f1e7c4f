"""An answer as the tokens the model chose, shaded by how likely each one was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.conversation import Message
from app.ui.inspector.prompt_tokens import mixed
from app.ui.inspector.token_canvas import Tone
from app.ui.inspector.token_layout import Cell, visible
from app.ui.language import mark, number, tr
from app.ui.theme import Theme
from engine.token_choices import TokenChoice, unpacked
from engine.types import Round

_LEVELS = ((0.9, 0.0), (0.6, 0.1), (0.3, 0.2), (0.1, 0.32), (0.0, 0.46))
"""From this probability on, so much of the colour."""
_LEVEL_NAMES = (mark("90 % and more"), mark("60 %"), mark("30 %"), mark("10 %"), mark("less"))
_UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a token stands in its answer; `choice` None: some tokens nothing is known of."""

    round: int
    token: int
    choice: TokenChoice | None


def places_of(message: Message) -> list[Place]:
    """The tokens of all rounds that have choices; unknown ones in a row are one place."""
    return [place for number, round in enumerate(message.rounds) for place in _of(number, round)]


def _of(number: int, round: Round) -> Iterator[Place]:
    before: TokenChoice | None = None
    for token, choice in enumerate(unpacked(round.choices)):
        if choice is not None or token == 0 or before is not None:
            yield Place(number, token, choice)
        before = choice


def cells_of(places: list[Place]) -> list[Cell]:
    """A new line begins with each round."""
    cells = []
    following = [place.round for place in places[1:]] + [-1]
    for place, next_round in zip(places, following, strict=True):
        text = place.choice.taken.text if place.choice else "…"
        ends = text.endswith("\n") or next_round != place.round
        cells.append(Cell(visible(text), tone_of(place), breaks=ends))
    return cells


def tone_of(place: Place) -> str:
    if place.choice is None:
        return _UNKNOWN
    probability = place.choice.taken.probability
    return next(str(low) for low, _ in _LEVELS if probability >= low)


def tones(theme: Theme) -> dict[str, Tone]:
    levels = {
        str(low): Tone(mixed(theme.error, theme.code, share), theme.text) for low, share in _LEVELS
    }
    return levels | {_UNKNOWN: Tone(theme.code, theme.hint)}


def legend(theme: Theme) -> str:
    """Rich text: which shade means what."""
    swatches = (
        f'<span style="background-color:{tone.fill.name()};color:{tone.text.name()}">'
        f"&nbsp;{tr(name)}&nbsp;</span>"
        for name, tone in zip(_LEVEL_NAMES, tones(theme).values(), strict=False)
    )
    return "&nbsp;&nbsp; ".join(swatches)


def percent(probability: float) -> str:
    """Small ones are told as such, and never as none."""
    if probability < 0.001:
        return tr("< {share} %", share=number(0.1, 1))
    return tr("{share} %", share=number(probability * 100, 1))
