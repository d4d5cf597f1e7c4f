"""Keeps the place that is read, the picture and the widgets over it in line with the messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Signal

from app.ui.transcript.call_editing import CallEditing
from app.ui.transcript.column import Column
from app.ui.transcript.editing import Editing
from app.ui.transcript.finding import Finding
from app.ui.transcript.look import Look
from app.ui.transcript.motion import Motion
from app.ui.transcript.overlays import Overlays
from app.ui.transcript.pointer import Pointer
from app.ui.transcript.pulse import Pulse
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.repainting import Changed, Repainting
from app.ui.transcript.row import Row, Toggle, Unfold
from app.ui.transcript.rows_foot import FootRow
from app.ui.transcript.settler import Settler
from app.ui.transcript.shown_branch import ShownBranch
from app.ui.transcript.source import ChatSource

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

NEAR = 600
"""Pixels above and below what is on screen that are made ready for scrolling."""
ABOVE_RECEIPT = 40
"""Of an opened receipt, so much of what is above it stays in sight: its foot."""


class Upkeep(QObject):
    """All that changes what is shown, or where, ends in `settle`.

    Signals:
        settled(): it has
    """

    settled = Signal()

    def __init__(
        self,
        column: Column,
        *,
        place: ReadingPlace,
        pointer: Pointer,
        finding: Finding,
        editing: Editing,
        call_editing: CallEditing,
        motion: Motion,
        overlays: Overlays,
        look: Look,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._column = column
        self._place = place
        self._pointer = pointer
        self._finding = finding
        self._editing = editing
        self._call_editing = call_editing
        self._motion = motion
        self._overlays = overlays
        self._repainting = Repainting(column, place)
        self._settler = Settler(column, self)
        self._pulse = Pulse(column, motion, self)
        self._branch = ShownBranch(column, place, look, self)
        self._branch.replaced.connect(self._on_replaced)
        self._branch.changed.connect(self._on_changed)
        self._settler.settled.connect(self._settle)
        self._pulse.ticked.connect(self._on_ticked)
        motion.moved.connect(self._on_moved)

    def set_chat(self, chat: ChatSource | None) -> None:
        self._call_editing.end()
        self._motion.clear()
        self._branch.set_chat(chat)

    def set_look(self, look: Look) -> None:
        """Rows are made again; with another zoom their heights are, too."""
        self._branch.set_look(look)
        self.settle(anew=True)
        self._settler.start()

    def set_width(self, width: int) -> None:
        self._column.set_width(width)
        self.settle(anew=True)
        self._settler.start()

    def toggle(self, item: MessageItem, row: Row, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B008
        """Open or close a panel, or a part of it; what is above it stays where it is.

        Only a receipt, which opens below its foot, is brought into sight.
        """
        item.toggle(row, target)
        self._column.touch(item)
        self._place.follows = False
        self.settle(anew=True)
        self._place.scrolled(up=False)
        if isinstance(row, FootRow):
            top = self._column.top(item) + item.stack.top(len(item.stack.rows) - 1)
            bottom = self._column.top(item) + item.height(self._column.width)
            self._place.reveal(top - ABOVE_RECEIPT, bottom)

    def rearrange(self, items: Iterable[MessageItem]) -> None:
        """Rows of these messages have changed by themselves."""
        for item in items:
            item.rearrange()
            self._column.touch(item)
        self.settle(anew=True)

    def look_again(self) -> None:
        """An image or the drawing of a formula has come: show it where it was waited for."""
        changed: list[Changed] = []
        for item in self._column.items:
            if (row := item.look_again()) is not None:
                changed.append((item, row))
                self._column.touch(item)
                self._settler.look_at(item)
        if changed:
            self.settle(changed)
        self._finding.look_again()

    def settle(self, changed: Iterable[Changed] = (), *, anew: bool = False) -> None:
        """Bring everything to its place, and what is on screen in line with it.

        `anew` when everything may look different, else `changed` says what does.
        """
        self._settler.await_picture()
        self._settle(changed, anew=anew)

    def scrolled(self) -> None:
        """The user has moved the bar: what comes into sight next is made ready meanwhile."""
        self._settle()

    def repaint(self) -> None:
        """Everything is where it was and may look different."""
        self._settler.await_picture()
        self._place.viewport.update()

    def painted(self) -> None:
        """What is on screen is in line with the messages again."""
        self._settler.go_on()

    def _settle(self, changed: Iterable[Changed] = (), *, anew: bool = False) -> None:
        self._place.settle()
        if anew:
            self._repainting.anew()
        else:
            self._repainting.follow(changed)
        self._overlays.place(self._place)
        for item, _ in self._column.within(self._place.top, self._place.bottom):
            if not item.exact(self._column.width):
                self._settler.look_at(item)
        around = self._column.within(self._place.top - NEAR, self._place.bottom + NEAR)
        self._settler.prepare(item for item, _ in around)
        self.settled.emit()

    def _on_replaced(self, same: int, begun: bool) -> None:
        self._pointer.items_replaced(same)
        self._finding.messages_replaced()
        if self._column.find(self._editing.message_id) is None:
            self._editing.end()
        for item in self._column.items[-1:]:
            self._motion.follow(item)
        self._call_editing.end_if_gone()
        if begun:
            self._place.follows = True
        self.settle(anew=True)
        self._settler.start()
        self._pulse.run(self._branch.running)

    def _on_changed(self, changed: list[Changed]) -> None:
        height = self._column.height
        for item, _ in changed:
            self._motion.follow(item)
        self._call_editing.end_if_gone()
        self.settle(changed)
        self._finding.messages_changed(changed)
        self._pulse.run(self._branch.running)
        if self._column.height != height or not self._branch.running:
            for item, _ in changed:
                self._settler.look_at(item)

    def _on_moved(self) -> None:
        self.settle(anew=True)

    def _on_ticked(self, item: MessageItem, rows: list[int]) -> None:
        top = self._column.top(item) - self._place.top
        for index in rows:
            height = min(36, item.stack.rows[index].guess(self._column.width))
            row_top = top + item.stack.top(index)
            area = QRect(self._place.left, row_top, self._column.width, height)
            self._place.viewport.update(area)
