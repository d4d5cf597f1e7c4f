"""Says that a folder was deleted, and offers to undo it."""

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

    def _on_deleted(self, name: str, count: int) -> None:
        if count == 0:
            sentence = tr("The folder “{name}” is deleted.", name=name)
        elif count == 1:
            sentence = tr(
                "The folder “{name}” is deleted; its conversation is back in the list.", name=name
            )
        else:
            sentence = tr(
                "The folder “{name}” is deleted; its {count} conversations are back in the list.",
                name=name,
                count=number(count),
            )
        self._notices.show_notice(
            Notice(
                subject="folder",
                sentence=sentence,
                button=tr("Undo"),
                run=self._ordering.undo_delete_folder,
                seconds=UNDO_SECONDS,
            )
        )
