"""The menu behind the filter button: whose messages, of which model, how old."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from app.domain.conversation import MessageRole
from app.domain.search import Query
from app.ui.language import tr


class SearchFilters(QObject):
    """Keeps what is chosen; the words of `query` are not its business.

    Signals:
        changed(): another filter is chosen
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.models: list[str] = []
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
        """The query for these words, as of now (local time)."""
        if self._days is None:
            return replace(self._query, words=words)
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        since = midnight - timedelta(days=self._days - 1)
        return replace(self._query, words=words, since_ms=round(since.timestamp() * 1000))

    def clear(self) -> None:
        self._choose(Query(""), None)

    def fill(self, menu: QMenu) -> None:
        """Put the choices into a menu that is about to open."""
        menu.clear()
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

    def _section(self, menu: QMenu, title: str) -> QActionGroup:
        if menu.actions():
            menu.addSeparator()
        heading = menu.addAction(title)
        heading.setEnabled(False)
        return QActionGroup(menu)

    def _add(
        self, group: QActionGroup, words: str, checked: bool, choose: Callable[[], None]
    ) -> None:
        menu = group.parent()
        assert isinstance(menu, QMenu), "as _section made it"
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
