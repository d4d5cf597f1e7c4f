"""The line of a value in the inspector: its name, where it comes from, a dot to reset it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.domain.value_sources import Shown, Source
from app.ui.language import mark, tr
from app.ui.reset_dot import ResetDot
from app.ui.theme import SIZE_META, SIZE_SECTION, Theme

_SOURCES: dict[Source, str] = {
    "default": "",
    "everywhere": "",
    "preset": mark("preset"),
    "conversation": mark("here"),
}
_SPOKEN: dict[Source, str] = {
    "default": mark("Default"),
    "everywhere": mark("As everywhere, which is not the default"),
    "preset": mark("From the preset of this conversation"),
    "conversation": mark("Only in this conversation"),
}


class RowHead(QWidget):
    """Signals:
    reset(): the value is to go back
    """

    reset = Signal()

    def __init__(self, name: str, control: QWidget | None, *, whole: str = "") -> None:
        """`whole` is the name with what explains it; `control` stands at the right."""
        super().__init__()
        self.name = name
        self.label = QLabel(name)
        self._whole = whole or name
        self._theme: Theme | None = None
        self._source: Source = "default"
        self.source_label = QLabel()
        self.source_label.setProperty("tone", "hint")
        self.source_label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.reset_button = ResetDot(self.name.lower(), "")
        self.reset_button.clicked.connect(self.reset)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.label)
        row.addWidget(self.reset_button)
        row.addWidget(self.source_label, 1)
        if control is not None:
            row.addWidget(control)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.label.setFont(theme.fonts.ui(SIZE_META))
        self.source_label.setFont(theme.fonts.ui(SIZE_SECTION))
        self._color_dot()

    def show_source(self, shown: Shown, back_to: str, *, everywhere: bool) -> None:
        """`back_to` is what a reset brings, as text."""
        self._source = shown.source
        source = _SOURCES[shown.source]
        self.source_label.setText("" if everywhere or not source else tr(source))
        spoken = "" if everywhere else tr(_SPOKEN[shown.source])
        self.label.setToolTip("\n".join(text for text in (self._whole, spoken) if text))
        self.reset_button.setAccessibleDescription(spoken)
        self.reset_button.show_default(back_to)
        self.reset_button.setVisible(shown.can_reset)
        self._color_dot()

    def _color_dot(self) -> None:
        """What the conversation alone has stands out from what its preset brought."""
        if self._theme is not None:
            own = self._source == "conversation"
            self.reset_button.set_color(self._theme.accent if own else self._theme.hint)
