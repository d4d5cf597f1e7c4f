"""The window as somebody without a mouse has it: what Tab reaches, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.keyboard_focus import takes_keyboard

MOST_STEPS = 200


def name_of(widget: QWidget) -> str:
    """What a screen reader is told: of a box with choices, by the label that belongs to it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is None:
        return ""
    label = QAccessible.RelationFlag.Label
    labels = [
        one.text(QAccessible.Text.Name) for one, kind in interface.relations() if kind & label
    ]
    return (
        widget.accessibleName()
        or next(filter(None, labels), "")
        or interface.text(QAccessible.Text.Name)
    )


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {name_of(widget)!r} in {type(widget.parent()).__name__}"


def meant(root: QWidget) -> Iterator[QWidget]:
    """All that can be seen in it and is meant to take the keyboard, in the order of Tab."""
    here: QWidget | None = root.window()
    for _ in range(5000):
        if here is None:
            return
        inside = here is root or root.isAncestorOf(here)
        if inside and here.isVisible() and here.isEnabled() and takes_keyboard(here):
            yield here
        here = here.nextInFocusChain()
        if here is root.window():
            return


def walk(root: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Press a key until it is back where it was, or where it has been."""
    found: list[QWidget] = []
    for _ in range(MOST_STEPS):
        here = root.window().focusWidget()
        if here is None or here in found:
            break
        found.append(here)
        QTest.keyClick(here, key)
        QApplication.processEvents()
    return found


def walk_from_start(root: QWidget) -> list[QWidget]:
    first = next(meant(root))
    first.setFocus(Qt.FocusReason.TabFocusReason)
    return walk(root)
