"""Sidebar and inspector of the main window: shown as the user left them, where there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui.inspector.placing import ROOM_BESIDE, InspectorPlace
from app.ui.sidebar import Sidebar
from app.ui.top_bar import TopBar
from app.ui.window_state import WindowState

if TYPE_CHECKING:
    from app.ui.inspector.inspector import Inspector

NARROW_WIDTH = 900
OVER_WIDTH = 680
"""In a window narrower than this, the sidebar lies over the conversation."""


class Sides:
    """A narrow window starts without the sidebar; what is chosen in a wide one is remembered.

    `new_inspector` makes the inspector when it is wanted first, and gives it to `take_inspector`.
    `keep_focus` gives the keyboard to something that is not on a side that is being hidden.
    """

    def __init__(
        self,
        window: QWidget,
        *,
        sidebar: Sidebar,
        new_inspector: Callable[[], Inspector],
        top_bar: TopBar,
        middle: QWidget,
        layout: QHBoxLayout,
        state: WindowState,
        keep_focus: Callable[[], None],
    ) -> None:
        self._window = window
        self._sidebar = sidebar
        self._new_inspector = new_inspector
        self._inspector: Inspector | None = None
        self._top_bar = top_bar
        self._middle = middle
        self._layout = layout
        self._sidebar_over = False
        self._place = InspectorPlace(middle, layout)
        self._state = state
        self._keep_focus = keep_focus
        self._narrow = False
        self._gave_way = False
        """The sidebar is hidden only for the inspector."""

    def restore(self) -> None:
        self.show_sidebar(self._state.sidebar_shown)
        self._place.fit(self._room)
        self._show_inspector(self._inspector_starts_shown)

    def fit(self) -> None:
        """The window has another width."""
        width = self._window.width()
        narrow = width < NARROW_WIDTH
        if narrow != self._narrow:
            self._narrow = narrow
            self.show_sidebar(not narrow and self._state.sidebar_shown)
        self._place_sidebar(over=width < OVER_WIDTH)
        if width >= ROOM_BESIDE + self._sidebar.width():
            self._take_place_back()
        self._fit_inspector()

    @property
    def _room(self) -> int:
        """Pixels that the conversation and the inspector share."""
        beside = not self._sidebar_over and self._sidebar.isVisibleTo(self._window)
        return self._window.width() - (self._sidebar.width() if beside else 0)

    def _fit_inspector(self) -> None:
        if self._place.fit(self._room):
            self._show_inspector(self._inspector_starts_shown)

    def toggle_sidebar(self) -> None:
        shown = not self._sidebar.isVisibleTo(self._window)
        self._gave_way = False
        if not self._narrow:
            self._state.sidebar_shown = shown
        self.show_sidebar(shown)

    def toggle_inspector(self) -> None:
        """Remembered as for the sidebar: where it lies over the conversation, it starts hidden.

        It takes the place of the sidebar rather than cover the conversation.
        """
        shown = not self.inspector_shown
        if shown and self._place.over and self._window.width() >= ROOM_BESIDE:
            self.show_sidebar(False)
            self._gave_way = True
        if not self._place.over:
            self._state.inspector_shown = shown
        self._show_inspector(shown)
        if not shown:
            self._take_place_back()

    def _take_place_back(self) -> None:
        if self._gave_way:
            self._gave_way = False
            self.show_sidebar(True)

    def show_sidebar(self, shown: bool) -> None:
        self._before_hiding(self._sidebar, shown)
        self._sidebar.setVisible(shown)
        if self._sidebar_over:
            self._lay_sidebar_over()
        self._top_bar.set_sidebar_shown(shown)
        self._fit_inspector()

    def _place_sidebar(self, *, over: bool) -> None:
        if over and not self._sidebar_over:
            self._layout.removeWidget(self._sidebar)
        elif self._sidebar_over and not over:
            self._layout.insertWidget(0, self._sidebar)
        self._sidebar_over = over
        if over:
            self._lay_sidebar_over()

    def _lay_sidebar_over(self) -> None:
        self._sidebar.setGeometry(0, 0, self._sidebar.width(), self._middle.height())
        self._sidebar.raise_()

    def make_room(self) -> None:
        """A conversation was chosen: in a narrow window, the list has done its work."""
        if self._narrow:
            self.show_sidebar(False)

    @property
    def _inspector_starts_shown(self) -> bool:
        return not self._place.over and self._state.inspector_shown

    def take_inspector(self, inspector: Inspector) -> None:
        """It is made: it gets its place, hidden."""
        self._inspector = inspector
        self._place.take(inspector)

    @property
    def inspector_shown(self) -> bool:
        return self._inspector is not None and self._inspector.isVisibleTo(self._window)

    def _show_inspector(self, shown: bool) -> None:
        if shown and self._inspector is None:
            self._new_inspector()
        if self._inspector is not None:
            self._before_hiding(self._inspector, shown)
            self._inspector.setVisible(shown)
        self._top_bar.inspector_button.setChecked(shown)

    def _before_hiding(self, side: QWidget, shown: bool) -> None:
        if not shown and side.isAncestorOf(self._window.focusWidget() or self._window):
            self._keep_focus()
