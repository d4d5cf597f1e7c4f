"""How models are put into words: sizes, quantisation, state."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from app.domain.model import ModelState
from app.ui.language import mark, number, said, tr
from app.ui.sizes import size_text

if TYPE_CHECKING:
    from engine.models import ModelInfo

_QUANTISATION = re.compile(
    r"(?<![A-Za-z0-9])(I?Q\d(?:_[A-Z0-9]+)*|BF16|F16|F32|MXFP4)(?![A-Za-z0-9])", re.IGNORECASE
)

EFFORTS = (mark("Minimal"), mark("Low"), mark("Medium"), mark("High"), mark("Max"))
"""As templates name how hard a model thinks; `said` finds their words here."""


def quantisation(info: ModelInfo) -> str:
    """As the file's name gives it, else as the engine's description does; "" when neither."""
    for text in (Path(info.path).stem, info.description):
        if found := _QUANTISATION.search(text):
            return found[1].upper()
    return ""


def details(info: ModelInfo) -> str:
    """Quantisation, size and device of a loaded model, the known ones joined by dots."""
    known = (quantisation(info), size_text(info.size_bytes), said(info.device))
    return " · ".join(text for text in known if text)


def state_text(state: ModelState) -> str:
    """What stands beside the model's name."""
    if state.phase == "ready" and state.problem:
        return tr("Stopped: the next message loads it again")
    if state.phase == "ready" and state.info is not None:
        return details(state.info)
    if state.phase == "loading":
        return tr("Loading… {percent} %", percent=number(round(state.fraction * 100)))
    if state.phase == "failed":
        return tr("Could not be loaded")
    return ""
