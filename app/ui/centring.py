"""Widgets in the middle of the room there is."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget


def centred(widget: QWidget, left: int = 0, right: int = 0) -> QHBoxLayout:
    """As wide as the widget may be, with equal room on both sides, in margins of these pixels."""
    row = QHBoxLayout()
    row.setContentsMargins(left, 0, right, 0)
    row.addStretch(1)
    row.addWidget(widget, 1000)
    row.addStretch(1)
    return row
