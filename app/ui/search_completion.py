"""Names of tags and folders, offered while a filter is typed into the search field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from PySide6.QtCore import QObject, QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

from app.domain.search_filters import FilterKind, Typed, fitting, typed_filters, written
from app.ui.language import tr
from app.ui.theme import Theme, style_sheet

MOST_OFFERED = 8


class SearchCompletion(QObject):
    """`names` are those there are, of tags or of folders. The list is made when one is typed."""

    def __init__(
        self, edit: QLineEdit, names: Callable[[FilterKind], Sequence[str]], theme: Theme
    ) -> None:
        super().__init__(edit)
        self._theme = theme
        self._edit = edit
        self._names = names
        self._offered = QStringListModel(self)
        self._typed: Typed | None = None
        edit.textEdited.connect(self._on_edited)

    @cached_property
    def popup(self) -> QListView:
        popup = QListView()
        popup.setAccessibleName(tr("Tags and folders that fit"))
        popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        _dress(popup, self._theme)
        return popup

    @cached_property
    def completer(self) -> QCompleter:
        """With the popup, which becomes its own."""
        completer = QCompleter(self._offered, self)
        completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        completer.setWidget(self._edit)
        completer.setPopup(self.popup)
        completer.activated.connect(self._take)
        return completer

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if "popup" in vars(self):
            _dress(self.popup, theme)

    def _on_edited(self, text: str) -> None:
        """Offer what fits the filter at the cursor, but for a name that is typed to its end."""
        cursor = self._edit.cursorPosition()
        found = [one for one in typed_filters(text) if one.start < cursor <= one.end]
        self._typed = found[0] if found else None
        names: list[str] = []
        if self._typed is not None:
            names = fitting(self._typed.name, self._names(self._typed.kind))[:MOST_OFFERED]
        if not names or (self._typed and names == [self._typed.name]):
            if "popup" in vars(self):
                self.popup.hide()
            return
        self._offered.setStringList(names)
        self.completer.complete()
        self.popup.setCurrentIndex(self._offered.index(0, 0))

    def _take(self, name: str) -> None:
        """Write the whole name in place of what is typed of it."""
        typed, text = self._typed, self._edit.text()
        if typed is None:
            return
        self._typed = None
        taken = f"{written(typed.kind, name)} "
        self._edit.setText(text[: typed.start] + taken + text[typed.end :].lstrip())
        self._edit.setCursorPosition(typed.start + len(taken))


def _dress(popup: QListView, theme: Theme) -> None:
    popup.setFont(theme.fonts.ui())
    popup.setStyleSheet(
        style_sheet(theme)
        + f"QListView {{ background: {theme.raised.name()}; color: {theme.text.name()};"
        f" border: 1px solid {theme.border.name()}; padding: 4px; outline: none; }}"
        "QListView::item { padding: 5px 8px; border-radius: 6px; }"
        f"QListView::item:selected {{ background: {theme.bubble.name()};"
        f" color: {theme.text.name()}; }}"
    )
