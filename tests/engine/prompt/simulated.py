"""A model that writes what its template would print, in ids that are not the tokenizer's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from engine.backends.base import Tokenizer
from engine.prompt.plain import render_text
from engine.prompt.template import ChatTemplate
from engine.types import (
    Ending,
    Message,
    Part,
    PromptRequest,
    Reasoning,
    Round,
    Text,
    ToolCall,
    Written,
)

CLOCK = "2026-03-05T14:00:00"
ARGUMENTS = '{"city": "Paris", "days": 3}'
OTHER_ARGUMENTS = '{ "days" : 3,\n  "city":"Paris"}'
TOOLS: tuple[dict[str, Any], ...] = (
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "The weather of a city",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string", "description": "Its name"},
                    "days": {"type": "integer", "description": "How many"},
                },
                "required": ["city"],
            },
        },
    },
)
_BLOCKS = {
    "<think>": "</think>",
    "<seed:think>": "</seed:think>",
    "<mm:think>": "</mm:think>",
    "<think:opensource>": "</think:opensource>",
    "<|START_THINKING|>": "<|END_THINKING|>",
    "<|open|>think<|sep|>": "<|close|>think<|sep|>",
    "<|channel>thought": "<channel|>",
    "Here are my reasoning steps:\n": "\n[BEGIN FINAL RESPONSE]\n",
}


@dataclass(frozen=True)
class Answer:
    """What the model is to say in one round of a conversation."""

    parts: tuple[Part, ...]
    ending: Ending = "end_of_turn"


@dataclass(frozen=True)
class Model:
    """`writes_calls` makes of the arguments a template prints those the model writes."""

    template: ChatTemplate
    tokenizer: Tokenizer
    ends: tuple[str, ...]
    settings: dict[str, Any]
    arguments: str = ARGUMENTS

    def request(self, messages: Sequence[Message]) -> PromptRequest:
        return PromptRequest(tuple(messages), TOOLS, self.settings, CLOCK)

    def answer(self, messages: Sequence[Message], wanted: Answer) -> Message:
        """The round's message as the engine makes it."""
        plain = [replace(message, round=None) for message in messages]
        prompt = self._rendered(plain, generates=True)
        parts = wanted.parts
        if len(parts) > 1 and prompt.rstrip().endswith(tuple(_BLOCKS.values())):
            parts = tuple(part for part in parts if not isinstance(part, Reasoning))
        raw = self._written(plain, prompt, parts)
        raw = raw.replace(ARGUMENTS, self.arguments)
        if wanted.ending != "end_of_turn":
            raw = raw[:-4]
        ids = self._sampled(raw)
        sampled = Round(ids, self.tokenizer.fingerprint, wanted.ending)
        return Message("assistant", tuple(_located(raw, parts)), sampled)

    def _rendered(self, messages: Sequence[Message], *, generates: bool) -> str:
        return render_text(
            self.request(messages), template=self.template, add_generation_prompt=generates
        )

    def _written(self, messages: list[Message], prompt: str, parts: tuple[Part, ...]) -> str:
        """What the template prints between generation prompt and stop; what it drops, before."""
        printed = self._rendered([*messages, Message("assistant", parts)], generates=False)
        border = self._border(printed, prompt, messages)
        tail, extra = printed[border:], prompt[border:]
        kept = [part for part in parts if _sign(part) in tail]
        lost = [part for part in parts if part not in kept]
        tail = self._until_stop(tail, kept)
        head, block = "", _open_block(extra)
        if any(isinstance(part, Reasoning) for part in lost):
            before = self._rendered(messages, generates=False)
            block = _open_block(prompt[len(before) :])
            opener = "" if block else "<think>\n"
            head = f"{opener}{_text(lost, Reasoning)}\n{block or '</think>'}\n\n"
            tail = tail.removeprefix("<think>").lstrip("\n").removeprefix("</think>").lstrip("\n")
        elif block and not any(isinstance(part, Reasoning) for part in kept):
            head = f"{block}\n\n"
        head += "".join(f"{part.text}\n" for part in lost if isinstance(part, Text))
        calls = sum(isinstance(part, ToolCall) for part in lost)
        return head + tail + calls * f"\n<tool_call>\n{ARGUMENTS}\n</tool_call>"

    def _border(self, printed: str, prompt: str, messages: list[Message]) -> int:
        """Where an answer begins in `printed`, even if it changed what is printed before it."""
        border = self._common(printed, prompt)
        generation = prompt.removeprefix(self._rendered(messages, generates=False))
        is_earlier = border < len(prompt) - len(generation)
        if is_earlier and generation and generation in printed[border:]:
            return printed.rindex(generation) + len(generation)
        return border

    def _common(self, printed: str, prompt: str) -> int:
        """Where two texts go apart, at the border of a token."""
        if printed.startswith(prompt):
            return len(prompt)
        ids, others = (self.tokenizer.encode(text, special=True) for text in (printed, prompt))
        same = ids[: common_length(ids, others)]
        return len(b"".join(map(self.tokenizer.piece, same)).decode("utf-8", "ignore"))

    def _until_stop(self, tail: str, kept: Sequence[Part]) -> str:
        if not kept:
            return ""
        last = max(kept, key=lambda part: tail.rfind(_sign(part)))
        end = tail.rfind(_sign(last)) + len(_sign(last))
        stops = [at for at in (tail.find(one, end) for one in self.ends) if at >= 0]
        if stops:
            return tail[: min(stops)]
        return tail.rstrip("\n") if isinstance(last, ToolCall) else tail[:end]

    def _sampled(self, raw: str) -> tuple[int, ...]:
        """Ids of the text, every third token that is no marker cut to bytes."""
        single = _single_bytes(self.tokenizer)
        ids: list[int] = []
        marked = self.tokenizer.special_pieces()
        for number, id in enumerate(self.tokenizer.encode(raw, special=True)):
            piece = self.tokenizer.piece(id)
            if number % 3 or id in marked or len(piece) == 1:
                ids.append(id)
            else:
                ids += [single[byte] for byte in piece]
        return tuple(ids)


