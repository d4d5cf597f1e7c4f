"""The way to the log."""

from __future__ import annotations

from PySide6.QtGui import QAction

from app.ui.language import tr
from app.ui.settings.buttons import push_button
from app.ui.settings.row import Row


def log_row(show_log: QAction) -> Row:
    text = tr("What the program did, never what was said in a conversation.")
    return Row(tr("Log"), text, beside=(push_button(tr("Show the log"), show_log.trigger),))
