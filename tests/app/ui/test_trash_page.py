"""The trash in the sidebar: what is in it, how long it stays, and two clicks before it is gone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.clock import now_ms
from app.domain.conversation import Summary
from app.domain.trash import MS_PER_DAY
from app.ui.keyboard_focus import takes_keyboard
from app.ui.trash_page import TrashPage
from app.ui.trash_rows import LEFT
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession


def open_trash(window: MainWindow, session: FakeSession, number: int) -> TrashPage:
    now = now_ms()
    session.trash.summaries = [
        Summary(f"c{n}", f"Title {n}", 0, 0, trashed_ms=now - n * MS_PER_DAY) for n in range(number)
    ]
    window.sidebar.trash_button.click()
    return window.sidebar.trash_page


def select(page: TrashPage, *rows: int) -> None:
    for row in rows:
        page.list.item(row).setSelected(True)


def test_what_is_in_it_says_how_long_it_stays(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 2)

    assert page.isVisible()
    words = [(page.list.item(row).text(), page.list.item(row).data(LEFT)) for row in range(2)]
    assert words == [("Title 0", "30 days left"), ("Title 1", "29 days left")]


def test_an_empty_trash_tells_what_it_is_for(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 0)

    assert page._hint.text() == "The trash is empty. What you delete stays here for 30 days."
    assert not page.delete_button.isVisible()


def test_tab_passes_by_a_list_with_nothing_in_it(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 0)
    assert not takes_keyboard(page.list)

    session.trash.summaries = [Summary("c0", "Title", 0, 0, trashed_ms=now_ms())]
    session.trash.changed.emit()
    assert takes_keyboard(page.list)


def test_when_the_last_one_is_gone_the_keyboard_is_at_the_way_out(
    window: MainWindow, session: FakeSession
) -> None:
    page = open_trash(window, session, 1)
    page.delete_button.click()
    session.trash.summaries = []
    session.trash.changed.emit()

    assert page.back_button.hasFocus()


def test_what_is_selected_is_restored(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 3)
    assert not page.restore_button.isEnabled()
    select(page, 0, 2)
    page.restore_button.click()

    assert session.trash.done == [("restore", "c0", "c2")]


def test_deleting_for_good_asks_once_more(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 3)
    select(page, 1)
    page.delete_button.click()
    assert session.trash.done == []
    assert page.keep_button.hasFocus()
    assert page._hint.text() == "Delete this conversation for good? Nothing brings it back."

    page.delete_button.click()
    assert session.trash.done == [("delete for good", "c1")]


def test_another_selection_takes_the_question_back(
    window: MainWindow, session: FakeSession
) -> None:
    page = open_trash(window, session, 3)
    select(page, 1)
    page.delete_button.click()
    select(page, 2)

    assert not page.keep_button.isVisible()
    page.delete_button.click()
    assert session.trash.done == []


def test_without_a_selection_all_of_it_is_deleted(window: MainWindow, session: FakeSession) -> None:
    page = open_trash(window, session, 2)
    assert page.delete_button.text() == "Empty"
    page.delete_button.click()
    page.delete_button.click()

    assert session.trash.done == [("delete for good", "c0", "c1")]


def test_escape_takes_back_the_question_and_then_leaves(
    window: MainWindow, session: FakeSession
) -> None:
    page = open_trash(window, session, 1)
    select(page, 0)
    page.delete_button.click()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert page.isVisible()
    QTest.keyClick(page, Qt.Key.Key_Escape)

    assert window.sidebar.list.isVisible()
