"""Values that are no numbers: one of several, or on and off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.domain.value_sources import Shown
from app.ui.icons import Icons
from app.ui.inspector.row_head import RowHead
from app.ui.inspector.switch import Switch
from app.ui.language import tr
from app.ui.menu import Menu
from app.ui.theme import Theme


class MenuButton(QPushButton):
    """Says what is chosen; a click opens what can be. Filled anew each time it opens."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("quiet")
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        menu = Menu(self)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMenu(menu)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.setIcon(icons.icon("chevrons-up-down", theme.hint, 12))


class OptionRow(QWidget):
    """Signals:
    changed(object): the user chose this value
    reset(): the user wants the usual value
    """

    changed = Signal(object)
    reset = Signal()

    def __init__(self, label: str, control: QWidget, *, whole: str = "") -> None:
        """`whole` is the label in full, where that is too long for the line."""
        super().__init__()
        self.head = RowHead(label, control, whole=whole)
        self.reset_button = self.head.reset_button
        self.head.reset.connect(self.reset)
        control.setAccessibleName(self.head.name)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)


class SwitchRow(OptionRow):
    """On or off."""

    def __init__(self, label: str, theme: Theme) -> None:
        self.switch = Switch("", theme)
        super().__init__(label, self.switch)
        self.switch.clicked.connect(lambda on: self.changed.emit(on))

    def set_theme(self, theme: Theme, _icons: Icons) -> None:
        self.head.set_theme(theme)
        self.switch.set_theme(theme)

    def show_value(self, shown: Shown, *, everywhere: bool) -> None:
        self.switch.setChecked(bool(shown.value))
        back_to = tr("on") if shown.back_to else tr("off")
        self.head.show_source(shown, back_to, everywhere=everywhere)


class ChoiceRow(OptionRow):
    """One of several values, each with its text."""

    def __init__(self, label: str, *, whole: str = "") -> None:
        self.button = MenuButton()
        super().__init__(label, self.button, whole=whole)
        self._texts: Mapping[Any, str] = {}
        self._now: Any = None
        self.button.menu().aboutToShow.connect(self._fill)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self.head.set_theme(theme)
        self.button.set_theme(theme, icons)

    def show_value(self, texts: Mapping[Any, str], shown: Shown, *, everywhere: bool) -> None:
        """Offer these values."""
        self._texts, self._now = texts, shown.value
        text = texts.get(shown.value, "")
        self.button.setText(text)
        self.button.setAccessibleName(tr("{name}: {value}", name=self.head.name, value=text))
        back_to = texts.get(shown.back_to, "")
        self.head.show_source(shown, back_to, everywhere=everywhere)

    def _fill(self) -> None:
        menu = self.button.menu()
        menu.clear()
        for value, text in self._texts.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(value == self._now)
            action.triggered.connect(lambda _=False, value=value: self.changed.emit(value))
