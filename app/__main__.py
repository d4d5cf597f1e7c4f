"""Start here: from the command line to the end of the process; `app.building` makes the parts.

Qt is imported late, for a frozen build runs the engine's process from this file, too.
"""

from __future__ import annotations

import gc
import sys

from app.arguments import Arguments, parse
from app.leaving import leave
from app.plain_imports import plain_imports

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
    gc.disable()  # nearly all that a start makes stays; `Collecting` looks at it later
    with plain_imports():
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

    from app.building import build
    from app.collecting import Collecting
    from app.crash import CrashReport
    from app.desktop import Desktop
    from app.first_paint import FirstPaint
    from app.heap import keep_heap_small
    from app.log import log_usable
    from app.single_instance import SingleInstance
    from app.termination import Termination

    application, paths = QApplication(wanted.for_qt), wanted.paths
    Collecting(application)
    instance = SingleInstance(paths.root)
    if not instance.acquire() and (status := instance.leave(wanted)) is not None:
        return status
    session, shown = build(wanted)
    desktop = Desktop(application, session)
    desktop.follow(shown.window)
    shown.renewed.connect(desktop.follow)
    CrashReport(paths.log, desktop.bug_found.emit).install()
    instance.called.connect(desktop.come_forward)
    instance.wanted.connect(desktop.take)
    Termination(application).requested.connect(desktop.quit)
    given = wanted.given
    first_paint = FirstPaint(shown.window)
    first_paint.done.connect(lambda: session.start(given.model))
    first_paint.done.connect(lambda: desktop.begin(given))
    first_paint.done.connect(lambda: log_usable(wanted.started_s))
    first_paint.done.connect(lambda: QTimer.singleShot(0, instance.listen))
    if wanted.smoke:
        from app.smoke import SmokeTest

        desktop.bug_found.connect(lambda bug: session.problem.emit(bug.sentence))
        first_paint.done.connect(SmokeTest(session, shown.window, paths.screenshot).start)
    shown.window.show()
    QTimer.singleShot(WARM_UP_MS, shown.window.warm_up)
    QTimer.singleShot(WARM_UP_MS, keep_heap_small)
    QTimer.singleShot(WARM_UP_MS, gc.freeze)  # looking through all this again takes 35 ms each time
    status = application.exec()
    session.close()
    instance.close()
    shown.window.hide()
    if (focused := QApplication.focusWidget()) is not None:
        focused.clearFocus()  # or its end would tell event filters that are half gone by then
    application.shutdown()
    return status


if __name__ == "__main__":
    leave(main())
