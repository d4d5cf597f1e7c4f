"""Which symbols are reasoning, which are the answer, which are calls: one machine for all formats.

A marker counts where a model puts one: an opener at the start or at the beginning of a line, a
closer while reasoning is open, a call outside of code. Anywhere else it is text, or a stray that is
dropped and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engine.output.blocks import BlockReader
from engine.output.detokenize import Symbol
from engine.output.fence import Fence
from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.parts import PartWriter
from engine.output.source import Pattern, Source, Steps

Action = Callable[[Pattern], bool | Steps[bool]]
"""Deals with a marker that comes next, perhaps after looking ahead; False when it is text here."""


class AnswerReader:
    """Feeds a `PartWriter` from a `Source`."""

    def __init__(
        self,
        source: Source,
        writer: PartWriter,
        *,
        format: Format,
        opens_reasoning: bool,
        blocks: BlockReader,
    ) -> None:
        self._source = source
        self._writer = writer
        self._format = format
        self._blocks = blocks
        self._fence = Fence()
        self._reasons = opens_reasoning
        self._untouched = True
        self._closed_just_now = False
        self.closer_is_due = False
        """Whether the model, whose reasoning was closed for it, may still close it itself."""
        self._has_content = False
        self._is_wrapped = False
        self._reported_call = False
        self._no_calls_before = 0
        self._patterns: dict[str, list[Pattern]] = {}
        self._actions: dict[str, list[Action]] = {}
        self._make_rules()
        writer.begin("reasoning" if opens_reasoning else "content", after_marker=opens_reasoning)

    def run(self) -> Steps[None]:
        """Read to the end of the output."""
        while (symbol := (yield from self._source.peek())) is not None:
            patterns = self._patterns.get(symbol.text)
            if patterns is None or not (yield from self._follow(patterns)):
                self._add(self._source.take())
                self._source.forget()
        if self._reasons and not self._writer.blank and self._source.ending != "stopped":
            sentence = "The answer ended inside its reasoning."
            self._writer.diagnose("reasoning_unclosed", sentence, "")

    def _make_rules(self) -> None:
        format = self._format
        if self._blocks.tools:
            for block in format.blocks:
                self._rule(block.opens, partial(self._block, block))
        self._rule(format.start_opens, self._open_at_start)
        at_start = format.opens_where == "start"
        self._rule(format.opens, self._open_at_start if at_start else self._open)
        self._rule(format.closes, self._close)
        self._rule(format.content_open, self._begin_content)
        self._rule(format.content_close, self._end_content)
        self._rule(format.stops, self._stop)

    def _rule(self, texts: Iterable[str], action: Action) -> None:
        for pattern in self._source.patterns(texts):
            self._actions.setdefault(pattern.text, []).append(action)
            same_start = self._patterns.setdefault(pattern.pieces[0][0], [])
            if pattern not in same_start:
                same_start.append(pattern)

    def _follow(self, patterns: Sequence[Pattern]) -> Steps[bool]:
        """Deal with the marker that comes next; False when there is none, or it is text."""
        pattern = yield from self._source.first_of(patterns)
        if pattern is None:
            return False
        for action in self._actions[pattern.text]:
            done = action(pattern)
            if done if isinstance(done, bool) else (yield from done):
                return True
        return False

    # ---- reasoning

    def _open_at_start(self, opener: Pattern) -> bool:
        if not (self._untouched and self._writer.blank):
            return False
        return self._open(opener)

    def _open(self, opener: Pattern) -> bool:
        if self._reasons and not self._writer.blank:
            return False
        anywhere = self._format.opens_where == "anywhere" and not self._fence.is_open
        if not (self._reasons or anywhere or self._at_line_start()):
            return False
        self._source.take_pattern(opener)
        if not self._reasons:
            self._begin(reasons=True)
        return True

    def _is_meant(self, opener: Pattern) -> bool:
        """Whether a call begins here, and not a text or a mention of the marker."""
        opens_text = opener.text in self._format.content_open
        return not opens_text and not self._reasons and self._at_line_start()

    def _close(self, closer: Pattern) -> bool:
        stray = not (self._reasons or self._untouched or self._closed_just_now)
        dropped = self._format.drops_stray_closers or self.closer_is_due
        dropped = dropped and not self._fence.is_open
        if stray and not (self._at_line_start() or dropped):
            return False
        if stray and not dropped:
            sentence = f"A stray {closer.text} was left out."
            self._writer.diagnose("stray_marker", sentence, closer.text)
        if stray:
            self.closer_is_due = False
        self._source.take_pattern(closer)
        self._begin(reasons=False)
        self._closed_just_now = True
        return True

    # ---- answers

    def _begin_content(self, opener: Pattern) -> bool:
        if self._format.content_markers_are_text:
            if self._reasons or self._is_wrapped or not self._writer.blank:
                return False
            self._is_wrapped = True
        elif self._fence.is_open:
            return False
        self._source.take_pattern(opener)
        self._begin(reasons=False)
        return True

    def _end_content(self, closer: Pattern) -> Steps[bool]:
        if self._format.content_markers_are_text:
            return (yield from self._end_wrapped(closer))
        if self._fence.is_open:
            return False
        self._source.take_pattern(closer)
        if not self._reasons:
            self._begin(reasons=False)
        return True

    def _end_wrapped(self, closer: Pattern) -> Steps[bool]:
        """Take a closer that ends the whole answer."""
        if self._reasons or not self._is_wrapped:
            return False
        start = self._source.position
        self._source.take_pattern(closer)
        if (yield from self._blocks.ends_here()):
            return True
        self._source.position = start
        return False

    def _stop(self, stop: Pattern) -> Steps[bool]:
        """A stop marker counts as a token, or as text if nothing follows it."""
        if all(is_token for _, is_token in stop.pieces):
            self._source.take_pattern(stop)
            return True
        return (yield from self._blocks.ends_here())

    # ---- calls

    def _block(self, block: Block, opener: Pattern) -> Steps[bool]:
        if self._fence.is_code or self._source.position < self._no_calls_before:
            return False
        if block.where == "alone":
            return (yield from self._block_alone(block, opener))
        if block.where == "line" and (self._reasons or not self._at_line_start()):
            return False
        if self._reasons and self._format.calls_in_reasoning == "ignore":
            return (yield from self._ignore(block, opener))
        if self._reasons and self._format.calls_in_reasoning == "promote":
            return (yield from self._promote(block, opener))
        outcome = yield from self._blocks.read(
            block,
            opener,
            self._writer,
            on_confirm=self._begin_calls,
            is_meant=self._is_meant(opener),
        )
        return outcome != "text"

    def _begin_calls(self) -> None:
        self._begin(reasons=False)
        self._closed_just_now = True
        self._has_content = True

    def _block_alone(self, block: Block, opener: Pattern) -> Steps[bool]:
        """A call without a marker, if nothing else is in the answer."""
        if self._reasons or self._has_content or not self._writer.blank:
            return False
        calls = PartWriter(self._writer)
        if not (yield from self._read_last(block, opener, calls, followers=())):
            return False
        self._begin_calls()
        self._writer.adopt(calls)
        return True

    def _promote(self, block: Block, opener: Pattern) -> Steps[bool]:
        """A call in open reasoning counts if the output ends with it."""
        if not (yield from self._blocks.is_call(block, opener)):
            return False
        start = self._source.position
        calls = PartWriter(self._writer)
        followers = [one for one in self._format.blocks if one.where == "anywhere"]
        if (yield from self._read_last(block, opener, calls, followers=followers)):
            self._begin_calls()
            self._writer.adopt(calls)
            return True
        self._report_call(self._source.text(start, self._no_calls_before))
        return False

    def _read_last(
        self, block: Block, opener: Pattern, calls: PartWriter, *, followers: Iterable[Block]
    ) -> Steps[bool]:
        """Read blocks at the end of the output; if it does not end there, they are text."""
        start = self._source.position
        found = yield from self._blocks.read_last(block, opener, calls, others=tuple(followers))
        if not found:
            self._no_calls_before = self._source.position
            self._source.position = start
        return found

    def _ignore(self, block: Block, opener: Pattern) -> Steps[bool]:
        if not self._reported_call and (yield from self._blocks.is_call(block, opener)):
            self._report_call(opener.text)
        return False

    def _report_call(self, raw: str) -> None:
        """Once for each stretch of reasoning."""
        if not self._reported_call:
            sentence = "A tool call inside the reasoning was not carried out."
            self._writer.diagnose("tool_call_in_reasoning", sentence, raw)
            self._reported_call = True

    # ---- text

    def _begin(self, *, reasons: bool) -> None:
        self._reasons, self._untouched, self._closed_just_now = reasons, False, False
        self._reported_call = False
        self._fence = Fence()
        self._writer.begin("reasoning" if reasons else "content", after_marker=True)

    def _at_line_start(self) -> bool:
        return self._writer.blank or (self._fence.line == "" and not self._fence.is_open)

    def _add(self, symbol: Symbol) -> None:
        self._writer.add(symbol)
        self._fence.add(symbol.text)
        if not symbol.text.isspace():
            self._untouched = self._closed_just_now = False
            self._has_content = self._has_content or not self._reasons
