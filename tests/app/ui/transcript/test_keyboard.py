"""The transcript by keyboard: messages, panels, the caret of the selection."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.selection import Place, Selection
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    chat = StagedChat()
    chat.ask("First question")
    chat.answer("A 😀 word.\n\n```python\nx = 1\ny = 2\n```", reasoning="Because.")
    chat.ask("Second question")
    chat.answer("Second answer.")
    view.set_chat(chat)
    view.setFocus()
    return chat


def focused(view: TranscriptView) -> str:
    item = view.message_focus.item
    return "" if item is None else item.shown.message.text


def test_up_and_down_go_from_message_to_message(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    texts = []
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
        QTest.keyClick(view, key)
        texts.append(focused(view))

    assert texts == ["Second answer.", "Second question", "Second answer.", "Second answer."]


def test_enter_opens_and_closes_the_panels_of_the_message(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    view.message_focus.set(view.column.items[1])
    panel = next(row for row in view.column.items[1].stack.rows if isinstance(row, FoldingRow))
    states = []
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Return)
        states.append(panel.open)

    assert states == [True, False]


def test_c_copies_r_retries_e_edits_the_message(view: TranscriptView, chat: StagedChat) -> None:
    question, answer = chat.branch[2], chat.branch[3]
    acted: list[tuple[str, str]] = []
    view.acted.connect(lambda message_id, action, _: acted.append((message_id, action)))
    view.message_focus.set(view.column.items[3])
    QTest.keyClick(view, Qt.Key.Key_C)
    QTest.keyClick(view, Qt.Key.Key_R)
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_R)
    QTest.keyClick(view, Qt.Key.Key_E)

    assert QGuiApplication.clipboard().text() == "Second answer."
    assert acted == [(answer.id, "copy"), (answer.id, "retry"), (question.id, "edit")]


@pytest.mark.parametrize(
    ("key", "modifiers", "selected"),
    [
        (Qt.Key.Key_Right, SHIFT, "A "),
        (Qt.Key.Key_Left, SHIFT, ""),
        (Qt.Key.Key_Right, SHIFT | CONTROL, "A 😀 word"),
        (Qt.Key.Key_End, SHIFT, "A 😀 word."),
    ],
)
def test_shift_and_arrows_move_the_end_of_the_selection(
    *,
    view: TranscriptView,
    chat: StagedChat,
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
    selected: str,
) -> None:
    assert chat.branch
    row = next(i for i, row in enumerate(view.column.items[1].stack.rows) if row.text(0, 1) == "A")
    view.pointer.select(Selection(Place(1, row, 0), Place(1, row, 1)))
    QTest.keyClick(view, key, modifiers)

    assert view.selected_text() == selected


def test_shift_and_down_lead_over_lines_into_the_next_rows(
    view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    rows = view.column.items[1].stack.rows
    row = next(i for i, row in enumerate(rows) if row.text(0, 1) == "A")
    view.pointer.select(Selection(Place(1, row, 0), Place(1, row, 0)))
    places = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Up):
        QTest.keyClick(view, key, SHIFT)
        selection = view.pointer.selection
        assert selection is not None
        places.append((selection.focus.row - row, selection.focus.position))

    assert places == [(1, 0), (1, 6), (1, 0), (0, 2)]
