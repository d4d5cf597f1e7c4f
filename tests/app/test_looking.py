"""Looking for models, on a thread of its own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.found_models import Folder, Found
from app.looking import Looking, machine_memory_bytes
from tests.tiny_models import write_llama


def test_what_is_found_comes_back(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    write_llama(tmp_path / "tiny.gguf")
    looking = Looking(qapp, [Folder("Jan", tmp_path)])

    with qtbot.waitSignal(looking.found) as told:
        looking.look(context_tokens=512)

    assert told.args is not None
    (found,) = told.args
    assert isinstance(found, Found)
    assert [one.owner for one in found.models] == ["Jan"]
    assert 0 < (found.models[0].memory_bytes or 0) < machine_memory_bytes()


def test_a_file_is_measured(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    path = write_llama(tmp_path / "tiny.gguf")
    looking = Looking(qapp)

    with qtbot.waitSignal(looking.measured) as told:
        looking.measure(path, context_tokens=512)

    assert told.args is not None
    assert told.args[0] == path
    assert told.args[1] > path.stat().st_size / 2
