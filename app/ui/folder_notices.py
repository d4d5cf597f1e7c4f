"""Says that a folder was deleted, or what was put into one, and offers to undo it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.ordering import Ordering
from app.ui.language import number, tr
from app.ui.notices import Notice, Notices
from app.ui.session_notices import UNDO_SECONDS


class FolderNotices(QObject):
    """Lives as long as `notices`."""

    def __init__(self, ordering: Ordering, notices: Notices) -> None:
        super().__init__(notices)
        self._ordering = ordering
        self._notices = notices
        ordering.folder_deleted.connect(self._on_deleted)
        ordering.moved.connect(self._on_moved)

    def _on_deleted(self, name: str, count: int) -> None:
        undo = self._ordering.undo_delete_folder
        self._notices.show_notice(
            lambda: Notice(
                subject="folder",
                sentence=_deleted(name, count),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )

    def _on_moved(self, titles: list[str], folder: str) -> None:
        undo = self._ordering.undo_move
        self._notices.show_notice(
            lambda: Notice(
                subject="moved",
                sentence=_moved(titles, folder),
                button=tr("Undo"),
                run=undo,
                seconds=UNDO_SECONDS,
            )
        )


def _deleted(name: str, count: int) -> str:
    if count == 0:
        return tr("The folder “{name}” is deleted.", name=name)
    if count == 1:
        return tr(
            "The folder “{name}” is deleted; its conversation is back in the list.", name=name
        )
    return tr(
        "The folder “{name}” is deleted; its {count} conversations are back in the list.",
        name=name,
        count=number(count),
    )


def _moved(titles: list[str], folder: str) -> str:
    count = number(len(titles))
    if folder and len(titles) > 1:
        return tr("{count} conversations are in “{folder}” now.", count=count, folder=folder)
    if folder:
        title = titles[0] or tr("New chat")
        return tr("“{title}” is in “{folder}” now.", title=title, folder=folder)
    if len(titles) > 1:
        return tr("{count} conversations are back in the list.", count=count)
    return tr("“{title}” is back in the list.", title=titles[0] or tr("New chat"))
