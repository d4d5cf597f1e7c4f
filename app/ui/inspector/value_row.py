"""A number: its name and where it comes from, an edit field, a slider."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QSlider, QVBoxLayout, QWidget

from app.domain.value_sources import Shown
from app.ui.focus_ring import paint_focus_ring
from app.ui.inspector.row_head import RowHead
from app.ui.language import locale, number, tr
from app.ui.theme import SIZE_META, Theme


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What can be chosen, in steps: `low` to `high`, on the slider up to `slider_high` (0: none).

    With `low_text`, which is marked, the lowest value has this name and stands for None.
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
    reset(): the user wants the usual value
    """

    changed = Signal(object)
    reset = Signal()

    def __init__(self, name: str, kind: ValueKind, *, whole: str = "") -> None:
        """`whole` is the name with what explains it."""
        super().__init__()
        self._kind = kind
        self._low_text = tr(kind.low_text) if kind.low_text else ""
        self.spin = _Spin()
        self.slider = _Slider()
        self.head = RowHead(name, self.spin, whole=whole)
        self.reset_button = self.head.reset_button
        self._build(name, whole)
        self.spin.valueChanged.connect(lambda _number: self.changed.emit(self._value()))
        self.slider.sliderMoved.connect(self._on_slid)
        self.slider.valueChanged.connect(self._on_slider_released)
        self.head.reset.connect(self._reset)

    def _build(self, name: str, whole: str) -> None:
        kind = self._kind
        self.spin.setButtonSymbols(QDoubleSpinBox.ButtonSymbols.NoButtons)
        self.spin.setFrame(False)
        self.spin.setLocale(locale())
        self.spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.spin.setKeyboardTracking(False)
        self.spin.setDecimals(kind.decimals)
        self.spin.setRange(kind.low, kind.high)
        self.spin.setSingleStep(kind.step)
        self.spin.setGroupSeparatorShown(kind.high > 10_000 and bool(kind.slider_high))
        self.spin.setSpecialValueText(self._low_text)
        self.spin.setFixedSize(88, 18)
        for control in (self.spin, self.slider):
            control.setAccessibleName(name)
            control.setAccessibleDescription(whole if whole != name else "")
        self.slider.setRange(round(kind.low / kind.step), round(kind.slider_high / kind.step))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self.slider)
        self.slider.setVisible(bool(kind.slider_high))

    def set_theme(self, theme: Theme) -> None:
        self.head.set_theme(theme)
        self.spin.set_theme(theme)

    def show_value(self, shown: Shown, *, everywhere: bool) -> None:
        """Show what holds; nobody is told."""
        amount = self._kind.low if shown.value is None else shown.value
        with QSignalBlocker(self.spin), QSignalBlocker(self.slider):
            self.spin.setValue(amount)
            self.slider.setValue(round(amount / self._kind.step))
        self.head.show_source(shown, self._text(shown.back_to), everywhere=everywhere)

    def _value(self) -> float | None:
        amount = self.spin.value()
        if self._low_text and amount == self._kind.low:
            return None
        return round(amount) if self._kind.decimals == 0 else round(amount, self._kind.decimals)

    def _text(self, value: float | None) -> str:
        return self._low_text.lower() if value is None else number(value, self._kind.decimals)

    def _on_slid(self, place: int) -> None:
        """While it is dragged, the number follows; it holds when the mouse lets go."""
        with QSignalBlocker(self.spin):
            self.spin.setValue(place * self._kind.step)

    def _on_slider_released(self, place: int) -> None:
        self._on_slid(place)
        self.changed.emit(self._value())

    def _reset(self) -> None:
        self.spin.setFocus()
        self.reset.emit()


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
