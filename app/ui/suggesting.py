"""Opens the list of suggestions while `/` or `@` is written, and takes what is chosen of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.domain.typed_triggers import Trigger, is_plain_slash, opened, typed_since
from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.positions import characters, units

if TYPE_CHECKING:
    from app.ui.suggestions import Fitting, SuggestionList

Kind = Literal["command", "file"]
Source = Callable[[str], tuple["list[Fitting]", str]]
"""What fits the letters typed, and a note at the foot of the list ("": how to take one)."""

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_TAKES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Suggesting(QObject):
    """Keys belong to the list only while it is open, and never while an input method composes.
    It is made when something is offered first.

    Signals:
        began(str): the kind of what is about to be offered
    """

    began = Signal(str)

    def __init__(self, edit: QPlainTextEdit, theme: Theme, icons: Icons, *, above: QWidget) -> None:
        super().__init__(edit)
        self._theme = theme
        self._icons = icons
        self._edit = edit
        self._above = above
        self._sources: dict[Kind, Source] = {}
        self._trigger: Trigger | None = None
        self._length = 0
        self._composing = False
        edit.installEventFilter(self)
        above.installEventFilter(self)
        edit.textChanged.connect(self._on_text_changed)
        edit.cursorPositionChanged.connect(self.refresh)

    @cached_property
    def list(self) -> SuggestionList:
        from app.ui.suggestions import SuggestionList

        made = SuggestionList(self._theme, self._icons, self._above)
        made.taken.connect(self._take)
        made.list.currentItemChanged.connect(self._say_current)
        return made

    @property
    def _is_made(self) -> bool:
        return "list" in vars(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._is_made:
            self.list.set_theme(theme)

    def set_source(self, kind: Kind, source: Source) -> None:
        self._sources[kind] = source

    @property
    def is_open(self) -> bool:
        return self._trigger is not None and self._is_made and self.list.isVisible()

    def close(self) -> None:
        """What was typed stays."""
        self._trigger = None
        if self._is_made:
            self.list.hide()
        self._edit.setAccessibleDescription("")

    def begin(self, trigger: Trigger) -> None:
        """Offer something as if its character had just been typed."""
        self._trigger = trigger
        self.began.emit(trigger.kind)
        self.refresh()

    def refresh(self) -> None:
        """What is offered, or typed, may be another."""
        if self._trigger is None:
            return
        text, at = self._written()
        typed = typed_since(self._trigger, text, at)
        source = self._sources.get(self._trigger.kind)
        if typed is None or source is None:
            self.close()
            return
        found, note = source(typed)
        if found:
            self.list.show_fitting(found, note, above=self._above)
        elif self._is_made:
            self.list.hide()

    def _on_text_changed(self) -> None:
        text, at = self._written()
        grown, self._length = len(text) == self._length + 1, len(text)
        if grown and self._trigger is not None and is_plain_slash(text):
            self.close()
            self._replace(0, at, text[0])
        elif grown and (trigger := opened(text, at)) is not None:
            self.begin(trigger)
        else:
            self.refresh()

    def _take(self) -> None:
        chosen, trigger = self.list.current, self._trigger
        if chosen is None or trigger is None:
            return
        _text, at = self._written()
        if chosen.goes_on:
            self._replace(trigger.start + 1, at, chosen.leaves)
            return
        self.close()
        if chosen.stays:
            chosen.run()
            self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
            self.begin(trigger)
            return
        self._replace(trigger.start, at, f"{chosen.leaves} " if chosen.leaves else "")
        chosen.run()

    def _written(self) -> tuple[str, int]:
        """The text, and how many characters stand before the cursor."""
        text = self._edit.toPlainText()
        return text, characters(text, self._edit.textCursor().position())

    def _replace(self, start: int, end: int, text: str) -> None:
        """Put a text in the place of these characters."""
        before = self._edit.toPlainText()
        cursor = self._edit.textCursor()
        cursor.setPosition(units(before[:start]))
        cursor.setPosition(units(before[:end]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        self._edit.setTextCursor(cursor)

    def _say_current(self) -> None:
        current = self.list.current
        said = ", ".join(filter(None, (current.text, current.hint))) if current else ""
        self._edit.setAccessibleDescription(said)

    # ---- keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._above:
            if event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.is_open:
                self.list.place(self._above)
            elif event.type() == QEvent.Type.Hide:
                self.close()
        elif isinstance(event, QInputMethodEvent):
            self._composing = bool(event.preeditString())
        elif event.type() == QEvent.Type.FocusOut:
            self.close()
        elif self.is_open and not self._composing and isinstance(event, QKeyEvent):
            return self._on_key(event)
        return super().eventFilter(watched, event)

    def _on_key(self, event: QKeyEvent) -> bool:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        plain = not modifiers & ~Qt.KeyboardModifier.KeypadModifier
        ours = plain and (key in _STEPS or key in _TAKES or key == Qt.Key.Key_Escape)
        if not ours:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # Esc closes the list before it stops a turn
        elif event.type() == QEvent.Type.KeyPress:
            if key in _STEPS:
                self.list.step(_STEPS[key])
            elif key == Qt.Key.Key_Escape:
                self.close()
            else:
                self._take()
        return True
