"""The prompt library: prompts are written, put in order, and exchanged as files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.prompts import Prompt, PromptsError, PromptsFile
from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.keyboard_focus import SkippedWhenEmpty
from app.ui.language import number, said, tr
from app.ui.prompt_editor import PromptEditor
from app.ui.settings.style import settings_style
from app.ui.theme import SIZE_META, Theme

_SIZE = (820, 560)
_MINIMUM_SIZE = (560, 400)
_SIDE_WIDTH = 240
_MARGIN = 20
_SAVE_DELAY_MS = 400
_ID = Qt.ItemDataRole.UserRole


class PromptsDialog(QDialog):
    """Blocks nothing. What is written is kept as it is written; a deletion can be undone.

    Signals:
        used(Prompt): write it into the composer
    """

    used = Signal(object)

    def __init__(self, prompts: PromptsFile, theme: Theme, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._prompts = prompts
        self._icons = icons
        self._deleted: tuple[Prompt, int] | None = None
        self._filling = False
        self.list = QListWidget()
        SkippedWhenEmpty(self.list)
        self.new_button = QPushButton(tr("New"))
        self.copy_button = _tool(tr("Duplicate"))
        self.up_button = _tool(tr("Move up"))
        self.down_button = _tool(tr("Move down"))
        self.delete_button = _tool(tr("Delete"))
        self.editor = PromptEditor()
        self.said_label = Wrapped(tone="secondary")
        self.undo_button = QPushButton(tr("Undo"))
        self.restore_button = QPushButton(tr("Restore built-in prompts"))
        self.import_button = QPushButton(tr("Import…"))
        self.export_button = QPushButton(tr("Export…"))
        self.use_button = QPushButton(tr("Use"))
        self.close_button = QPushButton(tr("Close"))
        self._build()
        self._connect()
        self.set_theme(theme)

    def _build(self) -> None:
        self.setWindowTitle(tr("Prompt library"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.resize(*_SIZE)
        self.list.setAccessibleName(tr("Prompts"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.use_button.setProperty("primary", True)
        for button in self._push_buttons():
            button.setAutoDefault(False)
        outside = QVBoxLayout(self)
        outside.setContentsMargins(0, 0, 0, 0)
        outside.setSpacing(0)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        self.editor.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, 12)
        middle.addWidget(self._side())
        middle.addWidget(self.editor, 1)
        outside.addLayout(middle, 1)
        line = QFrame()
        line.setObjectName("line")
        line.setFixedHeight(1)
        outside.addWidget(line)
        outside.addLayout(self._foot())

    def _side(self) -> QWidget:
        side = QWidget()
        side.setObjectName("side")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(_SIDE_WIDTH)
        tools = QHBoxLayout()
        tools.setSpacing(2)
        tools.addWidget(self.new_button)
        tools.addStretch(1)
        for button in (self.copy_button, self.up_button, self.down_button, self.delete_button):
            tools.addWidget(button)
        layout = QVBoxLayout(side)
        layout.setContentsMargins(12, _MARGIN, 12, 12)
        layout.setSpacing(10)
        layout.addWidget(self.list, 1)
        layout.addLayout(tools)
        return side

    def _foot(self) -> QVBoxLayout:
        told = QHBoxLayout()
        told.addWidget(self.said_label, 1)
        told.addWidget(self.undo_button)
        row = QHBoxLayout()
        for button in (self.import_button, self.export_button, self.restore_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.use_button)
        row.addWidget(self.close_button)
        foot = QVBoxLayout()
        foot.setContentsMargins(_MARGIN, 12, _MARGIN, 12)
        foot.setSpacing(10)
        foot.addLayout(told)
        foot.addLayout(row)
        return foot

    def _push_buttons(self) -> tuple[QPushButton, ...]:
        files = (self.import_button, self.export_button, self.restore_button)
        return self.new_button, self.undo_button, *files, self.use_button, self.close_button

    def _connect(self) -> None:
        self.list.currentItemChanged.connect(lambda *_: self._show_current())
        self.list.itemDoubleClicked.connect(lambda _: self._use())
        self.list.model().rowsMoved.connect(lambda *_: self._arrange())
        self.editor.changed.connect(self._on_changed)
        self.editor.text_changed.connect(self._show_usable)
        self.new_button.clicked.connect(self._new)
        self.copy_button.clicked.connect(self._copy)
        self.up_button.clicked.connect(lambda: self._move(-1))
        self.down_button.clicked.connect(lambda: self._move(1))
        self.delete_button.clicked.connect(self._delete)
        self.undo_button.clicked.connect(self._undo)
        self.restore_button.clicked.connect(self._restore)
        self.import_button.clicked.connect(self._import)
        self.export_button.clicked.connect(self._export)
        self.use_button.clicked.connect(self._use)
        self.close_button.clicked.connect(self.close)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(
            settings_style(theme)
            + f"""
