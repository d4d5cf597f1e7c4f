"""What stands between the transcript and the composer: notices, a call that waits, the queue."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.ui.chrome import chrome_style
from app.ui.keyboard_focus import Bar
from app.ui.theme import COMPOSER_WIDTH, Theme

SPACING = 8
LEAST_HEIGHT = 48
"""One bar stays in sight even in the smallest window; the others are scrolled to."""


class Bars(QScrollArea):
    """As high as all bars that are shown, or less where the window has no room; else hidden.

    Signals:
        keyboard_left(): a bar goes that had the keyboard
        shown_changed(): the first bar has come, or the last one gone
    """

    keyboard_left = Signal()
    shown_changed = Signal()

    def __init__(self, *bars: Bar) -> None:
        super().__init__()
        self._bars = bars
        content = QWidget()
        content.setObjectName("bars")
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING)
        for bar in bars:
            layout.addWidget(bar)
            bar.installEventFilter(self)
            bar.keyboard_left.connect(self.keyboard_left)
        self._content = content
        self._important: QWidget | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)  # when all is laid out
        self._timer.timeout.connect(self._scroll)
        self.setViewport(QWidget())  # which fills no background
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setMaximumWidth(COMPOSER_WIDTH)
        content.setAutoFillBackground(False)
        content.installEventFilter(self)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.verticalScrollBar().setStyleSheet(chrome_style(theme))

    def keep_in_sight(self, bar: QWidget) -> None:
        """While it is shown and there is no room for all, show this one."""
        self._important = bar

    def sizeHint(self) -> QSize:
        layout, width = self._content.layout(), max(self.viewport().width(), 1)
        assert layout is not None, "set in the constructor"
        wraps = layout.hasHeightForWidth()
        height = layout.heightForWidth(width) if wraps else layout.sizeHint().height()
        return QSize(COMPOSER_WIDTH, height)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(self.sizeHint().height(), LEAST_HEIGHT))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The bars come and go by themselves."""
        handled = super().eventFilter(watched, event)
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            shown = any(not bar.isHidden() for bar in self._bars)
            if shown == self.isHidden():
                self.setVisible(shown)
                self.shown_changed.emit()
        elif event.type() == QEvent.Type.LayoutRequest and watched is self._content:
            self._fit()
        return handled

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give each bar the height its text needs, in sight or not."""
        self._content.setMinimumHeight(self.sizeHint().height())
        self.updateGeometry()
        self._timer.start()

    def _scroll(self) -> None:
        if self._important is not None and not self._important.isHidden():
            self.ensureWidgetVisible(self._important, 0, 0)
