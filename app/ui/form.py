"""Controls of dialogs that a turn of the mouse wheel scrolls past instead of changing them."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFrame,
    QLabel,
    QListView,
    QSpinBox,
    QWidget,
)

from app.ui.icons import Icons
from app.ui.language import locale, said, tr
from app.ui.theme import Theme

_MARK_SIZE = 14


def form_style(theme: Theme) -> str:
    """The look of the controls here, in the style sheet of their dialog.

    Marks are drawn by the controls, as a style sheet takes pictures from files only. The buttons of
    a spin box keep one pixel: without any, Qt leaves no room for the number either.
    """
    border, raised, text = theme.border.name(), theme.raised.name(), theme.text.name()
    accent, hint = theme.accent.name(), theme.hint.name()
    return f"""
QComboBox, QAbstractSpinBox {{ background: {raised}; color: {text}; border: 1px solid {border};
  border-radius: 8px; padding: 5px 10px; }}
QAbstractSpinBox {{ min-height: 18px; max-height: 18px; }}
QComboBox {{ padding-right: 28px; combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: 0; }}
QComboBox:focus, QAbstractSpinBox:focus {{ border: 2px solid {accent}; padding: 4px 9px; }}
QComboBox:focus {{ padding-right: 27px; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; width: 1px; border: none; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; width: 1px; border: none; }}
QAbstractSpinBox::up-arrow, QAbstractSpinBox::down-arrow {{ image: none; }}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{ background: transparent;
  border: none; padding: 0; }}
QComboBox:disabled, QAbstractSpinBox:disabled, QCheckBox:disabled {{ color: {hint}; }}
QComboBox QAbstractItemView {{ background: {raised}; color: {text}; border: 1px solid {border};
  selection-background-color: {theme.bubble.name()}; selection-color: {text}; outline: none;
  border-radius: 10px; padding: 4px; }}
QComboBox QAbstractItemView::item {{ min-height: 28px; padding: 0 8px; border-radius: 6px; }}
QComboBox QAbstractItemView::item:selected {{ background: {theme.bubble.name()}; color: {text}; }}
QCheckBox {{ color: {text}; spacing: 8px; padding: 3px 0; border: none; }}
QCheckBox::indicator {{ width: 16px; height: 16px; background: {raised};
  border: 1px solid {hint}; border-radius: 5px; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; }}
QCheckBox::indicator:focus {{ border: 2px solid {accent}; width: 14px; height: 14px; }}
QCheckBox::indicator:checked:focus {{ border-color: {text}; }}
"""


class ChoiceBox(QComboBox):
    """One of several values, each with its text."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(12)
        self._round_off()
        self.view().setAccessibleName(tr("Choices"))
        self._mark = QPixmap()

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self._mark = icons.icon("chevron-down", theme.secondary).pixmap(_MARK_SIZE)
        self.update()

    def _round_off(self) -> None:
        """The list has round corners and room around its lines, like a menu."""
        self.setView(QListView())  # the usual one takes no room from the style sheet
        popup = self.view().window()
        popup.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        flags = Qt.WindowType.FramelessWindowHint | Qt.WindowType.NoDropShadowWindowHint
        popup.setWindowFlags(popup.windowFlags() | flags)

    def show_values(self, texts: dict[object, str], now: object) -> None:
        """Offer these values; nothing is chosen when `now` is none of them."""
        self.clear()
        for value, text in texts.items():
            self.addItem(text, value)
        self.setCurrentIndex(list(texts).index(now) if now in texts else -1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        at = QPoint(self.width() - _MARK_SIZE - 8, (self.height() - _MARK_SIZE) // 2)
        QPainter(self).drawPixmap(at, self._mark)

    def showPopup(self) -> None:
        super().showPopup()
        frame = self.view().parentWidget()
        if isinstance(frame, QFrame):
            frame.setFrameShape(QFrame.Shape.NoFrame)  # being shown gives it back

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class NumberBox(QSpinBox):
    """A whole number with its unit, told when it is typed to its end."""

    def __init__(self, *, low: int, high: int, unit: str) -> None:
        super().__init__()
        self.setLocale(locale())
        self.setRange(low, high)
        self.setSuffix(f" {said(unit)}" if unit else "")
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(8, 0, 8, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class DecimalBox(QDoubleSpinBox):
    """A number with decimals, told when it is typed to its end."""

    def __init__(self, *, low: float, high: float, unit: str, decimals: int) -> None:
        super().__init__()
        self.setLocale(locale())
        self.setDecimals(decimals)
        self.setRange(low, high)
        self.setSuffix(f" {said(unit)}" if unit else "")
        self.setKeyboardTracking(False)
        self.lineEdit().setTextMargins(8, 0, 8, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CheckBox(QCheckBox):
    """On or off."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._mark = QPixmap()

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self._mark = icons.icon("check", theme.on_accent).pixmap(_MARK_SIZE)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.isChecked():
            option = QtWidgets.QStyleOptionButton()
            self.initStyleOption(option)
            element = QtWidgets.QStyle.SubElement.SE_CheckBoxIndicator
            box = self.style().subElementRect(element, option, self)
            half = QPoint(_MARK_SIZE, _MARK_SIZE) / 2
            QPainter(self).drawPixmap(box.center() + QPoint(1, 1) - half, self._mark)


class Wrapped(QLabel):
    """Plain text over as many lines as it needs; `tone` is one of the theme's."""

    def __init__(self, text: str = "", *, tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("tone", tone)
