"""What is set for one conversation: its system prompt, sampling, tools; changed, and undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Conversation
from app.domain.conversation_settings import ContextStrategy, ConversationSettings, Setup
from app.domain.in_force import setup_of
from app.domain.presets import Preset
from app.saving import Saving

MOST_STEPS = 100


class ConversationSetup(QObject):
    """Of one conversation, on the main thread. It holds from the next answer on.

    Signals:
        changed(): `now` is another
        applied(str): the preset of this name was; `undo` takes it back
    """

    changed = Signal()
    applied = Signal(str)

    def __init__(self, conversation: Conversation, *, saving: Saving, parent: QObject) -> None:
        super().__init__(parent)
        self._conversation = conversation
        self._saving = saving
        self._before: list[Setup] = []

    @property
    def now(self) -> Setup:
        return setup_of(self._conversation)

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def set_system_prompt(self, text: str) -> None:
        self.become(replace(self.now, system_prompt=text))

    def set_context_strategy(self, strategy: ContextStrategy | None) -> None:
        """What to do when this conversation no longer fits; None: as everywhere."""
        self.become(replace(self.now, context_strategy=strategy))

    def set_value(self, name: str, value: Any) -> None:
        """A value of `ConversationSettings`; None: as everywhere."""
        self.become(replace(self.now, settings=replace(self.now.settings, **{name: value})))

    def apply(self, name: str, preset: Preset) -> None:
        self.become(preset.put_over(self.now, name))
        self.applied.emit(name)

    def clear(self) -> None:
        """All is as everywhere; the system prompt stays."""
        self.become(Setup(self.now.system_prompt, None, ConversationSettings()))

    def become(self, setup: Setup) -> None:
        before = self.now
        if setup != before:
            self._before = [*self._before[1 - MOST_STEPS :], before]
            self._take(setup)

    def undo(self) -> None:
        """Take back what was changed last."""
        if self._before:
            self._take(self._before.pop())

    def _take(self, setup: Setup) -> None:
        conversation = self._conversation
        conversation.system_prompt = setup.system_prompt
        conversation.context_strategy = setup.context_strategy
        conversation.settings = setup.settings
        self._saving.keep(lambda library: library.set_setup(conversation.id, setup))
        self.changed.emit()

    def preset_renamed(self, before: str, name: str) -> None:
        """Follow, also in what can be taken back; the store has its own way to."""
        if self.now.settings.preset == before:
            self._conversation.settings = replace(self._conversation.settings, preset=name)
            self.changed.emit()
        self._before = [_renamed(setup, before, name) for setup in self._before]


def _renamed(setup: Setup, before: str, name: str) -> Setup:
    if setup.settings.preset != before:
        return setup
    return replace(setup, settings=replace(setup.settings, preset=name))
