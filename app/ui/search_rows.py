"""The rows of what was found: headings, conversations by their title, messages."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)

from app.domain.conversation import MessageRole, Summary
from app.domain.search import Found, Hit, Query
from app.ui.conversation_model import said_date
from app.ui.conversation_rows import Heading
from app.ui.language import tr

Index = QModelIndex | QPersistentModelIndex
FoundRow = Heading | Summary | Hit
MOST_TITLES = 5
"""Conversations shown by their title, so that messages stay in sight."""
LONGEST_NAME = 24


class FoundRole(IntEnum):
    ROW = Qt.ItemDataRole.UserRole


class SearchRows(QAbstractListModel):
    """Conversations whose title has the words first, then messages, the newest first."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[FoundRow] = []
        self._query = Query("")

    def show(self, found: Found) -> None:
        """More of the same search is added below, so that nothing moves under the pointer."""
        by_words = bool(found.query.words.strip())
        titles = found.titles[:MOST_TITLES] if by_words else found.titles
        rows: list[FoundRow] = []
        if titles:
            heading = tr("Titles") if by_words else tr("Conversations")
            rows += [Heading(heading), *titles]
        if found.hits:
            rows += [Heading(tr("Messages")), *found.hits]
        known = len(self._rows)
        if found.query is self._query and known < len(rows) and rows[:known] == self._rows:
            self.beginInsertRows(QModelIndex(), known, len(rows) - 1)
            self._rows = rows
            self.endInsertRows()
        elif found.query is not self._query or rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        self._query = found.query

    def clear(self) -> None:
        self.show(Found(Query("")))

    def row(self, index: Index) -> FoundRow | None:
        return self._rows[index.row()] if index.isValid() else None

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if isinstance(self.row(index), Heading):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        if role == FoundRole.ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return _spoken(row)
        if role == Qt.ItemDataRole.ToolTipRole and isinstance(row, Hit):
            lines = (row.title, said_date(row.created_ms), row.file)
            return "\n".join(line for line in lines if line)
        return None


def speaker(role: MessageRole) -> str:
    return tr("You") if role == "user" else tr("Model")


def source(hit: Hit) -> str:
    """Who said it, or the file that has it."""
    if not hit.file:
        return tr("{speaker}: ", speaker=speaker(hit.role))
    if f"{hit.before}{hit.match}{hit.after}" == hit.file:
        return tr("File: ")
    return tr("In {file}: ", file=_shortened(hit.file))


def _shortened(name: str) -> str:
    half = LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def _spoken(row: FoundRow) -> str:
    if isinstance(row, Heading):
        return row.text
    if isinstance(row, Summary):
        return row.title
    snippet = f"{row.before}{row.match}{row.after}"
    if row.file:
        return tr(
            "{title}, {speaker}, {date}, in the file {file}: {snippet}",
            title=row.title,
            speaker=speaker(row.role),
            date=said_date(row.created_ms),
            file=row.file,
            snippet=snippet,
        )
    return tr(
        "{title}, {speaker}, {date}: {snippet}",
        title=row.title,
        speaker=speaker(row.role),
        date=said_date(row.created_ms),
        snippet=snippet,
    )
