"""The sidebar opens, renames and deletes conversations, with keys as with the mouse."""

from __future__ import annotations

import time

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.ui.conversation_model import Role
from app.ui.sidebar import Sidebar
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession


def fill(session: FakeSession) -> None:
    now_ms = round(time.time() * 1000)
    session.show_summaries([Summary(f"c{n}", f"Title {n}", 0, now_ms) for n in range(3)])


def row(sidebar: Sidebar, conversation_id: str) -> QModelIndex:
    return sidebar.model.index_of(conversation_id)


def focus_row(sidebar: Sidebar, conversation_id: str) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(row(sidebar, conversation_id))


def rename_editor(sidebar: Sidebar) -> QLineEdit:
    editors = [e for e in sidebar.list.findChildren(QLineEdit) if e.isVisible()]
    assert len(editors) == 1
    return editors[0]


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def action(menu: QMenu, text: str) -> QAction:
    return next(action for action in menu.actions() if action.text() == text)


def test_a_click_opens(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    view = window.sidebar.list
    place = view.visualRect(row(window.sidebar, "c1")).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert session.done == [("open", "c1")]


def test_arrows_move_over_headings_and_enter_opens(
    window: MainWindow, session: FakeSession
) -> None:
    fill(session)
    focus_row(window.sidebar, "c0")
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Up)
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Down)
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Return)

    assert session.done == [("open", "c1")]


def test_f2_renames_in_place(qtbot: QtBot, window: MainWindow, session: FakeSession) -> None:
    fill(session)
    focus_row(window.sidebar, "c1")
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_F2)
    editor = rename_editor(window.sidebar)
    assert editor.text() == "Title 1"
    editor.setText("A better title")
    QTest.keyClick(editor, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: session.done == [("rename", "c1", "A better title")])


def test_a_new_list_waits_for_the_end_of_a_rename(
    qtbot: QtBot, window: MainWindow, session: FakeSession
) -> None:
    """An answer that ends meanwhile must not close the editor under the person's hands."""
    fill(session)
    focus_row(window.sidebar, "c1")
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_F2)
    editor = rename_editor(window.sidebar)
    session.show_summaries(session.summaries[:1])
    assert editor.isVisible()

    QTest.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.sidebar.model.rowCount() == 2)
    assert session.done == []


def test_delete_moves_to_the_trash(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    focus_row(window.sidebar, "c2")
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Delete)

    assert session.done == [("delete", "c2")]


def test_the_menu_offers_what_the_keys_do(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    menu = window.sidebar.list.menu_for(row(window.sidebar, "c0"))
    assert texts(menu) == [
        *("Rename", "Pin", "Move to folder", "Tags", "Duplicate", "Move to the trash")
    ]

    action(menu, "Move to the trash").trigger()
    assert session.done == [("delete", "c0")]


def test_the_conversation_shown_is_marked(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    session.open(FakeChat("c2"))

    assert row(window.sidebar, "c2").data(Role.IS_OPEN) is True
    assert row(window.sidebar, "c0").data(Role.IS_OPEN) is False


def test_the_theme_switch_follows_and_sets_the_choice(window: MainWindow) -> None:
    buttons = window.sidebar.theme_switch.buttons
    assert buttons["light"].isChecked()
    QTest.mouseClick(buttons["dark"], Qt.MouseButton.LeftButton)

    assert buttons["dark"].isChecked()
    assert not buttons["light"].isChecked()


def select(window: MainWindow, *ids: str) -> None:
    window.sidebar.list.clearSelection()
    window.sidebar.list.select(ids)


def test_ctrl_and_a_click_select_without_opening(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    view = window.sidebar.list
    focus_row(window.sidebar, "c0")
    place = view.visualRect(row(window.sidebar, "c2")).center()
    modifier = Qt.KeyboardModifier.ControlModifier
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)

    assert session.done == []
    assert [summary.id for summary in view.selected] == ["c0", "c2"]


def test_delete_takes_all_that_is_selected(window: MainWindow, session: FakeSession) -> None:
    fill(session)
    focus_row(window.sidebar, "c1")
    window.sidebar.list.select(["c2"])
    QTest.keyClick(window.sidebar.list, Qt.Key.Key_Delete)

    assert session.done == [("delete", "c1", "c2")]


def test_a_selection_outlives_a_new_list(window: MainWindow, session: FakeSession) -> None:
    """An answer that ends elsewhere brings its conversation to the top."""
    fill(session)
    select(window, "c0", "c2")
    session.show_summaries([session.summaries[1], session.summaries[0], session.summaries[2]])

    assert [summary.id for summary in window.sidebar.list.selected] == ["c0", "c2"]


def test_the_menu_of_several_pins_and_deletes_them(
    window: MainWindow, session: FakeSession
) -> None:
    fill(session)
    select(window, "c0", "c1")
    menu = window.sidebar.list.menu_for(row(window.sidebar, "c0"))
    assert texts(menu) == ["Pin", "Move to folder", "Tags", "Move 2 to the trash"]
    action(menu, "Pin").trigger()

    assert session.done == [("pin", "c0", "c1")]


def test_a_pinned_one_is_unpinned(window: MainWindow, session: FakeSession) -> None:
    session.show_summaries([Summary("c0", "Title", 0, 0, pinned=True)])
    menu = window.sidebar.list.menu_for(row(window.sidebar, "c0"))
    action(menu, "Unpin").trigger()

    assert session.done == [("unpin", "c0")]


def test_a_temporary_one_has_no_pin_and_no_trash(window: MainWindow, session: FakeSession) -> None:
    session.show_summaries([Summary("c0", "Title", 0, 0, temporary=True)])
    menu = window.sidebar.list.menu_for(row(window.sidebar, "c0"))

    assert texts(menu) == ["Rename", "Delete for good"]


def test_an_empty_list_tells_what_will_be_there(window: MainWindow, session: FakeSession) -> None:
    assert window.sidebar._empty.isVisible()
    fill(session)
    assert not window.sidebar._empty.isVisible()


def test_a_temporary_conversation_is_marked(window: MainWindow, session: FakeSession) -> None:
    chat = FakeChat("t")
    chat.conversation.temporary = True
    session.open(chat)
    assert window.top_bar.temporary_mark.isVisible()

    session.open(FakeChat("c0"))
    assert not window.top_bar.temporary_mark.isVisible()


def test_the_button_begins_a_temporary_one(window: MainWindow, session: FakeSession) -> None:
    window.sidebar.temporary_button.click()

    assert session.done == [("new temporary",)]


def test_nothing_is_promised_that_cannot_be_kept(window: MainWindow, session: FakeSession) -> None:
    session.show_summaries([])
    assert hint(window.sidebar).startswith("Your conversations will be listed here")

    session.read_only_reason = "The disk is read-only: nothing is saved."
    session.show_summaries([])
    assert hint(window.sidebar) == (
        "No conversations can be listed here, and a new one is gone when Parley is closed."
    )


def test_a_search_that_failed_says_so_where_its_hits_would_be(
    window: MainWindow, session: FakeSession
) -> None:
    window.sidebar.search.edit.setText("word")
    session.searching.failed.emit("The file is damaged.")

    assert hint(window.sidebar) == "The conversations could not be searched."


def hint(sidebar: Sidebar) -> str:
    """What stands in place of rows."""
    page = sidebar.pages.currentWidget()
    assert page is not None
    (shown,) = [label.text() for label in page.findChildren(QLabel) if label.isVisible()]
    return shown
