"""The tools that are offered to the model now, and those that run without the user being asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.domain.conversation import Conversation
from app.domain.conversation_settings import ConversationSettings
from app.domain.preferences import PreferencesFile
from app.tools.host import Definition, ToolHost


class OfferedTools:
    """Those of `host`, while the preferences allow them, or `settings` have it otherwise."""

    def __init__(
        self,
        host: ToolHost,
        preferences: PreferencesFile,
        settings: Callable[[], ConversationSettings] = ConversationSettings,
    ) -> None:
        self.host = host
        self._preferences = preferences
        self._settings = settings

    def of(self, conversation: Conversation) -> OfferedTools:
        """Those that are offered in a conversation, whatever it is set to later."""
        return OfferedTools(self.host, self._preferences, lambda: conversation.settings)

    def definitions(self) -> tuple[Definition, ...]:
        """Each with a description, which some chat templates print without asking for it."""
        settings, enabled = self._settings(), self._preferences.current.tools_enabled
        if not (enabled if settings.tools_enabled is None else settings.tools_enabled):
            return ()
        chosen = settings.tool_names
        all = self.host.definitions()
        offered = (one for one in all if chosen is None or one["function"]["name"] in chosen)
        return tuple(_described(definition) for definition in offered)

    def is_read_only(self, name: str) -> bool:
        return self.host.is_read_only(name)

    def runs_unasked(self, name: str) -> bool:
        return self.is_read_only(name) or name in self._preferences.current.tools_always_allowed

    def allow_always(self, name: str) -> None:
        """Never ask about this tool again."""
        current = self._preferences.current
        if name not in current.tools_always_allowed:
            allowed = (*current.tools_always_allowed, name)
            self._preferences.change(replace(current, tools_always_allowed=allowed))


def _described(definition: Definition) -> Definition:
    function = definition["function"]
    if "description" in function:
        return definition
    described = {"name": function["name"], "description": ""} | function
    return definition | {"function": described}
