"""Conversations dragged into a folder, and out of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
)
from PySide6.QtWidgets import QApplication

from app.domain.conversation import Summary
from app.ui.conversation_drag import drag_picture, dragged, ids_in
from app.ui.conversation_list import ConversationList
from app.ui.sidebar import Sidebar
from app.ui.theme import Theme
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.test_list_folders import folder, with_folders
from tests.app.ui.test_sidebar import row, select


@pytest.fixture
def sidebar(window: MainWindow, session: FakeSession) -> Sidebar:
    return with_folders(window, session)


def drag_over(view: ConversationList, data: QMimeData, place: QPoint) -> bool:
    """Whether it could be dropped there."""
    buttons, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action = Qt.DropAction.MoveAction
    enter = QDragEnterEvent(place, action, data, buttons, modifiers)
    QApplication.sendEvent(view.viewport(), enter)
    move = QDragMoveEvent(place, action, data, buttons, modifiers)
    QApplication.sendEvent(view.viewport(), move)
    return enter.isAccepted() and move.isAccepted()


def drop(view: ConversationList, data: QMimeData, place: QPoint) -> None:
    event = QDropEvent(
        QPointF(place),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), event)


def center(view: ConversationList, index: QModelIndex) -> QPoint:
    return view.visualRect(index).center()


def test_what_is_dropped_on_a_folder_goes_into_it(sidebar: Sidebar, session: FakeSession) -> None:
    view, data = sidebar.list, dragged(["c0", "c1"])
    place = center(view, folder(sidebar, "Empty"))
    assert drag_over(view, data, place)
    assert view._delegate.dropped_on == folder(sidebar, "Empty").row()
    drop(view, data, place)

    assert session.done == [("move", "Empty", "c0", "c1")]
    assert view._delegate.dropped_on is None
    assert row(sidebar, "c0").isValid()


def test_beside_a_conversation_it_goes_where_that_is(
    sidebar: Sidebar, session: FakeSession
) -> None:
    view = sidebar.list
    inside, outside = center(view, row(sidebar, "c2")), center(view, row(sidebar, "c1"))
    assert drag_over(view, dragged(["c0"]), inside)
    drop(view, dragged(["c0"]), inside)
    assert drag_over(view, dragged(["c2"]), outside)
    assert view._delegate.dropped_on == sidebar.model.index_below_folders().row()
    assert sidebar.model.index_below_folders().data() == "Today"
    drop(view, dragged(["c2"]), outside)

    assert session.done == [("move", "Work", "c0"), ("move", "", "c2")]


def test_where_nothing_would_change_nothing_can_be_dropped(
    sidebar: Sidebar, session: FakeSession
) -> None:
    view = sidebar.list
    place = center(view, row(sidebar, "c1"))
    assert not drag_over(view, dragged(["c0"]), place)
    drop(view, dragged(["c0"]), place)
    words = QMimeData()
    words.setText("no conversation")
    assert not drag_over(view, words, center(view, folder(sidebar, "Work")))

    assert session.done == []


def test_leaving_the_list_ends_it(sidebar: Sidebar) -> None:
    view = sidebar.list
    assert drag_over(view, dragged(["c0"]), center(view, folder(sidebar, "Work")))
    QApplication.sendEvent(view.viewport(), QDragLeaveEvent())

    assert view._delegate.dropped_on is None


def test_a_folded_folder_opens_under_what_is_held_over_it(
    sidebar: Sidebar, session: FakeSession
) -> None:
    session.ordering.make("Work", folded=True)
    view = sidebar.list
    assert drag_over(view, dragged(["c0"]), center(view, folder(sidebar, "Work")))
    assert view._hover.isActive()
    view._hover.timeout.emit()
    assert session.done == [("unfold", "Work")]

    assert drag_over(view, dragged(["c0"]), center(view, folder(sidebar, "Empty")))
    assert not view._hover.isActive()


def test_the_rows_give_what_is_dragged(window: MainWindow, sidebar: Sidebar) -> None:
    select(window, "c0", "c2")
    data = sidebar.model.mimeData(sidebar.list.selectedIndexes())

    assert ids_in(data) == ["c2", "c0"]
    assert ids_in(QMimeData()) == []


def test_dragging_takes_what_is_selected_and_stored(
    window: MainWindow,
    sidebar: Sidebar,
    session: FakeSession,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session.show_summaries([*session.summaries, Summary("t", "Passing", 0, 0, temporary=True)])
    taken: list[list[str]] = []

    def go(drag: QDrag, *_: object) -> Qt.DropAction:
        taken.append(ids_in(drag.mimeData()))
        return Qt.DropAction.MoveAction

    monkeypatch.setattr(QDrag, "exec", go)
    select(window, "t", "c0", "c2")
    sidebar.list.startDrag(Qt.DropAction.MoveAction)
    select(window, "t")
    sidebar.list.startDrag(Qt.DropAction.MoveAction)

    assert taken == [["c2", "c0"]]


def test_the_card_under_the_mouse_is_sharp(theme: Theme) -> None:
    one = [Summary("c0", "港口 " * 30, 0, 0)]
    picture = drag_picture(one * 3, theme, 2.0)

    assert (picture.width(), picture.deviceIndependentSize().width()) == (400, 200)
    assert drag_picture(one, theme, 1.0).toImage() != picture.toImage()
