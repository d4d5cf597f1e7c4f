"""Selecting with the mouse across rows and messages, and what is copied."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.transcript.context_menu import ContextMenu
from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.selection import Place, Selection
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import PIECES, StagedChat, long_conversation
from tests.patience import LIMIT_MS


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


def test_whole_rows_are_copied_as_markdown(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    start = row_point(view, 1, 1, x=0, dy=12)
    end = row_point(view, 1, 3, x=0, dy=12)
    drag(view, start, end)

    assert view.selected_text() == "Some **bold** text.\n\n```python\nx = 1\n```"


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

    assert view.selected_text() == "Some **bold** text.\n\n```python\nx = 1\n```"


def test_a_double_click_selects_a_word_a_triple_click_the_paragraph(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    view.pointer._click_timer.setInterval(LIMIT_MS)  # the machine may be slow between the clicks
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


def test_a_click_with_shift_extends_what_is_selected(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    start = row_point(view, 1, 1, x=0, dy=12)
    end = row_point(view, 1, 1, x=700, dy=12)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, shift, pos=end)

    assert view.selected_text() == "Some bold text."


def test_a_selection_survives_a_new_message_and_its_answer(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    start = row_point(view, 1, 1, x=0, dy=12)
    drag(view, start, row_point(view, 1, 1, x=700, dy=12))
    chat.ask("Third question")
    chat.begin()
    qtbot.waitUntil(lambda: len(view.column.items) == 6)
    chat.write("An answer " * 50)
    qtbot.waitUntil(lambda: view.column.items[-1].shown.message.text != "")

    assert view.selected_text() == "Some bold text."


def test_the_text_of_random_selections_is_what_lies_between(
    qtbot: QtBot, view: TranscriptView
) -> None:
    """Row by row against the rows' own text, over rows of all kinds and open panels."""
    chat = StagedChat()
    for number in range(4):
        chat.ask(f"Question {number} 😀\nwith two lines")
        chat.answer("\n\n".join(PIECES), reasoning="A thought.\n\n```text\nin code\n```")
    view.set_chat(chat)
    for item in view.column.items:
        item.build(view.column.width)
        for row in item.stack.rows:
            if isinstance(row, FoldingRow):
                view.show_row(item, row)
    chooser = random.Random(5)
    for _ in range(200):
        selection = Selection(a_place(view, chooser), a_place(view, chooser))
        assert selection.plain_text(view.column) == between(view, selection)
    qtbot.waitUntil(lambda: all(item.exact(view.column.width) for item in view.column.items))


def a_place(view: TranscriptView, chooser: random.Random) -> Place:
    message = chooser.randrange(len(view.column.items))
    rows = view.column.items[message].stack.rows
    row = chooser.choice([index for index, row in enumerate(rows) if row.length])
    return Place(message, row, chooser.randint(0, rows[row].length))


def between(view: TranscriptView, selection: Selection) -> str:
    texts = []
    for number, item in enumerate(view.column.items):
        for index, row in enumerate(item.stack.rows):
            start = max(Place(number, index, 0), selection.first)
            end = min(Place(number, index, row.length), selection.last)
            if row.length and start < end:
                texts.append(row.text(start.position, end.position))
    return "\n\n".join(texts)


def test_the_menu_offers_what_can_be_done(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    item = view.column.items[-1]
    view.commands.select_all()
    menu = ContextMenu(view.commands, item, view)
    labels = [action.text() for action in menu.actions() if not action.isSeparator()]

    assert labels == [
        *("Copy", "Copy as Markdown", "Copy as plain text", "Select all"),
        *("Copy message", "Answer again", "Edit", "Branch into a new conversation", "More…"),
    ]
