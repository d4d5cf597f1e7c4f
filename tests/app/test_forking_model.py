"""A real model: an answer goes on from any of its tokens and reads at most one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from engine.token_choices import unpacked
from tests.app.real_engine import ANSWER_MS, Program

pytestmark = pytest.mark.model


def test_a_fork_reads_at_most_one_token(small_program: Program, qtbot: QtBot) -> None:
    preferences = small_program.preferences
    preferences.change(replace(preferences.current, token_probabilities=True))
    before = small_program.answer("What colour is the sky?")
    choice = unpacked(before.rounds[0].choices)[3]
    assert choice is not None
    other = next(likely for likely in choice.likeliest if likely.id != choice.taken.id)

    small_program.chat.fork_at(before.id, 0, 3, other.id)
    qtbot.waitUntil(lambda: small_program.chat.turn is None, timeout=ANSWER_MS)

    fork = small_program.chat.branch[-1].rounds[0]
    assert fork.ids[:4] == (*before.rounds[0].ids[:3], other.id)
    assert fork.receipt is not None
    assert fork.receipt.read <= 1
