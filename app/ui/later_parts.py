"""The parts of the window that nobody sees at first: imported and made when they are first used.

The start of the program does without a third of the window's code and style sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.session import Session
from app.ui.actions import NamedAfter
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.preference_watch import PreferenceWatch
from app.ui.shortcuts import Shortcuts
from app.ui.theme import Theme
from app.ui.window_state import StateFile

if TYPE_CHECKING:
    from app.ui.inspector.inspector import Inspector
    from app.ui.model_dialog import ModelDialog
    from app.ui.model_picker import ModelPicker
    from app.ui.palette import Palette
    from app.ui.palette_entry import Entry
    from app.ui.settings.dialog import SettingsDialog

MODULES = (
    "engine.models",
    "engine.types",
    "engine.events",
    "app.domain.context_map",
    "app.request",
    "app.ui.suggestions",
    "app.answering",
    "app.ui.transcript.row",
    "app.ui.transcript.formats",
    "app.ui.transcript.look",
    "app.ui.transcript.accessible",
    "app.ui.message_actions",
    "app.ui.transcript.view",
    "app.ui.transcript.flow",
    "app.ui.transcript.panels",
    "app.ui.transcript.rows_tool",
    "app.ui.transcript.message_item",
    "app.ui.transcript.context_menu",
    "app.ui.model_picker",
    "app.ui.settings.dialog",
    "app.ui.palette_entries",
    "app.ui.palette_sources",
    "app.ui.palette",
    "app.ui.model_dialog",
    "app.ui.inspector.context_section",
    "app.ui.inspector.memory_section",
    "app.ui.inspector.sampling",
    "app.ui.inspector.prompt_view",
    "app.ui.inspector.inspector",
    "app.ui.trash_page",
    "app.ui.empty_page",
    "app.ui.prompts_dialog",
)
"""What they and the first messages need, for idle moments to import one by one."""


class LaterParts:
    """Each is made once, in the theme of that moment; those that are there follow the theme."""

    def __init__(
        self,
        window: QWidget,
        *,
        session: Session,
        preferences: PreferencesFile,
        presets: PresetsFile,
        watch: PreferenceWatch,
        shortcuts: Shortcuts,
        appearance: Appearance,
        icons: Icons,
        state_file: StateFile,
        entries: Callable[[], list[Entry]],
    ) -> None:
        self._window = window
        self._session = session
        self._preferences = preferences
        self._presets = presets
        self._watch = watch
        self._shortcuts = shortcuts
        self._appearance = appearance
        self._icons = icons
        self._state_file = state_file
        self._entries = entries

    def made(self, name: str) -> bool:
        """Whether a part is there already."""
        return name in vars(self)

    def set_theme(self, theme: Theme) -> None:
        for name in ("inspector", "picker", "model_dialog", "settings"):
            if self.made(name):
                getattr(self, name).set_theme(theme)
        if self.made("palette"):
            self.palette.set_theme(theme, self._icons)

    @cached_property
    def inspector(self) -> Inspector:
        from app.ui.inspector.inspector import Inspector

        inspector = Inspector(
            session=self._session,
            preferences=self._preferences,
            presets=self._presets,
            theme=self._appearance.theme,
            icons=self._icons,
        )
        NamedAfter(inspector.close_button, self._shortcuts.action("toggle_inspector"))
        return inspector

    @cached_property
    def picker(self) -> ModelPicker:
        from app.ui.model_picker import ModelPicker

        theme, icons = self._appearance.theme, self._icons
        return ModelPicker(session=self._session, theme=theme, icons=icons, over=self._window)

    @cached_property
    def model_dialog(self) -> ModelDialog:
        from app.ui.model_dialog import ModelDialog

        theme, icons = self._appearance.theme, self._icons
        return ModelDialog(session=self._session, theme=theme, icons=icons, over=self._window)

    @cached_property
    def settings(self) -> SettingsDialog:
        from app.ui.settings.dialog import SettingsDialog

        return SettingsDialog(
            session=self._session,
            preferences=self._preferences,
            watch=self._watch,
            shortcuts=self._shortcuts,
            theme=self._appearance.theme,
            icons=self._icons,
            over=self._window,
        )

    @cached_property
    def palette(self) -> Palette:
        from app.ui.palette import Palette

        return Palette(
            entries=self._entries,
            state_file=self._state_file,
            theme=self._appearance.theme,
            icons=self._icons,
            over=self._window,
        )


class IdleImports(QObject):
    """Imports `MODULES` whenever the event loop has nothing else to do; then it is over.

    Signals:
        done(): all are imported
    """

    done = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left = list(MODULES)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._import_next)
        self._timer.start()

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def _import_next(self) -> None:
        if self._left:
            import_module(self._left.pop(0))
        else:
            self._timer.stop()
            self.done.emit()
