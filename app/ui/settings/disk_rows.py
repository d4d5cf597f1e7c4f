"""What lies where on disk and how much it is; what may be emptied has a button for that."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton

from app.disk_use import Place, clear_snapshots, clear_trace, places, snapshots, trace
from app.paths import Paths
from app.ui.language import mark, tr
from app.ui.settings.buttons import folder_button, push_button
from app.ui.settings.row import Row
from app.ui.sizes import size_text

_ABOUT = {
    mark("Conversations"): mark(
        "All messages and drafts, the trash, and copies made before repairs."
    ),
    mark("Models"): mark("Model files (GGUF)."),
    mark("Read prompts"): mark(
        "What the engine need not read again; made anew when it is missing."
    ),
    mark("Settings"): mark("These settings, presets, choices for models, the place of the window."),
    mark("Log"): mark("What the program did, never what was said in a conversation."),
    mark("Trace"): mark("Prompts and outputs, only while the trace is switched on."),
}


class PlaceRow(Row):
    """One place; `find` looks at it anew."""

    def __init__(self, find: Callable[[], Place], beside: tuple[QPushButton, ...] = ()) -> None:
        self._find = find
        super().__init__(tr(find().title), beside=beside)
        self.refresh()

    def refresh(self) -> None:
        place = self._find()
        size = size_text(place.size_bytes) if place.size_bytes else tr("nothing there")
        self.show_help(f"{tr(_ABOUT[place.title])}\n{place.path} · {size}")


class ClearRow(PlaceRow):
    """A place that can be emptied; what goes wrong stands in the row."""

    def __init__(
        self, find: Callable[[], Place], *, verb: str, verb_size: str, clear: Callable[[], None]
    ) -> None:
        """`verb_size` is the button's text with a place for `{size}`; both are marked."""
        self._clear = clear
        self._verb, self._verb_size = verb, verb_size
        self.button = push_button(tr(verb), self._on_clicked)
        super().__init__(find, (self.button,))

    def refresh(self) -> None:
        super().refresh()
        size_bytes = self._find().size_bytes
        self.button.setEnabled(size_bytes > 0)
        size = size_text(size_bytes)
        self.button.setText(tr(self._verb_size, size=size) if size_bytes else tr(self._verb))

    def _on_clicked(self) -> None:
        try:
            self._clear()
        except OSError as error:
            self.refresh()
            reason = error.strerror or str(error)
            self.show_help(tr("It could not be deleted: {reason}.", reason=reason), tone="error")
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
            lambda: snapshots(paths),
            verb=mark("Clear"),
            verb_size=mark("Clear {size}"),
            clear=lambda: clear_snapshots(paths),
        )
    return PlaceRow(lambda: places(paths)[number], (folder_button(place.path.parent),))


def trace_row(paths: Paths) -> ClearRow:
    return ClearRow(
        lambda: trace(paths),
        verb=mark("Delete"),
        verb_size=mark("Delete {size}"),
        clear=lambda: clear_trace(paths),
    )
