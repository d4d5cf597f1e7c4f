"""Model files found on this machine, each a button that loads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.elided import ElidedLabel
from app.ui.form import Wrapped
from app.ui.keyboard_focus import put_after
from app.ui.language import tr
from app.ui.sizes import size_text
from app.ui.theme import SIZE_META, SIZE_UI, Theme

if TYPE_CHECKING:
    from app.domain.found_models import FoundModel

_ROW_HEIGHT = 48


class FoundRow(QPushButton):
    """Name, whose it is, its size, and whether this machine has the memory for it."""

    def __init__(self, model: FoundModel, machine_bytes: int) -> None:
        super().__init__()
        self.model = model
        self.setProperty("row", True)
        self.setMinimumHeight(_ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTip(str(model.path))
        self._name = ElidedLabel(model.name)
        self._name.tip = str(model.path)
        self._where = QLabel(f"{model.owner} · {size_text(model.size_bytes)}")
        self._where.setProperty("tone", "hint")
        needed = model.memory_bytes
        self._fits = QLabel("" if needed is None else fit_text(needed, machine_bytes))
        fits = needed is None or needed < machine_bytes
        self._fits.setProperty("tone", "hint" if fits else "warning")
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addWidget(self._name)
        left.addWidget(self._where)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 4, 10, 4)
        layout.setSpacing(12)
        layout.addLayout(left, 1)
        layout.addWidget(self._fits)
        for label in (self._name, self._where, self._fits):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        spoken = (self._name.whole, self._where.text(), self._fits.text())
        self.setAccessibleName(", ".join(text for text in spoken if text))

    def set_theme(self, theme: Theme) -> None:
        self._name.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.Medium))
        for label in (self._where, self._fits):
            label.setFont(theme.fonts.ui(SIZE_META))


class FoundModels(QWidget):
    """Rows with a sentence below them.

    Signals:
        chosen(Path): this file is to be loaded
    """

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: list[FoundRow] = []
        self.sentence = Wrapped(tone="hint")
        self._column = QVBoxLayout()
        self._column.setSpacing(2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(self._column)
        layout.addWidget(self.sentence)
        self.sentence.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.sentence.setFont(theme.fonts.ui(SIZE_META))
        for row in self.rows:
            row.set_theme(theme)

    def show_models(self, models: Sequence[FoundModel], machine_bytes: int) -> None:
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [FoundRow(model, machine_bytes) for model in models]
        for row in self.rows:
            row.set_theme(self._theme)
            row.clicked.connect(partial(self._choose, row.model.path))
            self._column.addWidget(row)
        put_after(self, self.rows)

    def say(self, sentence: str) -> None:
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))

    def _choose(self, path: Path) -> None:
        self.chosen.emit(path)


def fit_text(needed_bytes: int, machine_bytes: int) -> str:
    """Whether a model fits into the memory of this machine, in few words."""
    machine = size_text(machine_bytes)
    if needed_bytes < machine_bytes:
        return tr("fits in {machine}", machine=machine)
    needed = size_text(needed_bytes)
    return tr("needs {needed} of memory, there is {machine}", needed=needed, machine=machine)
