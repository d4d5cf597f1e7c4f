"""Room made in a context of 640 tokens with a real model: leaving out, and a summary."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.room_now import Plan, Way
from engine.types import Receipt
from tests.app.real_engine import ANSWER_MS, Program

pytestmark = pytest.mark.model


def make_room(program: Program, qtbot: QtBot, way: Way) -> tuple[Plan, str]:
    room = program.chat.room
    with qtbot.waitSignal(room.planned, timeout=ANSWER_MS) as planned:
        room.plan(way)
    with qtbot.waitSignal(room.made, timeout=ANSWER_MS) as made:
        room.do()
    [plan], [sentence] = planned.args, made.args
    return plan, sentence


def talk(program: Program) -> None:
    for number in range(1, 9):
        program.answer(f"What comes after the number {number}?")


@pytest.mark.parametrize("way", ["leave out", "summarise"])
def test_the_next_question_is_shorter_by_what_was_told(
    small_program: Program, qtbot: QtBot, way: Way
) -> None:
    talk(small_program)
    cost = small_program.chat.branch[-1].rounds[-1].receipt
    assert isinstance(cost, Receipt)

    plan, sentence = make_room(small_program, qtbot, way)
    after = small_program.answer("And after nine?").rounds[-1].receipt

    assert f"{plan.left_out.turns} oldest turns ({plan.left_out.tokens} tokens)" in sentence
    assert isinstance(after, Receipt)
    if way == "leave out":
        assert after.prompt < cost.prompt
    mark = small_program.chat.branch[-4].mark
    assert mark is not None
    assert mark.first_seen == plan.mark.first_seen
    assert bool(mark.summary) == (way == "summarise")
