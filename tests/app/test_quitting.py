"""Quitting waits for nothing that is under way, and nothing is written on the way out."""

from __future__ import annotations

import time

import pytest
from pytestqt.qtbot import QtBot

from app.answering import CLOSED
from app.domain.turn import Turn
from tests.app.real_engine import ANSWER_MS, Program

LONGEST_S = 3.0
"""Ten times what is promised: the machine may be busy with others."""


def quit_after(program: Program) -> float:
    """Seconds that closing took."""
    begun_s = time.monotonic()
    program.close()
    return time.monotonic() - begun_s


def turn_of(program: Program) -> Turn | None:
    return program.chat.turn


def writing(program: Program) -> bool:
    turn = turn_of(program)
    return turn is not None and bool(turn.message.text)


def begun(program: Program) -> bool:
    """The prompt is being read; on a busy machine this may be seen when its end has been."""
    turn = turn_of(program)
    return turn is not None and turn.phase in ("reading", "answering")


@pytest.mark.model
def test_quitting_in_the_middle_of_an_answer_keeps_it_and_is_quick(
    small_program: Program, qtbot: QtBot
) -> None:
    small_program.chat.send("Write a very long essay about the sea.")
    qtbot.waitUntil(lambda: writing(small_program), timeout=ANSWER_MS)

    assert quit_after(small_program) < LONGEST_S

    answer = small_program.chat.branch[-1]
    assert (answer.status, answer.notice) == ("interrupted", CLOSED)
    assert answer.text


@pytest.mark.model
def test_quitting_while_read_prompts_wait_to_be_kept_is_quick(small_program: Program) -> None:
    """A prompt worth a snapshot, read a moment ago; none is written now."""
    small_program.answer("word " * 400, longest=2)

    assert quit_after(small_program) < LONGEST_S
    assert not (small_program.folder / "snapshots").exists()


@pytest.mark.model
def test_quitting_while_a_prompt_is_read_is_quick(small_program: Program, qtbot: QtBot) -> None:
    small_program.chat.send("word " * 500)
    qtbot.waitUntil(lambda: begun(small_program), timeout=ANSWER_MS)

    assert quit_after(small_program) < LONGEST_S
    assert small_program.chat.branch[-1].notice == CLOSED
