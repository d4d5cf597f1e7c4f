"""Reads blocks of calls: in the stream, on trial, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from engine.output.calls import CallReading, NewId
from engine.output.failures import NotACall
from engine.output.grammars.block import Block
from engine.output.parts import PartWriter
from engine.output.source import Pattern, Source, Steps
from engine.output.tools import Tools

Outcome = Literal["text", "calls", "broken"]
"""What an opener turned out to begin; broken calls were reported."""

_CUT = ("tool_call_truncated", "The answer ended inside a tool call.")
_MALFORMED = ("tool_call_malformed", "The model wrote a tool call that cannot be read.")
_MOST_GARBAGE = 1_000
"""Symbols between the markers of a call that is none; so long, text has to wait to be shown."""


class _Confirmed(Exception):
    """A trial has seen enough."""


class BlockReader:
    """`stops` may stand behind everything else."""

    def __init__(
        self, source: Source, *, tools: Tools, new_id: NewId, stops: Sequence[Pattern]
    ) -> None:
        self.tools = tools
        self._source = source
        self._new_id = new_id
        self._stops = stops

    def is_call(self, block: Block, opener: Pattern) -> Steps[bool]:
        """Whether the text from here on must be a call; takes nothing."""
        start = self._source.position
        try:
            yield from self.read(block, opener, PartWriter(), on_confirm=_stop)
        except _Confirmed:
            return True
        finally:
            self._source.position = start
        return False

    def read(
        self,
        block: Block,
        opener: Pattern,
        writer: PartWriter,
        *,
        on_confirm: Callable[[], None],
        header: str = "",
        is_meant: bool = False,
    ) -> Steps[Outcome]:
        """Read a block into `writer`. `on_confirm` is called before anything is written.

        `is_meant`: where the opener stands, it begins a call, though what follows may be none.
        `header` was taken before; it belongs to what diagnoses are about.
        """
        start = self._source.position
        closes = self._source.patterns(block.closes)

        def confirmed() -> None:
            on_confirm()
            self._source.call_begins()

        reading = self._reading(closes, writer, confirmed)
        if not block.bare:
            self._source.take_pattern(opener)
        try:
            yield from block.grammar.read(reading)
        except NotACall:
            readable = False
        else:
            readable = True
        finally:
            self._source.call_ends()
        if not reading.confirmed:
            self._source.position = start
            if not is_meant or not (yield from self._skip_garbage(block, opener)):
                return "text"
            raw = self._source.text(start)
            on_confirm()
            writer.diagnose(*_MALFORMED, header + raw)
            return "broken"
        if readable:
            yield from self._skip_all(closes)
            reading.close()
        else:
            reading.give_up()
            yield from self._recover(block)
        if readable and not reading.cut:
            return "calls"
        name, sentence = _CUT if readable else _MALFORMED
        call_id = reading.broken_call if readable else ""
        writer.diagnose(name, sentence, header + self._source.text(start), call_id=call_id)
        return "broken"

    def _skip_garbage(self, block: Block, opener: Pattern) -> Steps[bool]:
        """Skip to behind a block without a call in it, if it is closed before long."""
        start = self._source.position
        closes, opens = (self._source.patterns(texts) for texts in (block.closes, block.opens))
        if block.bare or not closes:
            return False
        self._source.take_pattern(opener)
        for _ in range(_MOST_GARBAGE):
            if (yield from self._source.peek()) is None:
                break
            if (yield from self._source.first_of(closes)) is not None:
                yield from self._skip_all(closes)
                return True
            if (yield from self._source.first_of(opens)) is not None:
                break
            self._source.take()
        self._source.position = start
        return False

    def _reading(
        self, closers: Sequence[Pattern], writer: PartWriter, on_confirm: Callable[[], None]
    ) -> CallReading:
        return CallReading(
            self._source,
            writer,
            tools=self.tools,
            closers=closers,
            new_id=self._new_id,
            on_confirm=on_confirm,
        )

    def _skip_all(self, markers: Sequence[Pattern]) -> Steps[None]:
        while (yield from self._source.skip_spaced(markers)):
            pass

    def read_last(
        self, block: Block, opener: Pattern, writer: PartWriter, *, others: Sequence[Block]
    ) -> Steps[bool]:
        """Read blocks into `writer` if the output ends with them, complete.

        False otherwise; the position is then that where something else came. `others` are blocks
        that may follow the first.
        """
        while (yield from self.read(block, opener, writer, on_confirm=_go_on)) == "calls":
            if (yield from self.ends_here()):
                return True
            yield from self._source.skip_space()
            following = yield from self._opener(others)
            if following is None:
                return False
            block, opener = following
        return False

    def ends_here(self) -> Steps[bool]:
        """Whether only white space and stop markers are left; they are taken then."""
        start = self._source.position
        yield from self._skip_all(self._stops)
        if (yield from self._source.skip_space()) is None:
            return True
        self._source.position = start
        return False

    def _opener(self, blocks: Sequence[Block]) -> Steps[tuple[Block, Pattern] | None]:
        for block in blocks:
            opener = yield from self._source.first_of(self._source.patterns(block.opens))
            if opener is not None:
                return block, opener
        return None

    def _recover(self, block: Block) -> Steps[None]:
        """Skip to behind the block, to the next one, or, where nothing closes it, the next line."""
        closes = self._source.patterns(block.closes)
        opens = () if block.bare else self._source.patterns(block.opens)
        while (symbol := (yield from self._source.peek())) is not None:
            if (yield from self._source.first_of(closes)) is not None:
                yield from self._skip_all(closes)
                return
            if (yield from self._source.first_of(opens)) is not None:
                return
            if not closes and symbol.text == "\n":
                return
            self._source.take()


def _stop() -> None:
    raise _Confirmed


def _go_on() -> None:
    pass
