"""What is left open in a prompt, filled in where it stands: Tab goes from one to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6 import QtGui, QtWidgets
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from app.domain.placeholders import Placeholder, filled_in, unfilled
from app.ui.theme import Theme
from app.ui.transcript.positions import units

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTextEdit

Range = tuple[int, int]


class PromptFields(QObject):
    """Knows of each conversation which names its draft leaves open; only those are looked for, so
    that braces a person writes are text. Usual values are fields until Tab has passed them.
    """

    def __init__(self, edit: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(edit)
        self._edit = edit
        self._theme = theme
        self._conversation = ""
        self._names: dict[str, frozenset[str]] = {}
        self._usual: list[QTextCursor] = []
        edit.installEventFilter(self)
        edit.textChanged.connect(self._mark)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._mark()

    def show_conversation(self, conversation_id: str) -> None:
        self._conversation = conversation_id
        self._usual = []
        self._mark()

    def take_over(self, old: PromptFields) -> None:
        """The same text is in this box now, with the same fields and the same selection."""
        self._names = dict(old._names)
        self._usual = [self._at((one.selectionStart(), one.selectionEnd())) for one in old._usual]
        cursor = old._edit.textCursor()
        self._edit.setTextCursor(self._at((cursor.anchor(), cursor.position())))
        self._mark()

    def put(self, text: str, known: Mapping[str, str]) -> None:
        """Write a prompt at the cursor and select its first field."""
        filled = filled_in(text, known)
        cursor = self._edit.textCursor()
        cursor.beginEditBlock()  # one step of undo
        cursor.insertText(filled.text)
        cursor.endEditBlock()
        start = cursor.position() - units(filled.text)
        self._names[self._conversation] = self._open_names | filled.names
        self._usual = [
            self._at((start + units(filled.text[:a]), start + units(filled.text[:b])))
            for a, b in filled.usual
        ]
        self._edit.setTextCursor(self._at((start, start)))
        self._mark()
        if not (self._select_at_or_after(start)):
            self._edit.moveCursor(QTextCursor.MoveOperation.End)
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def unfilled(self) -> list[Placeholder]:
        names = self._open_names
        return unfilled(self._edit.toPlainText(), names) if names else []

    def select(self, placeholder: Placeholder) -> None:
        self._edit.setTextCursor(self._at(_range(placeholder, self._edit.toPlainText())))

    def forget(self) -> None:
        """The draft was sent."""
        self._names.pop(self._conversation, None)
        self._usual = []

    @property
    def _open_names(self) -> frozenset[str]:
        return self._names.get(self._conversation, frozenset())

    # ---- from field to field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Tab and event.modifiers() == _PLAIN:
                return self._forwards()
            if event.key() == Qt.Key.Key_Backtab:
                return self._backwards()
        return super().eventFilter(watched, event)

    def _forwards(self) -> bool:
        """False when there is no field, so that Tab leaves the box as ever."""
        fields = self._fields()
        if not fields:
            return False
        if self._select_at_or_after(self._edit.textCursor().selectionStart() + 1):
            return True
        if left := self.unfilled():
            self.select(left[0])
        else:
            self._usual = []
            self._mark()
            self._edit.moveCursor(QTextCursor.MoveOperation.End)
        return True

    def _backwards(self) -> bool:
        start = self._edit.textCursor().selectionStart()
        before = [field for field in self._fields() if field[0] < start]
        if before:
            self._edit.setTextCursor(self._at(before[-1]))
        return bool(before)

    def _select_at_or_after(self, position: int) -> bool:
        after = next((field for field in self._fields() if field[0] >= position), None)
        if after is not None:
            self._edit.setTextCursor(self._at(after))
        return after is not None

    def _fields(self) -> list[Range]:
        usual = [(cursor.selectionStart(), cursor.selectionEnd()) for cursor in self._usual]
        text = self._edit.toPlainText() if self._open_names else ""
        return sorted([*usual, *(_range(one, text) for one in self.unfilled())])

    def _at(self, field: Range) -> QTextCursor:
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(field[0])
        cursor.setPosition(field[1], QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _mark(self) -> None:
        """Fields have the soft accent behind them."""
        marked = [self._marked(field) for field in self._fields()]
        if marked or self._edit.extraSelections():
            self._edit.setExtraSelections(marked)

    def _marked(self, field: Range) -> QTextEdit.ExtraSelection:
        looks = QtGui.QTextCharFormat()
        looks.setBackground(self._theme.accent_soft)
        looks.setForeground(self._theme.accent)
        selection = QtWidgets.QTextEdit.ExtraSelection()
        selection.cursor = self._at(field)
        selection.format = looks
        return selection


def _range(placeholder: Placeholder, text: str) -> Range:
    """In the units Qt counts."""
    start = units(text[: placeholder.start])
    return start, start + units(text[placeholder.start : placeholder.end])


_PLAIN = Qt.KeyboardModifier.NoModifier
