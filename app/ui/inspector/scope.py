"""What the settings in the inspector are those of: the conversation shown, or all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.chat import Chat
from app.domain.conversation_settings import Setup
from app.domain.in_force import as_own, budget_of
from app.domain.model import ModelState
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.domain.value_sources import (
    IN_PROMPT,
    OF_MODEL,
    Shown,
    own_value,
    preset_value,
    shown_everywhere,
    shown_here,
)
from app.session import Session

MOST_STEPS = 100


class Scope(QObject):
    """Values go by the names of `ConversationSettings`, and `context_strategy`.

    Signals:
        changed(): other values hold, or those of something else are shown
    """

    changed = Signal()

    def __init__(
        self, session: Session, preferences: PreferencesFile, presets: PresetsFile, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.everywhere = False
        self.preferences = preferences
        self.presets = presets
        self.names = session.preset_names
        self._session = session
        self._chat: Chat | None = None
        self._done: list[tuple[str, Callable[[], None]]] = []
        """What was changed everywhere, by name, with what takes it back; the newest last."""

    def set_chat(self, chat: Chat) -> None:
        if self._chat is not None:
            self._chat.setup.changed.disconnect(self.changed)
        self._chat = chat
        chat.setup.changed.connect(self.changed)
        self.changed.emit()

    def set_everywhere(self, everywhere: bool) -> None:
        if everywhere != self.everywhere:
            self.everywhere = everywhere
            self.changed.emit()

    @property
    def setup(self) -> Setup:
        """That of the conversation shown."""
        return self._chat.setup.now if self._chat is not None else Setup()

    @property
    def model(self) -> ModelState:
        """That is loaded now."""
        return self._session.model

    # ---- one value

    def shown(self, name: str) -> Shown:
        preferences, choices = self.preferences.current, self._session.model.choices
        if self.everywhere:
            return shown_everywhere(name, preferences, choices)
        preset = self.presets.all.get(self.setup.settings.preset)
        return shown_here(name, self.setup, preset, preferences, choices)

    def choose(self, name: str, value: Any) -> None:
        """From the next answer on; what it makes the model read is told by the chat."""
        if self.everywhere:
            self._choose_everywhere(name, value)
        else:
            self._set_own(name, as_own(name, value))
        self._tell_cost(name in IN_PROMPT)

    def reset(self, name: str) -> None:
        """Back to the preset of the conversation, from that to what holds everywhere, from that to
        the default.
        """
        if self.everywhere:
            self.choose(name, self.shown(name).back_to)
            return
        held = preset_value(name, self.presets.all.get(self.setup.settings.preset))
        self._set_own(name, None if own_value(name, self.setup) == held else held)
        self._tell_cost(name in IN_PROMPT)

    def undo(self) -> None:
        """Take back what was changed last in what is shown: the conversation, or everywhere."""
        if self.everywhere:
            if self._done:
                name, take_back = self._done.pop()
                take_back()
                self.changed.emit()
                self._tell_cost(name in IN_PROMPT)
        elif self._chat is not None and self._chat.setup.can_undo:
            self._chat.setup.undo()
            self._tell_cost(True)

    def _choose_everywhere(self, name: str, value: Any) -> None:
        if name in OF_MODEL:
            self._choose_for_model(name, value)
        else:
            self._change_preferences(name, {name: value})
        self.changed.emit()

    def _choose_for_model(self, name: str, value: Any) -> None:
        """Taken back only while the same model is loaded."""
        model = self._session.model
        values = {name: value} if name != "reasoning_tokens" else {"budget": budget_of(value)}
        before = {field: getattr(model.choices, field) for field in values}
        session = self._session

        def take_back() -> None:
            if session.model.path == model.path:
                session.choose_for_model(replace(session.model.choices, **before))

        self._remember(name, take_back, before != values)
        session.choose_for_model(replace(model.choices, **values))

    def _change_preferences(self, name: str, values: dict[str, Any]) -> None:
        """Only what is another then is set back."""
        preferences = self.preferences
        before = {field: getattr(preferences.current, field) for field in values}

        def take_back() -> None:
            preferences.change(replace(preferences.current, **before))

        self._remember(name, take_back, before != values)
        preferences.change(replace(preferences.current, **values))

    def _remember(self, name: str, take_back: Callable[[], None], differs: bool) -> None:
        """Steps of one value after another, as a slider makes them, are one change."""
        if differs and not (self._done and self._done[-1][0] == name):
            self._done = [*self._done[1 - MOST_STEPS :], (name, take_back)]

    def _set_own(self, name: str, value: Any) -> None:
        if self._chat is None:
            return
        if name == "context_strategy":
            self._chat.setup.set_context_strategy(value)
        else:
            self._chat.setup.set_value(name, value)

    def _tell_cost(self, told: bool) -> None:
        if told and self._chat is not None:
            self._chat.forecast("settings")

    # ---- all values

    def become(self, setup: Setup) -> None:
        """Another setup for the conversation."""
        if self._chat is not None:
            before = self.setup
            self._chat.setup.become(setup)
            self._tell_cost(_reads_otherwise(before, setup))

    def apply(self, name: str) -> None:
        """Put a preset over what is shown."""
        preset = self.presets.all[name]
        if self.everywhere:
            now = self.preferences.current
            after = preset.applied(now)
            names = [field.name for field in fields(now)]
            changed = {
                one: getattr(after, one)
                for one in names
                if getattr(after, one) != getattr(now, one)
            }
            self._change_preferences(f"preset {name}", changed)
            self.changed.emit()
        else:
            self.become(preset.put_over(self.setup, name))


def _reads_otherwise(before: Setup, after: Setup) -> bool:
    """Whether the model is shown something else."""
    names = [name for name in IN_PROMPT if own_value(name, before) != own_value(name, after)]
    return bool(names) or before.system_prompt != after.system_prompt
