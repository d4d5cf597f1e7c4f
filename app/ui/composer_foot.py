"""The foot of the composer: its buttons in a line, without their words where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from app.ui.context_ring import ContextRing
from app.ui.keys_hint import KeysHint
from app.ui.think_chip import ThinkChip

_SPACING = 10


class ComposerFoot(QWidget):
    """In a narrow window, the chips have only their icons, and the ring only its figures."""

    def __init__(
        self,
        *buttons: QToolButton,
        think_chip: ThinkChip,
        tools_chip: QToolButton,
        keys_hint: KeysHint,
        context_ring: ContextRing,
        send_button: QToolButton,
    ) -> None:
        """`buttons` have only an icon, and come first."""
        super().__init__()
        self._chips = (think_chip, tools_chip)
        self._keys_hint = keys_hint
        self._ring = context_ring
        self._line = (*buttons, *self._chips, context_ring, send_button)
        self._compact = False
        self._measured: tuple[object, ...] = ()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_SPACING)
        for widget in (*buttons, *self._chips):
            row.addWidget(widget)
        row.addWidget(keys_hint, 1)
        row.addWidget(context_ring)
        row.addWidget(send_button)

    def minimumSizeHint(self) -> QSize:
        """It finds room by itself: the window need not be wider for the words."""
        return QSize(0, super().minimumSizeHint().height())

    @property
    def compact(self) -> bool:
        return self._compact

    def _fit(self) -> None:
        """What is in it has other words, or there is other room for them.

        To be measured the words are put back, which comes back as a request to lay out anew.
        """
        words = [chip.text() for chip in self._chips if not chip.isHidden()]
        state = (self.width(), *words, self._ring.words)
        if state != self._measured:
            self._measured = state
            self._set_compact(False)
            self._set_compact(self._needed() > self.width())

    def _needed(self) -> int:
        shown = [widget for widget in self._line if not widget.isHidden()]
        widths = (max(one.sizeHint().width(), one.minimumWidth()) for one in shown)
        return sum(widths) + _SPACING * len(shown)

    def _set_compact(self, compact: bool) -> None:
        if compact == self._compact:
            return
        self._compact = compact
        style = Qt.ToolButtonStyle
        for chip in self._chips:
            chip.setProperty("compact", compact)
            words = style.ToolButtonIconOnly if compact else style.ToolButtonTextBesideIcon
            chip.setToolButtonStyle(words)
            chip.style().polish(chip)
        self._ring.set_compact(compact)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)
