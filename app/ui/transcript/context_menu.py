"""The menu of a right click: what can be copied, and what can be done with the message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from app.ui.language import mark, tr
from app.ui.menu import Menu
from app.ui.transcript.row import Action
from app.ui.transcript.rows_foot import TIPS, FootRow

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

_LABELS: dict[Action, str] = {"copy": mark("Copy message"), "more": mark("More…")}
"""Where a button's tip says too little among other things in a menu."""


class MenuTarget(Protocol):
    """What the menu can ask of the transcript."""

    def selected_text(self) -> str: ...
    def copy(self) -> None: ...
    def copy_markdown(self) -> None: ...
    def copy_plain_text(self) -> None: ...
    def select_all(self) -> None: ...
    def act_on(self, item: MessageItem, action: Action) -> None: ...


class ContextMenu(Menu):
    """Deletes itself when it closes."""

    def __init__(self, target: MenuTarget, item: MessageItem | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.aboutToHide.connect(self.deleteLater)
        selected = bool(target.selected_text())
        self._add(tr("Copy"), target.copy, enabled=selected)
        self._add(tr("Copy as Markdown"), target.copy_markdown, enabled=selected)
        self._add(tr("Copy as plain text"), target.copy_plain_text, enabled=selected)
        self._add(tr("Select all"), target.select_all)
        if item is not None:
            self.addSeparator()
            for action in actions_of(item):
                label = tr(_LABELS.get(action, TIPS[action]))
                self._add(label, partial(target.act_on, item, action))

    def _add(self, label: str, run: Callable[[], None], *, enabled: bool = True) -> None:
        action = self.addAction(label)
        action.setEnabled(enabled)
        action.triggered.connect(lambda: run())


def actions_of(item: MessageItem) -> tuple[Action, ...]:
    """What the foot of a message offers."""
    feet = (row for row in item.stack.rows if isinstance(row, FootRow))
    return next((foot.actions for foot in feet), ())
