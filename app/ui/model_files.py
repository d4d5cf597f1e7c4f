"""Model files a person hands over: from a file dialog or dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtWidgets
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QWidget

from app.ui.language import tr


def dropped_model(data: QMimeData) -> Path | None:
    """The first local GGUF file in what is being dragged."""
    for url in data.urls():
        if url.isLocalFile() and url.toLocalFile().lower().endswith(".gguf"):
            return Path(url.toLocalFile())
    return None


def choose_model_file(parent: QWidget, folder: Path | None) -> Path | None:
    """Ask for a GGUF file; None when the person thought better of it."""
    chosen, _filter = QtWidgets.QFileDialog.getOpenFileName(
        parent,
        tr("Open a model"),
        str(folder or Path.home()),
        ";;".join((f"{tr('Models')} (*.gguf)", f"{tr('All files')} (*)")),
    )
    return Path(chosen) if chosen else None
