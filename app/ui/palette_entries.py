"""What the palette can go to: actions, conversations, settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtGui import QAction, QKeySequence

from app.domain.preferences import Preferences
from app.domain.setting import declared
from app.session import Session
from app.ui.actions import ROWS
from app.ui.language import said, tr
from app.ui.palette_entry import Entry
from app.ui.settings.dialog import SettingsDialog
from app.ui.settings.page import ICONS, TITLES

_SELF = "palette"


def action_entries(actions: Mapping[str, QAction]) -> list[Entry]:
    """Those that can be done now; by their English names in every language."""
    english = {row.id: row.label for row in ROWS}
    return [
        Entry(
            f"action {id}",
            action.text(),
            _keys(action),
            "chevron-right",
            action.trigger,
            english.get(id, ""),
        )
        for id, action in actions.items()
        if action.isEnabled() and id != _SELF
    ]


def conversation_entries(session: Session) -> list[Entry]:
    """Those there are, and a new one in each folder."""
    return [*_folder_entries(session), *_listed_entries(session)]


def _folder_entries(session: Session) -> list[Entry]:
    return [
        Entry(
            f"begin in {folder.name}",
            tr("New chat in “{folder}”", folder=folder.name),
            tr("Folder"),
            "folder-plus",
            partial(session.begin_in, folder.name),
        )
        for folder in session.ordering.folders
    ]


def _listed_entries(session: Session) -> list[Entry]:
    return [
        Entry(
            f"conversation {summary.id}",
            summary.title or tr("New chat"),
            tr("Conversation"),
            "message-circle",
            partial(session.open_conversation, summary.id),
        )
        for summary in session.summaries
    ]


def preset_entries(names: Iterable[str], apply: Callable[[str], object]) -> list[Entry]:
    """Presets for the conversation that is shown."""
    return [
        Entry(
            f"preset {name}",
            tr("Preset: {name}", name=said(name)),
            tr("This conversation"),
            "settings-2",
            partial(apply, name),
            name,
        )
        for name in names
    ]


def setting_entries(dialog: SettingsDialog) -> list[Entry]:
    return [
        Entry(
            f"setting {one.name}",
            said(one.setting.title),
            tr("Settings · {page}", page=tr(TITLES[one.setting.page])),
            ICONS[one.setting.page],
            partial(dialog.open_at, one.name),
            one.setting.title,
        )
        for one in declared(Preferences)
        if one.setting.page is not None
    ]


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
