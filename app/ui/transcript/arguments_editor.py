"""Editing the arguments of a call where it stands: a real text field over the card."""

from __future__ import annotations

import json

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.composing import Composing
from app.ui.keyboard_focus import FrameInUse, put_after
from app.ui.language import mark, said, tr
from app.ui.text_lines import first_lines
from app.ui.theme import SIZE_META, SIZE_UI, Theme, style_sheet

MAX_LINES = 14
NOT_AN_OBJECT = mark("Arguments are a JSON object: { … }.")


class ArgumentsEditor(QFrame):
    """Ctrl+Enter runs what is written, Esc leaves it as it was.

    Signals:
        submitted(str): the new arguments, a JSON object
        denied(): the call is not to run at all
        cancelled(): leave everything as it was
        height_changed(): the text needs more or less room than before
    """

    submitted = Signal(str)
    denied = Signal()
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, arguments: str, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("argumentsEditor")
        self.field = QPlainTextEdit(arguments)
        self.field.setFrameShape(QFrame.Shape.NoFrame)
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName(tr("Arguments of the call"))
        Composing(self.field)
        self.problem_label = QLabel()
        self.problem_label.setTextFormat(Qt.TextFormat.PlainText)
        self.problem_label.setWordWrap(True)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.deny_button = QPushButton(tr("Deny"))
        self.run_button = QPushButton(tr("Run as edited"))
        self.run_button.setProperty("primary", "true")
        self._layout = QVBoxLayout(self)
        self._build()
        buttons = (self.cancel_button, self.deny_button, self.run_button)
        put_after(parent, (self.field, *buttons))
        self.set_theme(theme)
        self.cancel_button.clicked.connect(self.cancelled)
        FrameInUse(self, self.field)
        self.deny_button.clicked.connect(self.denied)
        self.run_button.clicked.connect(self._on_run)
        self.field.textChanged.connect(self._on_text_changed)
        self._check()

    def _build(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.cancel_button, self.deny_button, self.run_button):
            buttons.addWidget(button)
        self._layout.setContentsMargins(10, 8, 10, 10)
        self._layout.addWidget(self.field)
        self._layout.addWidget(self.problem_label)
        self._layout.addLayout(buttons)

    def set_theme(self, theme: Theme) -> None:
        own = (
            f"#argumentsEditor {{ background: {theme.code.name()};"
            f" border: 2px solid {theme.border.name()}; border-radius: 8px; }}"
            f'#argumentsEditor[inUse="true"] {{ border-color: {theme.accent.name()}; }}'
            f" QPlainTextEdit {{ background: transparent; color: {theme.text.name()};"
            f" selection-background-color: {theme.selection.name()};"
            f" selection-color: {theme.text.name()}; }}"
            f" QLabel {{ color: {theme.error.name()}; }}"
            f' QPushButton[primary="true"]:disabled {{ background: {theme.bubble.name()};'
            f" color: {theme.hint.name()}; border-color: {theme.bubble.name()}; }}"
        )
        self.setStyleSheet(style_sheet(theme) + own)
        self.field.setFont(theme.fonts.code())
        self.problem_label.setFont(theme.fonts.ui(SIZE_META))
        for button in (self.cancel_button, self.deny_button, self.run_button):
            button.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.Medium))

    def height_for(self, width: int) -> int:
        """Pixels needed at this width, the text no more than `MAX_LINES` lines high."""
        self.resize(width, self.height())
        self._layout.activate()
        lines = max(2, len(first_lines(self.field, MAX_LINES)))
        text = lines * self.field.fontMetrics().lineSpacing() + 20
        problem = self.problem_label.heightForWidth(width - 20) + self._layout.spacing()
        shown = problem if self.problem_label.text() else 0
        return text + shown + self.run_button.sizeHint().height() + 20 + 10

    def event(self, event: QEvent) -> bool:
        """Ctrl+Enter and Esc are the editor's here, not a waiting call's or the turn's."""
        overrides = event.type() == QEvent.Type.ShortcutOverride
        if overrides and isinstance(event, QKeyEvent) and _is_ours(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif _runs(event):
            self._on_run()
        else:
            super().keyPressEvent(event)

    def _on_text_changed(self) -> None:
        self._check()
        self.height_changed.emit()

    def _check(self) -> None:
        problem = _problem_with(self.field.toPlainText())
        self.problem_label.setText(problem)
        self.problem_label.setVisible(bool(problem))
        self.run_button.setEnabled(not problem)

    def _on_run(self) -> None:
        text = self.field.toPlainText()
        if not _problem_with(text):
            self.submitted.emit(text)


def _runs(event: QKeyEvent) -> bool:
    control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
    return bool(control) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _is_ours(event: QKeyEvent) -> bool:
    return _runs(event) or event.key() == Qt.Key.Key_Escape


def _problem_with(text: str) -> str:
    """Why these are no arguments yet; "" when they are."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        return tr("Line {line}, column {column}: {problem}.", **place, problem=said(error.msg))
    except (ValueError, RecursionError):
        return tr(NOT_AN_OBJECT)
    return "" if isinstance(value, dict) else tr(NOT_AN_OBJECT)
