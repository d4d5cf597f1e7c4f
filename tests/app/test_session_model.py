"""A real model through one long session: what must be reused is reused, whatever the user does."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.domain.conversation import Message
from engine.token_choices import unpacked
from engine.types import Receipt
from tests.app.real_engine import ANSWER_MS, Program

pytestmark = pytest.mark.model


def receipt(message: Message) -> Receipt:
    found = message.rounds[-1].receipt
    assert found is not None
    return found


@pytest.fixture
def program(small_program: Program) -> Program:
    """With a context for all of it, and alternatives for each token."""
    changed = replace(small_program.preferences.current, token_probabilities=True, max_tokens=12)
    small_program.preferences.change(changed)
    return small_program


def over(qtbot: QtBot, chat: Chat) -> Message:
    """The answer, when nothing is written or waits any more."""
    qtbot.waitUntil(lambda: chat.turn is None and not chat.conversation.queued, timeout=ANSWER_MS)
    return chat.branch[-1]


def test_sending_editing_retrying_and_deleting(program: Program, qtbot: QtBot) -> None:
    chat = program.chat
    first = program.answer("Name a colour.", longest=12)
    second = program.answer("Name another one.", longest=12)
    whole = receipt(first).prompt + receipt(first).written
    assert receipt(second).reused >= whole - 1
    assert receipt(second).cause == ""

    chat.retry(second.id)
    again = over(qtbot, chat)
    assert receipt(again).read == 1
    assert [m.id for m in chat.conversation.siblings(second.id)] == [second.id, again.id]

    question = chat.branch[2]
    assert chat.edit(question.id, "Name an animal instead.")
    edited = over(qtbot, chat)
    assert receipt(edited).reused >= whole - 1
    assert receipt(edited).cause == "message 3 was edited"

    chat.delete(edited.id, following=True)
    chat.undo_delete()
    assert chat.branch[-1] == edited
    assert receipt(program.answer("And a plant.", longest=12)).cause == ""


def test_a_branch_reads_only_what_is_new(program: Program, qtbot: QtBot) -> None:
    first = program.answer("Name a colour.", longest=12)
    program.answer("Name another one.", longest=12)
    program.chat.branch_off(first.id)
    chat = program.chat
    assert [m.text for m in chat.branch] == ["Name a colour.", first.text]

    branched = program.answer("Name an animal.", longest=12)

    assert receipt(branched).reused >= receipt(first).prompt + receipt(first).written - 1
    assert receipt(branched).cause == ""
    chat.retry(branched.id)
    assert receipt(over(qtbot, chat)).read == 1


def test_queued_messages_go_on_where_the_answer_ended(program: Program, qtbot: QtBot) -> None:
    chat = program.chat
    chat.send("Name a colour.")
    assert chat.queue("Another one.")
    assert chat.queue("One more.")

    over(qtbot, chat)

    answers = chat.branch[1::2]
    assert len(answers) == 3
    for before, after in pairwise(answers):
        assert receipt(after).reused >= receipt(before).prompt + receipt(before).written - 1


def test_a_fork_and_switching_while_an_answer_is_written(program: Program, qtbot: QtBot) -> None:
    first = program.answer("Name a colour.", longest=12)
    chat, session = program.chat, program.session
    choice = unpacked(first.rounds[0].choices)[2]
    assert choice is not None
    other = next(likely for likely in choice.likeliest if likely.id != choice.taken.id)
    chat.fork_at(first.id, 0, 2, other.id)
    session.new_conversation()
    program.chat.send("Name a planet.")

    beside = over(qtbot, program.chat)
    forked = over(qtbot, chat)

    assert beside.status == forked.status == "complete"
    assert receipt(forked).read <= 1
    assert forked.rounds[0].ids[:3] == (*first.rounds[0].ids[:2], other.id)
    session.open_conversation(chat.conversation.id)
    qtbot.waitUntil(lambda: program.chat.conversation.id == chat.conversation.id)
    assert program.chat.branch[-1].rounds[0].ids == forked.rounds[0].ids
    assert receipt(program.answer("And now?", longest=12)).cause == ""


def test_after_a_restart_an_answer_cut_short_goes_on(
    program: Program, qtbot: QtBot, tmp_path: Path, smollm2: Path
) -> None:
    chat = program.chat
    program.preferences.change(replace(program.preferences.current, max_tokens=200))
    chat.send("Tell me a long story.")
    qtbot.waitUntil(lambda: len(chat.branch[-1].text) > 40, timeout=ANSWER_MS)
    program.close()

    again = Program(tmp_path, qtbot)
    again.start(smollm2)
    qtbot.waitUntil(lambda: bool(again.chat.branch), timeout=ANSWER_MS)
    cut = again.chat.branch[-1]
    assert cut.status == "interrupted"
    assert len(cut.text) > 40
    again.preferences.change(replace(again.preferences.current, max_tokens=12))
    again.chat.continue_answer(cut.id)
    longer = over(qtbot, again.chat)
    again.close()

    assert longer.text.startswith(cut.text)
    assert longer.rounds[-1].ids[: len(cut.rounds[-1].ids)] == cut.rounds[-1].ids
    assert receipt(longer).cause in ("", "restored from disk", "the engine was restarted")
