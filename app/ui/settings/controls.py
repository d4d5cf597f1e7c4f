"""One control for each kind of setting. Each shows a value without telling it, and tells a choice.

All have the signal `chosen(object)` and the methods `show_value` and `set_theme`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.domain.setting import Declared, Setting
from app.ui.form import ChoiceBox, DecimalBox, NumberBox, Wrapped
from app.ui.icons import Icons
from app.ui.inspector.switch import Switch
from app.ui.keyboard_focus import holds_keyboard, put_after
from app.ui.language import said, tr
from app.ui.theme import Theme
from engine.models import model_name

_MOST = 2**31 - 1
_BOX_WIDTH = 184


class Toggle(Switch):
    """On or off."""

    chosen = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__("", theme)
        self.clicked.connect(lambda: self.chosen.emit(self.isChecked()))

    def show_value(self, value: bool) -> None:
        self.setChecked(value)

    def set_theme(self, theme: Theme, _icons: Icons | None = None) -> None:
        super().set_theme(theme)


class Choice(ChoiceBox):
    """One of the values that have a name."""

    chosen = Signal(object)

    def __init__(self, names: Mapping[Any, str]) -> None:
        super().__init__()
        self._names = names
        self.setMinimumWidth(_BOX_WIDTH)
        self.activated.connect(lambda _: self.chosen.emit(self.currentData()))

    def show_value(self, value: object) -> None:
        self.show_values({one: said(name) for one, name in self._names.items()}, value)


class ModelChoice(Choice):
    """One of the models opened before, or none."""

    def __init__(self) -> None:
        super().__init__({})
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(22)

    def offer(self, paths: tuple[str, ...]) -> None:
        """Before `show_value`: these can be chosen now."""
        self._names = {"": tr("None")} | {path: model_name(Path(path)) for path in paths}


class Whole(NumberBox):
    """A whole number; one below the lowest is None where that has a name."""

    chosen = Signal(object)

    def __init__(self, described: Setting) -> None:
        low, high = round(described.low or 0), round(described.high or _MOST)
        self._none = low - 1 if None in described.names else None
        super().__init__(low=low if self._none is None else low - 1, high=high, unit=described.unit)
        self.setSpecialValueText(said(described.names.get(None, described.names.get(low, ""))))
        self.setSingleStep(round(described.step))
        self.setMinimumWidth(_BOX_WIDTH)
        self.valueChanged.connect(self._choose)

    def show_value(self, value: int | None) -> None:
        with QSignalBlocker(self):
            self.setValue(self.minimum() if value is None else value)

    def set_theme(self, _theme: Theme, _icons: Icons) -> None:
        """The style sheet of the window does it."""

    def _choose(self, value: int) -> None:
        self.chosen.emit(None if value == self._none else value)


class Decimal(DecimalBox):
    """A number with decimals."""

    chosen = Signal(object)

    def __init__(self, described: Setting) -> None:
        low, high = described.low or 0.0, described.high or float(_MOST)
        self._places = 2 if described.step < 0.1 else 1
        super().__init__(low=low, high=high, unit=described.unit, decimals=self._places)
        self.setSpecialValueText(said(described.names.get(low, "")))
        self.setSingleStep(described.step)
        self.setMinimumWidth(_BOX_WIDTH)
        self.valueChanged.connect(lambda value: self.chosen.emit(round(value, self._places)))

    def show_value(self, value: float) -> None:
        with QSignalBlocker(self):
            self.setValue(value)

    def set_theme(self, _theme: Theme, _icons: Icons) -> None:
        """The style sheet of the window does it."""


class NameList(QWidget):
    """Names, one a line, each with a button that takes it out."""

    chosen = Signal(object)

    def __init__(self, *, paths: bool) -> None:
        super().__init__()
        self._paths = paths
        self._look: tuple[Theme, Icons] | None = None
        self.names: tuple[str, ...] = ()
        self.buttons: dict[str, QToolButton] = {}
        self._lines = QVBoxLayout(self)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.setSpacing(2)

    def show_value(self, names: tuple[str, ...]) -> None:
        if names != self.names and holds_keyboard(self):
            self.window().setFocus()  # the line that has it goes
        while (item := self._lines.takeAt(0)) is not None:
            if (line := item.widget()) is not None:
                line.hide()
                line.deleteLater()
        self.names = names
        self.buttons = {}
        for name in names:
            self._lines.addWidget(self._line(name))
        if not names:
            self._lines.addWidget(Wrapped(tr("None"), tone="hint"))
        put_after(self, self.buttons.values())
        if self._look is not None:
            self.set_theme(*self._look)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        self._look = theme, icons
        for button in self.buttons.values():
            button.setIcon(icons.icon("x", theme.secondary))

    def _line(self, name: str) -> QWidget:
        line = QWidget()
        shown = Path(name).name if self._paths else said(name)
        label = QLabel(shown)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setMinimumWidth(40)
        button = self.buttons[name] = QToolButton()
        button.setIconSize(QSize(14, 14))
        for described in (label, button):
            described.setToolTip(name if self._paths else tr("Remove {name}", name=shown))
        button.setAccessibleName(tr("Remove {name}", name=shown))
        button.clicked.connect(lambda: self._remove(name))
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(button)
        return line

    def _remove(self, name: str) -> None:
        self.chosen.emit(tuple(other for other in self.names if other != name))


Control = Toggle | Choice | Whole | Decimal | NameList


def new_control(one: Declared, theme: Theme) -> Control:
    """The control for a setting, by its type."""
    kinds = get_args(one.kind) or (one.kind,)
    if get_origin(one.kind) is Literal:
        return Choice(one.setting.names)
    if get_origin(one.kind) is tuple:
        return NameList(paths=one.name == "recent_models")
    if bool in kinds:
        return Toggle(theme)
    if float in kinds:
        return Decimal(one.setting)
    if int in kinds:
        return Whole(one.setting)
    assert one.name == "last_model", f"a control for {one.name} is missing"
    return ModelChoice()
