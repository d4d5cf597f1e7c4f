"""How the conversations are ordered: titles, pins, folders, tags, copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Conversation, Summary
from app.domain.folders import Folder, FoldersFile, clean_name, free_name, known_as
from app.store.errors import StoreError
from app.store.thread import StoreThread

if TYPE_CHECKING:
    from app.chat import Chat
    from app.store.library import Library

NAME_TAKEN = "There is a folder of this name already. Choose another name."


class _Gone(NamedTuple):
    """A folder that was deleted, and what was in it."""

    folder: Folder
    conversations: list[str]


class Ordering(QObject):
    """Lives on the main thread. What the store does not keep, a temporary conversation, can only
    be renamed.

    Signals:
        changed(): the store orders conversations in another way; read the list again
        folders_changed(): `folders` are others
        folder_deleted(str, int): name of a folder, and how many conversations were in it; offer to
            undo it
        moved(list[str], str): titles of conversations just put into a folder of this name, or with
            "" back into the list; offer to undo it
        begun(): where a conversation that is still empty will be is another
        duplicated(str): id of a copy that was made
        failed(str): why something could not be done
    """

    changed = Signal()
    folders_changed = Signal()
    folder_deleted = Signal(str, int)
    moved = Signal(list, str)
    begun = Signal()
    duplicated = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        *,
        store: StoreThread,
        file: FoldersFile,
        summaries: Callable[[], Sequence[Summary]],
        chats: Mapping[str, Chat],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._file = file
        self._summaries = summaries
        self._chats = chats
        self._gone: _Gone | None = None
        self._places: dict[str, str] = {}
        """Where what was moved last was before, by its id."""

    # ---- titles and pins

    def rename(self, conversation_id: str, title: str) -> None:
        """Blank titles are ignored: a conversation keeps a name to be found by."""
        title = " ".join(title.split())
        if not title:
            return
        if chat := self._chats.get(conversation_id):
            chat.set_title(title)
            self.changed.emit()
        else:
            self._change(lambda library: library.set_title(conversation_id, title))

    def take_title(self, conversation_id: str, before: str, title: str) -> None:
        """One that the model wrote; a title the user chose in the meantime stays."""
        chat = self._chats.get(conversation_id)
        listed = next((s.title for s in self._summaries() if s.id == conversation_id), "")
        if before == (chat.conversation.title if chat else listed):
            self.rename(conversation_id, title)

    def set_pinned(self, ids: Sequence[str], pinned: bool) -> None:
        """Keep conversations at the top of the list, or no longer."""
        stored = self._to_order(ids)
        self._change(lambda library: library.set_pinned(stored, pinned))

    # ---- folders

    @property
    def folders(self) -> list[Folder]:
        return self._file.all(summary.folder for summary in self._summaries())

    def move(self, ids: Sequence[str], folder: str) -> None:
        """Put conversations into a folder; with "", back into the list."""
        wanted = set(self._to_order(ids))
        there = [summary for summary in self._summaries() if summary.id in wanted]
        leaving = [summary for summary in there if summary.folder != folder]
        self._move(ids, folder)
        if leaving:
            self._places = {summary.id: summary.folder for summary in leaving}
            self.moved.emit([summary.title for summary in leaving], folder)

    def undo_move(self) -> None:
        """Put what was moved last back where it was."""
        places, self._places = self._places, {}
        for folder in dict.fromkeys(places.values()):
            self._move([id for id, place in places.items() if place == folder], folder)

    def _move(self, ids: Sequence[str], folder: str) -> None:
        stored = self._to_order(ids)
        if folder:
            self._keep(folder)
        self._change(lambda library: library.set_folder(stored, folder))

    def begin_in(self, folder: str, chat: Chat) -> None:
        """Let a conversation that is still empty begin in a folder, where it is stored first."""
        chat.conversation.folder = folder
        self.begun.emit()

    def put_beside(self, source: Conversation, new: Conversation) -> None:
        """Let a conversation begin where the one is that it was made of."""
        listed = next((one for one in self._summaries() if one.id == source.id), None)
        new.folder, new.tags = (source if listed is None else listed).place

    def new_folder(self, name: str, ids: Sequence[str] = ()) -> str:
        """Make a folder with these conversations in it; the name it has got."""
        name = free_name(clean_name(name), self._names())
        self._file.add(name)
        self.folders_changed.emit()
        if ids:
            self._move(ids, name)
        return name

    def rename_folder(self, folder: str, name: str) -> None:
        """Blank names are ignored, and one that is taken is refused."""
        name = clean_name(name)
        if not name or name == folder:
            return
        if known_as(name, (one for one in self._names() if one != folder)):
            self.failed.emit(NAME_TAKEN)
            return
        self._file.rename(folder, name)
        self._change_folder(folder, name)

    def delete_folder(self, folder: str) -> None:
        """Its conversations go back to the list."""
        now = next((one for one in self.folders if one.name == folder), Folder(folder))
        number = sum(summary.folder == folder for summary in self._summaries())
        self._gone = _Gone(now, [])
        self._file.remove(folder)
        self._change_folder(folder, "", self._gone.conversations)
        self.folder_deleted.emit(folder, number)

    def undo_delete_folder(self) -> None:
        """Bring the folder that was deleted last back, with what was in it."""
        gone, self._gone = self._gone, None
        if gone is None:
            return
        self._file.add(gone.folder.name, folded=gone.folder.folded)
        name = gone.folder.name
        self._change(lambda library: library.set_folder(gone.conversations, name))
        self.folders_changed.emit()

    def set_folded(self, folder: str, folded: bool) -> None:
        self._file.add(folder, folded=folded)
        self.folders_changed.emit()

    def _keep(self, folder: str) -> None:
        """A folder made by moving into it is there also when it is empty again."""
        if known_as(folder, self._names()) is None:
            self._file.add(folder)

    def _change_folder(self, folder: str, to: str, moved: list[str] | None = None) -> None:
        """`moved` takes the ids of what is in it, on the store's thread."""

        def change(library: Library) -> None:
            ids = library.move_folder(folder, to)
            if moved is not None:
                moved.extend(ids)

        self._change(change)
        self.folders_changed.emit()

    def _names(self) -> list[str]:
        return [folder.name for folder in self.folders]

    # ---- tags

    @property
    def tags(self) -> list[str]:
        """The tags of all conversations, by the alphabet."""
        names = {name for summary in self._summaries() for name in summary.tags}
        return sorted(names, key=lambda name: (name.casefold(), name))

    def set_tag(self, ids: Sequence[str], name: str, on: bool) -> None:
        """One that differs from a known tag only in case is that tag; blank names are ignored."""
        name = clean_name(name).lstrip("#")
        tag = known_as(name, self.tags) or name
        stored = self._to_order(ids)
        if tag:
            self._change(lambda library: library.set_tag(stored, tag, on))

    # ---- copies

    def duplicate(self, conversation_id: str, title: str) -> None:
        """Copy a conversation with all its branches; `duplicated` tells the copy's id."""
        if chat := self._chats.get(conversation_id):
            chat.flush_draft()

        def then(copy: str) -> None:
            self.changed.emit()
            self.duplicated.emit(copy)

        self._store.submit(
            lambda library: library.duplicate(conversation_id, title), then, self._on_failed
        )

    # ---- inside

    def _to_order(self, ids: Sequence[str]) -> list[str]:
        """Those that are stored, from now on also when all that was begun in them is taken back.

        A temporary conversation is open as long as it is there at all.
        """
        chats = {id: self._chats.get(id) for id in ids}
        for chat in chats.values():
            if chat is not None:
                chat.keep_empty()
        return [id for id, chat in chats.items() if not (chat and chat.conversation.temporary)]

    def _change(self, action: Callable[[Library], None]) -> None:
        self._store.submit(action, failed=self._on_failed)
        self.changed.emit()

    def _on_failed(self, error: StoreError) -> None:
        self.failed.emit(str(error))
