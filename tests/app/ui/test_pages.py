"""What stands above the composer is made when it is to be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.domain.preferences import PreferencesFile
from app.ui.appearance import Appearance
from app.ui.keyboard_focus import takes_keyboard
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, ready


def made(window: MainWindow) -> set[str]:
    return {"first_start", "empty_page"} & set(vars(window.pane.pages))


def order(window: MainWindow) -> list[QWidget]:
    """Widgets where Tab stops, from the first of the window."""
    found: list[QWidget] = [window.sidebar.hide_button]
    while (after := found[-1].nextInFocusChain()) is not found[0]:
        assert after is not None, "the chain is a ring"
        found.append(after)
    return [widget for widget in found if takes_keyboard(widget)]


def test_without_a_model_there_is_the_first_start_only(window: MainWindow) -> None:
    assert made(window) == {"first_start"}
    assert window.pane.pages.shows_first_start


def test_with_models_used_before_there_is_the_empty_page_only(
    new_window: Callable[[], MainWindow], preferences: PreferencesFile
) -> None:
    preferences.change(replace(preferences.current, recent_models=("/models/a.gguf",)))

    window = new_window()

    assert made(window) == {"empty_page"}
    assert window.pane.pages.currentWidget() is window.pane.empty_page


def test_a_page_that_comes_later_has_all_that_was_told_before(
    window: MainWindow, session: FakeSession, appearance: Appearance, preferences: PreferencesFile
) -> None:
    preferences.change(replace(preferences.current, tools_enabled=True))
    appearance.choose("dark")

    session.become(ready())

    page = window.pane.empty_page
    assert window.pane.pages.currentWidget() is page
    assert page.starters._theme is appearance.theme
    assert page.starters.cards[0].starter.question == page.starters.questions[0]
    assert page.hints.text() != ""
    assert not window.pane.composer.isHidden()


def test_tab_comes_to_it_between_top_bar_and_composer(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(ready())

    stops, page = order(window), window.pane.empty_page
    inside = [stops.index(one) for one in page.findChildren(QWidget) if takes_keyboard(one)]
    assert inside
    assert min(inside) > stops.index(window.top_bar.inspector_button)
    assert max(inside) < stops.index(window.pane.composer.edit)
