"""Two halves, one of which is chosen: whose settings are shown and changed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy

from app.ui.keyboard_focus import let_tab_come_to_chosen
from app.ui.language import tr
from app.ui.theme import SIZE_META, Theme


class ScopeSwitch(QFrame):
    """Signals:
    chosen(bool): whether the settings are those of all conversations
    """

    chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("scope")
        self.setAccessibleName(tr("Settings of"))
        self.here = _Half(tr("This conversation"), tr("Changes hold in this conversation only"))
        self.everywhere = _Half(tr("Everywhere"), tr("Changes hold wherever nothing else is set"))
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(2)
        for half in (self.here, self.everywhere):
            group.addButton(half)
            row.addWidget(half)
        self.here.setChecked(True)
        self._show_tab_stop()
        self.everywhere.toggled.connect(self._show_tab_stop)
        self.everywhere.toggled.connect(self.chosen)
        self.here.turned.connect(lambda: self._turn(self.everywhere))
        self.everywhere.turned.connect(lambda: self._turn(self.here))

    def set_theme(self, theme: Theme) -> None:
        for half in (self.here, self.everywhere):
            half.setFont(theme.fonts.ui(SIZE_META))

    def show_scope(self, *, everywhere: bool) -> None:
        (self.everywhere if everywhere else self.here).setChecked(True)

    def _show_tab_stop(self) -> None:
        let_tab_come_to_chosen((self.here, self.everywhere))

    def _turn(self, half: QPushButton) -> None:
        half.setFocus()
        half.setChecked(True)


class _Half(QPushButton):
    """Signals:
    turned(): the arrow keys want the other half
    """

    turned = Signal()

    def __init__(self, text: str, tip: str) -> None:
        super().__init__(text)
        self.setObjectName("half")
        self.setToolTip(tip)
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.turned.emit()
        else:
            super().keyPressEvent(event)
