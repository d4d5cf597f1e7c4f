"""The bar at the top right of the transcript that finds text in the conversation."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from app.ui.composing import Composing
from app.ui.icons import Icons
from app.ui.keyboard_focus import EscapeKey
from app.ui.language import tr
from app.ui.theme import Theme, style_sheet
from app.ui.transcript.finding import Finding

WIDTH = 380
MARGIN = 12
LONGEST_START = 100


class FindBar(QFrame):
    """Signals:
    closed(): the search is over
    """

    closed = Signal()

    def __init__(self, finding: Finding, icons: Icons, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._finding = finding
        self._icons = icons
        self._first_message = 0
        self.field = QLineEdit(placeholderText=tr("Find in conversation"))
        self.count_label = QLabel()
        self.case_button = self._button(tr("Match case"))
        self.previous_button = self._button(tr("Previous match"), tr("Shift+Enter"))
        self.next_button = self._button(tr("Next match"), tr("Enter"))
        self.close_button = self._button(tr("End the search"), tr("Esc"))
        self._build()
        self._connect()
        self.set_theme(theme)
        self.hide()

    def _button(self, name: str, keys: str = "") -> QToolButton:
        button = QToolButton()
        button.setToolTip(f"{name} ({keys})" if keys else name)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _build(self) -> None:
        self.setObjectName("find_bar")
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.field.setAccessibleName(tr("Find in conversation"))
        self.field.installEventFilter(self)
        Composing(self.field)
        self.case_button.setCheckable(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 6, 6)
        layout.setSpacing(2)
        layout.addWidget(self.field, 1)
        layout.addSpacing(6)
        layout.addWidget(self.count_label)
        layout.addSpacing(4)
        buttons = (self.case_button, self.previous_button, self.next_button, self.close_button)
        for button in buttons:
            layout.addWidget(button)
        self.setFixedWidth(WIDTH)

    def _connect(self) -> None:
        self.field.textChanged.connect(self._search)
        self.case_button.toggled.connect(self._search)
        self.previous_button.clicked.connect(lambda: self._finding.step(-1))
        self.next_button.clicked.connect(lambda: self._finding.step(1))
        self.close_button.clicked.connect(self.close_bar)
        EscapeKey(self).pressed.connect(self.close_bar)
        self._finding.changed.connect(self._show_count)

    def set_theme(self, theme: Theme) -> None:
        frame = (
            f"#find_bar {{ background: {theme.raised.name()};"
            f" border: 1px solid {theme.border.name()}; border-radius: 10px; }}"
            f" QLabel {{ color: {theme.secondary.name()}; }}"
        )
        self.setStyleSheet(style_sheet(theme) + frame)
        for button, name in (
            (self.case_button, "case-sensitive"),
            (self.previous_button, "chevron-up"),
            (self.next_button, "chevron-down"),
            (self.close_button, "x"),
        ):
            button.setIcon(self._icons.icon(name, theme.secondary))

    def open_bar(self, first_message: int, text: str = "") -> None:
        """Start with `text` if it is a short one; matches from this message on come first."""
        self._first_message = first_message
        self.show()
        if 0 < len(text) <= LONGEST_START and "\n" not in text:
            self.field.setText(text)
        self._search()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def take_over(self, old: FindBar) -> None:
        """Go on with the search of another window, in the message it had come to."""
        if not old.isHidden():
            self._first_message = old._finding.first_message
            self.case_button.setChecked(old.case_button.isChecked())
            self.show()
            self.field.setText(old.field.text())

    def close_bar(self) -> None:
        self.hide()
        self._finding.search("", match_case=False)
        self.closed.emit()

    def _search(self) -> None:
        self._finding.search(
            self.field.text(),
            match_case=self.case_button.isChecked(),
            start=self._first_message,
        )

    def _show_count(self) -> None:
        if not self.field.text():
            self.count_label.clear()
            return
        more = "…" if self._finding.reading else ""
        self.count_label.setText(f"{self._finding.number}/{self._finding.total}{more}")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Shift+Enter in the field; before they become shortcuts of the window."""
        if not isinstance(event, QKeyEvent) or watched is not self.field:
            return super().eventFilter(watched, event)
        ours = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if ours and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        if not ours or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self._finding.step(-1 if backwards else 1)
        return True
