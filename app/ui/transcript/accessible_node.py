"""What everything in the transcript has in common for a screen reader.

Nodes are made when somebody asks for them and know their parents and rows, never the reverse. Qt
keeps bare pointers to those it has seen: `drop` tells it before one goes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any

from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from shiboken6 import VoidPtr, isValid

from app.ui.transcript.accessible_parts import Press
from app.ui.transcript.accessible_scene import Scene

Interface = QAccessible.InterfaceType
_NO_INTERFACE = VoidPtr(0)


class Node(QAccessibleInterface):
    """Without an object of its own; `area` is where it is in the column."""

    def __init__(self, above: QAccessibleInterface, scene: Scene) -> None:
        super().__init__()
        self._above = above
        self._scene = scene
        self._press: Press | None = None
        self._nodes: dict[Hashable, Node] = {}

    # ---- what each kind says

    @property
    def exists(self) -> bool:
        """Whether what it stands for is still there."""
        return True

    def area(self) -> QRect:
        return QRect()

    def name(self) -> str:
        return ""

    def value(self) -> str:
        return ""

    def _below(self) -> Iterator[tuple[Hashable, Callable[[], Node]]]:
        """What is below now: a key by which it is found again, and how it is made."""
        return iter(())

    # ---- what Qt asks

    def isValid(self) -> bool:
        return self.exists

    def object(self) -> QObject:
        return None  # type: ignore[return-value] # the stubs know no interface without one

    def parent(self) -> QAccessibleInterface:
        return self._above

    def nodes(self) -> list[Node]:
        found = []
        for key, make in self._below() if self.exists else ():
            if key not in self._nodes:
                self._nodes[key] = make()
            found.append(self._nodes[key])
        return found

    def childCount(self) -> int:
        return len(self.nodes())

    def child(self, index: int) -> QAccessibleInterface:
        nodes = self.nodes()
        return nodes[index] if 0 <= index < len(nodes) else None  # type: ignore[return-value]

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return next((i for i, node in enumerate(self.nodes()) if node is child), -1)

    def childAt(self, x: int, y: int) -> QAccessibleInterface:
        found = (node for node in self.nodes() if node.rect().contains(x, y))
        return next(found, None)  # type: ignore[return-value]

    def rect(self) -> QRect:
        return self._scene.on_screen(self.area())

    def text(self, kind: QAccessible.Text) -> str:
        if not self.exists:
            return ""
        if kind == QAccessible.Text.Name:
            return self.name()
        return self.value() if kind == QAccessible.Text.Value else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing here is written by a screen reader."""

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.invalid = not self.exists
        state.offscreen = not self._scene.is_visible(self.area())
        return state

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """PySide takes the object for the pointer that Qt wants; a number or None crashes."""
        return self._press if self._press and kind == Interface.ActionInterface else _NO_INTERFACE

    # ---- going

    def tidy(self) -> None:
        """Let go of what is no longer below."""
        now = {key for key, _ in self._below()} if self.exists else set()
        for key, node in list(self._nodes.items()):
            if key in now:
                node.tidy()
            else:
                del self._nodes[key]
                node.drop()

    def drop(self) -> None:
        """Be forgotten by Qt, with all that is below."""
        for node in self._nodes.values():
            node.drop()
        self._nodes.clear()
        if isValid(self):
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(self))
