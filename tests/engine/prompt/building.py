"""Prompts and sampled answers, made with the byte tokenizer."""

from __future__ import annotations

from typing import Any

from engine.output.formats import think
from engine.output.reader import OutputReader
from engine.prompt.assemble import Prompt, assemble
from engine.types import Ending, Message, PromptRequest, Round, Text
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.prompt.templates import CHATML, template

MERGES = ("\n\n", "\nx", "ve", "ry", "very", "</", ".\n", "in", "to", "into")
TOKENIZER = FakeTokenizer(merges=MERGES)
CLOCK = "2026-03-05T14:00:00"


def user(text: str, key: str = "") -> Message:
    return Message("user", (Text(text),), key=key)


def ids_of(*pieces: str) -> tuple[int, ...]:
    """One id per piece: often not those the tokenizer would choose."""
    by_text = {TOKENIZER.piece(id): id for id in range(TOKENIZER.size)}
    return tuple(by_text[piece.encode()] for piece in pieces)


def wrote(
    ids: tuple[int, ...], *, opened: bool = False, ending: Ending | None = "end_of_turn"
) -> Message:
    """The message the engine makes of sampled ids."""
    reader = OutputReader(tokenizer=TOKENIZER, format=think.FORMAT, opens_reasoning=opened, stop=())
    for id in ids:
        reader.feed(id)
    reader.finish(ending)
    return Message("assistant", reader.parts(), Round(reader.ids, TOKENIZER.fingerprint, ending))


def build(
    *messages: Message,
    source: str = CHATML,
    tokenizer: FakeTokenizer = TOKENIZER,
    continues: bool = False,
    bos: str = "",
    tools: tuple[dict[str, Any], ...] = (),
    **template_settings: Any,
) -> Prompt:
    request = PromptRequest(messages, tools, template_settings, CLOCK, continues)
    return assemble(request, template=template(source, bos=bos), tokenizer=tokenizer)


def decoded(ids: tuple[int, ...]) -> str:
    return b"".join(map(TOKENIZER.piece, ids)).decode()


def encoded(text: str) -> tuple[int, ...]:
    return tuple(TOKENIZER.encode(text, special=True))
