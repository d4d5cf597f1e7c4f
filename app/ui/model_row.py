"""One line of the model picker."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton

from app.domain.model import KnownModel
from app.ui.elided import ElidedLabel
from app.ui.icons import Icons
from app.ui.language import listed, tr
from app.ui.sizes import size_text
from app.ui.theme import Theme

ROW_HEIGHT = 36


class ModelRow(QPushButton):
    """One model file: its name, whether it is the starter or loaded, its size.

    Signals:
        chosen(Path): this file is to be loaded
    """

    chosen = Signal(object)

    def __init__(self, known: KnownModel) -> None:
        super().__init__()
        self.known = known
        self.setProperty("row", True)
        self.setFixedHeight(ROW_HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._size = QLabel(size_text(known.size_bytes))
        self._cost = QLabel()
        self._starter = QLabel(tr("Starter"))
        self._check = QLabel()
        self._check.setFixedWidth(16)
        self._name = ElidedLabel(known.name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 0, 10, 0)
        layout.setSpacing(8)
        layout.addWidget(self._name, 1)
        for label in (self._cost, self._starter, self._size, self._check):
            label.setProperty("tone", "hint")
            layout.addWidget(label)
        self._starter.setVisible(known.is_starter)
        self._cost.hide()
        self.clicked.connect(self._choose)

    def _choose(self) -> None:
        self.chosen.emit(self.known.path)

    def show_cost(self, short: str, sentence: str) -> None:
        """What it costs to go on with this model; "" when nobody can say."""
        self._cost.setText(short)
        self._cost.setToolTip(sentence)
        self._cost.setVisible(bool(short))

    def show_loaded(self, loaded: bool, theme: Theme, icons: Icons) -> None:
        spoken = [self.known.name, self._size.text()]
        if self.known.is_starter:
            spoken.append(self._starter.text())
        if loaded:
            spoken.append(tr("loaded"))
        if self._cost.text():
            spoken.append(self._cost.toolTip())
        self.setAccessibleName(listed(spoken))
        self.setToolTip(str(self.known.path))
        self._name.tip = str(self.known.path)
        self._name.setFont(theme.fonts.ui())
        for label in (self._cost, self._starter, self._size):
            label.setFont(theme.fonts.ui(12))
        if loaded:
            self._check.setPixmap(
                icons.pixmap("check", theme.accent, device_pixel_ratio=self.devicePixelRatioF())
            )
        else:
            self._check.clear()
