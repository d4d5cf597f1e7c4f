"""What a turn has to read again never reaches past the answer before it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.prompt.ahead import ahead
from engine.prompt.assemble import assemble
from engine.types import Message, Reasoning, Round, Text, Written
from tests.engine.prompt.conversations import asks
from tests.engine.prompt.families import own_families
from tests.engine.prompt.simulated import Model, common_length

REASONING, ANSWER = b"r" * 300, b"a" * 40
FAMILIES = {family.name: family for family in own_families()}


def answer(model: Model, *, opened: bool, reasons: bool) -> Message:
    """300 tokens of reasoning, 40 of answer, and what stands between them."""
    opener, closer = b"" if opened else b"<think>\n", b"\n</think>\n\n"
    start = len(opener)
    reasoning = Written(0, start, start + len(REASONING))
    start = reasoning.end + len(closer) if reasons else 0
    text = Text(ANSWER.decode(), Written(0, start, start + len(ANSWER)))
    raw = opener + REASONING + closer + ANSWER if reasons else ANSWER
    ids = tuple(model.tokenizer.encode(raw.decode(), special=True))
    parts = (Reasoning(REASONING.decode(), reasoning), text) if reasons else (text,)
    return Message("assistant", parts, Round(ids, model.tokenizer.fingerprint, "end_of_turn"))


@pytest.mark.parametrize(
    ("name", "settings", "reasons"),
    [
        ("drops_earlier_reasoning", {}, True),
        ("drops_earlier_reasoning", {"enable_thinking": False}, False),
        ("prefilled_think", {}, True),
        ("drops_in_the_loop", {"enable_thinking": True}, True),
        ("keeps_reasoning", {}, True),
    ],
)
def test_a_turn_reads_the_last_answer_again_and_no_more(
    name: str, settings: dict[str, Any], reasons: bool
) -> None:
    """And with what was read ahead only the question and the generation prompt."""
    family = FAMILIES[name]
    model = Model(family.template, family.tokenizer(), family.ends, settings)
    messages: list[Message] = [asks(1)]
    held: tuple[int, ...] = ()
    read: tuple[int, ...] = ()
    for turn in range(2, 8):
        request = model.request(messages)
        prompt = assemble(request, template=model.template, tokenizer=model.tokenizer)
        asked = len(prompt.ids) - next(
            span.start
            for span in prompt.spans
            if span.message == len(messages) - 1 and span.part is not None
        )
        if held:
            assert len(prompt.ids) - common_length(prompt.ids, held) <= len(ANSWER) + asked + 30
            assert len(prompt.ids) - common_length(prompt.ids, read) == asked + 1
        said = answer(model, opened=prompt.opens_reasoning, reasons=reasons)
        assert said.round is not None
        held = prompt.ids + said.round.ids
        read = ahead(request, said, template=model.template, tokenizer=model.tokenizer)
        messages += [said, asks(turn)]
