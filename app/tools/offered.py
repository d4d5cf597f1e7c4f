"""The tools that are offered to the model now, and those that run without the user being asked."""

from __future__ import annotations

from dataclasses import replace

from app.domain.preferences import PreferencesFile
from app.tools.host import Definition, ToolHost


class OfferedTools:
    """Those of `host`, while the preferences allow them."""

    def __init__(self, host: ToolHost, preferences: PreferencesFile) -> None:
        self.host = host
        self._preferences = preferences

    def definitions(self) -> tuple[Definition, ...]:
        """Each with a description, which some chat templates print without asking for it."""
        if not self._preferences.current.tools_enabled:
            return ()
        return tuple(_described(definition) for definition in self.host.definitions())

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
