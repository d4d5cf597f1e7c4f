"""Asks for one name: of a tag, of a folder, of a conversation."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from app.ui.chrome import chrome_style
from app.ui.composing import Composing
from app.ui.language import tr
from app.ui.theme import Theme

_WIDTH = 320


def ask_name(
    over: QWidget,
    *,
    title: str,
    label: str,
    button: str,
    theme: Theme,
    chosen: Callable[[str], None],
    text: str = "",
) -> QInputDialog:
    """Open the dialog, with `text` to begin with, and return; `chosen` gets what was typed, when
    it is anything."""
    dialog = QInputDialog(over)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setStyleSheet(chrome_style(theme) + f"QDialog {{ background: {theme.raised.name()}; }}")
    dialog.setWindowTitle(title)
    dialog.setLabelText(label)
    dialog.setTextValue(text)
    dialog.setOkButtonText(button)
    dialog.setCancelButtonText(tr("Cancel"))
    dialog.resize(_WIDTH, dialog.sizeHint().height())
    field = dialog.findChild(QLineEdit)
    if field is not None:
        field.setAccessibleName(label)
        field.selectAll()
        Composing(field)
    dialog.textValueSelected.connect(lambda text: chosen(text) if text.strip() else None)
    dialog.open()
    return dialog
