"""The model behind the sidebar's list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QDateTime,
    QLocale,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from app.domain.conversation import Summary
from app.domain.folders import Folder
from app.ui.conversation_drag import dragged
from app.ui.conversation_rows import (
    EmptyFolder,
    FolderRow,
    Heading,
    Key,
    Row,
    grouped,
    identity,
)
from app.ui.language import listed, number, tr
from app.ui.row_changes import runs, single_move

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """What the delegate asks for beside the text."""

    ROW = Qt.ItemDataRole.UserRole
    IS_OPEN = Qt.ItemDataRole.UserRole + 1
    IS_GENERATING = Qt.ItemDataRole.UserRole + 2


class ConversationModel(QAbstractListModel):
    """Read-only but for titles and names of folders, whose edit is announced and comes back with
    the next rows. Rows are never reset: what changes is inserted, moved, removed or told.

    Signals:
        renamed(str, str): conversation id and the title typed for it
        folder_renamed(str, str): the name a folder has, and the one typed for it
        looks_changed(): other rows are open or being answered; `dataChanged` would have a view
            measure every row again
    """

    renamed = Signal(str, str)
    folder_renamed = Signal(str, str)
    looks_changed = Signal()

    def __init__(self, is_generating: Callable[[str], bool]) -> None:
        super().__init__()
        self._is_generating = is_generating
        self._rows: list[Row] = []
        self._keys: list[Key] = []
        self._places: dict[Key, int] = {}
        self._open_id = ""

    # ---- rows

    def show(
        self, summaries: Sequence[Summary], today: date, folders: Sequence[Folder] = ()
    ) -> None:
        """Take new rows; what is in both lists keeps selection and scroll position."""
        rows = grouped(summaries, today, folders)
        keys = [identity(row) for row in rows]
        by_key = dict(zip(keys, rows, strict=True))
        self._remove([place for place, key in enumerate(self._keys) if key not in by_key])
        known = set(self._keys)
        self._reorder([key for key in keys if key in known])
        self._insert([place for place, key in enumerate(keys) if key not in known], rows, keys)
        changed = [
            place
            for place, (before, row) in enumerate(zip(self._rows, rows, strict=True))
            if before is not row and before != row
        ]
        self._rows = rows
        for first, last in runs(changed):
            self.dataChanged.emit(self.index(first), self.index(last))

    def _remove(self, places: list[int]) -> None:
        for first, last in reversed(list(runs(places))):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._rows[first : last + 1]
            del self._keys[first : last + 1]
            self._count()
            self.endRemoveRows()

    def _insert(self, places: list[int], rows: list[Row], keys: list[Key]) -> None:
        for first, last in runs(places):
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows[first:first] = rows[first : last + 1]
            self._keys[first:first] = keys[first : last + 1]
            self._count()
            self.endInsertRows()

    def _reorder(self, keys: list[Key]) -> None:
        """Bring the rows into this order; they are the same ones."""
        if self._keys == keys:
            return
        if moved := single_move(self._keys, keys):
            nowhere, target = QModelIndex(), moved.end + (moved.end > moved.start)
            self.beginMoveRows(nowhere, moved.start, moved.start, nowhere, target)
            self._rows.insert(moved.end, self._rows.pop(moved.start))
            self._keys = keys
            self._count()
            self.endMoveRows()
            return
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        held = [self._keys[index.row()] for index in before]
        self._rows = [self._rows[self._places[key]] for key in keys]
        self._keys = keys
        self._count()
        self.changePersistentIndexList(before, [self._index(key) for key in held])
        self.layoutChanged.emit()

    def _count(self) -> None:
        self._places = {key: place for place, key in enumerate(self._keys)}

    def set_open(self, conversation_id: str) -> None:
        self._open_id = conversation_id
        self.repaint_rows()

    def repaint_rows(self) -> None:
        self.looks_changed.emit()

    # ---- what is where

    def row(self, index: Index) -> Row | None:
        return self._rows[index.row()] if index.isValid() else None

    def row_at(self, place: int) -> Row:
        return self._rows[place]

    def conversation_id(self, index: Index) -> str | None:
        """The conversation in a row; None for any other row, or no row."""
        summary = self.summary(index)
        return summary.id if summary else None

    def summary(self, index: Index) -> Summary | None:
        row = self.row(index)
        return row if isinstance(row, Summary) else None

    def folder(self, index: Index) -> FolderRow | None:
        row = self.row(index)
        return row if isinstance(row, FolderRow) else None

    def folder_around(self, index: Index) -> str | None:
        """The folder whose row this is, or in which it stands; None: it is in none."""
        match self.row(index):
            case FolderRow() as row:
                return row.name
            case EmptyFolder() as row:
                return row.folder
            case Summary() as row if ("folder", row.folder) in self._places:
                return row.folder
            case _:
                return None

    def is_indented(self, index: Index) -> bool:
        row = self.row(index)
        return isinstance(row, Summary) and self.folder_around(index) is not None

    def index_of(self, conversation_id: str) -> QModelIndex:
        return self._index(("conversation", conversation_id))

    def index_of_folder(self, name: str) -> QModelIndex:
        return self._index(("folder", name))

    def index_below_folders(self) -> QModelIndex:
        """The heading under which the conversations stand that are in no folder."""
        places = [place for key, place in self._places.items() if key[0] == "folder"]
        below = range(max(places, default=-1) + 1, len(self._rows))
        found = (place for place in below if isinstance(self._rows[place], Heading))
        return self.index(next(found, -1))

    def _index(self, key: Key) -> QModelIndex:
        place = self._places.get(key)
        return QModelIndex() if place is None else self.index(place)

    def heading_above(self, index: Index) -> str:
        rows = reversed(self._rows[: index.row()])
        return next((row.text for row in rows if isinstance(row, Heading)), "")

    # ---- as Qt asks

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row(index)
        flag = Qt.ItemFlag
        usual = flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable
        match row:
            case Summary() if row.temporary:
                return usual
            case Summary():
                return usual | flag.ItemIsDragEnabled | flag.ItemIsDropEnabled
            case FolderRow():
                return usual | flag.ItemIsDropEnabled
            case _:
                return flag.NoItemFlags

    def mimeTypes(self) -> list[str]:
        return dragged([]).formats()

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = [self.summary(index) for index in sorted(indexes, key=QModelIndex.row)]
        return dragged([row.id for row in rows if row is not None and not row.temporary])

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.row(index)
        if row is None:
            return None
        if role == Role.ROW:
            return row
        if role == Role.IS_GENERATING:
            return any(map(self._is_generating, _inside(row)))
        if role == Role.IS_OPEN:
            return self._is_open(row)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return _shown(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return _tool_tip(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index, row)
        return None

    def _is_open(self, row: Row) -> bool:
        """A folded folder stands for what is in it."""
        if isinstance(row, FolderRow):
            return row.folded and self._open_id in row.inside
        return isinstance(row, Summary) and row.id == self._open_id

    def _spoken(self, index: Index, row: Row) -> str:
        """The text, then its states, then where it stands."""
        generating = any(map(self._is_generating, _inside(row)))
        match row:
            case Summary():
                said = (
                    row.title,
                    tr("answering") if generating else "",
                    tr("pinned") if row.pinned else "",
                    tr("tags: {names}", names=listed(list(row.tags))) if row.tags else "",
                    self._where(index),
                )
                return ", ".join(filter(None, said))
            case FolderRow():
                state = tr("folded") if row.folded else tr("open")
                answering = tr("answering") if generating else ""
                folder = tr("Folder {name}", name=row.name)
                return ", ".join(filter(None, (folder, _size(row), state, answering)))
            case _:
                return _shown(row)

    def _where(self, index: Index) -> str:
        folder = self.folder_around(index)
        return tr("in folder {name}", name=folder) if folder else self.heading_above(index)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row, typed = self.row(index), " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not typed:
            return False
        if isinstance(row, FolderRow):
            self.folder_renamed.emit(row.name, typed)
        elif isinstance(row, Summary):
            self.renamed.emit(row.id, typed)
        return isinstance(row, FolderRow | Summary)


def said_date(at_ms: int) -> str:
    """Day and time as the locale writes them."""
    moment = QDateTime.fromMSecsSinceEpoch(at_ms)
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat)


def _inside(row: Row) -> Sequence[str]:
    match row:
        case FolderRow():
            return row.inside
        case Summary():
            return (row.id,)
        case _:
            return ()


def _shown(row: Row) -> str:
    match row:
        case Heading():
            return row.text
        case FolderRow():
            return row.name
        case EmptyFolder():
            return tr("Drag conversations here")
        case Summary():
            return row.title


def _size(row: FolderRow) -> str:
    count = len(row.inside)
    return tr("1 conversation") if count == 1 else tr("{count} conversations", count=number(count))


def _tool_tip(row: Row) -> str | None:
    match row:
        case FolderRow():
            return f"{row.name}\n{_size(row)}"
        case Summary():
            tags = " ".join(f"#{tag}" for tag in row.tags)
            return "\n".join(filter(None, (row.title, said_date(row.updated_ms), tags)))
        case _:
            return None