QPlainTextEdit#field {{ background: {theme.raised.name()}; border-radius: 8px;
  border: 1px solid {theme.border.name()}; padding: 4px; }}
QPlainTextEdit#field:focus {{ border: 2px solid {theme.accent.name()}; padding: 3px; }}
QLabel[tone="error"] {{ color: {theme.error.name()}; }}"""
        )
        for widget in (self.list, self.said_label, *self._push_buttons()):
            widget.setFont(theme.fonts.ui())
        self.said_label.setFont(theme.fonts.ui(SIZE_META))
        self.editor.set_theme(theme)
        icons = ("copy", "arrow-up", "arrow-down", "trash-2")
        buttons = (self.copy_button, self.up_button, self.down_button, self.delete_button)
        for button, icon in zip(buttons, icons, strict=True):
            button.setIcon(self._icons.icon(icon, theme.secondary))

    def open_beside(self) -> None:
        """Show the library as it is now."""
        self._fill()
        self._say("")
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_over(self, old: PromptsDialog) -> None:
        """Show the prompt that another window showed, as it is written there."""
        old.editor.save_now()
        self.setGeometry(old.geometry())
        self._deleted = old._deleted
        self._fill(old._current_id)
        if old.undo_button.isVisible() and self._deleted is not None:
            self._say(tr("“{name}” is deleted.", name=self._deleted[0].name), undo=True)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.editor.save_now()
        super().closeEvent(event)

    def reject(self) -> None:
        """Esc keeps what was written, too."""
        self.editor.save_now()
        super().reject()

    # ---- what is shown

    def _fill(self, current: str = "") -> None:
        """The list anew, with this prompt current, or the one that was."""
        current = current or self._current_id
        self._filling = True
        self.list.clear()
        for prompt in self._prompts.all:
            item = QListWidgetItem(prompt.name)
            item.setData(_ID, prompt.id)
            item.setSizeHint(QSize(0, 34))
            self.list.addItem(item)
        ids = [prompt.id for prompt in self._prompts.all]
        self.list.setCurrentRow(ids.index(current) if current in ids else 0)
        self._filling = False
        self._show_current()
        self.restore_button.setVisible(self._prompts.lacks_built_in)

    @property
    def _current_id(self) -> str:
        item = self.list.currentItem()
        return str(item.data(_ID)) if item is not None else ""

    def _prompt(self, id: str) -> Prompt | None:
        return next((one for one in self._prompts.all if one.id == id), None)

    def _show_current(self) -> None:
        if self._filling:
            return
        self.editor.save_now()
        prompt = self._prompt(self._current_id)
        self.editor.show_prompt(prompt)
        row, last = self.list.currentRow(), self.list.count() - 1
        there = prompt is not None
        self.copy_button.setEnabled(there)
        self.delete_button.setEnabled(there)
        self._show_usable()
        self.up_button.setEnabled(there and row > 0)
        self.down_button.setEnabled(there and row < last)

    def _say(self, sentence: str, *, tone: str = "secondary", undo: bool = False) -> None:
        self.said_label.setText(sentence)
        self.said_label.setVisible(bool(sentence))
        self.said_label.setProperty("tone", tone)
        self.said_label.style().polish(self.said_label)
        self.undo_button.setVisible(undo)

    # ---- what is changed

    def _show_usable(self) -> None:
        self.use_button.setEnabled(self.editor.has_text)

    def _on_changed(self, prompt: Prompt) -> None:
        self._prompts.change(prompt)
        self.restore_button.setVisible(self._prompts.lacks_built_in)
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(_ID) == prompt.id:
                item.setText(prompt.name)

    def _new(self) -> None:
        self.editor.save_now()
        added = self._prompts.add(tr("New prompt"), "", after=self._current_id)
        self._fill(added.id)
        self.editor.name_edit.selectAll()
        self.editor.name_edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _copy(self) -> None:
        self.editor.save_now()
        if (prompt := self._prompt(self._current_id)) is not None:
            self._fill(self._prompts.add(prompt.name, prompt.text, after=prompt.id).id)

    def _move(self, step: int) -> None:
        self.editor.save_now()
        ids, row = [one.id for one in self._prompts.all], self.list.currentRow()
        if 0 <= row + step < len(ids):
            ids.insert(row + step, ids.pop(row))
            self._prompts.arrange(ids)
            self._fill(ids[row + step])

    def _arrange(self) -> None:
        """A prompt was dragged to another place."""
        if not self._filling:
            rows = range(self.list.count())
            self._prompts.arrange([str(self.list.item(row).data(_ID)) for row in rows])
            self._show_current()

    def _delete(self) -> None:
        self.editor.save_now()
        prompt, row = self._prompt(self._current_id), self.list.currentRow()
        if prompt is None:
            return
        self._deleted = (prompt, row)
        self._prompts.delete(prompt.id)
        left = self._prompts.all
        self._fill(left[min(row, len(left) - 1)].id if left else "")
        self._say(tr("“{name}” is deleted.", name=prompt.name), undo=True)

    def _undo(self) -> None:
        if self._deleted is not None:
            prompt, row = self._deleted
            self._deleted = None
            self._prompts.put_back(prompt, row)
            self._fill(prompt.id)
        self._say("")

    def _restore(self) -> None:
        self.editor.save_now()
        self._prompts.restore_built_in()
        self._fill()
        self._say(tr("The built-in prompts are there again, as they were."))

    def _use(self) -> None:
        self.editor.save_now()
        prompt = self._prompt(self._current_id)
        if prompt is not None and prompt.text.strip():
            self.close()
            self.used.emit(prompt)

    # ---- files

    def _import(self) -> None:
        self.editor.save_now()
        wanted, _filter = QFileDialog.getOpenFileName(
            self, tr("Import prompts"), "", tr("Prompts (*.json)")
        )
        if wanted:
            self.import_from(Path(wanted))

    def import_from(self, path: Path) -> None:
        """Add the prompts of a file, and say how many."""
        try:
            added = self._prompts.import_from(path)
        except PromptsError as error:
            self._say(said(str(error)), tone="error")
            return
        self._fill()
        if not added:
            self._say(tr("All prompts of this file are there already."))
        elif added == 1:
            self._say(tr("1 prompt was added."))
        else:
            self._say(tr("{count} prompts were added.", count=number(added)))

    def _export(self) -> None:
        self.editor.save_now()
        wanted, _filter = QFileDialog.getSaveFileName(
            self, tr("Export prompts"), "prompts.json", tr("Prompts (*.json)")
        )
        if wanted:
            self.export_to(Path(wanted))

    def export_to(self, path: Path) -> None:
        """Write all prompts into a file."""
        try:
            self._prompts.export(path)
        except PromptsError as error:
            self._say(said(str(error)), tone="error")
        else:
            self._say(tr("All prompts are in “{name}”.", name=path.name))


def _tool(name: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
