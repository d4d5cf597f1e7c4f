"""The tools that are offered to the model now."""

from __future__ import annotations

from app.domain.preferences import PreferencesFile
from app.tools.host import Definition, ToolHost


class OfferedTools:
    """Those of `host`, while the preferences allow them."""

    def __init__(self, host: ToolHost, preferences: PreferencesFile) -> None:
        self.host = host
        self._preferences = preferences

    def definitions(self) -> tuple[Definition, ...]:
        return self.host.definitions() if self._preferences.current.tools_enabled else ()
