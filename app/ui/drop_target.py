"""Files dragged onto the window: what a drop would do is shown before, over everything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from app.domain.given_files import Given, given
from app.ui.icons import Icons
from app.ui.language import said, tr
from app.ui.theme import Theme

_INSET = 12
_RADIUS = 16
_VEIL = 242
_ICON = 40


class DropTarget(QWidget):
    """Hidden until something is dragged over `window`; then it takes the drag over.

    `may_attach` says whether files can go with a message now. A model can always be loaded.

    Signals:
        dropped(Given): files that were let go over the window
    """

    dropped = Signal(object)

    def __init__(
        self, window: QWidget, *, may_attach: Callable[[], bool], theme: Theme, icons: Icons
    ) -> None:
        super().__init__(window)
        self._may_attach = may_attach
        self.sentence = ""
        self._icon_name = "paperclip"
        self._theme = theme
        self._icons = icons
        self._inside = False
        self.setAcceptDrops(True)
        self.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Drags reach the window first: from then on, this widget lies over it and has them."""
        if event.type() == QEvent.Type.DragLeave:
            self._inside = False
            QTimer.singleShot(0, self, self._hide_when_left)
        if isinstance(event, QDropEvent):
            self._take_over(event)
            return True
        return False

    def _take_over(self, event: QDropEvent) -> None:
        if event.type() == QEvent.Type.DragEnter:
            self._on_entered(event)
        elif event.type() == QEvent.Type.Drop:
            self._on_dropped(event)
        elif self.isVisible():
            event.acceptProposedAction()

    def _on_entered(self, event: QDropEvent) -> None:
        wanted = self._wanted(event.mimeData())
        if wanted.nothing:
            event.ignore()
            return
        self._show_for(wanted)
        if wanted.model is None and not wanted.files:
            event.ignore()  # and the sentence says why
        else:
            event.acceptProposedAction()

    def _wanted(self, data: QMimeData) -> Given:
        urls = data.urls() if data.hasUrls() else []
        found = given(Path(url.toLocalFile()) for url in urls if url.isLocalFile())
        if self._may_attach() or not found.files:
            return found
        later = tr("Files can be attached when a model has been loaded.")
        return Given(model=found.model, sentences=(*found.sentences, later))

    def _on_dropped(self, event: QDropEvent) -> None:
        self.hide()
        wanted = self._wanted(event.mimeData())
        if not wanted.nothing:
            event.acceptProposedAction()
            self.dropped.emit(wanted)

    def _show_for(self, wanted: Given) -> None:
        self.sentence, self._icon_name = _sentence(wanted)
        parent = self.parentWidget()
        assert parent is not None, "the window"
        self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def _hide_when_left(self) -> None:
        """The window is left when the drag goes on over this widget, too."""
        if not self._inside:
            self.hide()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._inside = True
        self._on_entered(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        event.acceptProposedAction()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self._inside = False
        self.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._inside = False
        self._on_dropped(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(theme.window)
        veil.setAlpha(_VEIL)
        painter.fillRect(self.rect(), veil)
        area = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.setPen(QPen(theme.accent, 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)
        self._paint_words(painter)

    def _paint_words(self, painter: QPainter) -> None:
        theme, center = self._theme, self.rect().center()
        pixmap = self._icons.pixmap(
            self._icon_name, theme.accent, size=_ICON, device_pixel_ratio=self.devicePixelRatioF()
        )
        painter.drawPixmap(center.x() - _ICON // 2, center.y() - _ICON - 8, pixmap)
        painter.setPen(theme.text)
        painter.setFont(theme.fonts.ui(17, QFont.Weight.DemiBold))
        below = self.rect().adjusted(40, 0, -40, 0)
        below.setTop(center.y() + 12)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(below, int(flags) | int(Qt.TextFlag.TextWordWrap), self.sentence)


def _sentence(wanted: Given) -> tuple[str, str]:
    """What a drop does, and the icon for it."""
    if wanted.model is not None and wanted.files:
        return tr("Drop to load the model and attach the files"), "box"
    if wanted.model is not None:
        return tr("Drop to load the model"), "box"
    if wanted.files:
        return tr("Drop to attach"), "paperclip"
    return said(" ".join(wanted.sentences)), "folder"
