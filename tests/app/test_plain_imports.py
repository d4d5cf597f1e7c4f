"""Imports that Qt has no hand in."""

from __future__ import annotations

import subprocess
import sys

IMPORT_QT = "from app.plain_imports import plain_imports\nwith plain_imports():\n    import {}\n"


def told_by(script: str) -> str:
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_qt_leaves_imports_as_python_makes_them() -> None:
    script = (
        "import builtins\nplain = builtins.__import__\n"
        + IMPORT_QT.format("PySide6.QtWidgets")
        + "import PySide6.QtNetwork\nprint(builtins.__import__ is plain)"
    )

    assert told_by(script) == "True"


def test_no_source_is_read_of_what_is_imported_after_qt() -> None:
    """What Qt reads with `inspect` is kept in `linecache`."""
    script = (
        IMPORT_QT.format("PySide6.QtWidgets")
        + "import linecache, app.session\n"
        + "print([name for name in linecache.cache if 'session' in name])"
    )

    assert told_by(script) == "[]"


def test_a_failed_import_leaves_no_trace_either() -> None:
    script = (
        "import builtins\nplain = builtins.__import__\n"
        "try:\n    "
        + IMPORT_QT.format("PySide6.QtNothing").replace("\n", "\n    ")
        + "\nexcept ImportError:\n    print(builtins.__import__ is plain)"
    )

    assert told_by(script) == "True"
