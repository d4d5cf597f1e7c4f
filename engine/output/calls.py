"""Calls on their way from a grammar to the parts, and what a grammar needs to read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.output.parts import PartWriter
from engine.output.source import Pattern, Source
from engine.output.tools import Tools

NewId = Callable[[], str]


class CallReading:
    """One block of calls that is being read: where from, where to, and how it ended.

    `closers` end a value that is missing its own. A grammar calls `confirm` as soon as what it has
    seen can be nothing but a call; before that, `NotACall` gives the text back.
    """

    def __init__(
        self,
        source: Source,
        writer: PartWriter,
        *,
        tools: Tools,
        closers: Sequence[Pattern],
        new_id: NewId,
        on_confirm: Callable[[], None],
    ) -> None:
        self.source = source
        self.tools = tools
        self.closers = closers
        self.confirmed = False
        self.cut = False
        """Whether the output ended inside a call."""
        self._writer = writer
        self._new_id = new_id
        self._on_confirm = on_confirm
        self._start = source.byte(source.position)
        self._is_open = False
        self._ended: tuple[int, bool] | None = None
        self.broken_call = ""
        """The id of the newest call, if it was cut off or repaired."""

    def confirm(self) -> None:
        if not self.confirmed:
            self._on_confirm()
            self.confirmed = True

    def begin(self, name: str, *, call_id: str = "") -> None:
        """A call of the named tool; the model's own id is kept where it wrote a usable one."""
        start = self._start if self._ended is None else self._ended[0]
        self._settle(start)
        call_id, self.broken_call = self._unique(call_id), ""
        if not self.tools.declares(name):
            sentence = f"The model called a tool that does not exist: {name}."
            self._writer.diagnose("unknown_tool", sentence, name, call_id=call_id)
        self._is_open = True
        self._writer.start_call(call_id, name, start)

    def _unique(self, call_id: str) -> str:
        """The model's own id, unless an earlier call of the output has it, or there is none."""
        while not call_id or call_id in self._writer.call_ids:
            call_id = self._new_id()
        return call_id

    def add(self, text: str) -> None:
        """The next piece of the arguments, JSON."""
        self._writer.add_arguments(text)

    def end(self, *, complete: bool = True) -> None:
        """The call is over; what closes its block may still come."""
        self._is_open = False
        self.broken_call = "" if complete else self._writer.call_ids[-1]
        self._ended = (self.source.byte(self.source.position), complete)

    def close(self) -> None:
        """The block is over here."""
        self._settle(self.source.byte(self.source.position))

    def _settle(self, end: int) -> None:
        if self._ended is not None:
            self._writer.finish_call(end, complete=self._ended[1])
            self._ended = None

    def give_up(self) -> None:
        """The call that is open is none after all."""
        if self._is_open:
            self._writer.drop_call()
            self._is_open = False
        if self._ended is not None:
            self._settle(self._ended[0])
