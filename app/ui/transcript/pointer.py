"""The mouse over the transcript: hovering, clicking targets, selecting text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.ui.language import tr
from app.ui.transcript.caret import place_at
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.row import Act, Link, Row, Target, Tip, Toggle
from app.ui.transcript.rows_foot import TIPS
from app.ui.transcript.selection import Place, Selection

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

AUTOSCROLL_MS = 30


@dataclass(frozen=True, slots=True)
class Hit:
    """A row of a message, and a point in its coordinates.

    Kept from one mouse event to the next, while rows come and go: so it holds the row itself.
    """

    item: MessageItem
    row: Row
    point: QPoint


class Pointer(QObject):
    """Signals:
    looks_changed(): other text is selected, something else is under the mouse, or a row was
        scrolled sideways or inside
    activated(Hit, Target): a target was clicked
    """

    looks_changed = Signal()
    activated = Signal(object, object)

    def __init__(self, place: ReadingPlace, parent: QObject) -> None:
        super().__init__(parent)
        self._reading = place
        self.selection: Selection | None = None
        self.hit: Hit | None = None
        self.target: Target | None = None
        self.over: MessageItem | None = None
        self._pressed: tuple[Row, Target] | None = None
        self._selecting = False
        self._last = QPoint()
        self._autoscroll = QTimer(self, interval=AUTOSCROLL_MS)
        self._autoscroll.timeout.connect(self._on_autoscroll)
        self._clicks = 0
        self._click_timer = QTimer(self, singleShot=True)
        self._click_timer.setInterval(QApplication.doubleClickInterval())

    def move(self, point: QPoint) -> None:
        self._last = point
        if self._selecting:
            self._extend()
        else:
            self._hover(point)

    def leave(self) -> None:
        self._note(None, None, None)

    def press(self, point: QPoint, *, extend: bool = False) -> None:
        """With `extend`, what is selected grows or shrinks to reach here."""
        self._hover(point)
        if self.hit and self.target:
            self._pressed = (self.hit.row, self.target)
            return
        if extend and self.selection is not None:
            self._last = point
            self._selecting = True
            self._extend()
            return
        self._clicks = self._clicks + 1 if self._click_timer.isActive() else 1
        self._click_timer.start()
        self._selecting = True
        self._select(point)

    def release(self, point: QPoint) -> None:
        self._selecting = False
        self._autoscroll.stop()
        pressed, self._pressed = self._pressed, None
        self._hover(point)
        if pressed and self.hit and (self.hit.row, self.target) == pressed:
            self.activated.emit(self.hit, self.target)

    def items_replaced(self, same: int) -> None:
        """Other messages are shown after the first `same`; what is selected in those stays."""
        if self.selection is not None and self.selection.last.message >= same:
            self.selection = None
            self._selecting = False
        self.hit = self.target = self.over = None

    def select(self, selection: Selection | None) -> None:
        if selection != self.selection:
            self.selection = selection
            self.looks_changed.emit()

    def turn_wheel(self, point: QPoint, delta: QPoint, *, shift: bool) -> None:
        """Scroll, or what is under the mouse sideways; with `shift` always sideways."""
        sideways = delta.x() or (delta.y() if shift else 0)
        hit = self.hit_at(point)
        if sideways and hit and hit.row.scroll_sideways(-sideways, self._reading.column.width):
            self.looks_changed.emit()
        elif delta.y() and not shift:
            width = self._reading.column.width
            if hit and hit.row.scroll_inside(-delta.y(), hit.point, width):
                self.looks_changed.emit()
            else:
                self._reading.go_to(self._reading.top - delta.y())

    @property
    def cursor(self) -> Qt.CursorShape:
        if self.target and not isinstance(self.target, Tip):
            return Qt.CursorShape.PointingHandCursor
        over_text = self.hit is not None and self.hit.row.length
        return Qt.CursorShape.IBeamCursor if over_text else Qt.CursorShape.ArrowCursor

    @property
    def tip(self) -> str:
        """What is said about the place under the mouse."""
        match self.target:
            case Link():
                return self.target.url
            case Act():
                return tr(TIPS[self.target.action])
            case Toggle():
                return self.target.tip
            case Tip():
                return self.target.text
        return ""

    def hit_at(self, point: QPoint) -> Hit | None:
        """The row exactly under a point of the viewport."""
        column = self._reading.column
        place = self._reading.to_column(point)
        if not 0 <= place.x() < column.width:
            return None
        for item, top in column.within(place.y(), place.y() + 1):
            for index in item.stack.within(place.y() - top, place.y() - top + 1):
                row = item.stack.rows[index]
                inner = QPoint(place.x(), place.y() - top - item.stack.top(index))
                if inner.y() < row.guess(column.width):
                    return Hit(item, row, inner)
        return None

    def _hover(self, point: QPoint) -> None:
        hit = self.hit_at(point)
        column = self._reading.column
        target = hit.row.target_at(hit.point, column.width) if hit else None
        place = self._reading.to_column(point)
        over = next((item for item, _ in column.within(place.y() - 4, place.y() + 4)), None)
        self._note(hit, target, over)

    def _note(self, hit: Hit | None, target: Target | None, over: MessageItem | None) -> None:
        before = (self.hit and self.hit.row, self.target, self.over)
        self.hit, self.target, self.over = hit, target, over
        if before != (hit and hit.row, target, over):
            self._reading.viewport.setCursor(self.cursor)
            self._reading.viewport.setToolTip(self.tip)
            self.looks_changed.emit()

    def _select(self, point: QPoint) -> None:
        place = self._place(point)
        if place is None:
            return
        row = self._reading.column.items[place.message].stack.rows[place.row]
        start, end = place.position, place.position
        if self._clicks == 2:
            start, end = row.word_at(place.position)
        elif self._clicks > 2:
            start, end = row.paragraph_at(place.position)
        self._selecting = self._clicks == 1
        first = Place(place.message, place.row, start)
        self.select(Selection(first, Place(place.message, place.row, end)))

    def _extend(self) -> None:
        place = self._place(self._last)
        if place and self.selection:
            self.select(self.selection.extended(place))
        if self._reading.overshoot(self._last):
            self._autoscroll.start()
        else:
            self._autoscroll.stop()

    def _on_autoscroll(self) -> None:
        self._reading.go_to(self._reading.top + self._reading.overshoot(self._last))
        self._extend()

    def _place(self, point: QPoint) -> Place | None:
        """The place nearest to a point of the viewport."""
        return place_at(self._reading.column, self._reading.to_column(point))
