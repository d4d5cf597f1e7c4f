"""What people can read of a window, and what of it has no room."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)


def visible(root: QWidget) -> list[QWidget]:
    """With `root` itself; not what lies in another window over it."""
    inside = [root, *root.findChildren(QWidget)]
    return [one for one in inside if one.isVisible() and one.window() is root.window()]


def texts(root: QWidget) -> set[str]:
    """Shown, in tooltips, and told to screen readers; not what the user wrote."""
    found = {text for one in visible(root) for text in _of(one) if text.strip()}
    return found | {action.text() for one in visible(root) for action in _named(one)}


def _named(widget: QWidget) -> list[QAction]:
    return [action for action in widget.actions() if action.text()]


def _of(widget: QWidget) -> Iterator[str]:
    yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
    if isinstance(widget, QDialog):
        yield widget.windowTitle()
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QLineEdit() | QPlainTextEdit():
            yield widget.placeholderText()
        case QComboBox():
            yield from (widget.itemText(row) for row in range(widget.count()))
        case QListWidget():
            yield from (widget.item(row).text() for row in range(widget.count()))
        case QSpinBox() | QDoubleSpinBox():
            yield from (widget.specialValueText(), widget.suffix())


def cut_off(root: QWidget) -> list[str]:
    """Texts in less room than they need, as far as no tooltip has them whole."""
    return [_described(one) for one in visible(root) if not one.toolTip() and _is_cut_off(one)]


def _is_cut_off(widget: QWidget) -> bool:
    match widget:
        case QLabel() if widget.text() and widget.wordWrap():
            return widget.height() < widget.heightForWidth(widget.width())
        case QLabel() if widget.text():
            return widget.width() < widget.sizeHint().width()
        case QPushButton() | QToolButton() if widget.text():
            return widget.width() < widget.sizeHint().width()
        case QComboBox():
            needed = widget.fontMetrics().horizontalAdvance(widget.currentText())
            return widget.width() - 38 < needed
        case QAbstractSpinBox():
            return widget.lineEdit().width() < widget.fontMetrics().horizontalAdvance(widget.text())
        case QListWidget():
            return widget.viewport().width() < widget.sizeHintForColumn(0)
    return False


def _described(widget: QWidget) -> str:
    text = next(_of_shown(widget), "")
    return f"{type(widget).__name__} {text!r}: {widget.size().toTuple()}"


def _of_shown(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton() | QAbstractSpinBox():
            yield widget.text()
        case QComboBox():
            yield widget.currentText()
