"""Which rows stand on which page: those of the declared settings, and what belongs beside them."""

from __future__ import annotations

from app.domain.preferences import Preferences
from app.domain.setting import Page, declared
from app.paths import Paths
from app.session import Session
from app.ui.language import tr
from app.ui.settings.about_rows import about_rows
from app.ui.settings.buttons import folder_button
from app.ui.settings.copy_rows import CompactRow, CopiesRow
from app.ui.settings.disk_rows import place_rows, trace_row
from app.ui.settings.log_row import log_row
from app.ui.settings.network_rows import network_rows, privacy_rows
from app.ui.settings.page import TITLES, WITHOUT_ROW, SettingsPage
from app.ui.settings.row import Row, SettingRow
from app.ui.settings.shortcut_rows import shortcut_rows
from app.ui.settings.tray_row import NAME as TRAY
from app.ui.settings.tray_row import TrayRow
from app.ui.shortcuts import Shortcuts
from app.ui.theme import Theme


def new_pages(*, session: Session, shortcuts: Shortcuts, theme: Theme) -> list[SettingsPage]:
    """Every page with its rows."""
    paths = session.paths
    beside: dict[Page, tuple[Row, ...]] = {
        "general": (_data_folder(paths),),
        "memory": _memory(session),
        "network": network_rows(),
        "privacy": (trace_row(paths), *privacy_rows(paths)),
        "shortcuts": shortcut_rows(shortcuts),
        "about": (*about_rows(session), log_row(shortcuts.action("log"))),
    }
    return [SettingsPage(page, [*_declared(page, theme), *beside.get(page, ())]) for page in TITLES]


def _memory(session: Session) -> tuple[Row, ...]:
    """What belongs to the conversations stands below the line that says how large they are."""
    conversations, *others = place_rows(session.paths)
    copies = CopiesRow(session.upkeep, session.go_back)
    return (conversations, CompactRow(session.upkeep), copies, *others)


def _declared(page: Page, theme: Theme) -> list[Row]:
    return [
        (TrayRow if one.name == TRAY else SettingRow)(one, theme)
        for one in declared(Preferences)
        if one.setting.page == page and one.name not in WITHOUT_ROW
    ]


def _data_folder(paths: Paths) -> Row:
    text = f"{tr('Everything Parley keeps lies here.')}\n{paths.root}"
    return Row(tr("Data folder"), text, beside=(folder_button(paths.root),))
