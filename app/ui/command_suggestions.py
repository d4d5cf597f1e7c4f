"""What is offered after `/`: prompts of the library, and what the program can do right now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from app.domain.setting import Page
from app.session import Session
from app.ui.composer import Composer
from app.ui.language import mark, said, tr
from app.ui.prompt_library import PromptLibrary

if TYPE_CHECKING:
    from app.ui.suggestions import Fitting, Suggestion

_ACTIONS = {
    "new_conversation": ("square-pen", "new clear"),
    "new_temporary": ("ghost", "temporary private"),
    "find": ("search", "find"),
    "search": ("search", "search all"),
    "branch_map": ("git-branch", "branches map"),
    "refresh_clock": ("clock", "time clock date"),
    "summarise": ("fold-vertical", "summarise summarize compact make room context"),
    "leave_out": ("fold-vertical", "leave out drop oldest make room context forget"),
    "copy_conversation": ("clipboard-copy", "copy markdown"),
    "rename": ("pencil", "rename title"),
    "duplicate": ("copy", "duplicate copy"),
    "export": ("download", "export save"),
    "open_model_file": ("folder-open", "model file gguf"),
    "toggle_inspector": ("panel-right", "inspector context"),
    "settings": ("settings", "settings preferences"),
    "next_theme": ("sun-moon", "theme dark light"),
}
"""Of the window's actions those that are wanted while writing: an icon, and English words that lead
to them in any language. Those the window does not have are left out."""
_COMMAND = mark("Command")


class CommandSuggestions:
    """The source of the list for commands. What there are many of (presets, folders, pages of the
    settings) comes last."""

    def __init__(
        self,
        composer: Composer,
        library: PromptLibrary,
        actions: Mapping[str, QAction],
        *,
        session: Session,
        apply_preset: Callable[[str], object],
        open_page: Callable[[Page], object],
    ) -> None:
        self._composer = composer
        self._library = library
        self._actions = actions
        self._session = session
        self._apply_preset = apply_preset
        self._open_page = open_page

    def __call__(self, typed: str) -> tuple[list[Fitting], str]:
        from app.ui.suggestions import fitting

        first = [*self._prompts(), *self._chips(), *self._window()]
        return fitting(typed, [*first, *self._presets(), *self._folders(), *self._pages()]), ""

    def _prompts(self) -> list[Suggestion]:
        from app.ui.suggestions import Suggestion

        entries = self._library.entries()
        return [Suggestion(e.id, e.text, e.hint, e.icon, e.run, "prompt") for e in entries]

    def _window(self) -> list[Suggestion]:
        from app.ui.suggestions import Suggestion

        found = []
        for id, (icon, words) in _ACTIONS.items():
            action = self._actions.get(id)
            if action is not None and action.isEnabled():
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                hint = keys or tr(_COMMAND)
                found.append(
                    Suggestion(f"action {id}", action.text(), hint, icon, action.trigger, words)
                )
        return found

    def _presets(self) -> list[Suggestion]:
        """For the conversation that is shown."""
        from app.ui.suggestions import Suggestion

        hint = tr("This conversation")
        return [
            Suggestion(
                f"preset {name}",
                tr("Preset: {name}", name=said(name)),
                hint,
                "settings-2",
                partial(self._apply_preset, name),
                "preset sampling",
            )
            for name in self._session.presets.all
        ]

    def _folders(self) -> list[Suggestion]:
        """A new conversation in each of them."""
        from app.ui.suggestions import Suggestion

        begin = self._session.begin_in
        return [
            Suggestion(
                f"begin in {folder.name}",
                tr("New chat in “{folder}”", folder=folder.name),
                tr(_COMMAND),
                "folder-plus",
                partial(begin, folder.name),
                "new chat folder",
            )
            for folder in self._session.ordering.folders
        ]

    def _pages(self) -> list[Suggestion]:
        from app.ui.settings.page import ICONS, TITLES  # not before somebody wants them
        from app.ui.suggestions import Suggestion

        return [
            Suggestion(
                f"page {page}",
                tr("Settings · {page}", page=tr(title)),
                tr(_COMMAND),
                ICONS[page],
                partial(self._open_page, page),
                "settings preferences",
            )
            for page, title in TITLES.items()
        ]

    def _chips(self) -> list[Suggestion]:
        from app.ui.suggestions import Suggestion

        composer, hint = self._composer, tr(_COMMAND)
        model = Suggestion(
            *("choose model", tr("Choose a model"), hint, "cpu"),
            composer.choose_model_requested.emit,
            "model switch load",
        )
        found = [model]
        for number, (text, choose) in enumerate(composer.think_chip.other_choices()):
            found.append(
                Suggestion(f"think {number}", text, hint, "brain", choose, "think reasoning")
            )
        if composer.tools_button.isVisibleTo(composer):
            text = tr("Tools off") if composer.tools_button.isChecked() else tr("Tools on")
            run = composer.tools_button.click
            found.append(Suggestion("tools", text, hint, "wrench", run, "tools"))
        attach = composer.attach_button.click
        found.append(
            Suggestion("attach", tr("Attach files"), hint, "paperclip", attach, "attach files")
        )
        return found
