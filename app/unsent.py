"""What was typed in one conversation and not sent: the draft, and messages that wait for a turn."""

from __future__ import annotations

from app.domain.conversation import Conversation
from app.domain.titles import title_from
from app.saving import Saving


class Unsent:
    """Lives on the main thread. On disk, all of it is the draft."""

    def __init__(self, conversation: Conversation, saving: Saving) -> None:
        self._conversation = conversation
        self._saving = saving

    def set_draft(self, text: str) -> None:
        """Keep what is in the composer; written when typing has paused."""
        if text != self._conversation.draft:
            self._conversation.draft = text
            self._saving.draft_changed()

    def keep(self) -> None:
        """Write it now, because the conversation is left; a new one is stored for it."""
        conversation = self._conversation
        typed, files = conversation.unsent.strip(), conversation.draft_attachments
        if not self._saving.stored and (typed or files):
            conversation.title = conversation.title or title_from(typed or files[0].name)
            self._saving.save()
        self._saving.flush_draft()

    def sent(self) -> None:
        """The draft became a message: it is gone at once."""
        self.set_draft("")
        self._saving.flush_draft()

    def queue(self, text: str) -> None:
        """Let a text wait for the end of the turn, in place of the draft."""
        self._conversation.queued = (*self._conversation.queued, text)
        self._conversation.draft = ""
        self._changed()

    def take(self, number: int) -> str:
        """Take the text of this number, from 0, out of the queue."""
        queued = list(self._conversation.queued)
        text = queued.pop(number)
        self._conversation.queued = tuple(queued)
        self._changed()
        return text

    def take_all_back(self) -> None:
        """Put what waits before the draft."""
        self._conversation.draft = self._conversation.unsent
        self._conversation.queued = ()
        self._changed()

    def _changed(self) -> None:
        self._saving.draft_changed()
        self._saving.flush_draft()
