"""The transcript by keyboard: messages, panels, the caret of the selection."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.row import Link, Sideways
from app.ui.transcript.selection import Place, Selection
from app.ui.transcript.view import TranscriptView
from tests.app.ui.conftest import put
from tests.app.ui.transcript.conversations import StagedChat

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    return staged(view)


def staged(view: TranscriptView) -> StagedChat:
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


# ---- links and buttons inside a message


def inside(view: TranscriptView) -> str:
    spot = view.message_focus.spot
    return spot.spot.name if spot else ""


def test_left_and_right_walk_links_and_buttons(view: TranscriptView, chat: StagedChat) -> None:
    """In the order of reading, also those of panels and feet; at the ends nothing happens."""
    assert chat.branch
    view.message_focus.set(view.column.items[1])
    names = []
    for _ in range(9):
        QTest.keyClick(view, Qt.Key.Key_Right)
        names.append(inside(view))
    QTest.keyClick(view, Qt.Key.Key_Left)
    receipt = names[7]

    assert names[:3] == ["Reasoning, Thought for 12 s", "Copy code", "Copy"]
    assert names[3:7] == ["Answer again", "Edit", "Branch into a new conversation", "More"]
    assert names[8] == receipt != ""
    assert inside(view) == "More"


def test_left_enters_a_message_from_its_end(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    view.message_focus.set(view.column.items[0])
    QTest.keyClick(view, Qt.Key.Key_Left)

    assert inside(view) == "More"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space])
def test_enter_and_space_press_what_has_the_ring(
    view: TranscriptView, chat: StagedChat, key: Qt.Key
) -> None:
    """The panel opens, and the ring stays on it; no other panel moves."""
    assert chat.branch
    view.message_focus.set(view.column.items[1])
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, key)
    panel = next(row for row in view.column.items[1].stack.rows if isinstance(row, FoldingRow))

    assert (panel.open, inside(view)) == (True, "Reasoning, Thought for 12 s")


def test_the_ring_stays_on_a_receipt_that_opens(view: TranscriptView, chat: StagedChat) -> None:
    """Though its row is made anew."""
    assert chat.branch
    view.message_focus.set(view.column.items[3])
    QTest.keyClick(view, Qt.Key.Key_Left)
    QTest.keyClick(view, Qt.Key.Key_Space)
    spot = view.message_focus.spot

    assert spot is not None
    assert (inside(view).startswith("Receipt"), spot.spot.open) == (True, True)


def test_escape_leads_back_to_the_message(view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    view.message_focus.set(view.column.items[1])
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Escape)

    assert (inside(view), view.message_focus.item) == ("", view.column.items[1])


def test_tab_leaves_the_transcript_but_goes_on_inside_a_message(
    qtbot: QtBot, theme: Theme, icons: Icons, around: QWidget
) -> None:
    view, after = TranscriptView(theme, icons), QPushButton("After")
    put(view, around)
    put(after, around)
    with qtbot.waitActive(around):
        around.activateWindow()
    staged(view)
    qtbot.waitUntil(after.isVisible)
    after.setFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    ring = view.message_focus.item
    QTest.keyClick(view, Qt.Key.Key_Tab)
    left_at_once = after.hasFocus()
    view.setFocus(Qt.FocusReason.BacktabFocusReason)
    QTest.keyClick(view, Qt.Key.Key_Left)
    names = [inside(view)]
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Backtab, SHIFT)
        names.append(inside(view))
    QTest.keyClick(view, Qt.Key.Key_Tab)
    stayed = view.hasFocus()
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Tab)

    assert ring is view.column.items[3], "the keyboard never is nowhere"
    assert left_at_once
    assert names[1:] == ["More", "Branch into a new conversation"]
    assert stayed
    assert after.hasFocus()
    assert inside(view) == ""


def test_a_link_far_away_is_brought_into_view(view: TranscriptView, chat: StagedChat) -> None:
    chat.answer("Word. Word.\n\n" * 400 + "[link](https://example.org)", to=chat.branch[2])
    view.set_chat(chat)
    view.message_focus.set(view.column.items[-1])
    view.jump_to_latest()
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Right)
    spot = view.message_focus.spot
    assert spot is not None
    top = view.message_focus.spot_area(spot).top() - view.verticalScrollBar().value()

    assert spot.spot.target == Link("https://example.org")
    assert 0 < top < view.viewport().height()


def test_a_question_in_another_version_offers_its_siblings(
    view: TranscriptView, chat: StagedChat
) -> None:
    chat.answer("Another answer.", to=chat.branch[2])
    view.set_chat(chat)
    view.message_focus.set(view.column.items[3])
    names = []
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Right)
        names.append(inside(view))

    assert names == ["Previous version", "Version 2 of 2, All branches"]


WIDE = "| " + " | ".join(["A column of its own that is wide"] * 9) + " |"


def test_arrows_scroll_what_is_too_wide_before_they_go_on(view: TranscriptView) -> None:
    """A table that is too wide can be reached for that; code has its buttons."""
    chat = StagedChat()
    chat.ask("?")
    chat.answer(f"{WIDE}\n{'|---' * 9}|\n{WIDE}\n\n```\n{'x = 1; ' * 40}\n```")
    view.set_chat(chat)
    view.setFocus()
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Up)
    QTest.keyClick(view, Qt.Key.Key_Right)
    table = view.message_focus.spot
    assert table is not None
    assert isinstance(table.spot.target, Sideways)
    before = table.row.caret_at(1, view.column.width).x()
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert table.row.caret_at(1, view.column.width).x() < before
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert table.row.caret_at(1, view.column.width).x() == before
    assert view.message_focus.spot == table

    for _ in range(100):
        QTest.keyClick(view, Qt.Key.Key_Right)
        focused = view.message_focus.spot
        if focused is not None and focused.row is not table.row:
            break
    assert inside(view) == "Wrap"
