"""The table of actions: shortcuts, tooltips and buttons all come from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.ui.language import mark, tr

if TYPE_CHECKING:
    from app.ui.conversation_commands import ConversationCommands


class Commands(Protocol):
    """What the window can be asked to do; `conversation` does things with the one that is shown."""

    @property
    def conversation(self) -> ConversationCommands: ...
    def new_conversation(self) -> None: ...
    def new_temporary(self) -> None: ...
    def search(self) -> None: ...
    def toggle_sidebar(self) -> None: ...
    def toggle_inspector(self) -> None: ...
    def focus_composer(self) -> None: ...
    def stop(self) -> None: ...
    def approve_call(self) -> None: ...
    def deny_call(self) -> None: ...
    def open_model_file(self) -> None: ...
    def refresh_clock(self) -> None: ...
    def show_branches(self) -> None: ...
    def next_theme(self) -> None: ...
    def find_text(self) -> None: ...
    def find_next(self) -> None: ...
    def find_previous(self) -> None: ...
    def open_settings(self) -> None: ...
    def open_palette(self) -> None: ...
    def show_log(self) -> None: ...
    def zoom_by(self, percent: int) -> None: ...
    def reset_zoom(self) -> None: ...
    def quit(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ActionRow:
    """`label` is English and translated when shown; `keys` in Qt's portable notation."""

    id: str
    label: str
    keys: str
    run: Callable[[Commands], None]


ROWS = (
    ActionRow(
        "new_conversation",
        mark("New chat"),
        "Ctrl+N",
        lambda commands: commands.new_conversation(),
    ),
    ActionRow(
        "new_temporary",
        mark("Temporary chat"),
        "Ctrl+T",
        lambda commands: commands.new_temporary(),
    ),
    ActionRow(
        "search",
        mark("Search in all conversations"),
        "Ctrl+Shift+F",
        lambda commands: commands.search(),
    ),
    ActionRow(
        "toggle_sidebar",
        mark("Show or hide the sidebar"),
        "Ctrl+B",
        lambda commands: commands.toggle_sidebar(),
    ),
    ActionRow(
        "toggle_inspector",
        mark("Show or hide the inspector"),
        "Ctrl+I",
        lambda commands: commands.toggle_inspector(),
    ),
    ActionRow(
        "focus_composer",
        mark("Write a message"),
        "Ctrl+L",
        lambda commands: commands.focus_composer(),
    ),
    ActionRow(
        "stop",
        mark("Stop"),
        "Esc",
        lambda commands: commands.stop(),
    ),
    ActionRow(
        "approve_call",
        mark("Run the tool that waits"),
        "Ctrl+Return",
        lambda commands: commands.approve_call(),
    ),
    ActionRow(
        "deny_call",
        mark("Deny the tool that waits"),
        "Ctrl+Backspace",
        lambda commands: commands.deny_call(),
    ),
    ActionRow(
        "open_model_file",
        mark("Open a GGUF file…"),
        "Ctrl+O",
        lambda commands: commands.open_model_file(),
    ),
    ActionRow(
        "refresh_clock",
        mark("Tell the model the time…"),
        "Ctrl+Shift+N",
        lambda commands: commands.refresh_clock(),
    ),
    ActionRow(
        "branch_map",
        mark("Show all branches"),
        "Ctrl+Shift+B",
        lambda commands: commands.show_branches(),
    ),
    ActionRow(
        "leave_out",
        mark("Leave out the oldest turns…"),
        "Ctrl+Shift+O",
        lambda commands: commands.conversation.make_room("leave out"),
    ),
    ActionRow(
        "summarise",
        mark("Summarise the oldest turns…"),
        "Ctrl+Shift+M",
        lambda commands: commands.conversation.make_room("summarise"),
    ),
    ActionRow(
        "copy_conversation",
        mark("Copy the conversation"),
        "Ctrl+Shift+C",
        lambda commands: commands.conversation.copy_markdown(),
    ),
    ActionRow(
        "rename",
        mark("Rename the conversation…"),
        "Ctrl+Shift+R",
        lambda commands: commands.conversation.rename(),
    ),
    ActionRow(
        "duplicate",
        mark("Duplicate the conversation"),
        "Ctrl+Shift+D",
        lambda commands: commands.conversation.duplicate(),
    ),
    ActionRow(
        "next_theme",
        mark("Next theme"),
        "Ctrl+Shift+T",
        lambda commands: commands.next_theme(),
    ),
    ActionRow(
        "find",
        mark("Find in conversation"),
        "Ctrl+F",
        lambda commands: commands.find_text(),
    ),
    ActionRow(
        "find_next",
        mark("Next match"),
        "F3",
        lambda commands: commands.find_next(),
    ),
    ActionRow(
        "find_previous",
        mark("Previous match"),
        "Shift+F3",
        lambda commands: commands.find_previous(),
    ),
    ActionRow(
        "settings",
        mark("Settings"),
        "Ctrl+,",
        lambda commands: commands.open_settings(),
    ),
    ActionRow(
        "palette",
        mark("Go to anything"),
        "Ctrl+K",
        lambda commands: commands.open_palette(),
    ),
    ActionRow(
        "zoom_in",
        mark("Larger text"),
        "Ctrl++",
        lambda commands: commands.zoom_by(10),
    ),
    ActionRow(
        "zoom_out",
        mark("Smaller text"),
        "Ctrl+-",
        lambda commands: commands.zoom_by(-10),
    ),
    ActionRow(
        "zoom_reset",
        mark("Text in its usual size"),
        "Ctrl+0",
        lambda commands: commands.reset_zoom(),
    ),
    ActionRow(
        "log",
        str(mark("Show the log")),
        "Ctrl+Shift+L",
        lambda commands: commands.show_log(),
    ),
    ActionRow(
        "quit",
        mark("Quit"),
        "Ctrl+Q",
        lambda commands: commands.quit(),
    ),
)


def install(window: QWidget, commands: Commands) -> dict[str, QAction]:
    """Make every row an action of the window; the result finds them by id."""
    actions = {}
    for row in ROWS:
        action = QAction(tr(row.label), window)
        action.setShortcut(QKeySequence(row.keys))
        action.setToolTip(tooltip(action))
        action.triggered.connect(lambda _checked=False, row=row: row.run(commands))
        window.addAction(action)
        actions[row.id] = action
    return actions


def tooltip(action: QAction) -> str:
    """The label with its keys, in the system's notation."""
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return f"{action.text()} ({keys})" if keys else action.text()


class NamedAfter(QObject):
    """Keeps the name and the tooltip of a button in line with its action, whose keys may change."""

    def __init__(self, button: QAbstractButton, action: QAction) -> None:
        super().__init__(button)
        self._button = button
        self._action = action
        action.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self._button.setAccessibleName(self._action.text())
        self._button.setToolTip(tooltip(self._action))
