"""Images of answers: none is read before the user asks for it, and none comes from the network."""

from __future__ import annotations

import base64
import binascii
from collections import OrderedDict
from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from app.ui.language import said, tr
from app.ui.theme import COLUMN_WIDTH
from app.ui.transcript.background import Background

CAPACITY = 10
LARGEST_FILE_BYTES = 20_000_000
LARGEST_SIDE = 20_000
LARGEST_SHOWN = QSize(2 * COLUMN_WIDTH, 960)
"""Kept in these pixels, so that they are sharp on a screen of twice the density."""

Place = Literal["here", "web", "nowhere"]


@dataclass(frozen=True)
class Found:
    """An image that was asked for: `size` in pixels of the file, or why it cannot be shown."""

    image: QImage | None = None
    size: QSize = field(default_factory=QSize)
    error: str = ""


class Images:
    """The images the user has asked for, the last ones decoded."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._found: dict[str, Found] = {}
        self._decoded: OrderedDict[str, None] = OrderedDict()
        self._pending: set[str] = set()

    def found(self, address: str) -> Found | None:
        """None while the user has not asked for it or it is being decoded."""
        found = self._found.get(address)
        if found and found.image is None and not found.error:
            self.load(address)
        elif found and found.image:
            self._decoded.move_to_end(address)
        return found

    def come(self, address: str) -> Found | None:
        """What can be shown of it now, without loading it."""
        found = self._found.get(address)
        return found if found and (found.image or found.error) else None

    def loading(self, address: str) -> bool:
        return address in self._pending

    def load(self, address: str) -> None:
        """Read and decode in the background, because the user has asked for it."""
        if address not in self._pending:
            self._pending.add(address)
            self._background.run(_reading(address), partial(self._on_read, address))

    def _on_read(self, address: str, found: Found) -> None:
        self._pending.discard(address)
        self._found[address] = found
        if found.image is None:
            return
        self._decoded[address] = None
        while len(self._decoded) > CAPACITY:
            oldest, _ = self._decoded.popitem(last=False)
            self._found[oldest] = Found(size=self._found[oldest].size)


def place_of(address: str) -> Place:
    """Where an image is; other machines' shares are nowhere, because reading them tells them."""
    if address.startswith(("http://", "https://")):
        return "web"
    path = unquote(address)
    if path.startswith(("//", "\\\\")) or (":" in path[2:] and not path.startswith("data:image/")):
        return "nowhere"
    return "here"


def _reading(address: str) -> Generator[None, None, Found]:
    """The card says "Loading…" before the image is decoded."""
    yield
    return _read(address)


def _read(address: str) -> Found:
    try:
        content = _content(address)
    except OSError as error:
        cause = said(error.strerror or str(error))
        return Found(error=tr("The image cannot be read: {cause}.", cause=cause))
    except (ValueError, binascii.Error):
        return Found(error=tr("The image cannot be read: its data is damaged."))
    if len(content) > LARGEST_FILE_BYTES:
        return Found(error=tr("The image is not shown: it is larger than 20 MB."))
    return _decoded(content)


def _content(address: str) -> bytes:
    if address.startswith("data:"):
        header, _, data = address.partition(",")
        data = unquote(data)
        return base64.b64decode(data) if header.endswith(";base64") else data.encode()
    with Path(unquote(address)).expanduser().open("rb") as file:
        return file.read(LARGEST_FILE_BYTES + 1)


def _decoded(content: bytes) -> Found:
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    size = reader.size()
    if max(size.width(), size.height()) > LARGEST_SIDE:
        return Found(error=tr("The image is not shown: it has too many pixels."))
    if size.width() > LARGEST_SHOWN.width() or size.height() > LARGEST_SHOWN.height():
        # Much faster than decoding all of it, for the formats that can.
        reader.setScaledSize(size.scaled(LARGEST_SHOWN, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        cause = reader.errorString().lower()
        return Found(error=tr("The image cannot be shown: {cause}.", cause=cause))
    return Found(image, size if size.isValid() else image.size())
