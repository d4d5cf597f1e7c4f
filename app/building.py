"""Every object of the program, built once and handed to the next."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from app.arguments import Arguments
from app.bridge import Bridge
from app.domain.preferences import PreferencesFile
from app.hosts import LateHost, new_host
from app.log import start_log
from app.session import Session
from app.store.thread import StoreThread
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.speaking import Language
from app.ui.theme import load_fonts
from app.ui.window import MainWindow
from app.ui.window_change import ShownWindow
from app.ui.window_state import StateFile


def build(wanted: Arguments) -> tuple[Session, ShownWindow]:
    """The program below the application object: nothing runs and nothing is shown yet."""
    paths = wanted.paths
    start_log(paths.log)
    bridge = Bridge()
    in_process = wanted.in_process
    make_host = partial(new_host, bridge.deliver, paths.known_good, in_process=in_process)
    bridge.attach(LateHost(make_host))
    store = StoreThread(paths.database, bridge.post)
    preferences = PreferencesFile(paths.preferences)
    language = Language(preferences)
    tools = OfferedTools(BuiltinTools(lambda: datetime.now().astimezone()), preferences)
    session = Session(bridge=bridge, store=store, preferences=preferences, tools=tools, paths=paths)
    state_file = StateFile(paths.state)
    appearance, icons = Appearance(load_fonts(), preferences), Icons()

    def new_window() -> MainWindow:
        return MainWindow(
            session=session,
            preferences=preferences,
            presets=session.presets,
            appearance=appearance,
            icons=icons,
            state_file=state_file,
        )

    return session, ShownWindow(new_window, language)
