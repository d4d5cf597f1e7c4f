"""The log in a window: by level, searched, followed, copied."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import (
    QDesktopServices,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.log_reading import LevelChoice, LogTail, Record, chosen, records
from app.paths import Paths
from app.ui.chrome import chrome_style
from app.ui.clear_action import ClearAction
from app.ui.composing import Composing
from app.ui.form import CheckBox, ChoiceBox, form_style
from app.ui.icons import Icons
from app.ui.language import mark, number, tr
from app.ui.log_colors import LogColors
from app.ui.theme import SIZE_META, Theme

FOLLOW_MS = 1000
_SIZE = (860, 560)
_MINIMUM_SIZE = (480, 320)
_MARGIN = 16
_FIELD_HEIGHT = 32
LEVELS: dict[LevelChoice, str] = {
    "all": mark("Everything"),
    "warnings": mark("Warnings and errors"),
    "errors": mark("Errors"),
}


class LogWindow(QDialog):
    """Blocks nothing. Of a long log, the end is read; it is read while the window is shown only."""

    def __init__(self, *, paths: Paths, theme: Theme, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._paths = paths
        self._theme = theme
        self._icons = icons
        self._tail = LogTail(paths.log)
        self._records: list[Record] = []
        self.level_box = ChoiceBox()
        self.search = QLineEdit()
        self._clear = ClearAction(self.search)
        Composing(self.search)
        self.follow_box = CheckBox(tr("Follow"))
        self.text = QPlainTextEdit()
        self.state_label = QLabel()
        self.copy_button = QPushButton(tr("Copy"))
        self.folder_button = QPushButton(tr("Open folder"))
        self.close_button = QPushButton(tr("Close"))
        self._colors = LogColors(self.text.document(), theme)
        self._timer = QTimer(self, interval=FOLLOW_MS)
        self._build()
        self._connect()

    def open_log(self) -> None:
        """Show the end of the log as it is now."""
        self._tail = LogTail(self._paths.log)
        self._records = []
        self._style()
        self.show()
        self.activateWindow()
        self.search.setFocus()
        self.refresh()
        self._timer.start()

    def _build(self) -> None:
        self.setWindowTitle(tr("Log"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.resize(*_SIZE)
        self.level_box.show_values({key: tr(text) for key, text in LEVELS.items()}, "all")
        self.level_box.setAccessibleName(tr("Level"))
        self.search.setPlaceholderText(tr("Search in the log"))
        self.search.setAccessibleName(tr("Search in the log"))
        self.search.setMinimumHeight(_FIELD_HEIGHT)
        self.follow_box.setChecked(True)
        self.follow_box.setToolTip(tr("Keep the newest line in sight"))
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("Log"))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setObjectName("log")
        self.state_label.setProperty("tone", "hint")
        self.state_label.setTextFormat(Qt.TextFormat.PlainText)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.level_box)
        head.addWidget(self.search, 1)
        head.addWidget(self.follow_box)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.state_label, 1)
        for button in (self.folder_button, self.copy_button, self.close_button):
            button.setAutoDefault(False)
            foot.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.setSpacing(12)
        layout.addLayout(head)
        layout.addWidget(self.text, 1)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self.level_box.currentIndexChanged.connect(self._show_chosen)
        self.search.textChanged.connect(self._show_chosen)
        self.follow_box.toggled.connect(self._on_follow_toggled)
        self.copy_button.clicked.connect(self._copy)
        self.folder_button.clicked.connect(self._open_folder)
        self.close_button.clicked.connect(self.close)
        self._timer.timeout.connect(self.refresh)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus)

    def set_theme(self, theme: Theme) -> None:
        """While it is hidden, it waits with this until it is opened."""
        self._theme = theme
        if self.isVisible():
            self._style()

    def _style(self) -> None:
        theme = self._theme
        self.setFont(theme.fonts.ui())
        self.setStyleSheet(log_style(theme))
        self.text.setFont(theme.fonts.code(SIZE_META))
        self.state_label.setFont(theme.fonts.ui(SIZE_META))
        for control in (self.level_box, self.follow_box, self._clear):
            control.set_theme(theme, self._icons)
        self._colors.set_theme(theme)

    # ---- what is shown

    def refresh(self) -> None:
        """Read what has been written since the last look."""
        try:
            text, anew = self._tail.read()
        except OSError as error:
            reason = error.strerror or str(error)
            self.state_label.setText(tr("The log cannot be read: {reason}.", reason=reason))
            return
        if anew:
            self._records = []
        if text:
            # What follows an older line, such as the rest of a traceback, stays with it.
            last = [self._records.pop().text] if self._records else []
            self._records += records("\n".join([*last, text]))
        if text or anew:
            self._show_chosen()

    def _show_chosen(self) -> None:
        level = cast(LevelChoice, self.level_box.currentData() or "all")
        found = chosen(self._records, level, self.search.text())
        bar = self.text.verticalScrollBar()
        place = bar.value()
        self.text.setPlainText("\n".join(one.text for one in found))
        if self.follow_box.isChecked():
            self._go_to_end()
        else:
            bar.setValue(place)
        self.state_label.setText(self._state_text(len(found)))

    def _state_text(self, shown: int) -> str:
        if not self._records:
            return tr("The log is empty.")
        if not shown:
            return tr("No line is like this. Choose another level or other words.")
        if self._tail.skipped_bytes:
            return tr("The end of a long log: {count} entries", count=number(shown))
        return tr("1 entry") if shown == 1 else tr("{count} entries", count=number(shown))

    def _go_to_end(self) -> None:
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.moveCursor(QTextCursor.MoveOperation.StartOfLine)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    # ---- what the person does

    def _on_follow_toggled(self, follow: bool) -> None:
        if follow:
            self._go_to_end()

    def _copy(self) -> None:
        """What is selected, else all that is shown."""
        selected = self.text.textCursor().selection().toPlainText()
        QGuiApplication.clipboard().setText(selected or self.text.toPlainText())

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._paths.log.parent)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends a search first."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)

    @property
    def following(self) -> bool:
        """Whether it looks for new lines."""
        return self._timer.isActive()


def log_style(theme: Theme) -> str:
    """Also for the report in the crash dialog, which looks the same."""
    return f"""{chrome_style(theme)}{form_style(theme)}
QDialog {{ background: {theme.window.name()}; }}
QPlainTextEdit#log {{ background: {theme.code.name()}; border: 1px solid {theme.border.name()};
  border-radius: 10px; padding: 8px; }}
QPlainTextEdit#log:focus {{ border: 2px solid {theme.accent.name()}; padding: 7px; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {theme.border.name()}; border-radius: 3px;
  min-width: 32px; margin: 2px; }}
QScrollBar::handle:horizontal:hover {{ background: {theme.hint.name()}; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""
