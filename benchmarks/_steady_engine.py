"""An engine process that writes a long answer at a steady rate: `python -m` this module."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.child import main
from engine.models import LoadOptions
from tests.engine.fake_tokenizer import IM_END, FakeTokenizer
from tests.engine.scripted import ScriptedBackend


class SteadyScript:
    """Says the answer from where the first prompt ends; finds that place once."""

    def __init__(self, text: str) -> None:
        tokenizer = FakeTokenizer()
        self._answer = [*tokenizer.encode(text, special=True), IM_END]
        self._start = 0

    def __call__(self, ids: Sequence[int]) -> int:
        self._start = self._start or len(ids)
        said = len(ids) - self._start
        return self._answer[said] if 0 <= said < len(self._answer) else IM_END


def open_steady(
    path: str, options: LoadOptions, progress: Callable[[float], None]
) -> ScriptedBackend:
    """Open a "model file" with JSON: {"say": text, "seconds_per_token": s}."""
    wanted = json.loads(Path(path).read_text(encoding="utf-8"))
    progress(0.5)
    return ScriptedBackend(
        script=SteadyScript(wanted["say"]),
        options=options,
        seconds_per_token=wanted["seconds_per_token"],
        path=path,
    )


if __name__ == "__main__":
    main(open_steady)
