"""The rows of the sidebar's list: headings, folders, and conversations under them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from app.domain.conversation import Summary
from app.domain.folders import Folder
from app.ui.language import tr


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class FolderRow:
    """`inside` are the ids of the conversations in it, shown or not."""

    name: str
    folded: bool
    inside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EmptyFolder:
    """What stands in an open folder with nothing in it."""

    folder: str


Row = Heading | FolderRow | EmptyFolder | Summary
Key = tuple[str, str]


class Days:
    """Which heading a conversation stands under; days are counted in local time."""

    def __init__(self, today: date) -> None:
        days = ((0, tr("Today")), (1, tr("Yesterday")), (7, tr("Last week")))
        self._begins = [(_midnight_ms(today - timedelta(days=ago)), text) for ago, text in days]
        self._older = tr("Older")

    def heading(self, updated_ms: int) -> str:
        for begins_ms, text in self._begins:
            if updated_ms >= begins_ms:
                return text
        return self._older


def _midnight_ms(day: date) -> float:
    return datetime.combine(day, time()).timestamp() * 1000


def grouped(summaries: Sequence[Summary], today: date, folders: Sequence[Folder] = ()) -> list[Row]:
    """Temporary conversations, pinned ones, folders, the others by day; each group in the order
    given (newest first), under a heading. In a folder the pinned ones come first."""
    days = Days(today)
    not_stored = tr("Not stored")
    names = {folder.name for folder in folders}
    first: dict[str, list[Row]] = {}
    inside: dict[str, list[Summary]] = {name: [] for name in names}
    last: dict[str, list[Row]] = {}
    pinned: list[Row] = []
    for summary in summaries:
        if summary.temporary:
            first.setdefault(not_stored, []).append(summary)
        elif summary.folder in names:
            inside[summary.folder].append(summary)
        elif summary.pinned:
            pinned.append(summary)
        else:
            last.setdefault(days.heading(summary.updated_ms), []).append(summary)
    if pinned:
        first[tr("Pinned")] = pinned
    if folders:
        first[tr("Folders")] = _folder_rows(folders, inside)
    return [row for text, group in (first | last).items() for row in (Heading(text), *group)]


def _folder_rows(folders: Sequence[Folder], inside: dict[str, list[Summary]]) -> list[Row]:
    rows: list[Row] = []
    for folder in folders:
        in_order = sorted(inside[folder.name], key=lambda summary: not summary.pinned)
        ids = tuple(summary.id for summary in in_order)
        rows.append(FolderRow(folder.name, folder.folded, ids))
        if not folder.folded:
            rows += in_order or [EmptyFolder(folder.name)]
    return rows


def identity(row: Row) -> Key:
    """What a row is, whatever it says now."""
    match row:
        case Heading():
            return "heading", row.text
        case FolderRow():
            return "folder", row.name
        case EmptyFolder():
            return "empty", row.folder
        case Summary():
            return "conversation", row.id
