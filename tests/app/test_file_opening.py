"""Files that the system hands over."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from app.domain.given_files import Given
from app.file_opening import FileOpening


def test_a_file_opened_from_outside_is_wanted(qapp: QApplication, tmp_path: Path) -> None:
    place = QObject()
    opening = FileOpening(qapp)
    place.installEventFilter(opening)
    wishes: list[Given] = []
    opening.wanted.connect(wishes.append)

    QCoreApplication.sendEvent(place, QFileOpenEvent(str(tmp_path / "模型 a.gguf")))

    assert wishes == [Given(model=tmp_path / "模型 a.gguf")]
