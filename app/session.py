"""Which model is loaded, which conversations are open: what the window hangs on."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.bridge import Bridge
from app.clock import local_now, now_ms
from app.domain.conversation import Conversation, Summary
from app.domain.folders import FoldersFile
from app.domain.in_force import begun_with
from app.domain.model import KnownModel, ModelState
from app.domain.model_choices import ModelChoices
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.domain.prompts import PromptsFile
from app.file_prices import FilePrices
from app.file_thread import FileThread
from app.files_at_hand import FilesAtHand
from app.first_look import KILLED
from app.listing import Listing
from app.model_slot import ModelSlot
from app.next_prompt import NextPrompt
from app.opening_store import OpeningStore
from app.ordering import Ordering
from app.paths import Paths
from app.preset_names import PresetNames
from app.saving import NewTimer
from app.searching import Place, Searching
from app.store.errors import StoreError
from app.store.thread import StoreThread
from app.titling import Titling
from app.tools.offered import OfferedTools
from app.trash import Trash
from app.unstored import Unstored
from app.upkeep import Upkeep

if TYPE_CHECKING:
    from app.chat import Chat
    from app.inspection import Inspection

__all__ = ["KnownModel", "ModelState", "Session"]


class Session(QObject):
    """The open conversations and the model. A conversation stays open while it is shown or an
    answer in it is being written.

    Signals:
        summaries_changed(): the list of conversations is another
        model_changed(): `model` is another
        chat_opened(Chat): another conversation is shown
        activity_changed(): answers are being written in other conversations than before
        trashed(list[str]): titles of conversations just deleted; offer to undo it
        place_wanted(str, str): id of a message that was looked for in the chat shown, and the words
        problem(str): one sentence for the user
    """

    summaries_changed = Signal()
    model_changed = Signal()
    chat_opened = Signal(object)
    activity_changed = Signal()
    trashed = Signal(list)
    place_wanted = Signal(str, str)
    problem = Signal(str)

    def __init__(
        self,
        *,
        bridge: Bridge,
        store: StoreThread,
        preferences: PreferencesFile,
        tools: OfferedTools,
        paths: Paths,
        new_timer: NewTimer = QTimer,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.chat: Chat | None = None
        self.paths = paths
        self.presets = PresetsFile(paths.presets)
        self._bridge = bridge
        self._store = store
        self._preferences = preferences
        self._tools = tools
        self._new_timer = new_timer
        self._chats: dict[str, Chat] = {}
        self._wanted: str | None = None
        self._blank: str | None = None
        self._place: Place | None = None
        self._listing = Listing(store=store, chats=self._chats, parent=self)
        self._listing.changed.connect(self.summaries_changed)
        self._unstored = Unstored(bridge.post)
        self._slot = ModelSlot(bridge=bridge, preferences=preferences, paths=paths, parent=self)
        self._slot.changed.connect(self.model_changed)
        self.next_prompt = NextPrompt(
            bridge=bridge, slot=self._slot, tools=tools, new_timer=new_timer, parent=self
        )
        self._files = FileThread(bridge.post)
        self.files_at_hand = FilesAtHand(paths.files_at_hand, files=self._files, parent=self)
        self.prompts = PromptsFile(paths.prompts)
        self._prices = FilePrices(
            bridge=bridge, slot=self._slot, tools=tools, preferences=preferences, parent=self
        )
        self.searching = Searching(
            store=store, summaries=lambda: self.summaries, new_timer=new_timer, parent=self
        )
        self.searching.failed.connect(self.problem)
        self.trash = Trash(store=store, chats=self._chats, parent=self)
        self.trash.restored.connect(self._listing.refresh)
        self.trash.removed.connect(self._forget)
        self.trash.failed.connect(self.problem)
        self.upkeep = Upkeep(store=store, path=paths.database, post=bridge.post, parent=self)
        self.upkeep.problem.connect(self.problem)
        self.opening = OpeningStore(
            store=store, trash=self.trash, upkeep=self.upkeep, new_timer=new_timer, parent=self
        )
        self.opening.listed.connect(self._on_first_listed)
        self.opening.refused.connect(self.summaries_changed)
        self.opening.repaired.connect(self.problem)
        self.opening.indexing.failed.connect(self.problem)
        self.preset_names = PresetNames(
            store=store, chats=self._chats, failed=self._on_store_failed
        )
        self._titling = Titling(
            bridge=bridge, slot=self._slot, preferences=preferences, tools=tools, parent=self
        )
        self.ordering = Ordering(
            store=store,
            file=FoldersFile(paths.folders),
            summaries=lambda: self.summaries,
            chats=self._chats,
            parent=self,
        )
        self.ordering.changed.connect(self._listing.refresh)
        self.ordering.duplicated.connect(self.open_conversation)
        self.ordering.failed.connect(self.problem)
        self._titling.titled.connect(self.ordering.take_title)

    @cached_property
    def inspection(self) -> Inspection:
        """Looks at prompts; made when one is looked at first."""
        from app.inspection import Inspection

        return Inspection(bridge=self._bridge, slot=self._slot, tools=self._tools, parent=self)

    # ---- start and end

    def start(self, model_path: Path | None) -> None:
        """Open the store and load the given model or the last one, both in the background."""
        self.new_conversation()
        self._blank = self._wanted
        self.opening.start()
        self._slot.load_first(model_path)

    def close(self) -> None:
        """End everything within 300 ms; running answers can be continued at the next start."""
        for chat in list(self._chats.values()):  # a chat that has come to rest is let go
            chat.close()
        self._files.close()
        self.opening.indexing.stop()
        self.upkeep.close()
        self._forget(self._listing.temporary)
        self._bridge.close()
        self._store.close()

    @property
    def read_only_reason(self) -> str | None:
        """Why nothing is being saved, while the program goes on in memory."""
        return self.opening.read_only_reason

    def _on_first_listed(self, summaries: list[Summary]) -> None:
        self._listing.begin(summaries)
        chat = self.chat
        if self.summaries and chat and chat.conversation.id == self._blank and chat.untouched:
            self.open_conversation(self.summaries[0].id)

    def _on_store_failed(self, error: StoreError) -> None:
        self.problem.emit(str(error))

    # ---- conversations

    @property
    def summaries(self) -> list[Summary]:
        """All that can be listed: temporary ones first, then the one changed last."""
        return self._listing.summaries

    def new_conversation(self) -> None:
        """Show an empty conversation; it is stored when something is said, typed or set in it."""
        self._show_new(temporary=False)

    def begin_in(self, folder: str) -> None:
        """Show an empty conversation, which is put into this folder when it is stored."""
        self.new_conversation()
        assert self.chat is not None, "the new one"
        self.ordering.begin_in(folder, self.chat)

    def new_temporary(self) -> None:
        """Show an empty conversation that is never stored: it is gone when the program ends."""
        self._show_new(temporary=True)

    def _show_new(self, *, temporary: bool) -> None:
        conversation = begun_with(
            self.presets.for_new(), created_ms=now_ms(), clock=local_now(), temporary=temporary
        )
        self._show(self._opened(conversation, stored=False))

    def open_conversation(self, conversation_id: str) -> None:
        """Show a conversation as soon as it is read; the newest wish counts."""
        self._place = None
        self._open(conversation_id)

    def open_message(self, conversation_id: str, message_id: str, words: str) -> None:
        """Show a conversation with a message of it that was looked for."""
        self._place = Place(conversation_id, message_id, words)
        if self.chat is not None and self.chat.conversation.id == conversation_id:
            self._wanted = conversation_id
            self._show_place(self.chat)
        else:
            self._open(conversation_id)

    def _open(self, conversation_id: str) -> None:
        self._wanted = conversation_id
        if chat := self._chats.get(conversation_id):
            self._show(chat)
        else:
            self._store.submit(
                lambda library: library.load(conversation_id),
                self._on_loaded,
                self._on_store_failed,
            )

    def delete(self, *ids: str) -> None:
        """Move conversations to the trash; their turns are stopped, the cache forgets them.

        Temporary ones are gone at once.
        """
        gone = set(ids)
        titles = [summary.title for summary in self.summaries if summary.id in gone]
        for id in ids:
            if chat := self._chats.get(id):
                chat.stop()
                chat.flush_draft()  # one in which all was taken back is not kept, nor put back
            self._titling.cancel(id)
        chats = self._chats
        stored = [id for id in self._listing.keeps(ids) if id not in chats or chats[id].stored]
        self._forget(ids)
        self._listing.temporary -= set(ids)
        self._listing.drop(*gone.difference(stored))
        self.trash.take(*stored)
        self._listing.refresh()
        if self.chat is not None and self.chat.conversation.id in ids:
            self.new_conversation()
        if stored:
            self.trashed.emit(titles)

    def undo_delete(self) -> None:
        """Take what was deleted last out of the trash and show it."""
        if ids := self.trash.take_back():
            self.open_conversation(ids[0])

    def _forget(self, ids: Collection[str]) -> None:
        from engine.types import Forget

        for id in ids:
            self._bridge.submit(Forget(conversation=id))

    def is_generating(self, conversation_id: str) -> bool:
        chat = self._chats.get(conversation_id)
        return chat is not None and chat.turn is not None

    def go_back(self, copy: Path) -> None:
        """Put a copy in the place of all stored conversations; what there was is kept beside it."""
        self.new_conversation()
        kept = {self._wanted, *self._listing.temporary}
        left = [chat for id, chat in self._chats.items() if id not in kept]
        self.upkeep.go_back(copy, left, partial(self._on_gone_back, left))

    def _on_gone_back(self, left: list[Chat], sentence: str | None) -> None:
        if self.chat in left:  # it was shown again meanwhile
            self.new_conversation()
        for chat in left:
            self._titling.cancel(chat.conversation.id)
            if self._chats.pop(chat.conversation.id, None):
                chat.deleteLater()
        self._forget([chat.conversation.id for chat in left])
        self.opening.look(None)
        if self.chat is not None and sentence:
            self.chat.noted.emit(sentence)

    # ---- the model

    @property
    def model(self) -> ModelState:
        return self._slot.state

    @property
    def waiting_settings(self) -> tuple[str, ...]:
        """Names of preferences that the model follows only when it is loaded again."""
        return self._slot.waiting_settings

    def load_model(self, path: Path) -> None:
        self._slot.load(path)

    def choose_for_model(self, choices: ModelChoices) -> None:
        """What the user chooses for the model that is loaded."""
        self._slot.choose(choices)

    def unload_model(self) -> None:
        self._slot.unload()

    def known_models(self) -> list[KnownModel]:
        """Models in the models folder, then files opened before that still exist."""
        return self._slot.known()

    # ---- inside

    def _opened(self, conversation: Conversation, *, stored: bool) -> Chat:
        from app.chat import Chat  # late: the first paint does without

        chat = Chat(
            conversation,
            bridge=self._bridge,
            store=self._unstored if conversation.temporary else self._store,
            slot=self._slot,
            preferences=self._preferences,
            tools=self._tools,
            files=self._files,
            prices=self._prices,
            stored=stored,
            new_timer=self._new_timer,
            parent=self,
        )
        self._chats[conversation.id] = chat
        chat.saved.connect(self._listing.refresh)
        chat.settled.connect(self._close_idle)
        chat.turn_changed.connect(self.activity_changed)
        chat.branched.connect(partial(self._on_branched, conversation))
        chat.problem.connect(partial(self._on_problem, conversation))
        chat.setup.changed.connect(self.next_prompt.ask)
        if conversation.temporary:
            self._listing.temporary.add(conversation.id)
        else:
            chat.answered.connect(lambda _: self._titling.consider(conversation))
        return chat

    def _on_loaded(self, conversation: Conversation) -> None:
        conversation.close_unfinished(KILLED)
        if conversation.id == self._wanted and conversation.id not in self._chats:
            self._show(self._opened(conversation, stored=True))

    def _on_problem(self, conversation: Conversation, sentence: str) -> None:
        """Of a conversation that is shown, the window hears by itself."""
        if self.chat is not None and self.chat.conversation is not conversation:
            self.problem.emit(sentence)

    def _on_branched(self, source: Conversation, conversation: Conversation) -> None:
        self.ordering.put_beside(source, conversation)
        chat = self._opened(conversation, stored=False)
        self._show(chat)
        chat.save_all()

    def _show(self, chat: Chat) -> None:
        self._wanted = chat.conversation.id
        left, self.chat = self.chat, chat
        if left is not None:
            left.flush_draft()
        self._close_idle()
        self.chat_opened.emit(chat)
        self._show_place(chat)

    def _show_place(self, chat: Chat) -> None:
        """Go to the message that was looked for, on the branch it is on, if it is still there."""
        place, self._place = self._place, None
        conversation = chat.conversation
        if place is None or place.conversation != conversation.id:
            return
        if place.message in conversation.messages:
            if all(message.id != place.message for message in chat.branch):
                chat.show_branch(place.message)
            self.place_wanted.emit(place.message, place.words)

    def _close_idle(self) -> None:
        """Let go of what is not shown, has nothing under way and can be read again."""
        for id, chat in list(self._chats.items()):
            is_kept = id in self._listing.temporary and not chat.untouched
            if chat is not self.chat and chat.at_rest and not is_kept:
                del self._chats[id]
                if chat.conversation.temporary or not chat.stored:
                    self._listing.drop(id)
                chat.deleteLater()
