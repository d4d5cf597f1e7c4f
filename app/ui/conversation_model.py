"""The rows of the sidebar's list: headings by day, and the conversations under them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.domain.conversation import Summary
from app.ui.language import tr

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What the delegate asks for beside the text."""

    IS_HEADING = Qt.ItemDataRole.UserRole
    IS_OPEN = Qt.ItemDataRole.UserRole + 1
    IS_GENERATING = Qt.ItemDataRole.UserRole + 2


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


Row = Heading | Summary


def heading_for(updated_ms: int, today: date) -> str:
    """Which heading a conversation stands under; days are counted in local time."""
    days = (today - datetime.fromtimestamp(updated_ms / 1000).date()).days
    if days <= 0:
        return tr("Today")
    if days == 1:
        return tr("Yesterday")
    if days <= 7:
        return tr("Last week")
    return tr("Older")


def grouped(summaries: Sequence[Summary], today: date) -> list[Row]:
    """Temporary conversations, pinned ones, the others by day; each group in the order given
    (newest first), under a heading."""
    groups: dict[str, list[Summary]] = {}
    for summary in sorted(summaries, key=_place):
        groups.setdefault(_heading_of(summary, today), []).append(summary)
    rows: list[Row] = []
    for text, group in groups.items():
        rows += [Heading(text), *group]
    return rows


def _place(summary: Summary) -> int:
    return 0 if summary.temporary else 1 if summary.pinned else 2


def _heading_of(summary: Summary, today: date) -> str:
    if summary.temporary:
        return tr("Not stored")
    if summary.pinned:
        return tr("Pinned")
    return heading_for(summary.updated_ms, today)


class ConversationModel(QAbstractListModel):
    """Read-only but for the title, whose edit is announced and comes back as a new summary.

    Signals:
        renamed(str, str): conversation id and the title typed for it
        looks_changed(): other rows are open or being answered; `dataChanged` would have a view
            measure every row again
    """

    renamed = Signal(str, str)
    looks_changed = Signal()

    def __init__(self, is_generating: Callable[[str], bool]) -> None:
        super().__init__()
        self._is_generating = is_generating
        self._rows: list[Row] = []
        self._open_id = ""

    def show(self, summaries: Sequence[Summary], today: date) -> None:
        """Take new rows; a change of titles only keeps selection and scroll position."""
        rows = grouped(summaries, today)
        if [_identity(row) for row in rows] == [_identity(row) for row in self._rows]:
            self._rows = rows
            if rows:
                self.dataChanged.emit(self.index(0), self.index(len(rows) - 1))
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def set_open(self, conversation_id: str) -> None:
        self._open_id = conversation_id
        self.repaint_rows()

    def repaint_rows(self) -> None:
        self.looks_changed.emit()

    def is_heading(self, number: int) -> bool:
        return isinstance(self._rows[number], Heading)

    def conversation_id(self, index: Index) -> str | None:
        """The conversation in a row; None for a heading or no row."""
        summary = self.summary(index)
        return summary.id if summary else None

    def summary(self, index: Index) -> Summary | None:
        row = self._rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Summary) else None

    def index_of(self, conversation_id: str) -> QModelIndex:
        for number, row in enumerate(self._rows):
            if isinstance(row, Summary) and row.id == conversation_id:
                return self.index(number)
        return QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.conversation_id(index) is None:
            return Qt.ItemFlag.NoItemFlags
        selectable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return selectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if isinstance(row, Heading):
            return _heading_data(row, role)
        return self._summary_data(row, role)

    def _summary_data(self, summary: Summary, role: int) -> str | bool | None:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return summary.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{summary.title}\n{said_date(summary.updated_ms)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(summary)
        if role == Role.IS_OPEN:
            return summary.id == self._open_id
        if role == Role.IS_GENERATING:
            return self._is_generating(summary.id)
        return False if role == Role.IS_HEADING else None

    def _spoken(self, summary: Summary) -> str:
        if not self._is_generating(summary.id):
            return summary.title
        return tr("{title}, answering").format(title=summary.title)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        conversation_id = self.conversation_id(index)
        title = " ".join(str(value).split())
        if conversation_id is None or role != Qt.ItemDataRole.EditRole or not title:
            return False
        self.renamed.emit(conversation_id, title)
        return True


def said_date(at_ms: int) -> str:
    """Day and time as the locale writes them."""
    moment = QDateTime.fromMSecsSinceEpoch(at_ms)
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def _identity(row: Row) -> tuple[bool, str]:
    return (True, row.text) if isinstance(row, Heading) else (False, row.id)


def _heading_data(heading: Heading, role: int) -> str | bool | None:
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return heading.text
    return True if role == Role.IS_HEADING else None
