"""Folders and tags in the sidebar's list: by menu and by keys."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.ui.sidebar import Sidebar
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession
from tests.app.ui.test_sidebar import action, focus_row, rename_editor, row, texts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def with_folders(window: MainWindow, session: FakeSession) -> Sidebar:
    """An open folder with one conversation, an empty one, and two conversations beside."""
    now_ms = round(time.time() * 1000)
    session.ordering.make("Empty")
    session.ordering.make("Work")
    session.show_summaries(
        [
            Summary("c0", "Title 0", 0, now_ms, tags=("sea",)),
            Summary("c1", "Title 1", 0, now_ms, tags=("sea", "港口")),
            Summary("c2", "Title 2", 0, now_ms, folder="Work"),
        ]
    )
    QApplication.processEvents()
    return window.sidebar


@pytest.fixture
def sidebar(window: MainWindow, session: FakeSession) -> Sidebar:
    return with_folders(window, session)


def folder(sidebar: Sidebar, name: str) -> QModelIndex:
    return sidebar.model.index_of_folder(name)


def submenu(menu: QMenu, title: str) -> QMenu:
    found = action(menu, title).menu()
    assert isinstance(found, QMenu)
    return found


def checked(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.isChecked()]


# ---- menus


def test_all_that_is_selected_moves_by_the_menu(sidebar: Sidebar, session: FakeSession) -> None:
    sidebar.list.select(["c0", "c1"])
    menu = submenu(sidebar.list.menu_for(row(sidebar, "c0")), "Move to folder")
    assert (texts(menu), checked(menu)) == (["Empty", "Work", "New folder…"], [])
    action(menu, "Work").trigger()

    assert session.done == [("move", "Work", "c0", "c1")]


def test_what_is_in_a_folder_can_leave_it(sidebar: Sidebar, session: FakeSession) -> None:
    menu = submenu(sidebar.list.menu_for(row(sidebar, "c2")), "Move to folder")
    assert checked(menu) == ["Work"]
    action(menu, "Out of the folder").trigger()

    assert session.done == [("move", "", "c2")]


def test_a_new_folder_is_named_in_place(
    qtbot: QtBot, sidebar: Sidebar, session: FakeSession
) -> None:
    menu = submenu(sidebar.list.menu_for(row(sidebar, "c0")), "Move to folder")
    action(menu, "New folder…").trigger()
    assert session.done == [("new folder", "New folder", "c0")]
    editor = rename_editor(sidebar)
    assert editor.text() == "New folder"
    editor.setText("港口")
    QTest.keyClick(editor, Qt.Key.Key_Return)

    wanted = ("rename folder", "New folder", "港口")
    qtbot.waitUntil(lambda: session.done[-1] == wanted)
    qtbot.waitUntil(lambda: folder(sidebar, "港口").isValid())


def test_the_list_itself_offers_a_new_folder(sidebar: Sidebar) -> None:
    menu = sidebar.list.menu_for(QModelIndex())

    assert texts(menu) == ["New folder…"]


def test_tags_have_checks_and_a_click_changes_them(sidebar: Sidebar, session: FakeSession) -> None:
    select_two = ["c0", "c1"]
    sidebar.list.select(select_two)
    menu = submenu(sidebar.list.menu_for(row(sidebar, "c0")), "Tags")
    assert (texts(menu), checked(menu)) == (["sea", "港口", "New tag…"], ["sea"])
    action(menu, "港口").trigger()
    action(menu, "sea").trigger()

    assert session.done == [("tag", "港口", "c0", "c1"), ("untag", "sea", "c0", "c1")]


def test_a_new_tag_is_asked_for(qtbot: QtBot, sidebar: Sidebar, session: FakeSession) -> None:
    menu = submenu(sidebar.list.menu_for(row(sidebar, "c2")), "Tags")
    action(menu, "New tag…").trigger()
    (dialog,) = sidebar.list.findChildren(QInputDialog)
    assert (dialog.windowTitle(), dialog.labelText()) == ("New tag", "Name of the tag")
    field = dialog.findChild(QLineEdit)
    assert field is not None
    field.setText("研究")
    QTest.keyClick(field, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: session.done == [("tag", "研究", "c2")])


def test_a_copy_says_that_it_is_one(sidebar: Sidebar, session: FakeSession) -> None:
    action(sidebar.list.menu_for(row(sidebar, "c1")), "Duplicate").trigger()

    assert session.done == [("duplicate", "c1", "Title 1 (copy)")]


def test_a_folder_is_deleted_with_a_way_back(
    window: MainWindow, sidebar: Sidebar, session: FakeSession
) -> None:
    menu = sidebar.list.menu_for(folder(sidebar, "Work"))
    assert texts(menu) == [*("New chat here", "Fold", "Rename", "New folder…", "Delete the folder")]
    action(menu, "Delete the folder").trigger()
    session.ordering.folder_deleted.emit("Work", 2)
    bar = window.pane.notices.bar("folder")

    assert bar is not None
    assert bar.notice.sentence == (
        "The folder “Work” is deleted; its 2 conversations are back in the list."
    )
    bar.button.click()
    assert session.done == [("delete folder", "Work"), ("undo delete folder",)]


def test_a_chat_is_begun_in_a_folder(sidebar: Sidebar, session: FakeSession) -> None:
    action(sidebar.list.menu_for(folder(sidebar, "Work")), "New chat here").trigger()

    assert session.done == [("new",), ("begin in", "Work")]


# ---- keys


def press(sidebar: Sidebar, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(sidebar.list, key)


def current(sidebar: Sidebar) -> str:
    return str(sidebar.list.currentIndex().data())


def test_left_and_right_fold_and_lead_to_the_folder(sidebar: Sidebar, session: FakeSession) -> None:
    focus_row(sidebar, "c2")
    press(sidebar, Qt.Key.Key_Left)
    assert current(sidebar) == "Work"
    press(sidebar, Qt.Key.Key_Left)
    assert not row(sidebar, "c2").isValid()
    press(sidebar, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Return)

    assert session.done == [
        *(("fold", "Work"), ("unfold", "Work"), ("fold", "Work"), ("unfold", "Work"))
    ]
    assert current(sidebar) == "Work"


def test_home_and_end_go_to_rows_and_letters_find_one(sidebar: Sidebar) -> None:
    focus_row(sidebar, "c0")
    press(sidebar, Qt.Key.Key_Home)
    assert current(sidebar) == "Empty"
    press(sidebar, Qt.Key.Key_End)
    assert current(sidebar) == "Title 1"
    press(sidebar, Qt.Key.Key_Up, Qt.Key.Key_Up)
    assert current(sidebar) == "Title 2"
    QTest.keyClicks(sidebar.list, "wo")
    assert current(sidebar) == "Work"


def test_f2_and_delete_mean_the_folder(sidebar: Sidebar, session: FakeSession) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(folder(sidebar, "Empty"))
    press(sidebar, Qt.Key.Key_F2)
    editor = rename_editor(sidebar)
    assert editor.text() == "Empty"
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    press(sidebar, Qt.Key.Key_Delete)

    assert session.done == [("delete folder", "Empty")]


def test_shift_and_the_arrows_select_conversations_only(
    sidebar: Sidebar, session: FakeSession
) -> None:
    focus_row(sidebar, "c2")
    QTest.keyClick(sidebar.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(sidebar.list, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert [one.id for one in sidebar.list.selected] == ["c2", "c0", "c1"]

    press(sidebar, Qt.Key.Key_Delete)
    assert session.done == [("delete", "c2", "c0", "c1")]


def test_a_click_folds(sidebar: Sidebar, session: FakeSession) -> None:
    view = sidebar.list
    place = view.visualRect(folder(sidebar, "Work")).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert session.done == [("fold", "Work")]


def test_the_menu_key_means_the_current_row_out_of_sight(
    window: MainWindow, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_ms = round(time.time() * 1000)
    session.show_summaries([Summary(f"c{n}", f"Title {n}", 0, now_ms) for n in range(60)])
    QApplication.processEvents()
    view = window.sidebar.list
    focus_row(window.sidebar, "c40")
    view.verticalScrollBar().setValue(0)
    asked: list[str] = []

    def menu(summaries: list[Summary], _rename: object) -> QMenu:
        asked.extend(one.id for one in summaries)
        return QMenu(view)

    monkeypatch.setattr(view.menus, "of_conversations", menu)
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view, QContextMenuEvent(reason, QPoint(5, 5), QPoint(5, 5)))

    assert asked == ["c40"]
    assert view.viewport().rect().contains(view.visualRect(row(window.sidebar, "c40")))


# ---- what stays


def test_what_is_seen_stays_in_its_place(window: MainWindow, session: FakeSession) -> None:
    """An answer elsewhere brings a conversation to the top; whoever has scrolled sees the same."""
    now_ms = round(time.time() * 1000)
    many = [Summary(f"c{number}", f"Title {number}", 0, now_ms) for number in range(60)]
    session.show_summaries(many)
    QApplication.processEvents()
    view = window.sidebar.list
    focus_row(window.sidebar, "c30")
    view.verticalScrollBar().setValue(700)
    before = view.visualRect(row(window.sidebar, "c20")).top()

    session.show_summaries([many[50], *many[:50], *many[51:]])

    assert view.visualRect(row(window.sidebar, "c20")).top() == before
    assert view.currentIndex() == row(window.sidebar, "c30")


def test_the_open_conversation_becomes_current_when_its_row_comes(
    window: MainWindow, session: FakeSession
) -> None:
    session.open(FakeChat("new"))
    session.show_summaries([Summary("new", "New", 0, round(time.time() * 1000))])

    assert current(window.sidebar) == "New"
