"""What the keyboard, the menu and find do in the transcript."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.transcript.caret import Step, caret_of, moved
from app.ui.transcript.clicks import Clicks
from app.ui.transcript.column import Column
from app.ui.transcript.copying import Copied, markdown_of
from app.ui.transcript.finding import Match
from app.ui.transcript.message_focus import MessageFocus
from app.ui.transcript.pointer import Hit, Pointer
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.row import Act, Action, Row
from app.ui.transcript.selection import Piece, Place, Selection, everything

SIDEWAYS_STEP = 48
if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

ROOM = 72
"""Pixels kept above and below what is brought into view."""


class Commands:
    """`toggle` opens or closes a panel of a message; `settle` follows what has become exact;
    `ring_moved` is told when the keyboard is somewhere else, `caret_moved` when it has selected.
    """

    def __init__(
        self,
        column: Column,
        *,
        place: ReadingPlace,
        pointer: Pointer,
        focus: MessageFocus,
        clicks: Clicks,
        toggle: Callable[[MessageItem, Row], None],
        settle: Callable[[], None],
        ring_moved: Callable[[], None],
        caret_moved: Callable[[], None],
        viewport: QWidget,
    ) -> None:
        self._column = column
        self._place = place
        self._pointer = pointer
        self._focus = focus
        self._clicks = clicks
        self._toggle = toggle
        self._settle = settle
        self._ring_moved = ring_moved
        self._caret_moved = caret_moved
        self._viewport = viewport

    # ---- the selection

    @property
    def _selection(self) -> Selection | None:
        selection = self._pointer.selection
        return None if selection is None or selection.empty else selection

    def selected_text(self) -> str:
        """Whole messages and rows as Markdown, parts of a row as text, and so a single row."""
        if self._selection is None:
            return ""
        return self._text(self._selection, list(self._selection.pieces(self._column)))

    def _text(self, selection: Selection, pieces: list[Piece]) -> str:
        return selection.plain_text(self._column) if selection.in_one_row else markdown_of(pieces)

    def copy(self) -> None:
        """As Markdown and HTML; what is selected inside one row as text."""
        if selection := self._selection:
            pieces = list(selection.pieces(self._column))
            _to_clipboard(Copied(self._text(selection, pieces), pieces))

    def copy_markdown(self) -> None:
        if selection := self._selection:
            pieces = list(selection.pieces(self._column))
            _to_clipboard(Copied(markdown_of(pieces), pieces))

    def copy_plain_text(self) -> None:
        if selection := self._selection:
            QGuiApplication.clipboard().setText(selection.plain_text(self._column))

    def select_all(self) -> None:
        self._pointer.select(everything(self._column))
        self._caret_moved()

    def extend_selection(self, step: Step) -> None:
        """Move the end of the selection that moves, and keep it in sight."""
        selection = self._pointer.selection
        if selection is not None:
            focus = moved(self._column, selection.focus, step)
            self._pointer.select(selection.extended(focus))
            self._reveal_caret(focus)
            self._caret_moved()

    # ---- messages

    def focus_message(self, by: int) -> None:
        item = self._focus.step(by, top=self._place.top, bottom=self._place.bottom)
        if item is not None:
            self._reveal_message(item)
        self._ring_moved()

    def step_inside(self, by: int) -> bool:
        """Go to the next link or button of the message that has the ring, or the one before."""
        if not self._focus.step_inside(by):
            return False
        self._settle()
        if focused := self._focus.spot:
            area = self._focus.spot_area(focused)
            self._place.reveal(area.top() - ROOM, area.bottom() + ROOM)
        self._ring_moved()
        return True

    def step_sideways(self, by: int) -> bool:
        """Scroll the code or table that has the ring as far as it goes; then go on inside."""
        if (focused := self._focus.spot) is not None:
            step = by * SIDEWAYS_STEP
            if focused.row.scroll_sideways(step, self._column.width):
                self._viewport.update()
                return True
        return self.step_inside(by)

    def leave_spot(self) -> bool:
        was_inside = self._focus.leave_spot()
        self._ring_moved()
        return was_inside

    def press(self) -> bool:
        """Do what a click on the link or button with the ring does; whether there is one."""
        item, focused = self._focus.item, self._focus.spot
        if item is None or focused is None:
            return False
        hit = Hit(item, focused.row, focused.spot.area.center())
        self._clicks.act(hit, focused.spot.target)
        return True

    def press_or_toggle(self) -> None:
        if not self.press():
            self.toggle_panels()

    def toggle_panels(self) -> None:
        """Open all panels of the message that has the ring, or close them when all are open."""
        from app.ui.transcript.folding import FoldingRow

        item = self._focus.item
        panels = [row for row in item.stack.rows if isinstance(row, FoldingRow)] if item else []
        to_open = not all(panel.open for panel in panels)
        for panel in panels:
            if item is not None and panel.open != to_open:
                self._toggle(item, panel)

    def act_on_focused(self, action: Action) -> None:
        if self._focus.item is not None:
            self.act_on(self._focus.item, action)

    def act_on(self, item: MessageItem, action: Action) -> None:
        """As a click on the button in the message's foot; nothing when it has none such."""
        from app.ui.transcript.context_menu import actions_of

        item.build(self._column.width)
        if action == "copy" or action in actions_of(item):
            self._clicks.act(Hit(item, item.stack.rows[-1], QPoint()), Act(action))

    # ---- places

    def scroll_pages(self, pages: float) -> None:
        self._place.go_to(self._place.top + round(pages * self._place.page))

    def jump_to_start(self) -> None:
        self._place.go_to(0)

    def jump_to_latest(self) -> None:
        self._place.go_to_end()

    def show_message(self, item: MessageItem) -> None:
        """Bring the beginning of a message to the top."""
        for _ in range(2):  # heights on the way may have been guessed
            self._place.go_to(self._column.top(item) - ROOM // 2)

    def show_row(self, item: MessageItem, row: Row) -> None:
        """Open a panel if it is one, and bring the row into view."""
        item.build(self._column.width)
        if row in item.stack.rows:
            self._show(Place(self._column.number(item), item.stack.rows.index(row), 0))

    def show_match(self, match: Match) -> None:
        """Bring it into view, also sideways; a panel around it is opened."""
        if match.item.replaced:  # what was found stands in the editor
            self.show_message(match.item)
            return
        place = Place(self._column.number(match.item), match.row, match.start)
        self._show(place)
        caret = caret_of(self._column, place)
        width = self._column.width
        if not 0 <= caret.x() < width - ROOM:
            row = match.item.stack.rows[match.row]
            row.scroll_sideways(caret.x() - width // 2, width)
        self._settle()

    def _show(self, place: Place) -> None:
        item = self._column.items[place.message]
        item.build(self._column.width)
        row = item.stack.rows[place.row]
        if not row.length and row.plain_text():
            self._toggle(item, row)
        if not self._is_visible(place):
            self._place.go_to(self._column.top(item) + item.stack.top(place.row) - ROOM)
            self._reveal_caret(place)

    def _is_visible(self, place: Place) -> bool:
        caret = caret_of(self._column, place)
        return self._place.top + ROOM <= caret.top() and caret.bottom() <= self._place.bottom - ROOM

    def _reveal_caret(self, place: Place) -> None:
        caret = caret_of(self._column, place)
        self._place.reveal(caret.top() - ROOM, caret.bottom() + ROOM)

    def _reveal_message(self, item: MessageItem) -> None:
        for _ in range(2):
            top = self._column.top(item) - ROOM // 2
            self._place.reveal(top, top + item.height(self._column.width) + ROOM)


def _to_clipboard(data: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(data)
