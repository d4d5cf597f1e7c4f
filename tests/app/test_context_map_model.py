"""A real model: what the inspector says of a prompt is what the receipt counted."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.domain.context_map import Moment, pieces, totals
from app.inspection import Inspected
from tests.app.real_engine import ANSWER_MS, Program

pytestmark = pytest.mark.model


def inspected(program: Program, qtbot: QtBot, moment: Moment) -> Inspected:
    inspection = program.session.inspection
    with qtbot.waitSignal(inspection.inspected, timeout=ANSWER_MS) as told:
        inspection.ask(program.chat.conversation, moment)
    assert told.args is not None
    found: Inspected = told.args[0]
    return found


def test_the_context_map_adds_up_to_the_receipt(small_program: Program, qtbot: QtBot) -> None:
    small_program.chat.setup.set_system_prompt("You answer in one short sentence.")
    small_program.answer("What colour is the sky?")
    answer = small_program.answer("And the sea?")
    receipt = answer.rounds[-1].receipt
    assert receipt is not None

    found = inspected(small_program, qtbot, "answered")
    kinds = totals(pieces(found.prompt.tokens, found.request))

    assert sum(kinds.values()) == receipt.prompt
    assert kinds["system"] > 7
    assert kinds["history"] > 20
    assert kinds["tools"] == kinds["files"] == kinds["reasoning"] == 0


def test_the_next_message_reads_little_more_than_itself(
    small_program: Program, qtbot: QtBot
) -> None:
    small_program.answer("What colour is the sky?")
    small_program.chat.set_draft("And the sea?")

    prompt = inspected(small_program, qtbot, "next").prompt

    assert len(prompt.tokens) - prompt.reused - prompt.restored < 20
    assert "And the sea?" in prompt.text


def test_memory_is_estimated(small_program: Program) -> None:
    info = small_program.session.model.info
    assert info is not None

    assert 0.9 < info.weights_bytes / info.size_bytes <= 1
    assert info.cache_bytes > 0
    assert info.buffer_bytes > 0
