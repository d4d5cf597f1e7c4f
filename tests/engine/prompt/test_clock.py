"""The clock of a conversation stands still, so that a template that prints it changes nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.prompt.assemble import assemble
from engine.types import Message, PromptRequest
from tests.engine.prompt.building import TOKENIZER, ids_of, user, wrote
from tests.engine.prompt.templates import CHATML, template

SOURCE = "{{ strftime_now('%d %b %Y %H:%M:%S') }}\n" + CHATML
CLOCK = "2026-03-05T14:00:00+01:00"


def build(request: PromptRequest) -> tuple[int, ...]:
    return assemble(request, template=template(SOURCE), tokenizer=TOKENIZER).ids


def test_the_next_turn_has_the_same_time() -> None:
    """Whatever time it is then."""
    sampled = ids_of("v", "e", "ry")
    asked: tuple[Message, ...] = (user("hi"),)
    held = build(PromptRequest(asked, clock=CLOCK)) + sampled
    later = PromptRequest((*asked, wrote(sampled), user("more")), clock=CLOCK)
    assert build(later)[: len(held)] == held


def test_the_time_is_that_of_the_conversation() -> None:
    prompt = assemble(
        PromptRequest((user("hi"),), clock=CLOCK), template=template(SOURCE), tokenizer=TOKENIZER
    )
    assert prompt.text.startswith("05 Mar 2026 14:00:00\n")


@pytest.mark.parametrize("clock", ["2026-03-05T14:00:01+01:00", "2026-03-06"])
def test_a_refreshed_clock_changes_what_prints_it_and_nothing_else(clock: str) -> None:
    request = PromptRequest((user("hi"),), clock=CLOCK)
    before, after = build(request), build(replace(request, clock=clock))
    assert before != after
    assert len(before) == len(after)
    assert before[len("05 Mar 2026 14:00:00") :] == after[len("05 Mar 2026 14:00:00") :]
