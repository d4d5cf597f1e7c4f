"""Start here: every object is built once and handed to the next.

Qt is imported late, for a frozen build runs the engine's process from this file, too.
"""

from __future__ import annotations

import gc
import sys
from datetime import datetime
from typing import TYPE_CHECKING

from app.arguments import Arguments, parse
from app.leaving import leave

if TYPE_CHECKING:
    from app.session import Session
    from app.ui.window import MainWindow

WARM_UP_MS = 1_000
"""After the start, when the window has been painted and the model is on its way."""


def main() -> int:
    if "--engine-host" in sys.argv:
        from engine.__main__ import main as engine

        return engine(["host"])
    sys.setswitchinterval(0.001)  # seconds: a busy thread hands the window its turn sooner
    return run(parse(sys.argv[1:]))


def run(wanted: Arguments) -> int:
    """Show the window, work until it is closed; returns the exit status."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from app.collecting import Collecting
    from app.crash import CrashReport
    from app.desktop import Desktop
    from app.log import log_usable
    from app.single_instance import SingleInstance
    from app.termination import Termination

    application, paths = QApplication(wanted.for_qt), wanted.paths
    Collecting(application)
    instance = SingleInstance(paths.root)
    if not instance.acquire():
        return instance.leave(wanted)
    session, window = build(wanted)
    desktop = Desktop(application, session)
    desktop.follow(window)
    CrashReport(paths.log, desktop.bug_found.emit).install()
    instance.called.connect(desktop.come_forward)
    instance.wanted.connect(desktop.take)
    Termination(application).requested.connect(desktop.quit)
    window.show()
    given = wanted.given
    QTimer.singleShot(0, lambda: session.start(given.model))
    QTimer.singleShot(0, lambda: desktop.begin(given))
    if wanted.smoke:
        from app.smoke import SmokeTest

        desktop.bug_found.connect(lambda bug: session.problem.emit(bug.sentence))
        QTimer.singleShot(0, SmokeTest(session, window, paths.screenshot).start)
    QTimer.singleShot(0, lambda: log_usable(wanted.started_s))
    QTimer.singleShot(WARM_UP_MS, window.pane.transcript.warm_up)
    QTimer.singleShot(WARM_UP_MS, gc.freeze)  # looking through all this again takes 35 ms each time
    status = application.exec()
    session.close()
    instance.close()
    application.shutdown()
    return status


def build(wanted: Arguments) -> tuple[Session, MainWindow]:
    """The program below the application object: nothing runs and nothing is shown yet."""
    from app.bridge import Bridge
    from app.domain.preferences import PreferencesFile
    from app.hosts import new_host
    from app.log import start_log
    from app.session import Session
    from app.store.thread import StoreThread
    from app.tools.builtin import BuiltinTools
    from app.tools.offered import OfferedTools
    from app.ui.appearance import Appearance
    from app.ui.icons import Icons
    from app.ui.theme import load_fonts
    from app.ui.transcript.accessible import install as install_accessible_transcript
    from app.ui.window import MainWindow
    from app.ui.window_state import StateFile

    paths = wanted.paths
    start_log(paths.log)
    install_accessible_transcript()
    bridge = Bridge()
    bridge.attach(new_host(bridge.deliver, paths.known_good, in_process=wanted.in_process))
    store = StoreThread(paths.database, bridge.post)
    preferences = PreferencesFile(paths.preferences)
    tools = OfferedTools(BuiltinTools(lambda: datetime.now().astimezone()), preferences)
    session = Session(bridge=bridge, store=store, preferences=preferences, tools=tools, paths=paths)
    window = MainWindow(
        session=session,
        preferences=preferences,
        presets=session.presets,
        appearance=Appearance(load_fonts(), preferences),
        icons=Icons(),
        state_file=StateFile(paths.state),
    )
    return session, window


if __name__ == "__main__":
    leave(main())
