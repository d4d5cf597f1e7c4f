"""Files a person hands over to go with a message: dropped, pasted, or from a file dialog."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtWidgets import QWidget

from app.ui.language import tr
from app.ui.model_files import dropped_model

_PNG = "image/png"


def given_files(data: QMimeData) -> list[Path]:
    """The local files in what is dragged or pasted; none when a model is among them."""
    if dropped_model(data) is not None:
        return []
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def given_image(data: QMimeData) -> bytes:
    """A picture as it would stand in a file; empty when there is none."""
    if data.hasFormat(_PNG):
        return bytes(data.data(_PNG).data())
    image = data.imageData() if data.hasImage() else None
    if not isinstance(image, QtGui.QImage) or image.isNull():
        return b""
    written = QByteArray()
    buffer = QtCore.QBuffer(written)
    buffer.open(QtCore.QIODevice.OpenModeFlag.WriteOnly)
    QtGui.QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(written.data())


def choose_files(parent: QWidget) -> list[Path]:
    """Ask for files; none when the person thought better of it."""
    chosen, _filter = QtWidgets.QFileDialog.getOpenFileNames(parent, tr("Attach files"))
    return [Path(path) for path in chosen]
