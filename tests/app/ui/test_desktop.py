"""The program among others: tray, notifications, files handed over, bugs; the engine is a fake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.crash import Bug
from app.desktop import Desktop
from app.domain.given_files import Given
from app.domain.presets import PresetsFile
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.notifying import Word
from app.ui.theme import Fonts, Theme
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from engine.types import LoadModel
from tests.app.fakes import World
from tests.app.steps import answer
from tests.app.ui.fake_tray import CLICK, FakeIcon, FakeServer


class Seat:
    """A desktop with a tray, the program on it, and what it did to the application."""

    def __init__(self, desktop: Desktop, window: MainWindow, world: World) -> None:
        self.desktop = desktop
        self.window = window
        self.world = world
        self.icons: list[FakeIcon] = []
        self.quits: list[None] = []
        self.has_tray = True
        self.has_messages = True
        self.has_server = False
        self.servers: list[FakeServer] = []

    @property
    def server(self) -> FakeServer:
        return self.servers[-1]

    @property
    def icon(self) -> FakeIcon:
        return self.icons[-1]

    def prefer(self, **values: object) -> None:
        current = self.world.preferences.current
        self.world.preferences.change(replace(current, **values))  # type: ignore[arg-type]

    def tell(self, word: Word) -> None:
        self.desktop.notifying.worth_a_word.emit(word)


@pytest.fixture
def seat(
    *,
    qapp: QApplication,
    qtbot: QtBot,
    ready: World,
    fonts: Fonts,
    icons: Icons,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Seat]:
    window = MainWindow(
        session=ready.session,
        preferences=ready.preferences,
        presets=PresetsFile(tmp_path / "presets.json"),
        appearance=Appearance(fonts, ready.preferences),
        icons=icons,
        state_file=StateFile(tmp_path / "state.json"),
    )
    qtbot.addWidget(window)

    def new_icon(parent: QObject) -> FakeIcon:
        made.icons.append(FakeIcon(parent))
        return made.icons[-1]

    def new_server(_theme: Theme, parent: QObject) -> FakeServer | None:
        if made.has_server:
            made.servers.append(FakeServer(parent))
        return made.servers[-1] if made.has_server else None

    desktop = Desktop(
        qapp,
        ready.session,
        new_icon=new_icon,
        has_tray=lambda: made.has_tray,
        has_messages=lambda: made.has_messages,
        new_server=new_server,
    )
    made = Seat(desktop, window, ready)
    monkeypatch.setattr(qapp, "quit", lambda: made.quits.append(None))
    desktop.follow(window)
    with qtbot.waitExposed(window):
        window.show()
    yield made
    qapp.setQuitOnLastWindowClosed(True)
    desktop.setParent(None)
    desktop.deleteLater()


# The offscreen platform has no stack of windows.
pytestmark = pytest.mark.qt_log_ignore("does not support raise")
MAXIMISED = Qt.WindowState.WindowMaximized
WORD = Word("answer", "one", "My letter", "Dear landlord")


# ---- the tray


def test_without_the_preference_there_is_no_tray(seat: Seat, qapp: QApplication) -> None:
    assert seat.icons == []
    assert qapp.quitOnLastWindowClosed()
    seat.window.close()
    assert not seat.window.isVisible()


def test_closing_only_hides_while_the_tray_is_kept(seat: Seat, qapp: QApplication) -> None:
    seat.prefer(keep_in_tray=True)
    assert seat.icon.isVisible()
    assert not qapp.quitOnLastWindowClosed()

    seat.window.close()
    assert not seat.window.isVisible()
    assert seat.quits == []
    seat.icon.activated.emit(CLICK)
    assert seat.window.isVisible()


def test_a_click_hides_a_window_in_use(seat: Seat, qtbot: QtBot) -> None:
    seat.prefer(keep_in_tray=True)
    with qtbot.waitActive(seat.window):
        seat.window.activateWindow()
    seat.icon.activated.emit(CLICK)

    assert not seat.window.isVisible()


def test_a_click_brings_a_window_forward_that_is_not_in_use(seat: Seat, qtbot: QtBot) -> None:
    seat.prefer(keep_in_tray=True)
    with qtbot.waitActive(seat.window):
        seat.window.activateWindow()
    other = QWidget()
    qtbot.addWidget(other)
    with qtbot.waitActive(other):
        other.show()
        other.activateWindow()

    seat.icon.activated.emit(CLICK)
    qtbot.waitUntil(seat.window.isActiveWindow)
    assert seat.window.isVisible()


def test_a_maximised_window_comes_back_maximised(seat: Seat) -> None:
    seat.window.showMaximized()
    seat.window.setWindowState(seat.window.windowState() | Qt.WindowState.WindowMinimized)
    seat.desktop.come_forward()

    assert seat.window.windowState() & ~Qt.WindowState.WindowActive == MAXIMISED


def test_the_menu_says_what_it_does_with_a_minimised_window(seat: Seat, qtbot: QtBot) -> None:
    seat.prefer(keep_in_tray=True)
    tray = seat.desktop.tray
    assert tray is not None
    seat.window.showMinimized()
    qtbot.waitUntil(lambda: tray.toggle_action.text() == "Show Parley")
    tray.toggle_action.trigger()
    qtbot.waitUntil(lambda: tray.toggle_action.text() == "Hide Parley")

    assert not seat.window.isMinimized()


def test_the_menu_begins_a_conversation_and_quits(seat: Seat) -> None:
    seat.prefer(keep_in_tray=True)
    answer(seat.world, "Hello", "Hi", 1)
    before = seat.world.chat.conversation.id
    seat.window.close()
    tray = seat.desktop.tray
    assert tray is not None
    assert tray.toggle_action.text() == "Show Parley"

    tray.new_action.trigger()
    assert seat.window.isVisible()
    assert seat.world.chat.conversation.id != before
    tray.quit_action.trigger()
    assert not seat.window.isVisible()
    assert seat.quits


def test_a_hidden_window_comes_back_when_the_tray_is_given_up(seat: Seat) -> None:
    seat.prefer(keep_in_tray=True)
    seat.window.close()
    seat.prefer(keep_in_tray=False)

    assert seat.window.isVisible()
    assert not seat.icon.isVisible()


def test_the_end_of_the_desktop_is_the_end_of_the_program(seat: Seat) -> None:
    seat.prefer(keep_in_tray=True)
    seat.desktop.prepare_for_end()
    seat.window.close()

    assert not seat.window.isVisible()
    assert seat.desktop.tray is not None
    assert seat.desktop.tray.toggle_action.text() == "Hide Parley"


def test_where_there_is_no_tray_closing_closes(seat: Seat, qapp: QApplication) -> None:
    seat.has_tray = False
    seat.prefer(keep_in_tray=True)

    assert seat.icons == []
    assert qapp.quitOnLastWindowClosed()


def test_the_icon_tells_that_an_answer_is_being_written(seat: Seat) -> None:
    seat.prefer(keep_in_tray=True)
    seat.world.chat.send("Hello")

    assert seat.icon.tip == "Parley is writing an answer"


def test_another_window_has_a_tray_of_its_own(seat: Seat) -> None:
    """It may be in another language."""
    seat.prefer(keep_in_tray=True)
    before = seat.icon
    seat.desktop.follow(seat.window)

    assert seat.icon is not before
    assert (before.isVisible(), seat.icon.isVisible()) == (False, True)


# ---- notifications


def test_a_message_has_no_text_of_the_answer_unless_it_may(seat: Seat) -> None:
    seat.tell(WORD)
    seat.prefer(notification_text=True)
    seat.tell(WORD)

    assert seat.icon.messages == [
        ("Parley", "An answer is ready."),
        ("My letter", "Dear landlord"),
    ]
    assert seat.icon.isVisible()


def test_a_click_on_the_message_shows_its_conversation(seat: Seat) -> None:
    answer(seat.world, "Hello", "Hi", 1)
    first = seat.world.chat.conversation.id
    seat.window.new_conversation()
    seat.tell(replace(WORD, conversation=first))
    seat.window.showMinimized()
    seat.icon.messageClicked.emit()

    assert seat.world.chat.conversation.id == first
    assert seat.window.isVisible()
    assert not seat.window.isMinimized()


def test_without_messages_the_title_has_a_dot_until_somebody_comes(
    seat: Seat, qapp: QApplication
) -> None:
    seat.has_messages = False
    seat.tell(WORD)
    assert seat.icons == []
    assert seat.window.windowTitle() == "● Parley"

    qapp.focusWindowChanged.emit(seat.window.windowHandle())
    assert seat.window.windowTitle() == "Parley"


def test_who_wants_no_notifications_has_none(seat: Seat) -> None:
    seat.prefer(notifications=False)
    seat.tell(WORD)

    assert seat.icons == []
    assert seat.window.windowTitle() == "Parley"


def test_where_the_desktop_shows_notifications_no_icon_is_needed(seat: Seat) -> None:
    seat.has_server = True
    seat.tell(WORD)
    seat.prefer(notification_text=True)
    seat.tell(WORD)

    assert [(one.title, one.text) for one in seat.server.shown] == [
        ("Parley", "An answer is ready."),
        ("My letter", "Dear landlord"),
    ]
    assert (len(seat.servers), seat.icons) == (1, [])


def test_a_click_on_a_notification_shows_the_conversation_it_speaks_of(seat: Seat) -> None:
    seat.has_server = True
    answer(seat.world, "Hello", "Hi", 1)
    first = seat.world.chat.conversation.id
    seat.window.new_conversation()
    seat.tell(replace(WORD, conversation=first))
    seat.tell(replace(WORD, conversation=seat.world.chat.conversation.id))
    seat.window.showMinimized()
    seat.server.clicked.emit(first)

    assert seat.world.chat.conversation.id == first
    assert not seat.window.isMinimized()


def test_a_refused_notification_goes_to_the_tray_or_marks_the_window(seat: Seat) -> None:
    seat.has_server = True
    seat.tell(WORD)
    seat.server.refused.emit(seat.server.shown[0])
    assert seat.icon.messages == [("Parley", "An answer is ready.")]

    seat.has_messages = False
    seat.server.refused.emit(seat.server.shown[0])
    assert len(seat.icon.messages) == 1
    assert seat.window.windowTitle() == "● Parley"


def test_whoever_comes_back_has_seen_it(seat: Seat, qapp: QApplication) -> None:
    """Notifications go away by themselves; the dot in the title waits."""
    seat.has_server = True
    seat.tell(WORD)
    assert seat.window.windowTitle() == "● Parley"
    qapp.focusWindowChanged.emit(seat.window.windowHandle())

    assert seat.window.windowTitle() == "Parley"
    assert seat.server.withdrawals == 1


# ---- what others hand over


def test_files_go_to_a_conversation_of_their_own(seat: Seat, tmp_path: Path) -> None:
    answer(seat.world, "Hello", "Hi", 1)
    before = seat.world.chat.conversation.id
    (tmp_path / "note.txt").write_text("words", encoding="utf-8")
    seat.desktop.take(Given(files=(tmp_path / "note.txt",)))

    assert seat.world.chat.conversation.id != before
    assert not seat.world.chat.attaching.empty


def test_an_empty_conversation_is_new_enough(seat: Seat) -> None:
    before = seat.world.chat.conversation.id
    seat.desktop.take(Given(new=True))

    assert seat.world.chat.conversation.id == before


def test_a_model_is_loaded_and_the_conversation_stays(seat: Seat, tmp_path: Path) -> None:
    answer(seat.world, "Hello", "Hi", 1)
    before = seat.world.chat.conversation.id
    seat.desktop.opening.wanted.emit(Given(model=tmp_path / "other.gguf"))

    assert seat.world.host.last(LoadModel).path == str(tmp_path / "other.gguf")
    assert seat.world.chat.conversation.id == before


def test_what_the_command_line_names_is_attached_at_the_start(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("words", encoding="utf-8")
    seat.desktop.begin(Given(files=(tmp_path / "note.txt",), sentences=("“a” is not there.",)))

    assert not seat.world.chat.attaching.empty
    assert seat.window.pane.notices.bar("given") is not None


# ---- bugs


def test_a_bug_is_told_in_a_dialog_even_when_the_window_is_hidden(seat: Seat, qtbot: QtBot) -> None:
    seat.prefer(keep_in_tray=True)
    seat.window.close()
    seat.desktop.bug_found.emit(Bug("It went wrong.", "KeyError: 1"))
    assert seat.window.trouble.crash is None  # never in the middle of something else

    qtbot.waitUntil(lambda: seat.window.trouble.crash is not None)
    assert seat.window.isVisible()
    assert seat.window.trouble.crash is not None
    assert seat.window.trouble.crash.isVisible()
