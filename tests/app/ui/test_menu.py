"""Menus with round corners and marks of our own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QColor
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.menu import Menu
from app.ui.theme import Theme, style_sheet


def menu_of(around: QWidget, theme: Theme) -> Menu:
    menu = Menu(around)
    menu.setStyleSheet(style_sheet(theme))
    for text in ("One", "Two"):
        menu.addAction(text).setCheckable(True)
    return menu


def dark_pixels(menu: Menu, row: int, *, left: int, width: int, theme: Theme) -> int:
    """How many are nearer to the text than to the ground, in this part of a row."""
    area = menu.actionGeometry(menu.actions()[row])
    image = menu.grab().toImage()
    middle = (theme.text.lightness() + theme.raised.lightness()) // 2
    points = (
        (x, y)
        for x in range(area.left() + left, area.left() + left + width)
        for y in range(area.top() + 2, area.bottom() - 2)
    )
    return sum(QColor(image.pixel(x, y)).lightness() < middle for x, y in points)


def test_what_is_checked_has_a_mark_and_nothing_else(around: QWidget, theme: Theme) -> None:
    menu = menu_of(around, theme)
    menu.actions()[0].setChecked(True)

    marks = [dark_pixels(menu, row, left=8, width=16, theme=theme) for row in (0, 1)]

    assert marks[0] > 10
    assert marks[1] == 0


def test_a_menu_in_a_menu_looks_like_it(around: QWidget, theme: Theme) -> None:
    menu = menu_of(around, theme)
    submenu = menu.add_submenu("More")
    right = menu.actionGeometry(menu.actions()[2]).width() - 24

    assert submenu.title() == "More"
    assert submenu.styleSheet() == menu.styleSheet()
    assert submenu.testAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
    assert dark_pixels(menu, 2, left=right, width=16, theme=theme) > 5
    assert dark_pixels(menu, 1, left=right, width=16, theme=theme) == 0


def test_the_corners_are_not_painted(around: QWidget, theme: Theme) -> None:
    menu = menu_of(around, theme)

    image = menu.grab().toImage()

    assert image.pixelColor(0, 0).alpha() == 0
    assert image.pixelColor(image.width() // 2, 3) == theme.raised


def test_nothing_is_left_of_what_a_menu_had_before(around: QWidget, theme: Theme) -> None:
    menu = menu_of(around, theme)
    before = len(menu.findChildren(QObject))
    for _ in range(3):
        menu.clear()
        group = QActionGroup(menu)
        for text in ("One", "Two"):
            menu.addAction(group.addAction(QAction(text, menu)))
        menu.add_submenu("More").addAction("Three")
    menu.clear()
    for text in ("One", "Two"):
        menu.addAction(text)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert len(menu.findChildren(QObject)) == before
