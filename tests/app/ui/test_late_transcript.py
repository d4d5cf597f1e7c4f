"""The transcript is made when there is a message to be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QWidget

from app.domain.preferences import PreferencesFile
from app.ui.appearance import Appearance
from app.ui.keyboard_focus import takes_keyboard
from app.ui.theme import SCROLL_BAR_WIDTH
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession, ready


@pytest.fixture
def chat(window: MainWindow, session: FakeSession) -> FakeChat:
    """An empty conversation, with a model that could answer in it."""
    assert not window.isHidden()
    session.become(ready())
    assert session.chat is not None
    return session.chat


@pytest.fixture(params=["made later", "there at once"])
def with_message(
    request: pytest.FixtureRequest, new_window: Callable[[], MainWindow], session: FakeSession
) -> MainWindow:
    """A window that shows a message, which came after it or was there before."""
    session.become(ready())
    assert session.chat is not None
    if request.param == "there at once":
        session.chat.add("user", "Anyone there?")
    window = new_window()
    if request.param == "made later":
        session.chat.add("user", "Anyone there?")
    return window


def tab_order(window: MainWindow) -> list[QWidget]:
    """Widgets where Tab stops while they are shown, from the first of the window."""
    order: list[QWidget] = [window.sidebar.hide_button]
    while (after := order[-1].nextInFocusChain()) is not order[0]:
        assert after is not None, "the chain is a ring"
        order.append(after)
    return [widget for widget in order if takes_keyboard(widget)]


@pytest.mark.usefixtures("chat")
def test_an_empty_conversation_does_without(window: MainWindow) -> None:
    window.pane.open_find()
    window.pane.show_branches()
    window.pane.set_zoom(120)

    assert window.pane.pages.currentWidget() is window.pane.empty_page
    assert not window.pane.late_transcript.is_made


def test_the_first_message_makes_it_and_stands_in_it(window: MainWindow, chat: FakeChat) -> None:
    question = chat.add("user", "Anyone there?")

    transcript = window.pane.transcript
    assert window.pane.pages.currentWidget() is transcript
    assert transcript.column.find(question.id) is not None
    assert window.pane.transcript is transcript


def test_what_was_chosen_before_holds_in_it(
    window: MainWindow, chat: FakeChat, appearance: Appearance, preferences: PreferencesFile
) -> None:
    appearance.choose("dark")
    preferences.change(replace(preferences.current, zoom_percent=150, reduced_motion=True))

    chat.add("user", "Anyone there?")

    look = window.pane.transcript._look
    assert (look.theme, look.zoom) == (appearance.theme, 1.5)
    assert window.pane.transcript.motion.reduced


def test_tab_comes_to_it_between_top_bar_and_composer(with_message: MainWindow) -> None:
    window = with_message
    order = tab_order(window)
    transcript, find_bar = window.pane.transcript, window.pane.transcript.find_bar
    last_of_top_bar = order.index(window.top_bar.inspector_button)
    inside = [order.index(one) for one in find_bar.findChildren(QWidget) if takes_keyboard(one)]
    assert order[last_of_top_bar + 1] is transcript
    assert max(inside) < order.index(window.pane.composer.edit)


def test_the_composer_leaves_room_for_its_scroll_bar(window: MainWindow, chat: FakeChat) -> None:
    chat.add("user", "Anyone there?")

    assert window.pane.transcript.verticalScrollBar().sizeHint().width() == SCROLL_BAR_WIDTH


def test_what_is_asked_for_in_it_comes_to_the_window(
    with_message: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = with_message
    asked: list[tuple[str, str, str]] = []
    monkeypatch.setattr(window.inspector, "on_acted", lambda *what: asked.append(what))

    window.pane.transcript.acted.emit("a", "probabilities", "")

    assert asked == [("a", "probabilities", "")]
