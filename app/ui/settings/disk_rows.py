"""What lies where on disk and how much it is; what may be emptied has a button for that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QPushButton

from app.disk_use import Place, clear_snapshots, clear_trace, places, snapshots, trace
from app.paths import Paths
from app.ui.settings.buttons import folder_button, push_button
from app.ui.settings.row import Row

_ABOUT = {
    "Conversations": "All messages and drafts, the trash, and copies made before repairs.",
    "Models": "Model files (GGUF).",
    "Read prompts": "What the engine need not read again; made anew when it is missing.",
    "Settings": "These settings, presets, choices for models, the place of the window.",
    "Log": "What the program did, never what was said in a conversation.",
    "Trace": "Prompts and outputs, only while the trace is switched on.",
}


class PlaceRow(Row):
    """One place; `find` looks at it anew."""

    def __init__(self, find: Callable[[], Place], beside: tuple[QPushButton, ...] = ()) -> None:
        self._find = find
        super().__init__(find().title, beside=beside)
        self.refresh()

    def refresh(self) -> None:
        place = self._find()
        size = _size_text(place.size_bytes) if place.size_bytes else "nothing there"
        self.show_help(f"{_ABOUT[place.title]}\n{place.path} · {size}")


class ClearRow(PlaceRow):
    """A place that can be emptied; what goes wrong stands in the row."""

    def __init__(self, find: Callable[[], Place], *, verb: str, clear: Callable[[], None]) -> None:
        self._clear = clear
        self._verb = verb
        self.button = push_button(verb, self._on_clicked)
        super().__init__(find, (self.button,))

    def refresh(self) -> None:
        super().refresh()
        size_bytes = self._find().size_bytes
        self.button.setEnabled(size_bytes > 0)
        self.button.setText(f"{self._verb} {_size_text(size_bytes)}" if size_bytes else self._verb)

    def _on_clicked(self) -> None:
        try:
            self._clear()
        except OSError as error:
            self.refresh()
            reason = error.strerror or str(error)
            self.show_help(f"It could not be deleted: {reason}.", tone="error")
            return
        self.refresh()


def place_rows(paths: Paths) -> tuple[PlaceRow, ...]:
    """All places but the trace, which has its row beside the switch for it."""
    return tuple(
        _row(paths, number, place)
        for number, place in enumerate(places(paths))
        if place.path != paths.trace
    )


def _row(paths: Paths, number: int, place: Place) -> PlaceRow:
    if place.path == paths.snapshots:
        return ClearRow(
            lambda: snapshots(paths), verb="Clear", clear=lambda: clear_snapshots(paths)
        )
    return PlaceRow(lambda: places(paths)[number], (folder_button(place.path.parent),))


def trace_row(paths: Paths) -> ClearRow:
    return ClearRow(lambda: trace(paths), verb="Delete", clear=lambda: clear_trace(paths))


def _place(paths: Paths, number: int) -> Place:
    return places(paths)[number]


def _size_text(size_bytes: int) -> str:
    """Decimal units, as file managers count."""
    return QLocale().formattedDataSize(size_bytes, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
