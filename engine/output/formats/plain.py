"""No markup: everything is the answer."""

from __future__ import annotations

from engine.output.formats.format import Format

PLAIN = Format(key="plain")
GEMMA3 = Format(key="gemma3", stops=("<end_of_turn>",))
