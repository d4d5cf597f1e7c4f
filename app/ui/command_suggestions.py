"""What is offered after `/`: prompts of the library, and what the program can do right now."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtGui import QAction, QKeySequence

from app.ui.composer import Composer
from app.ui.language import mark, tr
from app.ui.prompt_library import PromptLibrary
from app.ui.suggestions import Fitting, Suggestion, fitting

_ACTIONS = {
    "new_conversation": ("square-pen", "new clear"),
    "new_temporary": ("ghost", "temporary private"),
    "find": ("search", "find"),
    "search": ("search", "search all"),
    "branch_map": ("git-branch", "branches map"),
    "refresh_clock": ("clock", "time clock date"),
    "make_room": ("fold-vertical", "summarise summarize compact make room"),
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
    """The source of the list for commands. `choose_model` opens the list of models."""

    def __init__(
        self, composer: Composer, library: PromptLibrary, actions: Mapping[str, QAction]
    ) -> None:
        self._composer = composer
        self._library = library
        self._actions = actions

    def __call__(self, typed: str) -> tuple[list[Fitting], str]:
        return fitting(typed, [*self._prompts(), *self._chips(), *self._window()]), ""

    def _prompts(self) -> list[Suggestion]:
        entries = self._library.entries()
        return [Suggestion(e.id, e.text, e.hint, e.icon, e.run, "prompt") for e in entries]

    def _window(self) -> list[Suggestion]:
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

    def _chips(self) -> list[Suggestion]:
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
