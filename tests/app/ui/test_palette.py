"""Ctrl+K: letters lead to actions, conversations and settings, without a mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.domain.conversation import Summary
from app.ui.palette import Palette
from app.ui.palette_painting import ENTRY
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from tests.app.ui.fakes import CODER, FakeSession, ready, running_turn

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def box(window: MainWindow, session: FakeSession) -> Palette:
    """Open over a window with a model and two conversations."""
    session.become(ready())
    session.show_summaries(
        [Summary("k", "Kyoto in four days", 0, 0), Summary("z", "正则表达式问题", 0, 0)]
    )
    QTest.keyClick(window, Qt.Key.Key_K, CONTROL)
    return window.palette_box


def shown(box: Palette) -> list[str]:
    return [box.list.item(row).text() for row in range(box.list.count())]


def type_and_go(box: Palette, text: str) -> None:
    QTest.keyClicks(box.field, text)
    QTest.keyClick(box.field, Qt.Key.Key_Return)


def test_it_opens_with_everything_and_has_the_keyboard(box: Palette) -> None:
    assert box.isVisible()
    assert box.field.hasFocus()
    assert {"New chat", "Kyoto in four days", "Temperature"} <= set(shown(box))
    assert "Go to anything" not in shown(box)


def test_an_action_is_done(box: Palette, window: MainWindow) -> None:
    type_and_go(box, "hide sidebar")

    assert not window.sidebar.isVisible()
    assert not box.isVisible()


def test_a_conversation_is_opened(box: Palette, session: FakeSession) -> None:
    type_and_go(box, "kyo")
    assert session.done[-1] == ("open", "k")


def test_a_conversation_with_a_chinese_title_is_found(box: Palette, session: FakeSession) -> None:
    box.field.setText("问题")
    QTest.keyClick(box.field, Qt.Key.Key_Return)

    assert session.done[-1] == ("open", "z")


def test_a_setting_is_shown_where_it_is(box: Palette, window: MainWindow) -> None:
    type_and_go(box, "min-p")

    assert window.settings.isVisible()
    assert window.settings.side.page == "chat"


def test_keys_are_shown_and_what_cannot_be_done_now_is_not_offered(
    box: Palette, window: MainWindow, session: FakeSession
) -> None:
    assert "Stop" not in shown(box)
    assert box.list.item(0).data(ENTRY).hint == "Ctrl+N"
    QTest.keyClick(box.field, Qt.Key.Key_Escape)
    assert session.chat is not None

    session.chat.set_turn(running_turn())
    session.activity_changed.emit()
    window.open_palette()

    assert "Stop" in shown(box)


def test_up_and_down_go_round_and_tab_stays(box: Palette) -> None:
    last = box.list.count() - 1
    QTest.keyClick(box.field, Qt.Key.Key_Up)
    assert box.list.currentRow() == last
    QTest.keyClick(box.field, Qt.Key.Key_Down)
    assert box.list.currentRow() == 0
    QTest.keyClick(box.field, Qt.Key.Key_Tab)
    assert (box.list.currentRow(), box.field.hasFocus()) == (1, True)
    assert box.field.accessibleDescription() == shown(box)[1]
    QTest.keyClick(box.field, Qt.Key.Key_PageDown)
    assert box.list.currentRow() > 5


def test_esc_gives_the_keyboard_back_and_stops_nothing(
    box: Palette, window: MainWindow, session: FakeSession
) -> None:
    assert session.chat is not None
    QTest.keyClick(box.field, Qt.Key.Key_Escape)
    window.focus_composer()
    session.chat.set_turn(running_turn())
    session.activity_changed.emit()
    window.open_palette()

    QTest.keyClick(box.field, Qt.Key.Key_Escape)

    assert session.chat.done == []
    assert not box.isVisible()
    assert window.pane.composer.edit.hasFocus()


def test_a_click_beside_it_and_its_own_keys_close_it(box: Palette, window: MainWindow) -> None:
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert not box.isVisible()

    window.open_palette()
    QTest.keyClick(box.field, Qt.Key.Key_K, CONTROL)
    assert not box.isVisible()


def test_letters_that_fit_nothing_are_answered(box: Palette) -> None:
    type_and_go(box, "zqzq")

    assert box.isVisible()
    assert box.nothing.isVisible()


def test_what_was_used_lately_comes_first_also_after_a_restart(
    box: Palette,
    window: MainWindow,
    new_window: Callable[[], MainWindow],
    tmp_path: Path,
) -> None:
    type_and_go(box, "next theme")
    window.open_palette()
    type_and_go(box, "kyoto")
    window.close()

    again = new_window()
    again.open_palette()

    recent = StateFile(tmp_path / "state.json").state.recent_entries
    assert recent == ["conversation k", "action next_theme"]
    assert shown(again.palette_box)[:2] == ["Kyoto in four days", "Next theme"]


def ids(box: Palette) -> set[str]:
    rows = range(box.list.count())
    return {box.list.item(row).data(ENTRY).id for row in rows}


def test_what_has_no_keys_is_offered_too(box: Palette) -> None:
    """Also what stands in menus and in the settings."""
    assert ids(box) >= {
        *("new folder", "trash", "filters", "prompt view", "attach", "tools", "choose model"),
        *("unload", f"load {CODER.path}", "language zh_CN", "theme dark", "page shortcuts"),
        *("prompts", "preset Precise", "conversation k", "setting temperature"),
    }
    assert "theme light" not in ids(box)  # it holds
    assert "this rename" not in ids(box)  # the one that is open is not in the list yet


def test_the_conversation_that_is_open_can_be_changed(
    window: MainWindow, session: FakeSession
) -> None:
    """As in the menu of the list."""
    session.show_summaries([Summary("one", "Kyoto", 0, 0, folder="Trips", tags=("far",))])
    session.ordering.make("Trips", folded=True)
    session.ordering.make("Work")
    for typed, done in (
        ("pin", ("pin", "one")),
        ("duplicate", ("duplicate", "one", "Kyoto (copy)")),
        ("folder work", ("move", "Work", "one")),
        ("out of the", ("move", "", "one")),
        ("take the tag", ("untag", "far", "one")),
        ("move to the trash", ("delete", "one")),
    ):
        window.open_palette()
        type_and_go(window.palette_box, typed)
        assert session.done[-1] == done

    window.toggle_sidebar()
    window.open_palette()
    type_and_go(window.palette_box, "rename")
    assert ("unfold", "Trips") in session.done
    assert window.sidebar.isVisible()
    assert window.sidebar.list.renaming


def test_language_theme_and_model_are_chosen(box: Palette, window: MainWindow) -> None:
    type_and_go(box, "theme dark")
    assert window.preferences.theme == "dark"

    window.open_palette()
    type_and_go(box, "load qwen")
    window.open_palette()
    type_and_go(box, "settings shortcuts")
    assert window.settings.isVisible()
    assert window.settings.side.page == "shortcuts"


def test_the_sidebar_is_shown_for_what_happens_there(box: Palette, window: MainWindow) -> None:
    window.toggle_sidebar()
    type_and_go(box, "trash")
    assert window.sidebar.isVisible()
    assert window.sidebar.trash_page.isVisible()

    window.open_palette()
    type_and_go(box, "new folder")
    assert window.sidebar.list.renaming
