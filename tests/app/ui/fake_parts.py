"""What hangs on a fake chat or session: each remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.domain.attachments import Attachment
from app.domain.conversation import Conversation, Summary
from app.domain.conversation_settings import ContextStrategy, Setup
from app.domain.folders import Folder
from app.domain.in_force import setup_of
from app.domain.moving import Move
from app.domain.path_search import PathSearch
from app.domain.presets import Preset
from app.domain.search import Query
from app.next_prompt import ContextUse
from app.opening_store import Progress

if TYPE_CHECKING:
    from tests.app.ui.fakes import FakeChat


class FakeAttaching(QObject):
    """Attaches at once what a test gives it; `done` lists what it was asked."""

    changed = Signal()
    refused = Signal(str)
    file_read = Signal(object)

    def __init__(self, conversation: Conversation) -> None:
        super().__init__()
        self.reading: tuple[str, ...] = ()
        self.prices: dict[str, int] = {}
        self.done: list[tuple[object, ...]] = []
        self.hinders = ""
        self._conversation = conversation

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        return self._conversation.draft_attachments

    def become(self, *attachments: Attachment) -> None:
        self._conversation.draft_attachments = attachments
        self.changed.emit()

    def tokens(self, attachment: Attachment) -> int | None:
        return self.prices.get(attachment.name)

    def hindrance(self) -> str:
        return self.hinders

    def attach_again(self, attachment: Attachment) -> None:
        self.become(*self.attachments, attachment)

    def attach_files(self, paths: list[Path]) -> None:
        self.done.append(("files", *(path.name for path in paths)))

    def attach_text(self, text: str) -> None:
        self.done.append(("text", text))

    def attach_image(self, data: bytes) -> None:
        self.done.append(("image", data))

    def remove(self, number: int) -> None:
        left = self.attachments
        self.become(*left[:number], *left[number + 1 :])


class FakeFilesAtHand(QObject):
    """Holds what a test puts into it; `done` lists what it was asked."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.recent: list[Path] = []
        self.folders: dict[str, Path] = {}
        self.below: list[str] | None = None
        self.names: dict[Path, list[str]] = {}
        self.done: list[tuple[object, ...]] = []

    def remember(self, path: Path) -> None:
        self.done.append(("remember", path.name))

    def folder(self, conversation_id: str) -> Path | None:
        return self.folders.get(conversation_id)

    def choose_folder(self, conversation_id: str, folder: Path | None, *, stored: bool) -> None:
        self.done.append(("folder", folder, stored))
        self.folders = {conversation_id: folder} if folder else {}

    def look(self, conversation_id: str) -> None:
        self.done.append(("look", conversation_id))

    def names_in(self, folder: Path) -> list[str]:
        return self.names.get(folder, [])

    def search(self, conversation_id: str) -> PathSearch | None:
        found = self.below is not None and conversation_id in self.folders
        return PathSearch(self.below or []) if found else None


