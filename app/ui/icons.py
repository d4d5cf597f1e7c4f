"""Lucide icons, drawn in the colour and size asked for.

One `Icons` object reads the package once, keeps what it has drawn, and is handed to every widget.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

ICON_SIZE = 16


class Icons:
    """Icons by their Lucide name ("copy", "refresh-cw"…). Raises KeyError for an unknown name."""

    def __init__(self) -> None:
        self._archive = ZipFile(_archive_path())
        self._pixmaps: dict[tuple[str, int, int, float], QPixmap] = {}

    def pixmap(
        self, name: str, color: QColor, *, size: int = ICON_SIZE, device_pixel_ratio: float = 1.0
    ) -> QPixmap:
        """The icon `size` logical pixels wide, sharp at this ratio."""
        key = (name, color.rgba(), size, device_pixel_ratio)
        if key not in self._pixmaps:
            self._pixmaps[key] = self._drawn(name, color, size=size, ratio=device_pixel_ratio)
        return self._pixmaps[key]

    def icon(self, name: str, color: QColor, size: int = ICON_SIZE) -> QIcon:
        """The icon for a button or menu, sharp on the screens there are and on one of ratio 2."""
        result = QIcon()
        for ratio in sorted(
            {2.0, *(screen.devicePixelRatio() for screen in QGuiApplication.screens())}
        ):
            result.addPixmap(self.pixmap(name, color, size=size, device_pixel_ratio=ratio))
        return result

    def _drawn(self, name: str, color: QColor, *, size: int, ratio: float) -> QPixmap:
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.fill(Qt.GlobalColor.transparent)
        svg = self._archive.read(f"{name}.svg").replace(b"currentColor", color.name().encode())
        painter = QPainter(pixmap)
        painter.setOpacity(color.alphaF())
        QSvgRenderer(QByteArray(svg)).render(painter, QRectF(pixmap.rect()))
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap


def _archive_path() -> Path:
    """Found without importing the package, which takes 40 ms for what is not needed here."""
    found = find_spec("justmyresource_lucide")
    assert found is not None, "a dependency"
    assert found.submodule_search_locations is not None, "a package"
    return Path(found.submodule_search_locations[0]) / "icons.zip"


def filled_icon(color: QColor, size: int, shape: Callable[[QPainter], None]) -> QIcon:
    """What Lucide does not have: a shape without a line, for dense screens, too."""
    pixmap = QPixmap(2 * size, 2 * size)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    shape(painter)
    painter.end()
    return QIcon(pixmap)


def stop_icon(color: QColor, size: int) -> QIcon:
    """A square."""
    side = 11 * size / 18
    edge = (size - side) / 2
    area = QRectF(edge, edge, side, side)
    return filled_icon(color, size, lambda painter: painter.drawRoundedRect(area, 2.5, 2.5))
