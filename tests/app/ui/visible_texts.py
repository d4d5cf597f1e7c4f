"""What people can read of a window, and what of it has no room."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)

from app.ui.keys_hint import KeysHint
from app.ui.palette_entry import Entry
from app.ui.palette_painting import ENTRY
from app.ui.transcript.row import Row, Tip, Toggle
from app.ui.transcript.view import TranscriptView
from app.ui.trash_rows import LEFT

_ROLES = (
    *(Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole),
    *(Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole, LEFT),
)
_ENTRY_EDGES = 58
"""Of an entry in a list of suggestions: its icon, and the room around its texts."""


def visible(root: QWidget) -> list[QWidget]:
    """With `root` itself; not what lies in another window over it."""
    inside = [root, *root.findChildren(QWidget)]
    return [one for one in inside if one.isVisible() and one.window() is root.window()]


def texts(root: QWidget) -> set[str]:
    """Shown, in tooltips, and told to screen readers; not what the user wrote."""
    if isinstance(root, QMenu):
        return set(_of_menu(root))
    found = {text for one in visible(root) for text in _of(one) if text.strip()}
    return found | {action.text() for one in visible(root) for action in _named(one)}


def _of_menu(menu: QMenu) -> Iterator[str]:
    """With those inside it, as they are when they open."""
    menu.aboutToShow.emit()
    for action in menu.actions():
        yield from (text for text in (action.text(), action.toolTip()) if text.strip())
        inside = action.menu()
        if isinstance(inside, QMenu):
            yield from _of_menu(inside)


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
        case QAbstractItemView():
            yield from _of_rows(widget)
        case QSpinBox() | QDoubleSpinBox():
            yield from (widget.specialValueText(), widget.suffix())
        case TranscriptView():
            yield from _of_transcript(widget)


def _of_rows(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    for number in range(model.rowCount()):
        index: QModelIndex = model.index(number, 0)
        yield from (str(index.data(role) or "") for role in _ROLES)
        entry = index.data(ENTRY)
        if isinstance(entry, Entry):
            yield entry.hint


def _of_transcript(view: TranscriptView) -> Iterator[str]:
    """What is painted, as it is copied, searched and read aloud; the names of what can be
    pressed."""
    width = view.column.width
    for item in view.column.items:
        item.build(width)
        for row in item.stack.rows:
            row.height(width)
            yield from (row.described(), row.speech(), row.text(0, row.length))
            yield from _of_spots(row, width)


def _of_spots(row: Row, width: int) -> Iterator[str]:
    for spot in row.spots(width):
        yield spot.name
        if isinstance(spot.target, Toggle):
            yield spot.target.tip
        if isinstance(spot.target, Tip):
            yield spot.target.text


def cut_off(root: QWidget) -> list[str]:
    """Texts in less room than they need, as far as no tooltip has them whole."""
    return [_described(one) for one in visible(root) if not one.toolTip() and _is_cut_off(one)]


def _is_cut_off(widget: QWidget) -> bool:
    match widget:
        case KeysHint():
            return False  # it is shown whole or not at all
        case QLabel() if widget.text() and widget.wordWrap():
            return widget.height() < widget.heightForWidth(widget.width())
        case QLabel() if widget.text():
            return widget.width() < widget.sizeHint().width()
        case QPushButton() | QToolButton() if widget.text():
            return widget.width() < widget.sizeHint().width()
        case QLineEdit() if not widget.text():
            needed = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            return widget.width() < needed
        case QComboBox():
            needed = widget.fontMetrics().horizontalAdvance(widget.currentText())
            return widget.width() - 38 < needed
        case QAbstractSpinBox():
            return widget.lineEdit().width() < widget.fontMetrics().horizontalAdvance(widget.text())
        case QListWidget() if widget.count() and isinstance(widget.item(0).data(ENTRY), Entry):
            return any(_entry_is_cut_off(widget, row) for row in range(widget.count()))
        case QListWidget():
            return widget.viewport().width() < widget.sizeHintForColumn(0)
    return False


def _entry_is_cut_off(view: QListWidget, row: int) -> bool:
    entry: Entry = view.item(row).data(ENTRY)
    needed = view.fontMetrics().horizontalAdvance(entry.text + entry.hint)
    return view.viewport().width() < needed + _ENTRY_EDGES


def _described(widget: QWidget) -> str:
    text = next(_of_shown(widget), "")
    return f"{type(widget).__name__} {text!r}: {widget.size().toTuple()}"


def _of_shown(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton() | QAbstractSpinBox():
            yield widget.text()
        case QComboBox():
            yield widget.currentText()
        case QLineEdit():
            yield widget.placeholderText()
