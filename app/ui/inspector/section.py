"""How the inspector is divided: small headings, hairlines, and rows of a label and a value."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.ui.theme import SIZE_META, Theme


class Section(QWidget):
    """A heading with room for a widget at its right, and a body below."""

    def __init__(self, title: str, at_right: QWidget | None = None) -> None:
        super().__init__()
        self.heading = QLabel(title)
        self.heading.setProperty("tone", "hint")
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.heading)
        head.addStretch(1)
        if at_right is not None:
            head.addWidget(at_right)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(6)
        self.body.addLayout(head)

    def set_heading_font(self, theme: Theme) -> None:
        self.heading.setFont(theme.fonts.section())


def hairline() -> QFrame:
    line = QFrame()
    line.setObjectName("hairline")
    line.setFixedHeight(1)
    return line


class Figure(QWidget):
    """A label and its value in one line; the value can be selected."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._label = QLabel(label)
        self._label.setProperty("tone", "secondary")
        self.value = QLabel()
        self.value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.value.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._label)
        row.addWidget(self.value, 1)

    def set_theme(self, theme: Theme) -> None:
        for label in (self._label, self.value):
            label.setFont(theme.fonts.ui(SIZE_META))

    def show_value(self, text: str) -> None:
        """Nothing is shown of what is not known."""
        self.value.setText(text)
        self.value.setToolTip(text)
        self.setVisible(bool(text))
