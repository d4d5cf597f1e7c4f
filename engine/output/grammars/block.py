"""A block of calls: the markers around it, and the grammar inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from engine.output.calls import CallReading
from engine.output.source import Steps


class Grammar(Protocol):
    """Reads the calls of one block, from behind its opener."""

    def read(self, reading: CallReading) -> Steps[None]:
        """Raises NotACall before `reading.confirm()` when the text is no call, Malformed after."""


@dataclass(frozen=True, slots=True)
class Block:
    """`opens` and `closes` are markers; closers may be missing, or several may follow.

    A `bare` opener is the beginning of a call itself and stays for the grammar. `where`: a block
    counts anywhere, at the beginning of a line, or when it is all there is in the answer.
    """

    opens: tuple[str, ...]
    grammar: Grammar
    closes: tuple[str, ...] = ()
    bare: bool = False
    where: Literal["anywhere", "line", "alone"] = "anywhere"
