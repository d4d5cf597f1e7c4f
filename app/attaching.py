"""The files of one draft: read on other threads, counted by the engine, cut to what fits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.attachments import Attachment
from app.domain.conversation import Conversation
from app.file_prices import FilePrices
from app.file_thread import FileThread, Job
from app.files.errors import FileError
from app.files.reading import attachment_from, attachment_of_text, read_file
from app.saving import Saving

PASTED_TEXT = "Pasted text.txt"
PASTED_IMAGE = "Pasted image.png"
STILL_READING = "A file is still being read: send the message when it is there."
STILL_COUNTING = "The tokens of a file are still being counted: send the message in a moment."


class Attaching(QObject):
    """Lives as long as its conversation is open, on the main thread.

    Signals:
        changed(): other files are attached or being read, or more is known about them
        refused(str): one sentence about a file that cannot be attached
        file_read(Path): a file was read from here
    """

    changed = Signal()
    refused = Signal(str)
    file_read = Signal(object)

    def __init__(
        self,
        conversation: Conversation,
        *,
        saving: Saving,
        files: FileThread,
        prices: FilePrices,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.reading: tuple[str, ...] = ()
        self._conversation = conversation
        self._saving = saving
        self._files = files
        self._prices = prices
        self._counting = False
        prices.priced.connect(self._on_priced)
        prices.fitted.connect(self._on_fitted)
        prices.outdated.connect(self._count)
        self._count()

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return self._conversation.draft_attachments

    @property
    def empty(self) -> bool:
        """Whether nothing is attached, and nothing on its way."""
        return not self.attachments and not self.reading

    @property
    def names(self) -> str:
        return ", ".join(attachment.name for attachment in self.attachments)

    def tokens(self, attachment: Attachment) -> int | None:
        """Of the whole file; None while nobody knows."""
        return self._prices.tokens(attachment)

    def hindrance(self) -> str:
        """Why the files cannot be sent yet; "" if they can."""
        if self.reading:
            return STILL_READING
        return STILL_COUNTING if self._counting else ""

    # ---- what a user does

    def attach_files(self, paths: list[Path]) -> None:
        for path in paths:
            told = partial(self.file_read.emit, path)
            self._read(path.name, partial(read_file, path), told)

    def attach_again(self, attachment: Attachment) -> None:
        """A file that went with an earlier message, as it was read then."""
        if attachment.whole not in [one.whole for one in self.attachments]:
            self._change((*self.attachments, attachment.whole))

    def look_again(self) -> None:
        """The queue has taken the files of the draft, or given some back."""
        self.changed.emit()
        self._count()

    def attach_text(self, text: str) -> None:
        """A text that was pasted and is too long to stand in the box."""
        name = self._new_name(PASTED_TEXT)
        self._read(name, lambda _abandoned: attachment_of_text(text, name))

    def attach_image(self, data: bytes) -> None:
        """A picture that was pasted, as it would stand in a file."""
        name = self._new_name(PASTED_IMAGE)
        self._read(name, partial(attachment_from, data, name))

    def remove(self, number: int) -> None:
        self._change((*self.attachments[:number], *self.attachments[number + 1 :]))

    def take(self) -> tuple[Attachment, ...]:
        """The files are sent: the draft is without them from now on."""
        taken = self.attachments
        if taken:
            self._change(())
        return taken

    # ---- inside

    def _new_name(self, name: str) -> str:
        """The name, with a number when there is one like it already."""
        taken = {*self.reading, *(attachment.name for attachment in self.attachments)}
        stem, suffix, number = Path(name).stem, Path(name).suffix, 1
        while name in taken:
            number += 1
            name = f"{stem} {number}{suffix}"
        return name

    def _read(
        self, name: str, job: Job[Attachment], told: Callable[[], object] = lambda: None
    ) -> None:
        def on_read(attachment: Attachment) -> None:
            self._stop_reading(name)
            told()
            if attachment.whole not in [one.whole for one in self.attachments]:
                self._change((*self.attachments, attachment))
            else:
                self.changed.emit()

        def on_refused(error: FileError) -> None:
            self._stop_reading(name)
            self.changed.emit()
            self.refused.emit(str(error))

        self.reading = (*self.reading, name)
        self._files.read(job, on_read, on_refused)
        self.changed.emit()

    def _stop_reading(self, name: str) -> None:
        reading = list(self.reading)
        reading.remove(name)
        self.reading = tuple(reading)

    def _change(self, attachments: tuple[Attachment, ...]) -> None:
        self._keep(attachments)
        self._count()

    def _keep(self, attachments: tuple[Attachment, ...]) -> None:
        self._conversation.draft_attachments = attachments
        id, files = self._conversation.id, self._conversation.unsent_attachments
        self._saving.keep(lambda library: library.set_draft_attachments(id, files))
        self.changed.emit()

    def _count(self) -> None:
        asked = self._prices.ask(self._conversation)
        self._counting = asked and bool(self.attachments)

    def _on_priced(self, conversation_id: str) -> None:
        if conversation_id == self._conversation.id:
            self.changed.emit()

    def _on_fitted(self, conversation_id: str, attachments: tuple[Attachment, ...]) -> None:
        if conversation_id != self._conversation.id:
            return
        self._counting = False
        if attachments != self.attachments:
            self._keep(attachments)
        else:
            self.changed.emit()
