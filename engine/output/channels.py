"""Outputs made of messages with headers: a header says what its message is (Harmony and others)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from engine.output.blocks import BlockReader
from engine.output.formats.format import Channels
from engine.output.grammars.block import Grammar
from engine.output.grammars.body import BodyCall
from engine.output.parts import Kind, PartWriter
from engine.output.source import Source, Steps

_MAX_HEADER = 300
_RECIPIENT = re.compile(r"\bto=([^\s<]+)")
_NAMESPACE = "functions."
_NOBODY = ("assistant", "user")


class ChannelReader:
    """Feeds a `PartWriter` from a `Source`, message by message.

    The prompt ends with the beginning of a header, or inside of reasoning.
    """

    def __init__(
        self,
        source: Source,
        writer: PartWriter,
        *,
        channels: Channels,
        opens_reasoning: bool,
        blocks: BlockReader,
    ) -> None:
        self._source = source
        self._writer = writer
        self._channels = channels
        self._blocks = blocks
        self._opens_reasoning = opens_reasoning
        self._message = source.pattern(channels.message)
        self._begins = source.patterns((channels.start, channels.channel, channels.message))
        self._ends = source.patterns(channels.ends)
        starts = (*self._begins, *self._ends)
        self._starts = {pattern.pieces[0][0] for pattern in starts}
        self._borders = starts

    def run(self) -> Steps[None]:
        """Read to the end of the output."""
        if self._opens_reasoning:
            yield from self._body("reasoning")
        elif (yield from self._source.first_of(self._source.patterns((" to=", "to=")))):
            yield from self._headed()
        while not (yield from self._source.at_end()):
            if (yield from self._source.skip(self._ends)):
                continue
            if (yield from self._source.first_of(self._begins)) is not None:
                yield from self._headed()
            else:
                yield from self._body("content")

    # ---- headers

    def _headed(self) -> Steps[None]:
        """A message with its header; one whose header is broken off is dropped."""
        header = yield from self._header()
        if header is None:
            return
        recipient = self._recipient(header)
        if recipient in self._channels.reasoning:
            yield from self._body("reasoning")
        elif recipient:
            yield from self._call(recipient, header)
        else:
            yield from self._body(self._kind(header))

    def _header(self) -> Steps[str | None]:
        """The header that begins here, its end taken; None when it has none."""
        header = ""
        while (symbol := (yield from self._source.peek())) is not None:
            if (yield from self._source.skip((self._message,))):
                return header
            if (yield from self._source.first_of(self._ends)) is not None:
                return None
            known = self._kind_is_known(header)
            if symbol.text == "\n" and known:
                return header
            if len(header) > _MAX_HEADER:
                return header if known else None
            header += self._source.take().text
        return None

    def _kind_is_known(self, header: str) -> bool:
        words = (*self._channels.reasoning, *self._channels.content)
        return header.removeprefix(self._channels.channel).strip().endswith(words)

    def _kind(self, header: str) -> Kind:
        """By the last channel that the header names."""
        channel = header.rpartition(self._channels.channel)[2].strip()
        return "reasoning" if channel.startswith(self._channels.reasoning) else "content"

    def _recipient(self, header: str) -> str:
        """Whom the message is for; empty for everybody."""
        named = [name.split(self._channels.channel)[0] for name in _RECIPIENT.findall(header)]
        return next((name for name in reversed(named) if name not in _NOBODY), "")

    # ---- bodies

    def _body(self, kind: Literal["reasoning", "content"]) -> Steps[None]:
        self._writer.begin(kind, after_marker=True)
        while (symbol := (yield from self._source.peek())) is not None:
            if symbol.text in self._starts:
                if (yield from self._source.skip(self._ends)):
                    self._writer.begin("content", after_marker=True)
                    return
                if (yield from self._source.first_of(self._begins)) is not None:
                    self._writer.begin("content", after_marker=True)
                    return
            self._writer.add(self._source.take())
            self._source.forget()
        if kind == "reasoning" and not self._writer.blank and self._source.ending != "stopped":
            sentence = "The answer ended inside its reasoning."
            self._writer.diagnose("reasoning_unclosed", sentence, "")

    def _call(self, recipient: str, header: str) -> Steps[None]:
        tools = self._blocks.tools
        block = self._channels.calls
        grammar: Grammar = block.grammar
        is_function = recipient.startswith(_NAMESPACE)
        if not tools and (is_function or not isinstance(grammar, BodyCall)):
            yield from self._body("content")
            return
        if not (is_function or tools.declares(tools.named(recipient))):
            yield from self._unknown(recipient)
            return
        if isinstance(grammar, BodyCall):
            grammar = BodyCall(recipient)
        outcome = yield from self._blocks.read(
            replace(block, grammar=grammar),
            self._message,
            self._writer,
            on_confirm=self._begin_calls,
            header=header + self._channels.message,
        )
        if outcome == "text":
            yield from self._unknown(recipient)

    def _begin_calls(self) -> None:
        self._writer.begin("content", after_marker=True)

    def _unknown(self, recipient: str) -> Steps[None]:
        """A message to nobody we know, such as a tool the model was trained with."""
        start = self._source.position
        while (yield from self._source.peek()) is not None:
            if (yield from self._source.first_of(self._borders)) is not None:
                break
            self._source.take()
        raw = f"{recipient}: {self._source.text(start)}"
        sentence = f"The model called a tool that does not exist: {recipient}."
        self._writer.diagnose("unknown_tool", sentence, raw)
