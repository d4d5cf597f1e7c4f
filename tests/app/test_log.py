"""The log file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLoggingCategory, qCWarning, qInstallMessageHandler, qWarning

from app.log import log_usable, start_log


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """Loggers and Qt's messages belong to the whole process."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


@pytest.fixture
def _qt_messages_as_before() -> Iterator[None]:
    before = qInstallMessageHandler(None)
    yield
    qInstallMessageHandler(before)


@pytest.mark.usefixtures("_qt_messages_as_before")
def test_lines_and_qt_messages_go_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "parley.log"
    start_log(path)

    logging.getLogger("engine.host").info("engine started")
    qWarning("no such font")
    log_usable(0.0)

    written = path.read_text(encoding="utf-8")
    assert "INFO engine.host [MainThread] engine started" in written
    assert "WARNING qt [MainThread] default: no such font" in written
    assert "window usable after" in written


def warn_of_theme(text: str) -> None:
    """As Qt's own code does. The stubs want bytes, which PySide refuses."""
    category = QLoggingCategory("qt.qpa.theme.gnome")  # type: ignore[arg-type]
    qCWarning(category, text)  # type: ignore[arg-type]


@pytest.mark.usefixtures("_qt_messages_as_before")
def test_a_desktop_without_settings_is_no_warning(tmp_path: Path) -> None:
    """Word for word as Qt says it, and other trouble of the same category."""
    no_settings = (
        'dbus reply error: [ "org.freedesktop.DBus.Error.UnknownMethod" ] "No such interface '
        '“org.freedesktop.portal.Settings” on object at path /org/freedesktop/portal/desktop"'
    )
    late = 'dbus reply error: [ "org.freedesktop.DBus.Error.NoReply" ] "timed out"'
    path = tmp_path / "parley.log"
    start_log(path)

    warn_of_theme(no_settings)
    warn_of_theme(late)
    qWarning(no_settings)

    written = path.read_text(encoding="utf-8").splitlines()
    assert [line.partition("[MainThread] ")[2] for line in written] == [
        f"qt.qpa.theme.gnome: {late}",
        f"default: {no_settings}",
    ]


@pytest.mark.usefixtures("_qt_messages_as_before")
def test_a_place_that_cannot_be_written_leaves_stderr(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").touch()

    start_log(tmp_path / "logs" / "parley.log")
    logging.getLogger("engine.host").info("engine started")

    assert "INFO engine.host [MainThread] engine started" in capsys.readouterr().err


@pytest.mark.usefixtures("_qt_messages_as_before")
def test_the_file_is_made_for_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "parley.log"
    handler = start_log(path)
    handler.flush()
    assert not path.exists()

    logging.getLogger("engine.host").info("engine started")
    logging.getLogger("engine.host").info("engine ended")

    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
