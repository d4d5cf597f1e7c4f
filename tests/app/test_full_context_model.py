"""A context of 640 tokens and a real model: it stops, refuses or makes room, and never cuts."""

from __future__ import annotations

import pytest

from app.domain.conversation import Message
from app.domain.turn import CONTEXT_FULL
from engine.types import Receipt
from tests.app.real_engine import WINDOW, Program

pytestmark = pytest.mark.model


def receipt(answer: Message) -> Receipt:
    cost = answer.rounds[-1].receipt
    assert cost is not None
    return cost


def test_an_endless_answer_ends_where_the_context_does_and_says_so(small_program: Program) -> None:
    question = "Write a very long essay about the sea, its tides, its animals and its history."

    answer = small_program.answer(question, longest=2048)

    assert answer.rounds[-1].ending == "context_full"
    assert answer.notice == CONTEXT_FULL
    cost = receipt(answer)
    assert cost.prompt + cost.written == WINDOW + 1, "the last token is not read any more"


def test_a_system_prompt_that_leaves_no_room_is_refused_with_the_numbers(
    small_program: Program,
) -> None:
    small_program.chat.setup.set_system_prompt("word " * 612)

    answer = small_program.answer("hi")

    assert answer.status == "failed"
    assert answer.rounds == ()
    assert f"the context holds {WINDOW}" in answer.notice


def test_a_message_larger_than_the_context_is_refused_with_the_numbers(
    small_program: Program,
) -> None:
    answer = small_program.answer("word " * 900)

    assert answer.status == "failed"
    assert answer.rounds == ()
    assert answer.notice.startswith("The prompt has 9")
    assert f"the context holds {WINDOW}" in answer.notice


def test_a_long_chat_goes_on_without_its_oldest_turns(small_program: Program) -> None:
    """Whole turns go after about twenty, are announced, and stay in the history."""
    small_program.chat.setup.set_system_prompt(
        "You are a helpful assistant who answers in one short sentence."
    )

    answers = [small_program.answer(f"What comes after the number {n}?") for n in range(1, 25)]

    assert [answer.status for answer in answers] == ["complete"] * 24
    assert all(receipt(a).prompt + receipt(a).written < WINDOW for a in answers)
    assert len(small_program.chat.branch) == 48
    marks = [message.mark for message in small_program.chat.branch if message.mark]
    assert len(marks) == len(small_program.notes) >= 1
    questions = [message.id for message in small_program.chat.branch if message.role == "user"]
    assert all(mark.first_seen in questions for mark in marks)
    assert all("no longer seen" in note for note in small_program.notes)
    after = [
        receipt(a) for a, q in zip(answers, small_program.chat.branch[::2], strict=True) if q.mark
    ]
    assert all(cost.prompt <= 0.62 * WINDOW for cost in after)
    assert all(cost.reused + cost.restored > 10 for cost in after), "the system prompt is kept"
