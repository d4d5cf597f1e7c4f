"""The widgets that lie over the transcript: editor, find bar, Jump to latest."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.transcript.call_editing import CallEditing
from app.ui.transcript.editing import Editing
from app.ui.transcript.find_bar import MARGIN, FindBar
from app.ui.transcript.jump_button import SIZE, JumpButton
from app.ui.transcript.reading_place import ReadingPlace

JUMP_MARGIN = 16


class Overlays:
    """They are children of the viewport, so that its picture can be moved under them."""

    def __init__(
        self,
        viewport: QWidget,
        *,
        editing: Editing,
        call_editing: CallEditing,
        jump_button: JumpButton,
        find_bar: FindBar,
    ) -> None:
        self._viewport = viewport
        self._editing = editing
        self._call_editing = call_editing
        self._jump_button = jump_button
        self._find_bar = find_bar

    def place(self, place: ReadingPlace) -> None:
        """Put each where it belongs."""
        width, height = self._viewport.width(), self._viewport.height()
        self._editing.place(place.left, place.top)
        self._call_editing.place(place.left, place.top)
        self._jump_button.setVisible(place.far_from_end)
        self._jump_button.move((width - SIZE) // 2, height - SIZE - JUMP_MARGIN)
        self._find_bar.move(max(width - self._find_bar.width() - MARGIN, 0), MARGIN)
