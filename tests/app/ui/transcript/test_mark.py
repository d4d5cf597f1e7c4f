"""The line above which the model sees nothing, and the summary that stands in for it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.conversation import Mark
from app.ui.transcript.row import Act, Toggle
from app.ui.transcript.rows_mark import LINE_HEIGHT, MarkRow
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat
from tests.app.ui.transcript.test_answers import click
from tests.app.ui.transcript.test_editing import editor_of


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    """Three turns; from the third on the model sees the second and the third."""
    chat = StagedChat()
    for number in range(3):
        chat.ask(f"Question {number}")
        chat.answer(f"Answer {number}")
    set_mark(chat, Mark(chat.branch[2].id))
    view.set_chat(chat)
    return chat


def set_mark(chat: StagedChat, mark: Mark | None) -> None:
    chat.conversation.update(replace(chat.branch[4], mark=mark))
    chat.branch_changed.emit()


def marks(view: TranscriptView) -> list[tuple[int, int]]:
    """Where lines are: number of the message and of its row."""
    return [
        (number, index)
        for number, item in enumerate(view.column.items)
        for index, row in enumerate(item.stack.rows)
        if isinstance(row, MarkRow)
    ]


def mark_row(view: TranscriptView) -> MarkRow:
    row = view.column.items[2].stack.rows[0]
    assert isinstance(row, MarkRow)
    return row


def test_the_line_is_above_the_first_message_the_model_sees(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch[4].mark is not None
    assert marks(view) == [(2, 0)]


def test_the_line_leaves_with_the_mark(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    set_mark(chat, None)

    qtbot.waitUntil(lambda: marks(view) == [])


def test_another_branch_has_its_own_line(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    chat.answer("Another answer 1", to=chat.branch[2])
    chat.branch_changed.emit()

    qtbot.waitUntil(lambda: len(view.column.items) == 4)

    assert marks(view) == []


def test_undo_is_on_the_line(qtbot: QtBot, view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch[4].mark is not None
    with qtbot.waitSignal(view.acted):
        click(view, Act("undo"))


def test_a_line_without_summary_has_nothing_to_fold_out(
    view: TranscriptView, chat: StagedChat
) -> None:
    row, width = mark_row(view), view.column.width

    targets = {row.target_at(QPoint(x, LINE_HEIGHT // 2), width) for x in range(width)}

    assert chat.branch[4].mark is not None
    assert targets == {None, Act("undo")}


def test_a_summary_folds_out_and_in(qtbot: QtBot, view: TranscriptView, chat: StagedChat) -> None:
    set_mark(chat, Mark(chat.branch[2].id, "They counted.\nThen they stopped."))
    qtbot.waitUntil(lambda: mark_row(view).target_at(QPoint(360, 11), 744) is not None)
    closed = mark_row(view).height(view.column.width)

    click(view, Toggle())
    row = mark_row(view)
    assert row.height(view.column.width) > closed + 40
    assert row.text(0, row.length) == "They counted.\nThen they stopped."

    click(view, Toggle())
    assert mark_row(view).height(view.column.width) == closed


def test_while_its_question_is_edited_the_line_is_away(
    view: TranscriptView, chat: StagedChat
) -> None:
    view.edit_message(chat.branch[2].id)
    assert marks(view) == []

    QTest.keyClick(editor_of(view).field, Qt.Key.Key_Escape)

    assert marks(view) == [(2, 0)]


def test_the_line_can_be_painted_in_both_states(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    plain = view.grab().toImage()
    set_mark(chat, Mark(chat.branch[2].id, "They counted."))
    qtbot.waitUntil(lambda: mark_row(view).target_at(QPoint(360, 11), 744) is not None)
    click(view, Toggle())

    assert view.grab().toImage() != plain
