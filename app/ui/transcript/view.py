"""The transcript: one widget that paints the messages of a branch, row by row."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QFrame

from app.domain.conversation import MessageRole
from app.ui.icons import Icons
from app.ui.theme import COLUMN_WIDTH, Theme, style_sheet
from app.ui.transcript.clicks import Clicks
from app.ui.transcript.column import Column
from app.ui.transcript.editing import Editing
from app.ui.transcript.feed import ChatFeed
from app.ui.transcript.jump_button import SIZE as JUMP_SIZE
from app.ui.transcript.jump_button import JumpButton
from app.ui.transcript.look import look_of
from app.ui.transcript.message_item import MessageItem
from app.ui.transcript.painting import ColumnPainter
from app.ui.transcript.pointer import Pointer
from app.ui.transcript.quiet_scroll_bar import QuietScrollBar
from app.ui.transcript.reading_place import ReadingPlace
from app.ui.transcript.row import Act, Link, Row, Target, Tip, Toggle
from app.ui.transcript.rows_foot import TIPS
from app.ui.transcript.selection import everything
from app.ui.transcript.settler import Settler
from app.ui.transcript.source import ChatSource

SIDE_MARGIN = 24
PULSE_MS = 100


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

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._icons = icons
        self._look = look_of(theme, icons)
        self.column = Column()
        self._feed = ChatFeed(self)
        self._settler = Settler(self.column, self)
        self.pointer = Pointer(self, self)
        self._clicks = Clicks(self)
        self._painter = ColumnPainter(self.column, self.pointer)
        self._editing = Editing(self.column, self.viewport())
        self.jump_button = JumpButton(self._look, self.viewport())
        self._pulse = QTimer(self, interval=PULSE_MS)
        self._set_up()
        self._place = ReadingPlace(
            self.column, bar=self.verticalScrollBar(), viewport=self.viewport()
        )
        self._connect()

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Conversation")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setVerticalScrollBar(QuietScrollBar())
        self.verticalScrollBar().setStyleSheet(self._scroll_bar_style())
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def _connect(self) -> None:
        self._feed.rebuilt.connect(self._on_rebuilt)
        self._feed.changed.connect(self._on_changed)
        self._settler.settled.connect(self._on_settled)
        self.pointer.hover_changed.connect(self._on_hover_changed)
        self.pointer.selection_changed.connect(self.viewport().update)
        self.pointer.activated.connect(self._clicks.act)
        self._editing.edited.connect(self.edited)
        self._editing.inserted.connect(self.inserted)
        self._editing.cost_wanted.connect(self.edit_cost_wanted)
        self._editing.height_changed.connect(self._on_editor_height_changed)
        self.jump_button.clicked.connect(self.jump_to_latest)
        self._pulse.timeout.connect(self._on_pulse)
        self._clicks.toggled.connect(self._on_toggled)
        self._clicks.done_changed.connect(self._on_done_changed)
        self._clicks.acted.connect(self.acted)
        self._clicks.link_activated.connect(self.link_activated)

    # ---- what the window does

    def set_chat(self, chat: ChatSource | None) -> None:
        """Show another conversation, from its end."""
        self._editing.end()
        self._feed.set_chat(chat)
        self.column.set_items([])
        self._place.follows = True
        self._rebuild()

    def set_theme(self, theme: Theme) -> None:
        """Only what is visible is made again, and nothing changes its height."""
        self._look = look_of(theme, self._icons)
        for item in self.column.items:
            item.set_look(self._look)
        self.jump_button.set_look(self._look)
        self.verticalScrollBar().setStyleSheet(self._scroll_bar_style())
        self._editing.set_theme(theme)
        self._settle()
        self.viewport().update()

    def edit_message(self, message_id: str) -> None:
        """Put an editor in the place of a message; `edited` says what came of it."""
        if self.column.find(message_id) is not None:
            self._editing.edit(message_id, self._look.theme)

    def insert_below(self, message_id: str, role: MessageRole) -> None:
        """Put an editor below a message; `inserted` says what came of it."""
        if self.column.find(message_id) is not None:
            self._editing.insert(message_id, role, self._look.theme)

    def show_edit_cost(self, sentence: str) -> None:
        """Say in the editor what the edited message would make the model read."""
        self._editing.show_cost(sentence)

    def jump_to_latest(self) -> None:
        self._place.follows = True
        self._settle()
        self.viewport().update()

    def scroll_to(self, message_id: str) -> None:
        """Bring the start of a message to the top, as far as there is room below it."""
        item = self.column.find(message_id)
        if item is not None:
            self._place.follows = False
            self.verticalScrollBar().setValue(self.column.top(item))

    def selected_text(self) -> str:
        selection = self.pointer.selection
        return selection.text(self.column) if selection and not selection.empty else ""

    # ---- places

    @property
    def _left(self) -> int:
        return (self.viewport().width() - self.column.width) // 2

    @property
    def _top(self) -> int:
        return self._place.top

    @property
    def follows(self) -> bool:
        """Whether the end stays in sight while an answer is written."""
        return self._place.follows

    def to_column(self, point: QPoint) -> QPoint:
        return QPoint(point.x() - self._left, point.y() + self._top)

    def scroll_by(self, pixels: int) -> None:
        self.verticalScrollBar().setValue(self._top + pixels)

    def overshoot(self, point: QPoint) -> int:
        return min(point.y(), 0) + max(point.y() - self.viewport().height(), 0)

    def _settle(self) -> bool:
        """Bring everything to its place; whether visible rows have moved."""
        moved = self._place.settle()
        self._editing.place(self._left, self._top)
        self._place_jump()
        return moved

    def _place_jump(self) -> None:
        self.jump_button.setVisible(self._place.far_from_end)
        x = (self.viewport().width() - JUMP_SIZE) // 2
        self.jump_button.move(x, self.viewport().height() - JUMP_SIZE - 16)

    # ---- the chat

    def _on_rebuilt(self) -> None:
        before = self.column.items[-1].id if self.column.items else ""
        self._rebuild()
        after = self.column.items[-1].id if self.column.items else ""
        if self._feed.running and after != before:
            self.jump_to_latest()

    def _rebuild(self) -> None:
        """Show the branch; messages that stay keep their rows, and what is read its place."""
        known = {item.id: item for item in self.column.items}
        items = []
        for shown in self._feed.branch():
            item = known.get(shown.message.id)
            if item is None:
                item = MessageItem(shown, self._look)
            elif item.shown != shown:
                item.show(shown)
            items.append(item)
        kept = {item.id for item in items}
        self._place.keep_among(kept)
        self.column.set_items(items)
        self.pointer.clear()
        if self._editing.message_id not in kept:
            self._editing.end()
        self._settle()
        self._settler.start()
        self._run_pulse()
        self.viewport().update()

    def _on_changed(self, ids: list[str]) -> None:
        height = self.column.height
        dirty = self._place.bottom
        for message_id in ids:
            if item := self.column.find(message_id):
                first = item.show(self._feed.shown(message_id))
                self.column.touch(item)
                rows = item.stack.rows
                place = item.stack.top(first) if first < len(rows) else item.stack.height
                dirty = min(dirty, self.column.top(item) + place)
        if self._settle():
            self.viewport().update()
        elif dirty < self._place.bottom:
            strip = self.viewport().rect()
            strip.setTop(max(dirty - self._top, 0))
            self.viewport().update(strip)
        self._run_pulse()
        if self.column.height != height or not self._feed.running:
            self._settler.start()

    def _on_settled(self) -> None:
        if self._settle():
            self.viewport().update()

    def _run_pulse(self) -> None:
        if self._feed.running:
            self._pulse.start()
        else:
            self._pulse.stop()

    def _on_pulse(self) -> None:
        if not self.column.items:
            return
        item = self.column.items[-1]
        top = self.column.top(item) - self._top
        for index in item.tick(time.monotonic()):
            row = item.stack.rows[index]
            area = QRect(self._left, top + item.stack.top(index), self.column.width, 36)
            area.setHeight(min(area.height(), row.guess(self.column.width)))
            self.viewport().update(area)

    # ---- the mouse

    def _on_hover_changed(self) -> None:
        self.viewport().setCursor(self.pointer.cursor)
        self.viewport().setToolTip(_tip(self.pointer.target))
        self.viewport().update()

    def _on_toggled(self, item: MessageItem, row: Row) -> None:
        item.toggle(row)
        self.column.touch(item)
        self._place.follows = False
        self._settle()
        self._place.scrolled(up=False)
        self.viewport().update()

    def _on_done_changed(self) -> None:
        self._painter.done = self._clicks.done
        self.viewport().update()

    def _on_editor_height_changed(self) -> None:
        if self._editing.editor is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._settle()
        self.viewport().update()

    # ---- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        area = event.rect()
        with QPainter(self.viewport()) as painter:  # ended also by a bug, or nothing paints again
            painter.setClipRect(area)
            painter.fillRect(area, self._look.theme.window)
            painter.translate(self._left, -self._top)
            self._painter.paint(painter, area.translated(-self._left, self._top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.column.set_width(
            min(COLUMN_WIDTH, max(self.viewport().width() - 2 * SIDE_MARGIN, 120))
        )
        self._settle()
        self._settler.start()
        self.viewport().update()

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002
        if self._place.placing:
            return
        self._place.scrolled(up=dy > 0)
        self._settle()
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        delta = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta() / 2
        sideways = delta.x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            sideways = sideways or delta.y()
        hit = self.pointer.hit_at(event.position().toPoint())
        if sideways and hit and hit.row.scroll_sideways(-sideways, self.column.width):
            self.viewport().update()
        elif delta.y() and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.scroll_by(-delta.y())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = QAbstractSlider.SliderAction
        keys = {
            Qt.Key.Key_Home: steps.SliderToMinimum,
            Qt.Key.Key_End: steps.SliderToMaximum,
        }
        if event.matches(QKeySequence.StandardKey.Copy):
            if text := self.selected_text():
                QGuiApplication.clipboard().setText(text)
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.pointer.select(everything(self.column))
        elif step := keys.get(Qt.Key(event.key())):
            self.verticalScrollBar().triggerAction(step)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.pointer.move(event.position().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pointer.press(event.position().toPoint())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.pointer.release(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        self.pointer.leave()
        super().leaveEvent(event)

    def _scroll_bar_style(self) -> str:
        # On the bar alone: a style sheet above the viewport would slow every polish.
        return style_sheet(self._look.theme)


def _tip(target: Target | None) -> str:
    match target:
        case Link():
            return target.url
        case Act():
            return TIPS[target.action]
        case Toggle():
            return target.tip
        case Tip():
            return target.text
    return ""
