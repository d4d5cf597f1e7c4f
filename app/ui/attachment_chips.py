"""Above the text of the composer: the files that go with the message, and those being read."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QBuffer, QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QImageReader, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.attaching import Attaching
from app.domain.attachments import Attachment
from app.ui.attachment_text import ICONS, detail_text
from app.ui.icons import Icons
from app.ui.keyboard_focus import put_after
from app.ui.language import tr
from app.ui.theme import SIZE_META, SIZE_UI, Theme

_HEIGHT = 48
_GAP = 8
_NAME_WIDTH = 190
_ICON = 20
_PICTURE = 32
_LARGEST_PICTURE_BYTES = 5_000_000
"""A picture in a larger file is not drawn in its chip: that would take too long."""


class AttachmentChips(QWidget):
    """As many in a row as fit; hidden while there are none.

    Signals:
        opened(Attachment): somebody wants to see what is in it
        removed(int): the number of one that is not to be sent
    """

    opened = Signal(object)
    removed = Signal(int)

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self._attaching: Attaching | None = None
        self.chips: list[Chip] = []
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._fill()

    def set_attaching(self, attaching: Attaching) -> None:
        if self._attaching is not None:
            self._attaching.changed.disconnect(self._fill)
        self._attaching = attaching
        attaching.changed.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []
        if self._attaching is not None:
            for number, attachment in enumerate(self._attaching.attachments):
                self._add_attachment(number, attachment, self._attaching)
            for name in self._attaching.reading:
                chip = Chip(name, tr("Reading…"), self._theme, self)
                chip.show_icon(self._icons.icon("file", self._theme.hint, _ICON), _ICON)
                self._add(chip)
        buttons = [one for chip in self.chips for one in (chip.open_button, chip.remove_button)]
        put_after(self, buttons)
        self.setVisible(bool(self.chips))
        self._place()

    def _add_attachment(self, number: int, attachment: Attachment, attaching: Attaching) -> None:
        detail = detail_text(attachment, attaching.tokens(attachment))
        chip = Chip(attachment.name, detail, self._theme, self)
        picture = _picture(attachment)
        if picture.isNull():
            icon = self._icons.icon(ICONS[attachment.kind], self._theme.secondary, _ICON)
            chip.show_icon(icon, _ICON)
        else:
            chip.show_icon(QIcon(picture), _PICTURE)
        chip.warn(attachment.kept is not None)
        chip.add_buttons(self._icons)
        chip.open_button.clicked.connect(partial(self.opened.emit, attachment))
        chip.remove_button.clicked.connect(partial(self.removed.emit, number))
        self._add(chip)

    def _add(self, chip: Chip) -> None:
        self.chips.append(chip)
        chip.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put them beside each other, and below where the row ends."""
        left = top = 0
        for chip in self.chips:
            width = chip.sizeHint().width()
            if left and left + width > self.width():
                left, top = 0, top + _HEIGHT + _GAP
            chip.setGeometry(left, top, min(width, max(self.width(), 1)), _HEIGHT)
            left += width + _GAP
        self.setFixedHeight(top + _HEIGHT if self.chips else 0)


class Chip(QFrame):
    """A file: its icon opens it, like a click on the rest; the cross takes it away."""

    def __init__(self, name: str, detail: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("attachment")
        self.open_button = QToolButton()
        self.open_button.setIconSize(QSize(_PICTURE, _PICTURE))
        self.open_button.setEnabled(False)
        self.remove_button = QToolButton()
        self.remove_button.hide()
        self.name_label = _label(theme, SIZE_UI)
        elided = self.name_label.fontMetrics().elidedText(
            name, Qt.TextElideMode.ElideMiddle, _NAME_WIDTH
        )
        self.name_label.setText(elided)
        self.detail_label = _label(theme, SIZE_META)
        self.detail_label.setText(detail)
        self.detail_label.setProperty("tone", "hint")
        self.setToolTip(f"{name}\n{detail}")
        self.setAccessibleName(f"{name}, {detail}")
        self._name = name
        self._build()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.name_label)
        words.addWidget(self.detail_label)
        words.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 2, 12, 2)  # less when a button stands there
        layout.setSpacing(4)
        layout.addWidget(self.open_button)
        layout.addLayout(words)
        layout.addWidget(self.remove_button)

    def show_icon(self, icon: QIcon, size: int) -> None:
        """As large as it was drawn: scaled, it would be blurred."""
        self.open_button.setIconSize(QSize(size, size))
        self.open_button.setIcon(icon)

    def warn(self, cut: bool) -> None:
        """Not all of it is sent."""
        if cut:
            self.detail_label.setProperty("tone", "warning")

    def add_buttons(self, icons: Icons) -> None:
        self.open_button.setEnabled(True)
        self.open_button.setAccessibleName(tr("Show {name}", name=self._name))
        self.remove_button.show()
        self.layout().setContentsMargins(4, 2, 4, 2)  # type: ignore[union-attr] # it has one
        self.remove_button.setIcon(icons.icon("x", self._theme.secondary))
        self.remove_button.setIconSize(QSize(14, 14))
        name = tr("Remove {name}", name=self._name)
        self.remove_button.setAccessibleName(name)
        self.remove_button.setToolTip(name)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.open_button.click()


def _label(theme: Theme, size: int) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(theme.fonts.ui(size))
    return label


def _picture(attachment: Attachment) -> QPixmap:
    """The image small; a null one when it is none, or too large to be drawn at once."""
    if not attachment.data or len(attachment.data) > _LARGEST_PICTURE_BYTES:
        return QPixmap()
    buffer = QBuffer()
    buffer.setData(QByteArray(attachment.data))
    reader = QImageReader(buffer)  # which does not keep the buffer alive
    size = reader.size()
    if size.isValid():
        side = 2 * _PICTURE
        reader.setScaledSize(size.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio))
    return QPixmap.fromImage(reader.read())
