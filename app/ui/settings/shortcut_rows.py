"""The table of actions with their keys, which can be changed."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from app.ui.actions import ROWS, ActionRow
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.reset_dot import ResetDot
from app.ui.settings.key_button import KeyButton
from app.ui.settings.row import Row
from app.ui.shortcuts import Shortcuts
from app.ui.theme import Theme


class ShortcutRow(Row):
    """An action and its keys; keys it cannot have are answered with the reason."""

    def __init__(self, action: ActionRow, shortcuts: Shortcuts) -> None:
        self.action = action
        self._shortcuts = shortcuts
        self._default = QKeySequence(action.keys)
        label = tr(action.label)
        self.button = KeyButton(label)
        self.dot = ResetDot(tr("the keys of {label}", label=label), _native(self._default))
        super().__init__(label, beside=(self.button,))
        self.head.insertWidget(1, self.dot)
        self.button.pressed_keys.connect(self._choose)
        self.dot.clicked.connect(lambda: self._choose(self._default))
        self.refresh()

    @property
    def words(self) -> str:
        return f"{super().words} {self.action.label} {self.button.text()}"

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        super().set_theme(theme, icons)
        self.dot.set_color(theme.accent)

    def refresh(self) -> None:
        """Show the keys that hold now."""
        keys = self._shortcuts.keys(self.action)
        self.button.show_keys(keys)
        self.dot.setVisible(keys != self._default)
        self.show_help("")

    def _choose(self, keys: QKeySequence) -> None:
        problem = self._shortcuts.problem(self.action, keys)
        if problem:
            self.show_help(problem, tone="error")
        else:
            self.show_help("")
            self.changed.emit("shortcuts", self._shortcuts.with_keys(self.action, keys))


def shortcut_rows(shortcuts: Shortcuts) -> tuple[ShortcutRow, ...]:
    return tuple(ShortcutRow(action, shortcuts) for action in ROWS)


def _native(keys: QKeySequence) -> str:
    return keys.toString(QKeySequence.SequenceFormat.NativeText)
