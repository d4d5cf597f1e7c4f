"""What keys do in the transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from app.ui.transcript.caret import Step
from app.ui.transcript.row import Action

_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_WORD = Qt.KeyboardModifier.ControlModifier | _SHIFT

_SELECTING: dict[tuple[Qt.KeyboardModifier, Qt.Key], Step] = {
    (_SHIFT, Qt.Key.Key_Left): "left",
    (_SHIFT, Qt.Key.Key_Right): "right",
    (_SHIFT, Qt.Key.Key_Up): "up",
    (_SHIFT, Qt.Key.Key_Down): "down",
    (_SHIFT, Qt.Key.Key_Home): "start",
    (_SHIFT, Qt.Key.Key_End): "end",
    (_WORD, Qt.Key.Key_Left): "word_left",
    (_WORD, Qt.Key.Key_Right): "word_right",
}
_ACTIONS: dict[Qt.Key, Action] = {
    Qt.Key.Key_C: "copy",
    Qt.Key.Key_R: "retry",
    Qt.Key.Key_E: "edit",
}


Do = Callable[[], bool | None]
"""False when there was nothing to do."""


class KeyTarget(Protocol):
    """What the keyboard can ask of the view."""

    def copy(self) -> None: ...
    def select_all(self) -> None: ...
    def extend_selection(self, step: Step) -> None: ...
    def focus_message(self, by: int) -> None: ...
    def step_sideways(self, by: int) -> bool: ...
    def leave_spot(self) -> bool: ...
    def press(self) -> bool: ...
    def press_or_toggle(self) -> None: ...
    def act_on_focused(self, action: Action) -> None: ...
    def scroll_pages(self, pages: float) -> None: ...
    def jump_to_start(self) -> None: ...
    def jump_to_latest(self) -> None: ...


class Keys:
    def __init__(self, target: KeyTarget) -> None:
        self._target = target
        self._plain: dict[Qt.Key, Do] = {
            Qt.Key.Key_Up: lambda: target.focus_message(-1),
            Qt.Key.Key_Down: lambda: target.focus_message(1),
            Qt.Key.Key_Right: lambda: target.step_sideways(1),
            Qt.Key.Key_Left: lambda: target.step_sideways(-1),
            Qt.Key.Key_Return: target.press_or_toggle,
            Qt.Key.Key_Enter: target.press_or_toggle,
            Qt.Key.Key_Space: target.press,
            Qt.Key.Key_Escape: target.leave_spot,
            Qt.Key.Key_PageUp: lambda: target.scroll_pages(-1),
            Qt.Key.Key_PageDown: lambda: target.scroll_pages(1),
            Qt.Key.Key_Home: target.jump_to_start,
            Qt.Key.Key_End: target.jump_to_latest,
        }

    def press(self, event: QKeyEvent) -> bool:
        """Do what the key stands for; whether it stands for anything."""
        step = self._step(event)
        return step is not None and step() is not False

    def _step(self, event: QKeyEvent) -> Do | None:
        key = Qt.Key(event.key())
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            return self._target.copy
        if event.matches(QKeySequence.StandardKey.SelectAll):
            return self._target.select_all
        if event.matches(QKeySequence.StandardKey.MoveToStartOfDocument):
            return self._target.jump_to_start
        if event.matches(QKeySequence.StandardKey.MoveToEndOfDocument):
            return self._target.jump_to_latest
        if selecting := _SELECTING.get((modifiers, key)):
            return lambda: self._target.extend_selection(selecting)
        if modifiers != _NONE:
            return None
        if action := _ACTIONS.get(key):
            return lambda: self._target.act_on_focused(action)
        return self._plain.get(key)
