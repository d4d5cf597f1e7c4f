"""Everything in the window that takes the keyboard has a name, and shows that it has it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget

from app.ui.appearance import Appearance, ThemeChoice
from app.ui.inspector.alternatives import AlternativeRow
from app.ui.inspector.context_section import PartRow
from app.ui.theme import Theme
from app.ui.transcript.view import TranscriptView
from app.ui.window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

PAINTED_WHEN_FILLED = (AlternativeRow, PartRow)
"""They are hidden, without name and picture, until they have something to show."""
SHOWN_BY_WHAT_IS_IN_THEM = (TranscriptView, QAbstractItemView)
"""A message or a row has the ring."""
SMALLEST_RING = 40


def takes_keyboard(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def focusable(window: QWidget) -> Iterator[QWidget]:
    for widget in window.findChildren(QWidget):
        filled = not isinstance(widget, PAINTED_WHEN_FILLED) or widget.isVisible()
        if takes_keyboard(widget) and filled:
            yield widget


def name_of(widget: QWidget) -> str:
    """What a screen reader is told."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name) if interface else ""


def described(widget: QWidget) -> str:
    return f"{type(widget).__name__} {name_of(widget)!r} in {type(widget.parent()).__name__}"


def test_every_widget_that_takes_the_keyboard_has_a_name(window: MainWindow) -> None:
    window.toggle_inspector()
    window.open_settings()
    widgets = list(focusable(window))

    assert [described(widget) for widget in widgets if not name_of(widget)] == []
    assert len(widgets) > 60


@pytest.mark.parametrize("choice", ["light", "dark"])
def test_what_has_the_keyboard_shows_it(
    window: MainWindow, appearance: Appearance, choice: ThemeChoice
) -> None:
    """By a ring or a frame in the accent or the text colour, which is more than a caret."""
    appearance.choose(choice)
    window.activateWindow()
    unseen = [
        described(widget)
        for widget in list(focusable(window))
        if widget.window() is window
        and not isinstance(widget, SHOWN_BY_WHAT_IS_IN_THEM)
        and _ring_pixels(widget, appearance.theme) < SMALLEST_RING
    ]

    assert unseen == []


def _ring_pixels(widget: QWidget, theme: Theme) -> int:
    """Pixels that take the colour of a ring when the widget is given the keyboard."""
    around = widget.parentWidget()
    assert around is not None
    for hidden in _hidden_above(widget):
        hidden.show()
    widget.setEnabled(True)
    widget.clearFocus()
    before = _picture(around, widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    assert widget.hasFocus(), described(widget)
    after = _picture(around, widget)
    rings = {theme.accent.rgb(), theme.text.rgb()}
    return sum(
        before.pixel(x, y) != after.pixel(x, y) and after.pixel(x, y) in rings
        for x in range(before.width())
        for y in range(before.height())
    )


def _picture(around: QWidget, widget: QWidget) -> QImage:
    """Of the widget, with what is painted close to it."""
    QApplication.processEvents()
    area = widget.geometry().adjusted(-14, -14, 14, 14).intersected(around.rect())
    return around.grab(area).toImage()


def _hidden_above(widget: QWidget) -> list[QWidget]:
    """The widget and all above it that were hidden, the innermost first."""
    found = []
    above: QWidget | None = widget
    while above is not None and not above.isWindow():
        if above.isHidden():
            found.append(above)
        above = above.parentWidget()
    return found
