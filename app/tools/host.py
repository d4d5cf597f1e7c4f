"""What runs tools, as answers see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.types import ToolCall, ToolResult

Definition = dict[str, Any]
"""A tool as OpenAI defines it."""


class ToolHost(Protocol):
    """Used on the main thread."""

    def definitions(self) -> tuple[Definition, ...]: ...

    def is_read_only(self, name: str) -> bool:
        """Whether the tool changes nothing anywhere, so that it may run without being asked."""
        ...

    def run(self, call: ToolCall, done: Callable[[ToolResult], None]) -> None:
        """Run a call whose arguments fit the tool's schema.

        `done` is called once on the main thread, perhaps before this returns; what goes wrong is a
        result, too.
        """
        ...

    def cancel(self, call_id: str) -> None:
        """The result is of no interest any more; `done` need not be called."""
        ...
