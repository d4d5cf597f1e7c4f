"""A branch becomes a conversation of its own, which reads nothing again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent

from app.chat import BUSY
from engine.types import Forget
from tests.app.fakes import World
from tests.app.real_engine import Program
from tests.app.steps import answer, prompt


def test_a_branch_is_opened_and_stored_with_the_ids_of_its_answers(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1, 2)
    answer(ready, "And?", "So.", 3)
    before = ready.chat

    before.branch_off(first.id)

    assert ready.chat is not before
    assert [message.text for message in ready.chat.branch] == ["Why?", "Because."]
    assert ready.chat.branch[1].rounds == first.rounds
    assert ready.chat.conversation.title == "Why? (branch)"
    assert ready.library.load(ready.chat.conversation.id) == ready.chat.conversation
    assert [summary.title for summary in ready.session.summaries] == ["Why? (branch)", "Why?"]
    ready.application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    ready.chat.send("What else?")
    assert [m.round for m in prompt(ready).messages] == [None, first.rounds[0], None]


def test_a_running_answer_is_no_end_of_a_branch(ready: World) -> None:
    ready.chat.send("Why?")
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)
    before = ready.chat

    before.branch_off(before.branch[-1].id)
    assert ready.chat is before
    before.branch_off(before.branch[0].id)

    assert problems == [BUSY]
    assert [message.text for message in ready.chat.branch] == ["Why?"]


def test_only_what_is_deleted_is_forgotten(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    original = ready.chat.conversation.id
    ready.chat.branch_off(first.id)
    branch = ready.chat.conversation.id

    ready.session.delete(branch)

    assert [command.conversation for command in ready.host.all(Forget)] == [branch]
    ready.session.open_conversation(original)
    ready.chat.delete(first.id, following=True)
    assert [command.conversation for command in ready.host.all(Forget)] == [branch]


@pytest.mark.model
def test_the_first_answer_of_a_branch_reuses_what_was_read(small_program: Program) -> None:
    first = small_program.answer("Why is the sea salty? Answer in two sentences.", longest=24)
    small_program.answer("And why are lakes fresh?")

    small_program.chat.branch_off(first.id)
    again = small_program.answer("What about the Dead Sea?")

    cost = again.rounds[-1].receipt
    before = first.rounds[-1].receipt
    assert cost is not None
    assert before is not None
    path = before.prompt + before.written
    assert cost.reused >= path - 1
    assert cost.prompt == cost.reused + cost.read
    assert cost.sampling == '{"temperature":0}'
