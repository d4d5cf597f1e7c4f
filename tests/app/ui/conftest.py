"""What every test of the window needs: fonts, icons, a fake session, the window itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.domain.prompts import PromptsFile
from app.paths import Paths
from app.session import Session
from app.ui.appearance import Appearance
from app.ui.composer import Composer
from app.ui.icons import Icons
from app.ui.theme import Fonts, Theme, light, load_fonts
from app.ui.transcript.accessible import install
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from tests.app.ui.fakes import CODER, STARTER, FakeChat, FakeSession
from tests.app.ui.recorded_program import OpenProgram, RecordedProgram


@pytest.fixture(scope="session", autouse=True)
def _english_numbers() -> None:
    """Whatever the locale of the machine: texts are compared with numbers in them."""
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture(scope="session")
def fonts(qapp: QApplication) -> Fonts:
    assert qapp is not None
    return load_fonts()


@pytest.fixture(scope="session", autouse=True)
def _accessible_transcript(qapp: QApplication) -> None:
    """As the program does it once."""
    assert qapp is not None
    install()


@pytest.fixture(scope="session")
def icons() -> Icons:
    return Icons()


@pytest.fixture(autouse=True)
def empty_clipboard(qapp: QApplication) -> Iterator[None]:
    """What a test has copied is made on demand, and must not outlive the interpreter."""
    yield
    qapp.clipboard().clear()


@pytest.fixture
def theme(fonts: Fonts) -> Theme:
    return light(fonts)


@pytest.fixture
def around(qtbot: QtBot) -> QWidget:
    """A window for single widgets; its size is fixed, as offscreen windows have no size hints."""
    around = QWidget()
    QVBoxLayout(around)
    qtbot.addWidget(around)
    around.setFixedSize(620, 500)
    with qtbot.waitExposed(around):
        around.show()
    return around


def put(widget: QWidget, around: QWidget) -> None:
    layout = around.layout()
    assert layout is not None
    layout.addWidget(widget)


@pytest.fixture
def chat() -> FakeChat:
    return FakeChat()


@pytest.fixture
def composer(around: QWidget, theme: Theme, icons: Icons, chat: FakeChat) -> Composer:
    composer = Composer(theme, icons)
    composer.set_chat(cast(Chat, chat))
    put(composer, around)
    composer.edit.setFocus()
    return composer


@pytest.fixture
def preferences(tmp_path: Path) -> PreferencesFile:
    return PreferencesFile(tmp_path / "preferences.json")


@pytest.fixture
def session(tmp_path: Path) -> FakeSession:
    """An open, empty conversation and two model files, none of them loaded."""
    session = FakeSession()
    session.paths = Paths(tmp_path)
    session.prompts = PromptsFile(session.paths.prompts)
    session.known = [STARTER, CODER]
    session.chat = FakeChat()
    return session


@pytest.fixture
def real(session: FakeSession) -> Session:
    """The fake session under the type that widgets ask for."""
    return cast(Session, session)


@pytest.fixture
def appearance(fonts: Fonts, preferences: PreferencesFile) -> Appearance:
    appearance = Appearance(fonts, preferences)
    appearance.choose("light")
    return appearance


@pytest.fixture
def new_window(
    *,
    qtbot: QtBot,
    real: Session,
    preferences: PreferencesFile,
    appearance: Appearance,
    icons: Icons,
    tmp_path: Path,
) -> Callable[[], MainWindow]:
    """Opens windows that share one state file, as one start after another does."""

    def new() -> MainWindow:
        window = MainWindow(
            session=real,
            preferences=preferences,
            presets=PresetsFile(tmp_path / "presets.json"),
            appearance=appearance,
            icons=icons,
            state_file=StateFile(tmp_path / "state.json"),
        )
        qtbot.addWidget(window)
        with qtbot.waitExposed(window):
            window.show()
        return window

    return new


@pytest.fixture
def window(new_window: Callable[[], MainWindow]) -> MainWindow:
    return new_window()


@pytest.fixture
def open_program(*, qtbot: QtBot, fonts: Fonts, icons: Icons, tmp_path: Path) -> OpenProgram:
    """The window over an engine process that tells a recorded turn."""

    def open(family: str, **preferences: object) -> RecordedProgram:
        program = RecordedProgram(tmp_path, qtbot=qtbot, fonts=fonts, icons=icons)
        program.change(**preferences)
        program.start(family)
        return program

    return open