class FakeNextPrompt(QObject):
    """Counts nothing; `use` is what a test puts into it."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.use: ContextUse | None = None
        self.asked = 0
        self.shown = ""

    def become(self, use: ContextUse | None) -> None:
        self.use = use
        self.changed.emit()

    def show(self, conversation: Conversation) -> None:
        self.shown = conversation.id

    def ask(self) -> None:
        self.asked += 1


class FakeInspection(QObject):
    """Remembers which prompts were asked for."""

    inspected = Signal(object)
    failed = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str]] = []

    def tool_names(self) -> tuple[str, ...]:
        return ("calculator", "clock")

    def ask(self, conversation: Conversation, moment: str) -> None:
        self.asked.append((conversation.id, moment))


class FakeSearching(QObject):
    """Remembers what was looked for; a test says what is found."""

    found = Signal(object)
    failed = Signal(str)
    models_known = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Query] = []

    def ask(self, query: Query) -> None:
        self.asked.append(query)

    def ask_models(self) -> None:
        self.models_known.emit(["Qwen 3", "SmolLM2 135M Instruct"])


class FakeOrdering(QObject):
    """Folders are made, folded and renamed at once; `done` lists what it was asked."""

    folders_changed = Signal()
    folder_deleted = Signal(str, int)
    moved = Signal(list, str)
    begun = Signal()

    def __init__(self, done: list[tuple[str, ...]], summaries: Callable[[], list[Summary]]) -> None:
        super().__init__()
        self.done = done
        self.made: dict[str, bool] = {}
        self._summaries = summaries

    @property
    def folders(self) -> list[Folder]:
        return [Folder(name, folded) for name, folded in self.made.items()]

    @property
    def tags(self) -> list[str]:
        return sorted({tag for summary in self._summaries() for tag in summary.tags})

    def set_pinned(self, ids: list[str], pinned: bool) -> None:
        self.done.append(("pin" if pinned else "unpin", *ids))

    def rename(self, conversation_id: str, title: str) -> None:
        self.done.append(("rename", conversation_id, title))

    def move(self, ids: list[str], folder: str) -> None:
        self.done.append(("move", folder, *ids))

    def new_folder(self, name: str, ids: list[str]) -> str:
        self.done.append(("new folder", name, *ids))
        self.make(name)
        return name

    def make(self, name: str, *, folded: bool = False) -> None:
        self.made[name] = folded
        self.folders_changed.emit()

    def rename_folder(self, folder: str, name: str) -> None:
        self.done.append(("rename folder", folder, name))
        self.made = {name if one == folder else one: fold for one, fold in self.made.items()}
        self.folders_changed.emit()

    def delete_folder(self, folder: str) -> None:
        self.done.append(("delete folder", folder))
        self.folder_deleted.emit(folder, 0)

    def undo_delete_folder(self) -> None:
        self.done.append(("undo delete folder",))

    def set_folded(self, folder: str, folded: bool) -> None:
        self.done.append(("fold" if folded else "unfold", folder))
        self.make(folder, folded=folded)

    def set_tag(self, ids: list[str], name: str, on: bool) -> None:
        self.done.append(("tag" if on else "untag", name, *ids))

    def begin_in(self, folder: str, chat: Any) -> None:
        self.done.append(("begin in", folder))
        chat.conversation.folder = folder
        self.begun.emit()

    def undo_move(self) -> None:
        self.done.append(("undo move",))

    def duplicate(self, conversation_id: str, title: str) -> None:
        self.done.append(("duplicate", conversation_id, title))


class FakeTrash(QObject):
    """Holds what a test puts into it; `done` lists what it was asked."""

    changed = Signal()
    nothing_to_take_back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.summaries: list[Summary] = []
        self.done: list[tuple[str, ...]] = []

    def look(self) -> None:
        self.changed.emit()

    def restore(self, *ids: str) -> None:
        self.done.append(("restore", *ids))

    def delete_for_good(self, *ids: str) -> None:
        self.done.append(("delete for good", *ids))


class FakeSetup(QObject):
    """Changes at once; `done` lists the system prompts of the chat it belongs to."""

    changed = Signal()
    applied = Signal(str)

    def __init__(self, conversation: Conversation, done: list[tuple[str, ...]]) -> None:
        super().__init__()
        self._conversation = conversation
        self._done = done
        self._before: list[Setup] = []

    @property
    def now(self) -> Setup:
        return setup_of(self._conversation)

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def set_system_prompt(self, text: str) -> None:
        self._done.append(("system prompt", text))
        self.become(replace(self.now, system_prompt=text))

    def set_context_strategy(self, strategy: ContextStrategy | None) -> None:
        self.become(replace(self.now, context_strategy=strategy))

    def set_value(self, name: str, value: object) -> None:
        values: dict[str, Any] = {name: value}
        self.become(replace(self.now, settings=replace(self.now.settings, **values)))

    def apply(self, name: str, preset: Preset) -> None:
        self.become(preset.put_over(self.now, name))
        self.applied.emit(name)

    def become(self, setup: Setup) -> None:
        self._before.append(self.now)
        self._take(setup)

    def undo(self) -> None:
        self._take(self._before.pop())

    def _take(self, setup: Setup) -> None:
        self._conversation.system_prompt = setup.system_prompt
        self._conversation.context_strategy = setup.context_strategy
        self._conversation.settings = setup.settings
        self.changed.emit()


class FakeModelMove(QObject):
    """Says what a test lets it say."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.move: Move | None = None
        self.about_tokens = 0
        self.looked = 0
        self.seconds: dict[str, float] = {}

    def seconds_with(self, model: str) -> float:
        return self.seconds.get(model, 0)

    def look(self) -> None:
        self.looked += 1

    def become(self, move: Move | None) -> None:
        self.move = move
        self.changed.emit()

    def accept(self) -> None:
        self.become(None)


class FakeCalls(QObject):
    """Remembers what was decided about calls that wait."""

    def __init__(self, done: list[tuple[str, ...]]) -> None:
        super().__init__()
        self._done = done

    def approve(self, call_id: str) -> None:
        self._done.append(("approve", call_id))

    def deny(self, call_id: str) -> None:
        self._done.append(("deny", call_id))

    def always_allow(self, call_id: str) -> None:
        self._done.append(("always allow", call_id))

    def run_edited(self, call_id: str, arguments: str) -> None:
        self._done.append(("run edited", call_id, arguments))

    def ask_again(self, message_id: str) -> None:
        self._done.append(("ask again", message_id))


class FakeOpening(QObject):
    """How far opening the store is, as a test says."""

    progressed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.progress: Progress | None = None

    def become(self, progress: Progress | None) -> None:
        self.progress = progress
        self.progressed.emit()


class FakePresetNames:
    """Only the chat that is shown follows."""

    def __init__(self, shown: Callable[[], FakeChat | None]) -> None:
        self._shown = shown

    def follow(self, before: str, name: str) -> None:
        chat = self._shown()
        if chat is not None and chat.setup.now.settings.preset == before:
            setup = chat.setup.now
            chat.setup.become(replace(setup, settings=replace(setup.settings, preset=name)))
