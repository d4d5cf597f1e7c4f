"""Copies of the conversations and going back to one; the room that deleted ones left free."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.copies import Occasion, StoredCopy
from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.language import followed, mark, number, tr
from app.ui.settings.buttons import push_button
from app.ui.settings.row import Row
from app.ui.sizes import size_text
from app.ui.theme import SIZE_META, Theme
from app.ui.transcript.wording import time_of
from app.upkeep import Upkeep

_WEEKLY = mark("One is made every week, and the last four are kept.")
_SURE = mark(
    "Everything that is here now is put aside and kept, and these conversations take its place. "
    "Answers being written end."
)
_LEAST_BYTES = 1_000_000
OCCASIONS: dict[Occasion, str] = {
    "daily": mark("Daily copy"),
    "weekly": mark("Weekly copy"),
    "migration": mark("Before an update"),
    "repair": mark("Before a repair"),
}


class CompactRow(Row):
    """What compacting gains, and the button for it."""

    def __init__(self, upkeep: Upkeep) -> None:
        self._upkeep = upkeep
        self.button = push_button(tr("Compact now"), upkeep.compact)
        super().__init__(tr("Room left by deleted conversations"), beside=(self.button,))
        upkeep.changed.connect(self._show)
        self._show()

    def refresh(self) -> None:
        if self.isVisible():
            self._upkeep.ask()

    def _show(self) -> None:
        free_bytes = self._upkeep.free_bytes
        self.button.setEnabled(free_bytes >= _LEAST_BYTES and not self._upkeep.is_compacting)
        if self._upkeep.is_compacting:
            self.show_help(tr("Compacting. This can take a minute; you can go on meanwhile."))
        elif free_bytes >= _LEAST_BYTES:
            self.show_help(
                tr(
                    "Compacting gives {size} back to the disk. When it is a quarter of the file, "
                    "this happens by itself while nothing else does.",
                    size=size_text(free_bytes),
                )
            )
        else:
            self.show_help(tr("There is nothing to be gained by compacting."))


class CopiesRow(Row):
    """When the last copy was made; all of them once they are asked for, each to go back to."""

    def __init__(self, upkeep: Upkeep, go_back: Callable[[Path], None]) -> None:
        self._upkeep = upkeep
        self._go_back = go_back
        self._theme: Theme | None = None
        self._shown: list[StoredCopy] = []
        self.lines: list[CopyLine] = []
        self.button = push_button(tr("Restore…"), self._on_clicked)
        super().__init__(tr("Copies"), beside=(self.button,))
        self._list = QWidget()
        self._list_layout = QVBoxLayout(self._list)
        self._list_layout.setContentsMargins(0, 6, 0, 0)
        self._list_layout.setSpacing(8)
        self._list.hide()
        self.add_below(self._list)
        upkeep.changed.connect(self._show)
        self._show()

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        super().set_theme(theme, icons)
        self._theme = theme
        for line in self.lines:
            line.set_theme(theme)

    def _on_clicked(self) -> None:
        self._list.setVisible(self._list.isHidden())
        self._show()

    def _show(self) -> None:
        copies = self._upkeep.copies
        self.button.setEnabled(bool(copies))
        opened = not self._list.isHidden()
        self.button.setText(tr("Hide copies") if opened and copies else tr("Restore…"))
        if copies:
            last = tr("The last one is from {when}.", when=_when(copies[0]))
            self.show_help(followed([last, tr(_WEEKLY)]))
        else:
            self.show_help(followed([tr("There is none yet."), tr(_WEEKLY)]))
        if copies != self._shown:
            self._rebuild(copies)

    def _rebuild(self, copies: list[StoredCopy]) -> None:
        self._shown = list(copies)
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.lines = [CopyLine(copy, self._restore) for copy in copies]
        for line in self.lines:
            self._list_layout.addWidget(line)
            if self._theme is not None:
                line.set_theme(self._theme)

    def _restore(self, copy: StoredCopy) -> None:
        self._list.hide()
        self._go_back(copy.path)
        self._show()


class CopyLine(QWidget):
    """One copy; its button asks again before anything happens."""

    def __init__(self, copy: StoredCopy, restore: Callable[[StoredCopy], None]) -> None:
        super().__init__()
        self.label = QLabel(_described(copy))
        self.label.setToolTip(str(copy.path))
        self.button = push_button(tr("Restore"), self._ask)
        self.button.setAccessibleName(tr("Restore the copy of {when}", when=_when(copy)))
        self.sure = Wrapped(tr(_SURE), tone="hint")
        self.yes = push_button(tr("Restore this copy"), lambda: restore(copy))
        self.no = push_button(tr("Cancel"), self._ask_no_more)
        self._build()
        self._ask_no_more()

    def _build(self) -> None:
        line = QHBoxLayout()
        line.addWidget(self.label, 1)
        line.addWidget(self.button)
        asking = QHBoxLayout()
        asking.addWidget(self.sure, 1)
        for button in (self.yes, self.no):
            asking.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addLayout(asking)

    def set_theme(self, theme: Theme) -> None:
        for label in (self.label, self.sure):
            label.setFont(theme.fonts.ui(SIZE_META))

    def _ask(self) -> None:
        self._show_asking(True)
        self.no.setFocus()

    def _ask_no_more(self) -> None:
        self._show_asking(False)

    def _show_asking(self, asking: bool) -> None:
        self.button.setVisible(not asking)
        for widget in (self.sure, self.yes, self.no):
            widget.setVisible(asking)


def _described(copy: StoredCopy) -> str:
    conversations = (
        tr("1 conversation")
        if copy.conversations == 1
        else tr("{count} conversations", count=number(copy.conversations))
    )
    messages = (
        tr("1 message")
        if copy.messages == 1
        else tr("{count} messages", count=number(copy.messages))
    )
    return f"{_when(copy)} · {tr(OCCASIONS[copy.occasion])} · {conversations} · {messages}"


def _when(copy: StoredCopy) -> str:
    return time_of(round(copy.made.timestamp() * 1000), datetime.now())