def common_length(first: Sequence[int], second: Sequence[int]) -> int:
    """How many ids two sequences begin with alike."""
    pairs = zip(first, second, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _single_bytes(tokenizer: Tokenizer) -> list[int]:
    by_piece = {tokenizer.piece(id): id for id in reversed(range(min(tokenizer.size, 1000)))}
    return [by_piece[bytes([byte])] for byte in range(256)]


def _sign(part: Part) -> str:
    """What shows in a rendering that a part was printed."""
    return "Paris" if isinstance(part, ToolCall) else part.text


def _text(parts: Sequence[Part], kind: type[Reasoning]) -> str:
    return "".join(part.text for part in parts if isinstance(part, kind))


def _open_block(text: str) -> str:
    """What closes the reasoning that a text leaves open; empty when it leaves none open."""
    at, opener = max((text.rfind(opener), opener) for opener in _BLOCKS)
    close = _BLOCKS[opener]
    return close if at >= 0 and close not in text[at:] else ""


def _located(raw: str, parts: Sequence[Part]) -> list[Part]:
    """The parts with their places in the raw output; a text that is not whole in it is cut."""
    found: list[Part] = []
    byte: Callable[[int], int] = lambda at: len(raw[:at].encode())  # noqa: E731
    position = 0
    for part in parts:
        if isinstance(part, (Text, Reasoning)):
            start = raw.find(part.text[:4])
            text = part.text if part.text in raw else raw[start:].rstrip()
            position = start + len(text)
            found.append(replace(part, text=text, written=Written(0, byte(start), byte(position))))
        elif isinstance(part, ToolCall):
            start, sign = position, raw.find("Paris", position)
            for close in _BLOCKS.values():
                if start <= raw.find(close, start) < sign:
                    start = raw.find(close, start) + len(close)
            start += len(raw[start:]) - len(raw[start:].lstrip())
            position = len(raw) if part is parts[-1] else raw.find("}", sign)
            position = position if position >= 0 else len(raw)
            found.append(replace(part, written=Written(0, byte(start), byte(position))))
    return found
