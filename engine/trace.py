"""The trace: one JSON line for each round, with what the model saw and what it wrote."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.backends.base import Tokenizer
from engine.errors import BadRequest, EngineError
from engine.round import RunningRound
from engine.types import Ending, Generate

_log = logging.getLogger(__name__)


def _now() -> datetime:
    return datetime.now().astimezone()


class Trace:
    """Appends to a file; every line is there when its round is over.

    Raises BadRequest when the file cannot be written. Once it could, a line that cannot be written
    is left out, and the log says so.
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime] = _now) -> None:
        self._path = path
        self._now = now
        try:
            self._write("")
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadRequest(f"The trace {path} cannot be written: {reason}.") from None

    def ended(
        self, round: RunningRound, ending: Ending | EngineError, tokenizer: Tokenizer
    ) -> None:
        """A round that had begun is over, or failed."""
        prompt, reuse = round.prompt, round.reuse
        ids = round.reader.ids[round.given :]
        raw = b"".join(map(tokenizer.piece, ids))
        self._add(
            round.command,
            ending,
            prompt=prompt.text,
            prompt_ids=prompt.ids,
            reused=reuse.reused,
            restored=reuse.restored,
            read=round.read,
            seed=round.sampler.seed,
            ids=ids,
            raw=raw.decode("utf-8", "replace"),
        )

    def refused(self, command: Generate, error: EngineError) -> None:
        """A round could not begin."""
        self._add(command, error)

    def _add(self, command: Generate, ending: Ending | EngineError, **facts: Any) -> None:
        if not command.traced:
            return
        error = ending if isinstance(ending, EngineError) else None
        line = {
            "time": self._now().isoformat(timespec="milliseconds"),
            "conversation": command.conversation,
            "request": command.request,
            **facts,
            "ending": ending if error is None else None,
            "error": error and {"kind": error.kind, "message": str(error)},
            "sampling": asdict(command.sampling),
            "template_settings": command.prompt.template_settings,
            "tool_choice": command.tool_choice,
            "max_tokens": command.max_tokens,
        }
        try:
            self._write(json.dumps(line, ensure_ascii=False, default=str) + "\n")
        except (OSError, TypeError, ValueError) as error:  # the settings may be no JSON
            _log.warning("A line of the trace could not be written: %s", error)

    def _write(self, text: str) -> None:
        with self._path.open("a", encoding="utf-8", errors="replace") as file:
            file.write(text)
