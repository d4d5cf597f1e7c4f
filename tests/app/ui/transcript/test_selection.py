"""Selecting with the mouse across rows and messages, and what is copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat, long_conversation


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    chat = StagedChat()
    chat.ask("First question")
    chat.answer("Some **bold** text.\n\n```python\nx = 1\n```\n\nLast 中文 words 😀.")
    chat.ask("Second question")
    chat.answer("Second answer.")
    view.set_chat(chat)
    return chat


def row_point(view: TranscriptView, message: int, row: int, *, x: int, dy: int) -> QPoint:
    """A point in a row, `x` from the column's left, `dy` from the row's top."""
    item = view.column.items[message]
    y = view.column.top(item) + item.stack.top(row) + dy - view.verticalScrollBar().value()
    return QPoint((view.viewport().width() - view.column.width) // 2 + x, y)


def drag(view: TranscriptView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)


def test_rows_of_an_answer_are_selected_as_text(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    start = row_point(view, 1, 1, x=0, dy=12)
    end = row_point(view, 1, 3, x=0, dy=12)
    drag(view, start, end)

    assert view.selected_text() == "Some bold text.\n\nx = 1"


def test_whole_messages_in_between_are_copied_as_markdown(
    view: TranscriptView, chat: StagedChat
) -> None:
    start = row_point(view, 0, 0, x=0, dy=1)
    end = row_point(view, 3, 1, x=700, dy=12)
    drag(view, start, end)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    assert QGuiApplication.clipboard().text() == "\n\n".join(m.text for m in chat.branch)


def test_selecting_upwards_is_the_same_as_downwards(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    first = row_point(view, 1, 1, x=0, dy=12)
    last = row_point(view, 1, 3, x=0, dy=12)
    drag(view, last, first)

    assert view.selected_text() == "Some bold text.\n\nx = 1"


def test_a_double_click_selects_a_word_a_triple_click_the_paragraph(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    point = row_point(view, 1, 1, x=55, dy=12)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    word = view.selected_text()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert word == "bold"
    assert view.selected_text() == "Some bold text."


def test_everything_is_selected_from_the_keyboard(view: TranscriptView) -> None:
    chat = long_conversation(30)
    view.set_chat(chat)
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)

    assert view.selected_text() == "\n\n".join(message.text for message in chat.branch)


def test_positions_count_as_qt_counts_them(view: TranscriptView, chat: StagedChat) -> None:
    """Emoji are two units long; nothing after them is lost or moved."""
    assert chat.branch
    row = view.column.items[1].stack.rows[3]

    assert row.text(0, row.length) == "Last 中文 words 😀."
