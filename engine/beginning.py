"""The ids a round begins with: those its request wants, and those it goes on from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.backends.base import Tokenizer
from engine.constraint.constraint import Constraint
from engine.errors import BadRequest, ComputeFailed
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
    given = (*wanted, *(command.forced_ids or ()))
    strange = next((id for id in given if not 0 <= id < tokenizer.size), None)
    if strange is not None:
        raise BadRequest(
            f"The answer cannot have token {strange} in it: the vocabulary has {tokenizer.size:,}."
        )
    ids = tuple(takewhile(lambda id: not tokenizer.is_end(id), wanted))
    text = b"".join(map(tokenizer.piece, ids)).decode("utf-8", "replace")
    return Beginning(ids, text, wanted[len(ids)] if len(ids) < len(wanted) else None)


def go_on(constraint: Constraint, ids: Sequence[int]) -> None:
    """Raises BadRequest when an answer that begins so cannot keep the form."""
    try:
        for id in ids:
            constraint.accept(id)
    except ComputeFailed:
        raise BadRequest(
            "An answer that begins so cannot keep the form it is held to. Ask without the form, "
            "or begin anew."
        ) from None
