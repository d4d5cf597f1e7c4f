"""What was typed in one conversation and not sent: the draft, and messages that wait for a turn."""

from __future__ import annotations

from app.domain.conversation import Conversation, Waiting
from app.domain.in_force import setup_of
from app.domain.titles import title_of_draft
from app.saving import Saving


class Unsent:
    """Lives on the main thread. On disk, all of it is the draft."""

    def __init__(self, conversation: Conversation, saving: Saving) -> None:
        self._conversation = conversation
        self._saving = saving
        self._begun_with = setup_of(conversation)
        self._title = title_of_draft(conversation)

    @property
    def titles(self) -> bool:
        """Whether the conversation has no name yet but that of what was typed in it."""
        conversation = self._conversation
        return not conversation.messages and conversation.title in ("", self._title)

    def set_draft(self, text: str) -> None:
        """Keep what is in the composer; written soon."""
        if text != self._conversation.draft:
            self._conversation.draft = text
            self._saving.draft_changed()

    def keep(self) -> None:
        """Write it now; a new conversation is stored for it, and one that was stored for something
        taken back since is not kept.
        """
        if self.titles:
            self._keep_begun(title_of_draft(self._conversation))
        self._saving.flush_draft()

    def _keep_begun(self, title: str) -> None:
        """Of a conversation in which nothing was said yet."""
        conversation, saving = self._conversation, self._saving
        if title and saving.stored and title != conversation.title:
            self._title = conversation.title = title
            saving.change(lambda library: library.set_title(conversation.id, title), listed=True)
        elif title and not saving.stored:
            self._title = conversation.title = title
            saving.save()
        elif not title and self._may_go:
            saving.discard()

    @property
    def _may_go(self) -> bool:
        """Whether it is stored for nothing that is still there."""
        saving, begun_with = self._saving, self._begun_with
        return saving.stored and saving.only_begun and setup_of(self._conversation) == begun_with

    def sent(self) -> None:
        """The draft became a message: it is gone at once."""
        self.set_draft("")
        self._saving.flush_draft()

    def queue(self, text: str) -> None:
        """Let a text and the draft's files wait for the end of the turn, in place of the draft."""
        waiting = Waiting(text, self._conversation.draft_attachments)
        self._conversation.queued = (*self._conversation.queued, waiting)
        self._conversation.draft = ""
        self._conversation.draft_attachments = ()
        self._changed()

    def take(self, number: int, *, keep_files: bool) -> Waiting:
        """Take the message of this number, from 0, out of the queue; its files become the draft's
        when they are kept.
        """
        queued = list(self._conversation.queued)
        waiting = queued.pop(number)
        if keep_files:
            files = (*waiting.attachments, *self._conversation.draft_attachments)
            self._conversation.draft_attachments = tuple(dict.fromkeys(files))
        self._conversation.queued = tuple(queued)
        self._changed()
        if waiting.attachments:
            id, left = self._conversation.id, self._conversation.unsent_attachments
            self._saving.change(lambda library: library.set_draft_attachments(id, left))
        return waiting

    def take_all_back(self) -> None:
        """Put what waits before the draft."""
        self._conversation.draft_attachments = self._conversation.unsent_attachments
        self._conversation.draft = self._conversation.unsent
        self._conversation.queued = ()
        self._changed()

    def _changed(self) -> None:
        self._saving.draft_changed()
        self._saving.flush_draft()
