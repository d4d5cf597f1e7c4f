"""What is said to a screen reader without being asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QAccessible

from app.domain.conversation import Status
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import ROUND, StagedChat


@pytest.fixture
def said(view: TranscriptView) -> list[str]:
    said: list[str] = []
    view.announcements.announced.connect(said.append)
    return said


@pytest.mark.parametrize(
    ("status", "notice", "sentence"),
    [
        ("complete", "", "Answer finished"),
        ("failed", "The model ran out of memory.", "Answer failed: The model ran out of memory."),
        ("interrupted", "The engine ended.", "Answer interrupted: The engine ended."),
        ("interrupted", "", "Answer interrupted"),
    ],
)
def test_the_end_of_an_answer_is_said_once(
    view: TranscriptView, said: list[str], status: Status, notice: str, sentence: str
) -> None:
    """Its tokens never are."""
    chat = StagedChat()
    chat.ask("Question")
    view.set_chat(chat)
    chat.begin()
    for end in range(1, 20):
        chat.write("word " * end)
        chat.turn_changed.emit()
    before = list(said)
    chat.finish(status, notice)
    chat.turn_changed.emit()

    assert (before, said) == ([], [sentence])


def test_an_answer_that_was_stopped_is_not_called_finished(
    view: TranscriptView, said: list[str]
) -> None:
    chat = StagedChat()
    chat.ask("Question")
    view.set_chat(chat)
    answer = chat.begin()
    chat.turn = None
    chat.conversation.update(
        replace(answer, status="complete", rounds=(replace(ROUND, ending="stopped"),))
    )
    chat.turn_changed.emit()

    assert said == ["Answer stopped"]


def test_another_conversation_has_nothing_to_say(view: TranscriptView, said: list[str]) -> None:
    left = StagedChat()
    left.ask("Question")
    view.set_chat(left)
    left.begin()
    view.set_chat(StagedChat())
    left.finish()

    assert said == []


def test_a_reader_at_work_hears_it(view: TranscriptView) -> None:
    """Telling Qt must not fail, with a reader and without."""
    chat = StagedChat()
    chat.ask("Question")
    view.set_chat(chat)
    QAccessible.setActive(True)
    view.setFocus()
    chat.begin()
    chat.finish()
    view.commands.focus_message(-1)
    QAccessible.setActive(False)

    root = QAccessible.queryAccessibleInterface(view.viewport())

    assert root.focusChild().role() == QAccessible.Role.ListItem
