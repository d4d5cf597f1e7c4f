"""What every row of the transcript can do: know its height, paint itself, answer the mouse."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QPainter

from app.ui.theme import GAP_ROW
from app.ui.transcript.positions import paragraph_around

Action = Literal[
    "copy",
    "retry",
    "edit",
    "continue",
    "previous",
    "next",
    "undo",
    "probabilities",
    "branch",
    "branch_map",
    "more",
    "approve",
    "deny",
    "always",
    "ask_again",
    "repair",
    "run_edited",
    "attachment",
]


@dataclass(frozen=True, slots=True)
class Link:
    url: str


@dataclass(frozen=True, slots=True)
class CopyCode:
    text: str


@dataclass(frozen=True, slots=True)
class Toggle:
    """Open or close the panel; `tip` says more about it."""

    tip: str = ""


@dataclass(frozen=True, slots=True)
class Unfold:
    """Show more of a part inside the row, or less again."""

    part: str


@dataclass(frozen=True, slots=True)
class Act:
    """What the user wants done with the message, or with the `subject` in it (a call's id…)."""

    action: Action
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """The row itself does something (`Row.press`) and may be another height afterwards."""

    row: Row
    what: str


@dataclass(frozen=True, slots=True)
class Tip:
    """Nothing to click, but more to read."""

    text: str


@dataclass(frozen=True, slots=True)
class Sideways:
    """Nothing to click: with the keyboard here, the arrows scroll the row."""

    row: Row


Target = Link | CopyCode | Toggle | Unfold | Act | Press | Tip | Sideways
"""What a click in a row can mean, or what is said about the place."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a target is, and what it is called; `open` is None for what does not open."""

    target: Target
    area: QRect
    name: str
    open: bool | None = None

    def moved(self, by: QPoint) -> Spot:
        return replace(self, area=self.area.translated(by))


@dataclass(frozen=True, slots=True)
class Highlight:
    """Positions of a row with a colour below their text."""

    start: int
    end: int
    color: QColor


@dataclass(frozen=True, slots=True)
class Canvas:
    """How a row is to paint itself; `clip` in its own coordinates, `selection` in its positions.

    `active`: the message is under the mouse or is the last answer, so its actions show.
    `done`: the target that was just copied. `highlights`: what was searched for.
    """

    width: int
    clip: QRect
    selection: tuple[int, int] | None = None
    hovered: Target | None = None
    done: Target | None = None
    active: bool = False
    highlights: tuple[Highlight, ...] = ()


class Row(ABC):
    """A piece of a message, as wide as the column and a whole number of pixels high.

    Points and positions are the row's own: pixels from its top left, characters from its start.
    """

    gap = GAP_ROW
    """Pixels above, unless it is the first row."""

    def __init__(self) -> None:
        self.exact_at = 0
        """The width that the height was measured at."""
        self._number = 0
        self._changed_numbers: set[int] | None = None
        self._height = 0
        self._estimated_at = 0
        self._estimated = 0

    def exact(self, width: int) -> bool:
        return self.exact_at == width

    def height(self, width: int) -> int:
        """The exact height at this width; lays out what is not laid out yet."""
        if self.exact_at != width:
            self._height = self._measure(width)
            self.exact_at = width
        return self._height

    def guess(self, width: int) -> int:
        """The height as far as known, without laying anything out."""
        if self._height:
            return self._height
        if self._estimated_at != width:
            self._estimated = self._estimate(width)
            self._estimated_at = width
        return self._estimated

    def changed(self) -> None:
        """The content is another: measure again before the next painting."""
        self.exact_at = self._estimated_at = 0
        if self._changed_numbers is not None:
            self._changed_numbers.add(self._number)

    def place_in(self, changed_numbers: set[int], number: int) -> None:
        """It stands in a stack, which wants to know the numbers of rows that change."""
        self._changed_numbers, self._number = changed_numbers, number

    def rearrange(self) -> None:
        """Rows inside may be another height than before."""
        self.look_again()

    @property
    def waiting(self) -> bool:
        """Whether it will look different as soon as somebody has drawn a formula in it."""
        return False

    @property
    def text_waiting(self) -> bool:
        """The same for all of its text, also where it is closed."""
        return self.waiting

    def look_again(self) -> bool:
        """Show what was waited for, if it has come; whether something looks different now."""
        return False

    def take_unchanged(self) -> int:
        """How many pixels from the top look as when this was asked last, now that it is measured
        again; asking begins a new count.
        """
        return 0

    def complete(self) -> None:  # noqa: B027
        """Nothing is added to it any more: what cannot be drawn is shown as it was written."""

    @property
    def length(self) -> int:
        """Positions that can be selected."""
        return 0

    @abstractmethod
    def paint(self, painter: QPainter, canvas: Canvas) -> None: ...

    def target_at(self, point: QPoint, width: int) -> Target | None:  # noqa: ARG002
        return None

    def spots(self, width: int) -> Sequence[Spot]:  # noqa: ARG002
        """All that can be pressed, in the order of reading, for those without a mouse."""
        return ()

    def position_at(self, point: QPoint, width: int) -> int:  # noqa: ARG002
        return 0

    def caret_at(self, position: int, width: int) -> QRect:  # noqa: ARG002
        """Where a caret stands in front of this position: a pixel wide, a line high."""
        return QRect(0, 0, 1, self.guess(width))

    def word_at(self, position: int) -> tuple[int, int]:
        return position, position

    def paragraph_at(self, position: int) -> tuple[int, int]:
        return paragraph_around(self.plain_text(), position)

    def text(self, start: int, end: int) -> str:  # noqa: ARG002
        """What is copied of these positions."""
        return ""

    def plain_text(self) -> str:
        """What find searches: all that can be selected, one character for each position.

        Positions count UTF-16 units (`positions`). A newline separates paragraphs and cells. A
        panel has the same text whether it is open or closed; to show a hit, it is opened.
        """
        return ""

    def markdown(self) -> str:
        """What is copied when the whole row is selected and not all of its message."""
        return self.text(0, self.length)

    def speech(self) -> str:
        """What is read aloud."""
        return self.plain_text()

    def press(self, what: str) -> None:  # noqa: B027
        """Do what a `Press` of this row stands for."""

    def scroll_sideways(self, pixels: int, width: int) -> bool:  # noqa: ARG002
        """Whether there was something to scroll."""
        return False

    def scroll_inside(self, pixels: int, point: QPoint, width: int) -> bool:  # noqa: ARG002
        """Scroll what is under the point; whether it went further down (up when negative)."""
        return False

    def toggle(self, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B027
        """Open or close the row, or a part of it."""

    def described(self) -> str:
        """What it is, in a few words for those who do not see it; "" for plain text."""
        return ""

    def release(self) -> None:  # noqa: B027
        """Drop what can be built again; the height stays known."""

    @abstractmethod
    def _measure(self, width: int) -> int: ...

    def _estimate(self, width: int) -> int:
        return self._measure(width)
