"""The list above the composer: what a few letters after `/` or `@` lead to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.domain.fuzzy import ranked
from app.ui.chrome import chrome_style
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.palette_entry import Entry
from app.ui.palette_painting import ENTRY, PLACES, ROW_HEIGHT, EntryPainter
from app.ui.theme import SIZE_META, Theme

_MAX_ROWS = 8
_GAP = 6
_LEAST_ROWS = 2


@dataclass(frozen=True, slots=True)
class Suggestion(Entry):
    """When it is taken, what was typed for it goes, and `leaves` stands in its place; one that
    `stays` leaves all as it is, with the list open. With `goes_on`, more is to be typed behind what
    it leaves.
    """

    leaves: str = ""
    stays: bool = False
    goes_on: bool = False


Fitting = tuple[Suggestion, tuple[int, ...]]
"""With the places of the letters that were found."""


def fitting(typed: str, suggestions: Sequence[Suggestion]) -> list[Fitting]:
    """The best first; those found by other words than they show come later."""
    return ranked(typed, suggestions, ())


class SuggestionList(QFrame):
    """Lies over the window, right above the composer; the keyboard stays where it is. Until it is
    shown first, `parent` has it.

    Signals:
        taken(): the current one was clicked
    """

    taken = Signal()

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons = icons
        self.list = QListWidget()
        self.note = QLabel()
        self._painter = EntryPainter(theme, icons, self.list)
        self._build()
        self.set_theme(theme)
        self.list.itemClicked.connect(lambda _: self.taken.emit())
        self.hide()

    def _build(self) -> None:
        self.setObjectName("picker")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.setItemDelegate(self._painter)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(tr("Suggestions"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemEntered.connect(self.list.setCurrentItem)
        self.note.setProperty("tone", "hint")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setContentsMargins(10, 2, 10, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.setSpacing(4)
        layout.addWidget(self.list)
        layout.addWidget(self.note)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self.note.setFont(theme.fonts.ui(SIZE_META))
        self._painter.set_theme(theme, self._icons)

    @property
    def current(self) -> Suggestion | None:
        item = self.list.currentItem()
        suggestion: Suggestion | None = item.data(ENTRY) if item is not None else None
        return suggestion

    def show_fitting(self, fitting: Sequence[Fitting], note: str, *, above: QWidget) -> None:
        """One that was gone to stays current where it still fits, else the best is."""
        gone_to = self.current if self.isVisible() and self.list.currentRow() > 0 else None
        before = gone_to.id if gone_to is not None else ""
        self.list.clear()
        row = 0
        for number, (suggestion, places) in enumerate(fitting):
            item = QListWidgetItem(suggestion.text)
            item.setData(ENTRY, suggestion)
            item.setData(PLACES, places)
            self.list.addItem(item)
            row = number if suggestion.id == before else row
        self.list.setCurrentRow(row)
        self.note.setText(note or tr("Enter takes it · Esc leaves the text as it is"))
        self.place(above)
        self.show()
        self.raise_()

    def place(self, above: QWidget) -> None:
        """As high as what it shows, as far as there is room above."""
        window = above.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        corner = above.mapTo(window, QPoint(0, 0))
        foot = self.note.sizeHint().height() + 20
        room = max(_LEAST_ROWS, (corner.y() - foot - 2 * _GAP) // ROW_HEIGHT)
        rows = max(1, min(self.list.count(), _MAX_ROWS, room))
        self.list.setFixedHeight(rows * ROW_HEIGHT)
        height = rows * ROW_HEIGHT + foot
        self.setGeometry(corner.x(), corner.y() - height - _GAP, above.width(), height)

    def step(self, rows: int) -> None:
        """Goes round at the ends."""
        count = self.list.count()
        if count:
            self.list.setCurrentRow((self.list.currentRow() + rows) % count)
