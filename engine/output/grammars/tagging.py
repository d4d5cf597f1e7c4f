"""The tags of one family, and as one call's parser looks for them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.calls import CallReading
from engine.output.tools import Schema


@dataclass(frozen=True, slots=True)
class Tags:
    """Tags by their beginning, without what ends them: `<invoke`, `</invoke`.

    `call_heads` stand in front of a call's tag, `call_tails` behind it, whole. `trims_newlines`:
    one line break on each side of a value is not part of it. `typed`: the attribute `string` tells
    strings from JSON, an argument without it may hold others. `escapes`: inside of a value, `&lt;`
    may stand for the `<` of a closing tag. `cdata`: a value may stand in <![CDATA[…]]>.
    """

    call_opens: tuple[str, ...]
    call_closes: tuple[str, ...]
    opens: tuple[str, ...]
    closes: tuple[str, ...]
    call_heads: tuple[str, ...] = ()
    call_tails: tuple[str, ...] = ()
    trims_newlines: bool = False
    typed: bool = False
    escapes: bool = False
    cdata: bool = False


class TagSet:
    """The tags in the vocabulary of one output, and which arguments the call has so far."""

    def __init__(self, tags: Tags, reading: CallReading, schema: Schema) -> None:
        source = reading.source
        self.source = source
        self.schema = schema
        self.given: set[str] = set()
        self.trims_newlines = tags.trims_newlines
        self.typed = tags.typed
        self.cdata = tags.cdata
        self.opens = source.patterns(tags.opens)
        self.closes = source.patterns(tags.closes)
        self.call_closes = source.patterns(tags.call_closes)
        self.block_closes = tuple(reading.closers)
        around = (*tags.call_tails, *tags.call_heads, *tags.call_opens)
        self.after_call = (*source.patterns(around), *reading.closers)
        self.escapes = source.patterns(f"&lt;{close[1:]}" for close in tags.closes if tags.escapes)
