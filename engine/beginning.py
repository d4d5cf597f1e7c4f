"""The ids a request wants its round to begin with."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from engine.backends.base import Tokenizer
from engine.errors import BadRequest
from engine.types import Generate


@dataclass(frozen=True, slots=True)
class Beginning:
    """`ids`, which say `text`, stand behind the prompt as if they had been sampled. `end` is the
    token that ends the turn right after them, where one was wanted; what the request has behind it
    is left out.
    """

    ids: tuple[int, ...] = ()
    text: str = ""
    end: int | None = None


def beginning_of(command: Generate, tokenizer: Tokenizer) -> Beginning:
    """Raises BadRequest for an id that is not in the vocabulary."""
    wanted = command.begins_with
    strange = next((id for id in wanted if not 0 <= id < tokenizer.size), None)
    if strange is not None:
        raise BadRequest(
            f"The answer cannot begin with token {strange}: the vocabulary has {tokenizer.size:,}."
        )
    ids = tuple(takewhile(lambda id: not tokenizer.is_end(id), wanted))
    text = b"".join(map(tokenizer.piece, ids)).decode("utf-8", "replace")
    return Beginning(ids, text, wanted[len(ids)] if len(ids) < len(wanted) else None)
