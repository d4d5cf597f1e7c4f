"""The settings window: every setting has its place, holds at once, is found and can be undone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.domain.preferences import Preferences, PreferencesFile
from app.domain.setting import declared
from app.ui.appearance import Appearance
from app.ui.settings.controls import Choice, Decimal, NameList, Toggle, Whole
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.page import TITLES, WITHOUT_ROW
from app.ui.settings.row import SettingRow
from app.ui.window import MainWindow
from tests.app.ui.fakes import CODER, STARTER, FakeSession, ready

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def dialog(window: MainWindow, preferences: PreferencesFile) -> SettingsDialog:
    """Open, with two models opened before and one tool that is always allowed."""
    preferences.change(
        replace(
            preferences.current,
            recent_models=(str(STARTER.path), str(CODER.path)),
            tools_always_allowed=("write_file",),
        )
    )
    QTest.keyClick(window, Qt.Key.Key_Comma, CONTROL)
    return window.settings


def row(dialog: SettingsDialog, name: str) -> SettingRow:
    return next(row for page in dialog.pages for row in page.setting_rows if row.one.name == name)


def choose(dialog: SettingsDialog, name: str, value: Any) -> None:
    """As a person does with the mouse or the keys, on the page of the setting."""
    dialog.open_at(name)
    control = row(dialog, name).control
    match control:
        case Toggle():
            assert control.isChecked() != value
            control.click()
        case Choice():
            control.setCurrentIndex(control.findData(value))
            control.activated.emit(control.currentIndex())
        case Whole():
            control.setValue(control.minimum() if value is None else value)
        case Decimal():
            control.setValue(value)
        case NameList():
            gone = next(name for name in control.names if name not in value)
            control.buttons[gone].click()


def shown_rows(dialog: SettingsDialog) -> list[str]:
    return [row.title for page in dialog.pages for row in page.rows if row.isVisible()]


# ---- where settings are


def test_every_setting_is_on_exactly_one_page(dialog: SettingsDialog) -> None:
    """One that is shown in another way has to be named in `WITHOUT_ROW`."""
    places = Counter(row.one.name for page in dialog.pages for row in page.setting_rows)

    assert places + Counter(WITHOUT_ROW.keys()) == Counter(
        one.name for one in declared(Preferences)
    )
    assert set(WITHOUT_ROW.values()) <= set(TITLES)


def test_every_page_has_something(dialog: SettingsDialog) -> None:
    assert [page.page for page in dialog.pages] == list(TITLES)
    assert all(page.rows for page in dialog.pages)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "dark"),
        ("zoom_percent", 120),
        ("reduced_motion", True),
        ("last_model", str(CODER.path)),
        ("recent_models", (str(CODER.path),)),
        ("context_tokens", 8192),
        ("gpu_layers", 12),
        ("threads", 3),
        ("threads", None),
        ("flash_attention", "off"),
        ("context_strategy", "summarise"),
        ("context_share_kept", 70),
        ("max_tokens", 512),
        ("max_tokens", None),
        ("model_titles", False),
        ("token_probabilities", True),
        ("temperature", 0.35),
        ("top_k", 0),
        ("top_p", 0.9),
        ("min_p", 0.1),
        ("repetition_penalty", 1.15),
        ("seed", 7),
        ("seed", None),
        ("snapshot_budget_gb", 1.5),
        ("read_ahead", False),
        ("tools_enabled", True),
        ("tools_always_allowed", ()),
        ("trace", True),
    ],
)
def test_what_is_chosen_holds_and_is_shown(
    dialog: SettingsDialog, preferences: PreferencesFile, name: str, value: object
) -> None:
    one = row(dialog, name)
    if value is None:
        preferences.change(replace(preferences.current, **{name: 5}))  # type: ignore[arg-type]
    before = preferences.current

    choose(dialog, name, value)

    assert preferences.current == replace(before, **{name: value})  # type: ignore[arg-type]
    assert one.dot.isVisible() == (value != one.one.default and not one.one.setting.noted)


# ---- at once


def test_the_window_follows_at_once(
    window: MainWindow, dialog: SettingsDialog, appearance: Appearance
) -> None:
    choose(dialog, "theme", "dark")
    choose(dialog, "tools_enabled", True)
    choose(dialog, "reduced_motion", True)
    choose(dialog, "temperature", 0.25)

    assert appearance.theme.dark
    assert appearance.theme.window.name() in dialog.styleSheet()
    assert window.pane.composer.tools_button.isChecked()
    assert window.pane.transcript.motion.reduced
    assert window.inspector.sampling.rows["temperature"].spin.value() == 0.25


def test_the_size_of_text_follows_at_once(
    window: MainWindow, session: FakeSession, dialog: SettingsDialog
) -> None:
    session.become(ready())
    assert session.chat is not None
    message = session.chat.add("user", "Hello\n" * 9)
    QApplication.processEvents()
    item = window.pane.transcript.column.find(message.id)
    assert item is not None
    before = item.height(700)

    choose(dialog, "zoom_percent", 150)

    assert item.height(700) > before


def test_what_is_changed_elsewhere_is_shown(window: MainWindow, dialog: SettingsDialog) -> None:
    dialog.show_page("tools")
    toggle = row(dialog, "tools_enabled").control
    assert isinstance(toggle, Toggle)

    QTest.mouseClick(window.pane.composer.tools_button, LEFT)

    assert toggle.isChecked()


def test_a_setting_the_model_does_not_follow_yet_offers_to_load_it_again(
    session: FakeSession, dialog: SettingsDialog
) -> None:
    session.become(ready())
    assert not dialog.waiting_bar.isVisible()

    session.waiting_settings = ("threads", "gpu_layers")
    choose(dialog, "threads", 3)

    assert dialog.waiting_bar.isVisible()
    assert dialog.waiting_bar.sentence.text() == (
        "“Processor threads”, “Layers on the GPU” hold when the model is loaded again."
    )
    QTest.mouseClick(dialog.waiting_bar.button, LEFT)
    assert session.done[-1] == ("load", STARTER.path.name)


# ---- back


def test_undo_takes_the_changes_back_one_by_one(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    before = preferences.current
    choose(dialog, "theme", "dark")
    choose(dialog, "top_k", 41)
    choose(dialog, "top_k", 42)

    QTest.keyClick(dialog, Qt.Key.Key_Z, CONTROL)
    assert preferences.current == replace(before, theme="dark")
    assert dialog.foot.undo_button.accessibleName() == "Undo Theme"
    QTest.mouseClick(dialog.foot.undo_button, LEFT)

    assert preferences.current == before
    assert not dialog.foot.undo_button.isEnabled()


def test_undo_leaves_what_was_changed_elsewhere(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    choose(dialog, "theme", "dark")
    preferences.change(replace(preferences.current, tools_enabled=True))

    QTest.mouseClick(dialog.foot.undo_button, LEFT)

    assert (preferences.current.theme, preferences.current.tools_enabled) == ("light", True)


def test_a_dot_leads_back_to_the_default(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    dialog.show_page("chat")
    one = row(dialog, "temperature")
    choose(dialog, "temperature", 1.5)

    QTest.mouseClick(one.dot, LEFT)

    assert preferences.current.temperature == Preferences().temperature
    assert not one.dot.isVisible()


def test_a_page_is_reset_as_one_change_and_keeps_what_the_program_noted(
    dialog: SettingsDialog, preferences: PreferencesFile
) -> None:
    choose(dialog, "threads", 3)
    choose(dialog, "gpu_layers", 4)
    choose(dialog, "top_k", 7)
    before = preferences.current
    dialog.show_page("models")

    QTest.mouseClick(dialog.foot.reset_button, LEFT)

    assert preferences.current == replace(before, threads=None, gpu_layers=-1)
    QTest.mouseClick(dialog.foot.undo_button, LEFT)
    assert preferences.current == before


# ---- found


def test_a_search_shows_the_rows_of_all_pages_that_have_the_words(dialog: SettingsDialog) -> None:
    QTest.keyClicks(dialog.side.search, "Context OLDEST")

    assert shown_rows(dialog) == ["When the context is full"]
    assert "background-color" in row(dialog, "context_strategy").name_label.text()
    assert not dialog.foot.reset_button.isVisible()


def test_a_search_without_a_result_says_so_and_esc_ends_it(dialog: SettingsDialog) -> None:
    dialog.show_page("tools")
    QTest.keyClicks(dialog.side.search, "zzz")
    assert shown_rows(dialog) == []
    assert dialog.side.nothing_found.isVisible()

    QTest.keyClick(dialog.side.search, Qt.Key.Key_Escape)

    assert dialog.isVisible()
    assert shown_rows(dialog) == [
        *("Tools offered to the model", "Tools that run without asking"),
        "Tool calls in good form",
    ]
    QTest.keyClick(dialog.side.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_it_opens_at_a_setting(dialog: SettingsDialog) -> None:
    dialog.open_at("shortcuts")
    pages = [dialog.side.page]
    dialog.open_at("min_p")
    pages.append(dialog.side.page)

    assert pages == ["shortcuts", "chat"]
    assert row(dialog, "min_p").control.hasFocus()


# ---- keyboard and size


def test_it_blocks_nothing_and_the_button_at_the_foot_of_the_sidebar_opens_it(
    window: MainWindow,
) -> None:
    QTest.mouseClick(window.sidebar.settings_button, LEFT)

    assert window.settings.isVisible()
    assert not window.settings.isModal()


def test_tab_goes_from_the_search_over_pages_and_rows_to_close(dialog: SettingsDialog) -> None:
    dialog.show_page("appearance")
    seen: list[QWidget] = []
    widget = dialog.side.search.nextInFocusChain()
    while widget is not None and widget is not dialog.side.search:
        seen.append(widget)
        widget = widget.nextInFocusChain()
    order = (
        *(dialog.side.list, row(dialog, "theme").control, row(dialog, "zoom_percent").control),
        *(dialog.foot.undo_button, dialog.foot.close_button),
    )

    places = [seen.index(one) for one in order]
    assert places == sorted(places)


def test_no_button_takes_enter_from_the_typing_of_a_number(dialog: SettingsDialog) -> None:
    taking = [b.text() for b in dialog.findChildren(QPushButton) if b.autoDefault()]

    assert taking == []


def test_every_control_has_a_name(dialog: SettingsDialog) -> None:
    rows = [row for page in dialog.pages for row in page.setting_rows]

    assert [row.one.name for row in rows if not row.control.accessibleName()] == []


def test_a_narrow_window_has_the_pages_in_a_box(dialog: SettingsDialog) -> None:
    dialog.resize(460, 500)
    assert dialog.side.box.isVisible()
    assert not dialog.side.list.isVisible()

    dialog.side.box.setCurrentIndex(list(TITLES).index("privacy"))
    dialog.side.box.activated.emit(dialog.side.box.currentIndex())

    assert dialog.side.page == "privacy"
    dialog.resize(800, 500)
    assert dialog.side.list.isVisible()


def test_nothing_is_cut_off_in_a_narrow_window(dialog: SettingsDialog) -> None:
    dialog.resize(dialog.minimumSize())
    for page in TITLES:
        dialog.show_page(page)
        QApplication.processEvents()
        inside = dialog.scroll_area.widget()
        assert inside is not None
        assert (page, inside.width()) == (page, dialog.scroll_area.viewport().width())


def test_a_page_without_settings_has_nothing_to_reset(dialog: SettingsDialog) -> None:
    shown = []
    for page in TITLES:
        dialog.show_page(page)
        shown.append((page, dialog.foot.reset_button.isVisible()))

    assert [page for page, visible in shown if not visible] == ["network", "about"]


def test_only_a_page_with_a_change_can_be_reset(dialog: SettingsDialog) -> None:
    dialog.show_page("memory")
    assert not dialog.foot.reset_button.isEnabled()

    choose(dialog, "read_ahead", False)
    assert dialog.foot.reset_button.isEnabled()
    dialog.show_page("tools")
    assert dialog.foot.reset_button.isEnabled(), "one tool is always allowed"

    dialog.show_page("memory")
    QTest.mouseClick(dialog.foot.reset_button, LEFT)
    assert not dialog.foot.reset_button.isEnabled()
