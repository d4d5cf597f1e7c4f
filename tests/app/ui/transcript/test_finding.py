"""Find in the conversation: what is found, where it is shown, and what happens meanwhile."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.attachments import Attachment
from app.domain.conversation import new_question
from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.rows_attachments import AttachmentsRow
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import PIECES, StagedChat, long_conversation


@pytest.fixture
def chat(view: TranscriptView) -> StagedChat:
    chat = StagedChat()
    chat.ask("Where is the 😀 needle?")
    chat.answer("A nee**dle** here.\n\n```text\n😀 a NEEDLE\n```", reasoning="Hidden needle.")
    chat.ask("And a table?")
    chat.answer("| a | needle |\n|---|---|\n| 1 | needles |")
    view.set_chat(chat)
    return chat


def find(qtbot: QtBot, view: TranscriptView, text: str) -> str:
    """What the bar counts when the search is over."""
    view.open_find()
    view.find_bar.field.setText(text)
    qtbot.waitUntil(lambda: not view.finding.reading)
    return view.find_bar.count_label.text()


def test_find_sees_the_text_and_not_its_markdown(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    assert find(qtbot, view, "needle").endswith("/6")
    assert find(qtbot, view, "**").endswith("/0")


def test_case_matters_when_asked_for(qtbot: QtBot, view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    find(qtbot, view, "NEEDLE")
    view.find_bar.case_button.click()

    assert view.find_bar.count_label.text() == "1/1"


def test_a_match_covers_its_text_in_rows_of_every_kind(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    find(qtbot, view, "needle")
    for panel in view.column.items[1].stack.rows:
        if isinstance(panel, FoldingRow):
            view.show_row(view.column.items[1], panel)
    matches = [
        match
        for item in view.column.items
        for row in range(len(item.stack.rows))
        for match in view.finding.in_row(item, row)
    ]
    texts = [m.item.stack.rows[m.row].text(m.start, m.end).lower() for m in matches]

    assert texts == ["needle"] * 6


def test_enter_goes_on_and_shift_enter_back_around_both_ends(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    find(qtbot, view, "needle")
    field, numbers = view.find_bar.field, []
    for modifier in (Qt.KeyboardModifier.NoModifier,) * 6 + (Qt.KeyboardModifier.ShiftModifier,):
        numbers.append(view.finding.number)
        QTest.keyClick(field, Qt.Key.Key_Return, modifier)

    assert numbers == [1, 2, 3, 4, 5, 6, 1]
    assert view.finding.number == 6


def test_a_match_in_a_closed_panel_opens_it(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    assert chat.branch
    panel = next(row for row in view.column.items[1].stack.rows if isinstance(row, FoldingRow))
    assert not panel.open
    find(qtbot, view, "hidden")

    assert panel.open


def test_a_match_far_away_is_brought_into_view(qtbot: QtBot, view: TranscriptView) -> None:
    chat = long_conversation(60)
    view.set_chat(chat)
    find(qtbot, view, "Question 3?")
    match = view.finding.current
    assert match is not None
    y = view.column.top(match.item) - view.verticalScrollBar().value()

    assert 0 <= y < view.viewport().height()
    assert not view.follows


def test_matches_are_found_while_an_answer_is_written(qtbot: QtBot, view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Write about bees.")
    view.set_chat(chat)
    chat.begin()
    qtbot.waitUntil(lambda: len(view.column.items) == 2)
    find(qtbot, view, "bees")
    counts = []
    for pieces in range(1, 4):
        text = "\n\n".join(["Some bees.", *PIECES, "More bees."][: pieces * 4])
        chat.write(text)
        qtbot.waitUntil(partial(shows, view, text))
        counts.append(view.finding.total)

    assert counts == [2, 3, 3]


def test_the_first_match_that_comes_is_the_current_one_and_moves_nothing(
    qtbot: QtBot, view: TranscriptView
) -> None:
    """The next step shows it; only then it goes on to another."""
    chat = StagedChat()
    chat.ask("Write about wasps.")
    view.set_chat(chat)
    chat.begin()
    qtbot.waitUntil(lambda: len(view.column.items) == 2)
    before = find(qtbot, view, "bees")
    reached: list[int] = []
    view.finding.reached.connect(lambda match: reached.append(match.start))
    text = "Bees and bees."
    chat.write(text)
    qtbot.waitUntil(partial(shows, view, text))
    came, shown_unasked = view.find_bar.count_label.text(), list(reached)
    view.finding.step(1)
    first = view.find_bar.count_label.text()
    view.finding.step(1)
    second = view.find_bar.count_label.text()

    assert (before, came, shown_unasked) == ("0/0", "1/2", [])
    assert (first, second, reached) == ("1/2", "2/2", [0, 9])


def shows(view: TranscriptView, text: str) -> bool:
    return view.column.items[-1].shown.message.text == text


def test_esc_ends_the_search(qtbot: QtBot, view: TranscriptView, chat: StagedChat) -> None:
    assert chat.branch
    find(qtbot, view, "needle")
    QTest.keyClick(view.find_bar.field, Qt.Key.Key_Escape)

    assert not view.find_bar.isVisible()
    assert view.finding.total == 0


def test_reading_for_the_search_moves_nothing(qtbot: QtBot, view: TranscriptView) -> None:
    view.set_chat(long_conversation(40))
    view.scroll_by(-800)
    qtbot.waitUntil(lambda: all(item.exact(view.column.width) for item in view.column.items))
    height, top = view.column.height, view.verticalScrollBar().value()
    find(qtbot, view, "not in here at all")

    assert view.column.height == height
    assert view.verticalScrollBar().value() == top
    assert all(item.exact(view.column.width) for item in view.column.items)


def test_names_of_attached_files_are_found(qtbot: QtBot, view: TranscriptView) -> None:
    files = (Attachment("plan.txt", "text", "x", 1), Attachment("tide-map.pdf", "pdf", "y", 1))
    chat = StagedChat()
    question = new_question("When is high tide?", None, created_ms=0, attachments=files)
    chat.conversation.add(question)
    chat.answer("At five.")
    view.set_chat(chat)

    assert find(qtbot, view, "tide") == "1/2"
    match = view.finding.current
    assert match is not None
    row = match.item.stack.rows[match.row]
    assert isinstance(row, AttachmentsRow)
    assert row.plain_text() == "plan.txt\ntide-map.pdf"
    assert row.caret_at(match.start, 600).left() > row.caret_at(0, 600).left()


def test_a_match_in_a_message_that_is_edited_leads_to_its_editor(
    qtbot: QtBot, view: TranscriptView, chat: StagedChat
) -> None:
    """There is one row in the place of those that were searched."""
    find(qtbot, view, "needle")
    edited = view.column.items[1]
    view.edit_message(edited.id)

    for _ in range(view.finding.total):
        view.finding.step(1)
        view.grab()
        if view.finding.current is not None and view.finding.current.item is edited:
            editor = view._editing.editor
            assert editor is not None
            assert view.viewport().rect().intersects(editor.geometry())
    assert view.finding.total == 6
    assert chat.branch
