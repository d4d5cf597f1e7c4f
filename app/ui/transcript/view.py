"""The transcript: one widget that paints the messages of a branch, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame

from app.domain.conversation import MessageRole
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.theme import COLUMN_WIDTH, Theme, style_sheet
from app.ui.transcript.accessible import TranscriptViewport
from app.ui.transcript.accessible_scene import Scene
from app.ui.transcript.announcements import Announcements
from app.ui.transcript.call_editing import CallEditing
from app.ui.transcript.clicks import Clicks
from app.ui.transcript.column import Column
from app.ui.transcript.commands import Commands
from app.ui.transcript.editing import AROUND, Editing
from app.ui.transcript.find_bar import FindBar
from app.ui.transcript.finding import Finding
from app.ui.transcript.jump_button import JumpButton
from app.ui.transcript.keys import Keys
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.message_focus import MessageFocus
from app.ui.transcript.motion import Motion
from app.ui.transcript.mouse import Mouse
from app.ui.transcript.overlays import Overlays
from app.ui.transcript.painting import ColumnPainter
from app.ui.transcript.pointer import Pointer
from app.ui.transcript.quiet_scroll_bar import QuietScrollBar
from app.ui.transcript.reading_place import Kept, ReadingPlace
from app.ui.transcript.row import Row
from app.ui.transcript.search_texts import SearchTexts
from app.ui.transcript.source import ChatSource
from app.ui.transcript.upkeep import Upkeep

if TYPE_CHECKING:
    from app.ui.transcript.message_item import MessageItem

SIDE_MARGIN = 24
BY_TAB = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class TranscriptView(QAbstractScrollArea):
    """Shows one chat. Visible text stays where it is whatever happens above it.

    Signals:
        acted(str, str, str): id of a message, what is wanted (a `row.Action`), and with what in it
        edited(str, str): id of a message, and its new text
        inserted(str, str, str): id of a message, the role and the text of one to stand below it
        edit_cost_wanted(str, str): the same while it is being edited; call `show_edit_cost`
        link_activated(str): an http, https or mailto address was clicked
    """

    acted = Signal(str, str, str)
    edited = Signal(str, str)
    inserted = Signal(str, str, str)
    edit_cost_wanted = Signal(str, str)
    link_activated = Signal(str)

    def __init__(self, theme: Theme, icons: Icons, *, zoom_percent: int = 100) -> None:
        super().__init__()
        self._icons = icons
        self._look = self._new_look(theme, zoom_percent / 100)
        viewport = self._accessible = TranscriptViewport()
        self._set_up()
        self.column = Column()
        self._place = ReadingPlace(self.column, bar=self.verticalScrollBar(), viewport=viewport)
        self.pointer = Pointer(self._place, self)
        self._mouse = Mouse(self.pointer, viewport)
        self._clicks = Clicks(self)
        self.message_focus = MessageFocus(self.column)
        texts = SearchTexts(self._copy_of)
        self.finding = Finding(self.column, texts, self)
        self._painter = ColumnPainter(
            self.column, pointer=self.pointer, finding=self.finding, focus=self.message_focus
        )
        self._editing = Editing(self.column, viewport)
        self.call_editing = CallEditing(self.column, viewport)
        self.motion = Motion(self.column, self)
        self.jump_button = JumpButton(self._look, viewport)
        self.find_bar = FindBar(self.finding, icons, theme=theme, parent=viewport)
        overlays = Overlays(
            viewport,
            editing=self._editing,
            call_editing=self.call_editing,
            jump_button=self.jump_button,
            find_bar=self.find_bar,
        )
        self._upkeep = Upkeep(
            self.column,
            place=self._place,
            pointer=self.pointer,
            finding=self.finding,
            editing=self._editing,
            call_editing=self.call_editing,
            motion=self.motion,
            overlays=overlays,
            look=self._look,
            parent=self,
        )
        self.commands = Commands(
            self.column,
            place=self._place,
            pointer=self.pointer,
            focus=self.message_focus,
            clicks=self._clicks,
            toggle=self._upkeep.toggle,
            settle=lambda: self._upkeep.settle(anew=True),
            ring_moved=self._on_ring_moved,
            caret_moved=self._accessible.tell_caret,
            viewport=viewport,
        )
        self._keys = Keys(self.commands)
        self.announcements = Announcements(self)
        viewport.scene = Scene(
            self._place,
            focus=self.message_focus,
            act=self._clicks.act,
            focus_message=self._give_ring,
            selection=lambda: self.pointer.selection,
            select=self.pointer.select,
        )
        self._connect()

    def _set_up(self) -> None:
        self.setViewport(self._accessible)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Conversation"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBar(QuietScrollBar())
        self._style_scroll_bar()
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def _connect(self) -> None:
        self._mouse.pressed.connect(lambda: self.message_focus.set(None))
        self.pointer.looks_changed.connect(self._on_pointer_looks_changed)
        self.pointer.activated.connect(self._clicks.act)
        self.finding.changed.connect(self._upkeep.repaint)
        self.finding.reached.connect(self.commands.show_match)
        self.find_bar.closed.connect(self.setFocus)
        self._editing.edited.connect(self.edited)
        self._editing.inserted.connect(self.inserted)
        self._editing.cost_wanted.connect(self.edit_cost_wanted)
        self._editing.height_changed.connect(self._on_editor_height_changed)
        self.call_editing.acted.connect(self.acted)
        self.call_editing.height_changed.connect(self._on_editor_height_changed)
        self.jump_button.clicked.connect(self.jump_to_latest)
        self._upkeep.settled.connect(self._accessible.tidy)
        self.announcements.announced.connect(self._accessible.announce)
        self._clicks.toggled.connect(self._upkeep.toggle)
        self._clicks.rearranged.connect(self._on_rearranged)
        self._clicks.done_changed.connect(self._on_done_changed)
        self._clicks.acted.connect(self.acted)
        self._clicks.link_activated.connect(self.link_activated)

    def _new_look(self, theme: Theme, zoom: float) -> Look:
        look = look_of(theme, self._icons, zoom=zoom)
        look.background.finished.connect(self._on_background_finished)
        return look

    # ---- what the window does

    def set_chat(self, chat: ChatSource | None) -> None:
        """Show another conversation, from its end."""
        self._editing.set_aside()
        self.message_focus.set(None)
        self._upkeep.set_chat(chat)
        self._editing.resume(chat.conversation.id if chat else "", self._look.theme)
        self.announcements.set_chat(chat)

    def set_theme(self, theme: Theme) -> None:
        """Only what is visible is made again, and nothing changes its height."""
        self._set_look(theme, self._look.zoom)
        self._style_scroll_bar()
        self._editing.set_theme(theme)
        self.call_editing.set_theme(theme)
        self.find_bar.set_theme(theme)

    def set_zoom(self, percent: int) -> None:
        """Body and code in another size; what is read keeps its place."""
        self._set_look(self._look.theme, percent / 100)

    def _set_look(self, theme: Theme, zoom: float) -> None:
        self._look = look_of(theme, self._icons, zoom=zoom, before=self._look)
        self.jump_button.set_look(self._look)
        self._upkeep.set_look(self._look)

    def _copy_of(self, item: MessageItem) -> MessageItem:
        return type(item)(item.shown, self._look)

    def warm_up(self) -> None:
        """Load in idle moments what the first answers will need."""
        from app.ui.transcript.warm_up import WarmUp

        WarmUp(self._look, self)

    def edit_message(self, message_id: str, text: str | None = None) -> None:
        """Put an editor in the place of a message; `edited` says what came of it.

        `text` is what was written before and could not be saved.
        """
        if self.column.find(message_id) is not None:
            self._editing.edit(message_id, self._look.theme, text)

    def insert_below(self, message_id: str, role: MessageRole, text: str = "") -> None:
        """Put an editor below a message; `inserted` says what came of it."""
        if self.column.find(message_id) is not None:
            self._editing.insert(message_id, role, self._look.theme, text)

    def edit_call(self, message_id: str, call_id: str) -> None:
        """Put an editor over the arguments of a call; `acted` says what came of it."""
        self.call_editing.begin(message_id, call_id, self._look.theme)

    def show_edit_cost(self, sentence: str) -> None:
        """Say in the editor what the edited message would make the model read."""
        self._editing.show_cost(sentence)

    def jump_to_latest(self) -> None:
        self.commands.jump_to_latest()

    def scroll_to(self, message_id: str) -> None:
        """Bring the beginning of a message into view, if it is in the branch that is shown."""
        if item := self.column.find(message_id):
            self.commands.show_message(item)

    def show_row(self, item: MessageItem, row: Row) -> None:
        """Bring a row of a message into view; a panel is opened."""
        self.commands.show_row(item, row)

    def open_find(self) -> None:
        """Open the find bar, with what is selected if that is short."""
        visible = self.column.nearest(self._place.top)
        first = self.column.number(visible) if visible else 0
        self.find_bar.open_bar(first, self.selected_text())
        self._upkeep.settle()

    def find_in(self, message_id: str, words: str) -> None:
        """Open the find bar with these words and go to where they stand in a message."""
        if item := self.column.find(message_id):
            self.commands.show_message(item)
            self.find_bar.open_bar(self.column.number(item), words)
            self._upkeep.settle()

    def selected_text(self) -> str:
        return self.commands.selected_text()

    def announce(self, sentence: str) -> None:
        """Have a screen reader say it now."""
        self._accessible.announce(sentence)

    @property
    def follows(self) -> bool:
        """Whether the end stays in sight while an answer is written."""
        return self._place.follows

    @property
    def reading_place(self) -> Kept | None:
        """What is read, for another view of this conversation; None: its end."""
        return self._place.kept

    def read_on_at(self, place: Kept) -> None:
        self._place.read_on_at(place)
        self._upkeep.settle(anew=True)

    def take_over(self, old: TranscriptView) -> None:
        """Go on with what is being written, looked for and read in another window."""
        theme = self._look.theme
        self._editing.take_over(old._editing, theme)
        self.call_editing.take_over(old.call_editing, theme)
        self.find_bar.take_over(old.find_bar)

    def scroll_by(self, pixels: int) -> None:
        self._place.go_to(self._place.top + pixels)

    def _give_ring(self, item: MessageItem) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.message_focus.set(item)
        self.commands.focus_message(0)

    def _on_ring_moved(self) -> None:
        self.viewport().update()
        self._accessible.tell_focus()

    def _on_rearranged(self, item: MessageItem) -> None:
        self._upkeep.rearrange([item])

    def _on_background_finished(self, moves: bool) -> None:
        """An image or a formula has come, or the colours of long code, which move nothing."""
        if moves:
            self._upkeep.look_again()
        else:
            self.viewport().update()

    def _on_pointer_looks_changed(self) -> None:
        self.motion.leave_all_but(self.pointer.hit.row if self.pointer.hit else None)
        self._upkeep.repaint()

    def _on_done_changed(self) -> None:
        self._painter.done = self._clicks.done
        self.viewport().update()

    def _on_editor_height_changed(self) -> None:
        if self._editing.editor is None and self.call_editing.editor is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._upkeep.settle(anew=True)
        if (editor := self._editing.editor) is not None:
            top = self._place.top + editor.y()
            self._place.reveal(top - AROUND // 2, top + editor.height() + AROUND // 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        left, top = self._place.left, self._place.top
        with QPainter(self.viewport()) as painter:  # ended also by a bug, or nothing paints again
            for area in event.region():  # type: ignore[attr-defined] # PySide's stubs lack it
                painter.resetTransform()
                painter.setClipRect(area)
                painter.fillRect(area, self._look.theme.window)
                painter.translate(left, -top)
                self._painter.paint(painter, area.translated(-left, top), self._look.theme)
        self._upkeep.painted()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = max(self.viewport().width() - 2 * SIDE_MARGIN, 120)
        self._upkeep.set_width(min(COLUMN_WIDTH, room))
        self._editing.fit()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002
        if not self._place.placing:
            self._place.scrolled(up=dy > 0)
            self._upkeep.scrolled()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on inside a message once a link or button of it has the ring."""
        if self.message_focus.spot and self.commands.step_inside(1 if forward else -1):
            return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.message_focus.shown = True
        if event.reason() in BY_TAB and self.message_focus.item is None:
            self.commands.focus_message(-1)
        super().focusInEvent(event)
        self._on_ring_moved()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.message_focus.shown = False
        if event.reason() in BY_TAB:
            self.message_focus.leave_spot()
        super().focusOutEvent(event)
        self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        from app.ui.transcript.context_menu import ContextMenu

        place = self.viewport().mapFromGlobal(event.globalPos())
        self.pointer.move(place)
        menu = ContextMenu(self.commands, self.pointer.over, self)
        menu.setStyleSheet(style_sheet(self._look.theme))
        menu.popup(event.globalPos())

    def _style_scroll_bar(self) -> None:
        # On the bar alone: a style sheet above the viewport would slow every polish.
        self.verticalScrollBar().setStyleSheet(style_sheet(self._look.theme))
