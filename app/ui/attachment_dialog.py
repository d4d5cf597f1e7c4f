"""What is in an attachment: its text as the model gets it, or the picture."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.domain.attachments import Attachment
from app.ui.attachment_text import detail_text
from app.ui.chrome import chrome_style
from app.ui.language import tr
from app.ui.theme import SIZE_META, Theme

_SIZE = (720, 560)
_MARGIN = 20
_PADDING = 10


class AttachmentDialog(QDialog):
    """Blocks nothing; deletes itself when it is closed."""

    def __init__(self, attachment: Attachment, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._attachment = attachment
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(attachment.name)
        ring = (
            "QPlainTextEdit { border: 2px solid transparent; border-radius: 8px; }"
            f"QPlainTextEdit:focus {{ border-color: {theme.accent.name()}; }}"
        )
        self.setStyleSheet(chrome_style(theme) + ring)
        self.resize(*_SIZE)
        self.detail_label = QLabel(detail_text(attachment))
        self.detail_label.setProperty("tone", "secondary")
        self.detail_label.setFont(theme.fonts.ui(SIZE_META))
        self.detail_label.setTextFormat(Qt.TextFormat.PlainText)
        self.copy_button = QPushButton(tr("Copy"))
        self.close_button = QPushButton(tr("Close"))
        self.content = self._picture() if attachment.kind == "image" else self._text()
        self._build()
        self.copy_button.clicked.connect(self._copy)
        self.close_button.clicked.connect(self.close)

    def _build(self) -> None:
        foot = QHBoxLayout()
        foot.addWidget(self.detail_label)
        foot.addStretch(1)
        foot.addWidget(self.copy_button)
        foot.addWidget(self.close_button)
        for button in (self.copy_button, self.close_button):
            button.setFont(self._theme.fonts.ui())
            button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.setSpacing(12)
        layout.addWidget(self.content, 1)
        layout.addLayout(foot)

    def _text(self) -> QWidget:
        field = QPlainTextEdit(self._attachment.text)
        field.setReadOnly(True)
        field.document().setDocumentMargin(_PADDING)
        field.setFont(self._theme.fonts.code())
        field.setAccessibleName(self._attachment.name)
        return field

    def _picture(self) -> QWidget:
        label = QLabel()
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        label.setAccessibleName(self._attachment.name)
        image = QPixmap.fromImage(QImage.fromData(self._attachment.data))
        if image.isNull():
            label.setText(tr("This picture cannot be shown."))
        else:
            label.setPixmap(image)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(label)
        area.setWidgetResizable(True)
        return area

    def _copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if self._attachment.kind == "image":
            clipboard.setImage(QImage.fromData(self._attachment.data))
        else:
            clipboard.setText(self._attachment.text)
