"""One sampling value: its name, a dot when it is not the default, an edit field, a slider."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from app.ui.focus_ring import paint_focus_ring
from app.ui.reset_dot import ResetDot
from app.ui.theme import SIZE_META, Theme


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What can be chosen, in steps: `low` to `high`, on the slider up to `slider_high` (0: none).

    With `low_text`, the lowest value has this name and stands for None.
    """

    low: float
    high: float
    step: float
    slider_high: float = 0
    low_text: str = ""

    @property
    def decimals(self) -> int:
        return 0 if self.step >= 1 else 2


class ValueRow(QWidget):
    """Signals:
    changed(object): the user chose this value: float, int or None
    """

    changed = Signal(object)

    def __init__(self, label: str, kind: ValueKind, default: float | None) -> None:
        super().__init__()
        self._kind = kind
        self._default = default
        self._name, _, explained = label.partition(" (")
        self._label = QLabel(self._name)
        self._label.setToolTip(label)
        self.reset_button = ResetDot(self._name.lower(), self._text(default))
        self.spin = _Spin()
        self.slider = _Slider()
        self._build(explained.removesuffix(")"))
        self.spin.valueChanged.connect(self._on_spun)
        self.slider.sliderMoved.connect(self._on_slid)
        self.slider.valueChanged.connect(self._on_slider_released)
        self.reset_button.clicked.connect(self._reset)

    def _build(self, explained: str) -> None:
        kind = self._kind
        self.spin.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.spin.setFrame(False)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.spin.setKeyboardTracking(False)
        self.spin.setDecimals(kind.decimals)
        self.spin.setRange(kind.low, kind.high)
        self.spin.setSingleStep(kind.step)
        self.spin.setGroupSeparatorShown(kind.high > 10_000 and bool(kind.slider_high))
        self.spin.setSpecialValueText(kind.low_text)
        self.spin.setFixedSize(92, 18)
        for control in (self.spin, self.slider):
            control.setAccessibleName(self._name)
            control.setAccessibleDescription(explained)
        self.slider.setRange(round(kind.low / kind.step), round(kind.slider_high / kind.step))
        self.slider.setVisible(bool(kind.slider_high))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(4)
        head.addWidget(self._label)
        head.addWidget(self.reset_button)
        head.addStretch(1)
        head.addWidget(self.spin)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.slider)

    def set_theme(self, theme: Theme) -> None:
        self._label.setFont(theme.fonts.ui(SIZE_META))
        self.spin.set_theme(theme)
        self.reset_button.set_color(theme.accent)

    def show_value(self, value: float | None) -> None:
        """Show a value that holds; nobody is told."""
        number = self._kind.low if value is None else value
        for control in (self.spin, self.slider):
            control.blockSignals(True)
        self.spin.setValue(number)
        self.slider.setValue(round(number / self._kind.step))
        for control in (self.spin, self.slider):
            control.blockSignals(False)
        self.reset_button.setVisible(value != self._default)

    def _value(self) -> float | None:
        number = self.spin.value()
        if self._kind.low_text and number == self._kind.low:
            return None
        return round(number) if self._kind.decimals == 0 else round(number, self._kind.decimals)

    def _text(self, value: float | None) -> str:
        if value is None:
            return self._kind.low_text.lower()
        return f"{value:,.{self._kind.decimals}f}"

    def _choose(self) -> None:
        value = self._value()
        self.show_value(value)
        self.changed.emit(value)

    def _on_spun(self, _number: float) -> None:
        self._choose()

    def _on_slid(self, place: int) -> None:
        """While it is dragged, the number follows; it holds when the mouse lets go."""
        self.spin.blockSignals(True)
        self.spin.setValue(place * self._kind.step)
        self.spin.blockSignals(False)

    def _on_slider_released(self, place: int) -> None:
        self._on_slid(place)
        self._choose()

    def _reset(self) -> None:
        self.show_value(self._default)
        self.spin.setFocus()
        self.changed.emit(self._default)


class _Spin(QDoubleSpinBox):
    """As for the slider, the wheel changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._theme: Theme | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.fonts.ui(SIZE_META))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The field inside never is what has the keyboard, so it has no ring of its own."""
        super().paintEvent(event)
        if self._theme is not None and self.hasFocus():
            with QPainter(self) as painter:
                paint_focus_ring(painter, self._theme, self.rect(), radius=6)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class _Slider(QSlider):
    """The wheel scrolls the inspector and changes no value by accident."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setTracking(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
