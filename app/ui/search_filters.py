"""The menu behind the filter button: tags and folders, whose messages, of which model, how old."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

from app.domain.conversation import MessageRole
from app.domain.folders import known_as
from app.domain.search import Query
from app.domain.search_filters import FilterKind, parsed, typed_filters
from app.ui.language import tr
from app.ui.menu import Menu


class SearchFilters(QObject):
    """Keeps what is chosen, but for tags and folders, which stand among the words.

    Signals:
        changed(): another filter is chosen
        toggled(str, str): this tag or folder is to be written into the words, or taken out
    """

    changed = Signal()
    toggled = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.models: list[str] = []
        self.tags: list[str] = []
        self.folders: list[str] = []
        self._query = Query("")
        self._days: int | None = None

    @property
    def active(self) -> bool:
        return self._query != Query("") or self._days is not None

    @property
    def sentence(self) -> str:
        """What is chosen, in a few words."""
        chosen = (
            self._role_words().get(self._query.role) if self._query.role else None,
            self._days_words().get(self._days) if self._days else None,
            self._query.model,
        )
        return " · ".join(filter(None, chosen))

    def query(self, words: str, now: datetime) -> Query:
        """The query for what is typed, as of now (local time)."""
        typed = parsed(words, tags=self.tags, folders=self.folders)
        query = replace(self._query, words=typed.words, tags=typed.tags, folder=typed.folder)
        if self._days is None:
            return query
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        since = midnight - timedelta(days=self._days - 1)
        return replace(query, since_ms=round(since.timestamp() * 1000))

    def show_names(self, tags: list[str], folders: list[str]) -> None:
        """The tags and folders there are."""
        self.tags, self.folders = tags, folders

    def names(self, kind: FilterKind) -> list[str]:
        return self.tags if kind == "tag" else self.folders

    def clear(self) -> None:
        self._choose(Query(""), None)

    def fill(self, menu: Menu, words: str) -> None:
        """Put the choices into a menu that is about to open; `words` have tags and folders."""
        menu.clear()
        if self.tags:
            self._add_names(menu, tr("With the tag"), "tag", words)
        if self.folders:
            self._add_names(menu, tr("In the folder"), "folder", words)
        role: MessageRole | None
        group = self._section(menu, tr("Whose messages"))
        for role, words in self._role_words().items():
            chosen = replace(self._query, role=role)
            self._add(group, words, role == self._query.role, self._chooser(chosen, self._days))
        group = self._section(menu, tr("When"))
        for days, words in self._days_words().items():
            self._add(group, words, days == self._days, self._chooser(self._query, days))
        group = self._section(menu, tr("Which model"))
        for model in (None, *self.models):
            chosen = replace(self._query, model=model)
            words = model or tr("Any model")
            self._add(group, words, model == self._query.model, self._chooser(chosen, self._days))

    def _add_names(self, menu: Menu, title: str, kind: FilterKind, words: str) -> None:
        """In a menu of their own: there may be many."""
        submenu = menu.add_submenu(title)
        group = QActionGroup(submenu)
        group.setExclusive(False)
        written = [typed.name for typed in typed_filters(words) if typed.kind == kind]
        for name in self.names(kind):
            checked = known_as(name, written) is not None
            self._add(group, name.replace("&", "&&"), checked, self._toggler(kind, name))

    def _toggler(self, kind: FilterKind, name: str) -> Callable[[], None]:
        return lambda: self.toggled.emit(kind, name)

    def _section(self, menu: Menu, title: str) -> QActionGroup:
        if menu.actions():
            menu.addSeparator()
        heading = menu.addAction(title)
        heading.setEnabled(False)
        return QActionGroup(menu)

    def _add(
        self, group: QActionGroup, words: str, checked: bool, choose: Callable[[], None]
    ) -> None:
        menu = group.parent()
        assert isinstance(menu, Menu), "as _section made it"
        action = QAction(words, menu)
        action.setCheckable(True)
        action.setChecked(checked)
        action.triggered.connect(choose)
        group.addAction(action)
        menu.addAction(action)

    def _chooser(self, query: Query, days: int | None) -> Callable[[], None]:
        return lambda: self._choose(query, days)

    def _choose(self, query: Query, days: int | None) -> None:
        self._query, self._days = query, days
        self.changed.emit()

    def _role_words(self) -> dict[MessageRole | None, str]:
        return {
            None: tr("Anybody’s"),
            "user": tr("Yours"),
            "assistant": tr("The models’"),
        }

    def _days_words(self) -> dict[int | None, str]:
        return {
            None: tr("Any time"),
            1: tr("Today"),
            7: tr("The last 7 days"),
            30: tr("The last 30 days"),
            365: tr("The last year"),
        }
