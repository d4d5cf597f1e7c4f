"""The words about Enter in the foot of the composer."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.ui.keys_hint import KeysHint


def is_blank(image: QImage) -> bool:
    first = image.pixel(0, 0)
    points = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return all(image.pixel(x, y) == first for x, y in points)


def test_it_is_shown_whole_or_not_at_all(qapp: QApplication) -> None:
    assert qapp is not None
    hint = KeysHint()
    hint.setText("Enter sends")
    needed = hint.sizeHint()

    hint.resize(needed)
    assert hint.fits
    assert not is_blank(hint.grab().toImage())

    hint.resize(needed.width() - 1, needed.height())
    assert not hint.fits
    assert is_blank(hint.grab().toImage())


def test_it_takes_room_from_nobody(qapp: QApplication) -> None:
    assert qapp is not None
    hint = KeysHint()
    hint.setText("Enter sends")

    assert hint.minimumSizeHint().width() == 0
