"""Turns of seven families, each with two rounds of tool calls, told again by a scripted backend.

`python -m tests.engine.recorded_turns` is an engine process whose "model file" names a family:
{"family": key, "seconds_per_token": s}.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.child import main
from engine.models import LoadOptions
from tests.engine.prompt.families import SHIPPED, Family, family_of
from tests.engine.scripted import Script, ScriptedBackend

ROOT = Path(__file__).parents[2]
OURS = ROOT / "resources" / "templates"
RECORDED: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "turns.json").read_text("utf-8"))
KEYS = tuple(str(entry["key"]) for entry in RECORDED["families"])


@dataclass(frozen=True)
class RecordedTurn:
    """What a family writes in each round, and the token that ends it."""

    name: str
    family: Family
    rounds: tuple[str, ...]
    ends_with: tuple[str, ...]

    def script(self) -> Script:
        """Tells the round that is due: the results in the prompt say how many are over."""
        tokenizer = self.family.tokenizer()
        written = [
            tokenizer.encode(raw + end, special=True)
            for raw, end in zip(self.rounds, self.ends_with, strict=True)
        ]
        results = [text.encode() for text in RECORDED["results"]]

        def next_id(ids: Sequence[int]) -> int:
            text = b"".join(map(tokenizer.piece, ids))
            due = written[sum(result in text for result in results)]
            told = next(n for n in range(len(due) - 1, -1, -1) if ids[len(ids) - n :] == due[:n])
            return due[told]

        return next_id


def recorded_turn(key: str) -> RecordedTurn:
    entry = next(entry for entry in RECORDED["families"] if entry["key"] == key)
    places = (folder / str(entry["template"]) for folder in (OURS, SHIPPED))
    path = next((place for place in places if place.is_file()), None)
    assert path is not None, f"{entry['template']} is missing: `make test` fetches it"
    return RecordedTurn(
        name=entry["name"],
        family=family_of(path),
        rounds=tuple(entry["rounds"]),
        ends_with=tuple(entry["ends_with"]),
    )


def open_recorded(
    path: str, options: LoadOptions, progress: Callable[[float], None]
) -> ScriptedBackend:
    wanted = json.loads(Path(path).read_text(encoding="utf-8"))
    turn = recorded_turn(wanted["family"])
    progress(1.0)
    return ScriptedBackend(
        script=turn.script(),
        options=options,
        seconds_per_token=wanted.get("seconds_per_token", 0.0),
        template=turn.family.template.source,
        path=path,
        tokenizer=turn.family.tokenizer(),
    )


if __name__ == "__main__":
    main(open_recorded)
