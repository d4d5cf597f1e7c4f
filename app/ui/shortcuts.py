"""The keys of the actions: those of the table, and what the user chose instead."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from PySide6.QtGui import QAction, QKeySequence

from app.domain.preferences import PreferencesFile
from app.ui.actions import ROWS, ActionRow, tooltip
from app.ui.language import tr

log = logging.getLogger(__name__)

_TEXT_KEYS = ("Ctrl+A", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+Y", "Ctrl+Z", "Ctrl+Shift+Z")
_FREE = re.compile(r".*\b(Ctrl|Alt|Meta)\+|(Shift\+)?(F\d+|Esc)$")
"""Keys in Qt's portable notation that write nothing."""


class Shortcuts:
    """Keeps the window's actions at the keys that the preferences give them."""

    def __init__(self, actions: Mapping[str, QAction], preferences: PreferencesFile) -> None:
        self._actions = actions
        self._preferences = preferences
        self.apply()

    def apply(self) -> None:
        """Every action has its keys from now on."""
        for row in ROWS:
            action, keys = self._actions[row.id], self.keys(row)
            if action.shortcut() != keys:
                action.setShortcut(keys)
                action.setToolTip(tooltip(action))

    def action(self, id: str) -> QAction:
        return self._actions[id]

    def keys(self, row: ActionRow) -> QKeySequence:
        """What the user chose, perhaps none; what cannot be read is as in the table."""
        chosen = self._preferences.current.shortcuts.get(row.id, row.keys)
        keys = QKeySequence(chosen)
        if chosen and (not keys.toString()):
            log.warning("preferences: the keys of %s cannot be read, the default is used", row.id)
            return QKeySequence(row.keys)
        return keys

    def problem(self, row: ActionRow, keys: QKeySequence) -> str:
        """Why an action cannot have these keys; "" when it can."""
        if keys.isEmpty() or keys == QKeySequence(row.keys) == self.keys(row):
            return ""
        shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
        if not _is_free_for_actions(keys):
            return tr("{keys} is needed for writing: choose keys with Ctrl or Alt.", keys=shown)
        for other in ROWS:
            if other.id != row.id and self.keys(other) == keys:
                label = self._actions[other.id].text()
                return tr(
                    "{keys} is taken by “{label}”: give that other keys first.",
                    keys=shown,
                    label=label,
                )
        return ""

    def with_keys(self, row: ActionRow, keys: QKeySequence) -> dict[str, str]:
        """The preference `shortcuts` in which an action has these keys."""
        others = {
            id: text for id, text in self._preferences.current.shortcuts.items() if id != row.id
        }
        if keys == QKeySequence(row.keys):
            return others
        return others | {row.id: keys.toString()}


def _is_free_for_actions(keys: QKeySequence) -> bool:
    """Whether text fields can do without them."""
    text = keys.toString()
    return _FREE.match(text) is not None and text not in _TEXT_KEYS
