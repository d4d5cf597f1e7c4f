"""The transcript for screen readers: a list of messages, and what is said without being asked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextCursorEvent,
    QAccessibleTextSelectionEvent,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from app.ui.language import tr
from app.ui.transcript.accessible_scene import Scene

if TYPE_CHECKING:
    from app.ui.transcript.accessible_node import Node
    from app.ui.transcript.accessible_nodes import MessageNode, RowNode
    from app.ui.transcript.message_item import MessageItem

TIDY_MS = 1000
"""So long after a change, what stood for rows that are gone is let go."""


class TranscriptViewport(QWidget):
    """A class of its own, as Qt looks for interfaces by the names of classes.

    `list` is made when the first screen reader asks, and then lives as long as this.
    """

    def __init__(self) -> None:
        super().__init__()
        install()
        self.setAccessibleName(tr("Messages"))
        self.scene: Scene | None = None
        self.list: MessageList | None = None

    def tell_focus(self) -> None:
        """The ring of the keyboard is somewhere else."""
        if QAccessible.isActive() and self.list is not None:
            self.list.tell_focus()

    def tell_caret(self) -> None:
        """The keyboard has selected more or less."""
        if QAccessible.isActive() and self.list is not None:
            self.list.tell_caret()

    def announce(self, sentence: str) -> None:
        """Have it said now."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def tidy(self) -> None:
        """Rows have come or gone."""
        if self.list is not None:
            self.list.tidy_later()


class MessageList(QAccessibleWidget):
    """The messages from first to last, then the widgets that lie over them."""

    def __init__(self, viewport: TranscriptViewport) -> None:
        super().__init__(viewport, QAccessible.Role.List)
        self._viewport = viewport
        self._nodes: dict[MessageItem, MessageNode] = {}
        self._timer = QTimer(viewport, singleShot=True, interval=TIDY_MS)
        self._timer.timeout.connect(self._tidy)
        viewport.destroyed.connect(self._drop)

    def childCount(self) -> int:
        return len(self._items) + len(self._widgets)

    def child(self, index: int) -> QAccessibleInterface:
        items = self._items
        if 0 <= index < len(items):
            return self._node(items[index])
        widgets = self._widgets
        if index < 0 or index >= len(items) + len(widgets):
            return None  # type: ignore[return-value] # the stubs say there is always one
        return QAccessible.queryAccessibleInterface(widgets[index - len(items)])

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        from app.ui.transcript.accessible_nodes import MessageNode

        if isinstance(child, MessageNode):
            scene = self._viewport.scene
            return scene.column.number(child.item) if scene and child.exists else -1
        widgets = [QAccessible.queryAccessibleInterface(widget) for widget in self._widgets]
        return len(self._items) + widgets.index(child) if child in widgets else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        for number in reversed(range(len(self._widgets))):
            interface = self.child(len(self._items) + number)
            if interface.rect().contains(x, y):
                return interface
        visible = (self._node(item) for item in self._visible)
        found = (node for node in visible if node.rect().contains(x, y))
        return next(found, None)  # type: ignore[return-value]

    def focusChild(self) -> QAccessibleInterface:
        return self._focused()  # type: ignore[return-value]

    def tell_focus(self) -> None:
        if node := self._focused():
            event = QAccessibleEvent(node, QAccessible.Event.Focus)
            QAccessible.updateAccessibility(event)

    def tell_caret(self) -> None:
        """Where the selection ends now, and what of that row it covers."""
        scene = self._viewport.scene
        selection = scene.selection() if scene else None
        if scene is None or selection is None:
            return
        item = scene.column.items[selection.focus.message]
        for row in _row_nodes(self._node(item)):
            if (caret := row.caret) >= 0:
                start, end = row.selected or (caret, caret)
                QAccessible.updateAccessibility(QAccessibleTextSelectionEvent(row, start, end))
                QAccessible.updateAccessibility(QAccessibleTextCursorEvent(row, caret))
                return

    def tidy_later(self) -> None:
        if self._nodes and not self._timer.isActive():
            self._timer.start()

    @property
    def _items(self) -> list[MessageItem]:
        return self._viewport.scene.column.items if self._viewport.scene else []

    @property
    def _visible(self) -> list[MessageItem]:
        scene = self._viewport.scene
        if scene is None:
            return []
        return [item for item, _ in scene.column.within(scene.place.top, scene.place.bottom)]

    @property
    def _widgets(self) -> list[QWidget]:
        children = self._viewport.children()
        return [c for c in children if isinstance(c, QWidget) and c.isVisible()]

    def _node(self, item: MessageItem) -> MessageNode:
        if item not in self._nodes:
            assert self._viewport.scene is not None, "there are items"
            from app.ui.transcript.accessible_nodes import MessageNode  # with all kinds of rows

            self._nodes[item] = MessageNode(self, self._viewport.scene, item)
        return self._nodes[item]

    def _focused(self) -> Node | None:
        """The node that has the ring."""
        scene = self._viewport.scene
        item = scene.focus.item if scene and scene.focus.shown else None
        if scene is None or item is None:
            return None
        focused = scene.focus.spot
        return (_node_of_spot(self._node(item)) if focused else None) or self._node(item)

    def _tidy(self) -> None:
        for item, node in list(self._nodes.items()):
            if node.exists:
                node.tidy()
            else:
                del self._nodes[item]
                node.drop()

    def _drop(self) -> None:
        for node in self._nodes.values():
            node.drop()
        self._nodes.clear()


@cache
def install() -> None:
    """Let Qt ask us for the interface of the transcript: with the first one, and never again."""
    QAccessible.installFactory(_made)


def _made(_class_name: str, made_for: QObject) -> QAccessibleInterface | None:
    if not isinstance(made_for, TranscriptViewport):
        return None
    made_for.list = MessageList(made_for)
    return made_for.list


def _row_nodes(node: Node) -> Iterator[RowNode]:
    """Those below that stand for text, the innermost first."""
    from app.ui.transcript.accessible_nodes import RowNode

    for below in node.nodes():
        if isinstance(below, RowNode):
            yield from _row_nodes(below)
            yield below


def _node_of_spot(node: Node) -> Node | None:
    """The node below that says it has the focus."""
    for below in node.nodes():
        if below.state().focused:
            return below
        if found := _node_of_spot(below):
            return found
    return None
