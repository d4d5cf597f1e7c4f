"""After a bug that nobody caught: what happened, that nothing is lost, and a report to pass on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QFont, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.bug_report import report_text
from app.chat import Chat
from app.crash import Bug
from app.paths import Paths
from app.session import Session
from app.ui.form import CheckBox, Wrapped
from app.ui.icons import Icons
from app.ui.language import number, said, tr
from app.ui.log_window import log_style
from app.ui.theme import SIZE_META, Theme

_SIZE = (700, 520)
_MINIMUM_SIZE = (460, 360)
_MARGIN = 20
REPORT_NAME = "parley-report.txt"


class CrashDialog(QDialog):
    """There is one; while it is shown, another bug is added to it. Nothing is sent anywhere."""

    def __init__(
        self,
        *,
        session: Session,
        theme: Theme,
        icons: Icons,
        open_log: Callable[[], None],
        over: QWidget,
    ) -> None:
        super().__init__(over)
        self._session = session
        self._paths: Paths = session.paths
        self._theme = theme
        self._icons = icons
        self._open_log = open_log
        self._bugs: list[Bug] = []
        self._icon = QLabel()
        self.heading = Wrapped()
        self.sentence = Wrapped(tone="secondary")
        self.report = QPlainTextEdit()
        self.include_box = CheckBox(tr("Include the text of the conversation"))
        self.state_label = Wrapped(tone="hint")
        self.copy_button = QPushButton(tr("Copy"))
        self.save_button = QPushButton(tr("Save as…"))
        self.log_button = QPushButton(tr("Show the log"))
        self.folder_button = QPushButton(tr("Open logs folder"))
        self.go_on_button = QPushButton(tr("Go on"))
        self._build()
        self._connect()

    def add(self, bug: Bug) -> None:
        """Show this bug, below those that are shown already."""
        if not self.isVisible():
            self._bugs = []
            self.include_box.setChecked(False)
        self._bugs.append(bug)
        self._style()
        self._show_bugs()
        if not self.isVisible():
            self.show()
            self.go_on_button.setFocus()
        self.activateWindow()

    def _build(self) -> None:
        self.setWindowTitle(tr("A problem in Parley"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.resize(*_SIZE)
        self.report.setReadOnly(True)
        self.report.setObjectName("log")
        self.report.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.report.setAccessibleName(tr("Report"))
        self.go_on_button.setProperty("primary", True)
        self.go_on_button.setDefault(True)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.heading)
        words.addWidget(self.sentence)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        layout.setSpacing(12)
        layout.addLayout(head)
        layout.addWidget(self.report, 1)
        layout.addWidget(self.include_box)
        layout.addWidget(self.state_label)
        layout.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        others = (self.copy_button, self.save_button, self.log_button, self.folder_button)
        for button in others:
            button.setAutoDefault(False)
            foot.addWidget(button)
        foot.addStretch(1)
        foot.addWidget(self.go_on_button)
        return foot

    def _connect(self) -> None:
        self.include_box.toggled.connect(self._show_bugs)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._save)
        self.log_button.clicked.connect(lambda: self._open_log())
        self.folder_button.clicked.connect(self._open_folder)
        self.go_on_button.clicked.connect(self.close)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.isVisible():
            self._style()

    def _style(self) -> None:
        theme = self._theme
        self.setFont(theme.fonts.ui())
        self.setStyleSheet(log_style(theme))
        self._icon.setPixmap(
            self._icons.pixmap(
                "circle-alert", theme.error, size=20, device_pixel_ratio=self.devicePixelRatioF()
            )
        )
        self.heading.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        self.state_label.setFont(theme.fonts.ui(SIZE_META))
        self._keep_room_for_a_sentence()
        self.report.setFont(theme.fonts.code(SIZE_META))
        self.include_box.set_theme(theme, self._icons)

    def _keep_room_for_a_sentence(self) -> None:
        """What stands above stays when one comes; Chinese takes more than the font says."""
        label, shown = self.state_label, self.state_label.text()
        label.setText(tr("The report is in the clipboard."))
        label.setMinimumHeight(label.heightForWidth(_MINIMUM_SIZE[0] - 2 * _MARGIN))
        label.setText(shown)

    # ---- what is shown

    def _show_bugs(self) -> None:
        if len(self._bugs) == 1:
            self.heading.setText(said(self._bugs[0].sentence))
        else:
            text = tr("{count} problems in Parley. Everything written so far is kept.")
            self.heading.setText(text.format(count=number(len(self._bugs))))
        self.sentence.setText(
            tr(
                "You can go on. If it happens again, a report helps to mend it: it is sent nowhere "
                "by itself, and you can read all of it here."
            )
        )
        text = conversation_text(self._session.chat) if self.include_box.isChecked() else ""
        self.report.setPlainText(report_text(self._bugs, self._paths.log, text))
        self.include_box.setEnabled(bool(conversation_text(self._session.chat)))
        self.state_label.clear()

    def _say(self, sentence: str) -> None:
        self.state_label.setText(sentence)

    # ---- what the person does

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report.toPlainText())
        self._say(tr("The report is in the clipboard."))

    def _save(self) -> None:
        suggested = str(Path.home() / REPORT_NAME)
        chosen, _filter = QFileDialog.getSaveFileName(self, tr("Save the report"), suggested)
        if chosen:
            self.save_to(Path(chosen))

    def save_to(self, path: Path) -> None:
        try:
            path.write_text(self.report.toPlainText(), encoding="utf-8")
        except OSError as error:
            reason = error.strerror or str(error)
            self._say(tr("The report could not be saved: {reason}.", reason=reason))
            return
        self._say(tr("Saved as {path}.", path=path))

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._paths.log.parent)))


def conversation_text(chat: Chat | None) -> str:
    """The branch that is shown, as people read it."""
    if chat is None:
        return ""
    return "\n\n".join(f"[{message.role}] {message.text}" for message in chat.branch)
