"""The settings window in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from app.domain.preferences import PreferencesFile
from app.ui.settings.dialog import SettingsDialog
from app.ui.window import MainWindow
from tests.app.ui.languages import speaking


@pytest.fixture
def chinese(
    preferences: PreferencesFile, new_window: Callable[[], MainWindow]
) -> Iterator[SettingsDialog]:
    preferences.change(replace(preferences.current, language="zh_CN"))
    with speaking(preferences):
        settings = new_window().settings
        settings.open_at()
        yield settings


def found(settings: SettingsDialog, typed: str) -> list[str]:
    settings.side.search.setText(typed)
    return [row.title for page in settings.pages for row in page.rows if row.isVisible()]


@pytest.mark.parametrize("typed", ["温度", "temperature", "likeliest always", "最高的词元"])
def test_a_setting_is_found_in_both_languages(chinese: SettingsDialog, typed: str) -> None:
    assert "温度" in found(chinese, typed)


@pytest.mark.parametrize("typed", ["new chat", "新会话", "ctrl+n"])
def test_so_is_an_action_with_keys(chinese: SettingsDialog, typed: str) -> None:
    assert "新会话" in found(chinese, typed)


def test_names_of_languages_are_never_translated(chinese: SettingsDialog) -> None:
    rows = {row.one.name: row for page in chinese.pages for row in page.setting_rows}
    box = rows["language"].control

    names = [box.itemText(row) for row in range(box.count())]  # type: ignore[union-attr]
    assert names == ["跟随系统", "English", "简体中文"]


def test_the_network_page_has_no_control_without_effect(chinese: SettingsDialog) -> None:
    chinese.show_page("network")
    (page,) = (page for page in chinese.pages if page.page == "network")

    assert (page.setting_rows, len(page.rows)) == ((), 3)
    assert not chinese.foot.reset_button.isVisible()
