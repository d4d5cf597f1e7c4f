"""Output formats: one small module per family, and which of them a model writes."""

from __future__ import annotations

from engine.output.formats import think
from engine.output.formats.format import Format

FORMATS: tuple[Format, ...] = (think.FORMAT,)


def detect(template: str) -> Format:
    """The format of the models that use this chat template (its Jinja source)."""
    for known in FORMATS:
        if any(marker in template for marker in known.markers):
            return known
    return think.FORMAT
