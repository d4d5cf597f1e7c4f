"""Turns of seven families with tool calls, told again by a scripted backend.

`python -m tests.engine.recorded_turns` is an engine process whose "model file" names a family:
{"family": key, "seconds_per_token": s}. The question chooses the turn.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.child import main
from engine.models import LoadOptions
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.prompt.families import SHIPPED, Family, family_of
from tests.engine.scripted import Script, ScriptedBackend

ROOT = Path(__file__).parents[2]
OURS = ROOT / "resources" / "templates"
RECORDED: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "turns.json").read_text("utf-8"))
KEYS = tuple(str(entry["key"]) for entry in RECORDED["families"])

_ANSWERED = r"Noted|Ding|declined|cancelled|not run|no tool named|do not fit"
_REFUSED = r"Tool error:"


@dataclass(frozen=True)
class RecordedTurn:
    """What a family writes in each round, as ids with the token that ends it.

    A round is over when the pattern of the same number is found in what was read and written.
    """

    tokenizer: FakeTokenizer
    rounds: tuple[str, ...]
    written: tuple[list[int], ...]
    over: tuple[re.Pattern[str], ...]

    def next_id(self, ids: Sequence[int], text: str) -> int:
        """`text` is that of the ids after the question."""
        due = self.written[sum(pattern.search(text) is not None for pattern in self.over)]
        told = next(n for n in range(len(due) - 1, -1, -1) if ids[len(ids) - n :] == due[:n])
        return due[told]

    def tokens_until(self, text: str) -> int:
        """Tokens of the first round up to the end of `text` in it."""
        raw = self.rounds[0]
        return len(self.tokenizer.encode(raw[: raw.index(text) + len(text)], special=True))


def recorded_family(key: str) -> Family:
    template = str(_entry(key)["template"])
    path = next((f / template for f in (OURS, SHIPPED) if (f / template).is_file()), None)
    assert path is not None, f"{template} is missing: `make test` fetches it"
    return family_of(path)


def recorded_turn(key: str, turn: str, tokenizer: FakeTokenizer) -> RecordedTurn:
    """`turn` is one of `TURNS`."""
    entry = _entry(key)
    rounds, over = TURNS[turn](entry)
    ends = (*[entry["ends_with"][0]] * (len(rounds) - 1), entry["ends_with"][-1])
    written = [tokenizer.encode(a + b, special=True) for a, b in zip(rounds, ends, strict=True)]
    patterns = (re.compile(pattern, re.DOTALL) for pattern in over)
    return RecordedTurn(tokenizer, tuple(rounds), tuple(written), tuple(patterns))


def told_by(key: str, tokenizer: FakeTokenizer) -> Script:
    """Tells the turn that the last question names, "Tell NAME.", or the one as recorded."""
    turns = {name: recorded_turn(key, name, tokenizer) for name in _turns_of(key)}

    def next_id(ids: Sequence[int]) -> int:
        text = b"".join(map(tokenizer.piece, ids)).decode(errors="replace")
        *_, last = [None, *re.finditer(r"Tell (\w+)\.", text)]
        if last is None:
            return turns["whole"].next_id(ids, text)
        return turns[last[1]].next_id(ids, text[last.end() :])

    return next_id


def question_for(turn: str) -> str:
    return f"Tell {turn}."


def _entry(key: str) -> dict[str, Any]:
    found: dict[str, Any] = next(e for e in RECORDED["families"] if e["key"] == key)
    return found


def _turns_of(key: str) -> list[str]:
    """Only this family tells a reasoning that is not over at its call."""
    return [name for name in TURNS if name != "in_reasoning" or key == "dsml_v4"]


# ---- turns that go another way

Told = tuple[list[str], list[str]]


def _whole(entry: dict[str, Any]) -> Told:
    return entry["rounds"], [re.escape(result) for result in RECORDED["results"]]


def _note(entry: dict[str, Any]) -> Told:
    """A call of a tool that changes something, then the answer."""
    call = _calling(entry["rounds"][0], "write_note", "text", "Buy milk")
    return [call, entry["rounds"][2]], [rf"{_ANSWERED}|{_REFUSED}"]


def _sum_and_bell(entry: dict[str, Any]) -> Told:
    """Two calls, of which the second changes something."""
    calls = entry["rounds"][1].replace("clock", "ring_bell")
    return [calls, entry["rounds"][2]], [_ANSWERED]


def _unknown(entry: dict[str, Any]) -> Told:
    call = _calling(entry["rounds"][0], "send_fax", "text", "Buy milk")
    return [call, entry["rounds"][2]], [_ANSWERED]


def _invalid(entry: dict[str, Any]) -> Told:
    call = _calling(entry["rounds"][0], "calculator", "formula", "12.5 + 30")
    return [call, entry["rounds"][2]], [_ANSWERED]


def _malformed(entry: dict[str, Any]) -> Told:
    """A call that cannot be read, then a good one."""
    return [_broken(entry), *entry["rounds"][::2]], [_REFUSED, RECORDED["results"][0]]


def _malformed_twice(entry: dict[str, Any]) -> Told:
    good = [_REFUSED, f"{_REFUSED}.*{_REFUSED}", RECORDED["results"][0]]
    return [_broken(entry), _broken(entry), *entry["rounds"][::2]], good


def _in_reasoning(entry: dict[str, Any]) -> Told:
    """A call inside open thinking, which then goes on to the answer."""
    reasoning, call = entry["rounds"][0].split("</think>")
    return [f"{reasoning}{call}\n{entry['rounds'][2]}"], []


def _calling(raw: str, name: str, argument: str, value: str) -> str:
    changed = raw.replace("calculator", name).replace("expression", argument)
    return changed.replace("12.5 + 30", value)


def _broken(entry: dict[str, Any]) -> str:
    good, bad = entry["malformed"]
    return str(entry["rounds"][0]).replace(good, bad)


TURNS: dict[str, Callable[[dict[str, Any]], Told]] = {
    "whole": _whole,
    "note": _note,
    "sum_and_bell": _sum_and_bell,
    "unknown": _unknown,
    "invalid": _invalid,
    "malformed": _malformed,
    "malformed_twice": _malformed_twice,
    "in_reasoning": _in_reasoning,
}


# ---- the engine process


def open_recorded(
    path: str, options: LoadOptions, progress: Callable[[float], None]
) -> ScriptedBackend:
    wanted = json.loads(Path(path).read_text(encoding="utf-8"))
    family = recorded_family(wanted["family"])
    tokenizer = family.tokenizer()
    progress(1.0)
    return ScriptedBackend(
        script=told_by(wanted["family"], tokenizer),
        options=options,
        seconds_per_token=wanted.get("seconds_per_token", 0.0),
        template=family.template.source,
        path=path,
        tokenizer=tokenizer,
    )


if __name__ == "__main__":
    main(open_recorded)
