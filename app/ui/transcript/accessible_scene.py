"""Where the things a screen reader asks about are, and what it can do with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect

from app.ui.transcript.column import Column
from app.ui.transcript.message_focus import MessageFocus
from app.ui.transcript.pointer import Hit
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.row import Target
from app.ui.transcript.selection import Selection

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem


@dataclass(frozen=True, slots=True)
class Scene:
    """`act` does what a click does, `focus_message` gives a message the ring.

    `selection` and `select` are what is selected in the transcript, and how that changes.
    """

    place: ReadingPlace
    focus: MessageFocus
    act: Callable[[Hit, Target], None]
    focus_message: Callable[[MessageItem], None]
    selection: Callable[[], Selection | None]
    select: Callable[[Selection | None], None]

    @property
    def column(self) -> Column:
        return self.place.column

    def on_screen(self, area: QRect) -> QRect:
        """From the column to the screen; empty stays empty."""
        if area.isEmpty():
            return QRect()
        corner = self.place.viewport.mapToGlobal(self._in_viewport(area).topLeft())
        return QRect(corner, area.size())

    def is_visible(self, area: QRect) -> bool:
        return self._in_viewport(area).intersects(self.place.viewport.rect())

    def has_ring(self, target: Target, area: QRect) -> bool:
        """Whether the keyboard is on this very spot of the column."""
        focused = self.focus.spot if self.focus.shown else None
        if focused is None or focused.spot.target != target:
            return False
        return self.focus.spot_area(focused) == area

    def _in_viewport(self, area: QRect) -> QRect:
        return area.translated(self.place.left, -self.place.top)
