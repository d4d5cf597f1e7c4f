"""A session and chats that only remember: the window is tested against these."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.domain.answer_options import AnswerOptions
from app.domain.conversation import Conversation, Message, Summary, Waiting
from app.domain.model import KnownModel, ModelState
from app.domain.model_choices import ModelChoices
from app.domain.presets import PresetsFile
from app.domain.prompts import PromptsFile
from app.domain.turn import Turn
from app.paths import Paths
from engine.models import Capabilities, ModelInfo
from engine.types import Text
from tests.app.ui.fake_parts import (
    FakeAttaching,
    FakeCalls,
    FakeFilesAtHand,
    FakeInspection,
    FakeModelMove,
    FakeNextPrompt,
    FakeOpening,
    FakeOrdering,
    FakePresetNames,
    FakeSearching,
    FakeSetup,
    FakeTrash,
)
from tests.app.ui.fake_room import FakeRoom
from tests.app.ui.fake_upkeep import FakeUpkeep


class FakeChat(QObject):
    """Accepts what is sent unless `refusal` says why not; `done` lists what it was asked."""

    branch_changed = Signal()
    prompt_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()
    forecasted = Signal(str, str)
    noted = Signal(str)
    draft_changed = Signal()
    queue_changed = Signal()
    deleted = Signal(str)
    problem = Signal(str)

    def __init__(self, conversation_id: str = "one", draft: str = "") -> None:
        super().__init__()
        self.conversation = Conversation(
            id=conversation_id, title="", created_ms=0, clock="", draft=draft
        )
        self.attaching = FakeAttaching(self.conversation)
        self.turn: Turn | None = None
        self.refusal = ""
        self.done: list[tuple[str, ...]] = []
        self.setup = FakeSetup(self.conversation, self.done)
        self.calls = FakeCalls(self.done)
        self.model_move = FakeModelMove()
        self.room = FakeRoom(self.done)

    @property
    def branch(self) -> list[Message]:
        return self.conversation.branch()

    def send(self, text: str) -> bool:
        self.done.append(("send", text))
        if self.refusal:
            self.problem.emit(self.refusal)
            return False
        self.conversation.draft = ""
        self.add("user", text)
        return True

    def add(self, role: str, text: str) -> Message:
        """Append a message as if it had been written, and tell so."""
        branch = self.branch
        message = Message(
            id=f"{self.conversation.id}-{len(branch)}",
            parent=branch[-1].id if branch else None,
            role="user" if role == "user" else "assistant",
            parts=(Text(text),),
            created_ms=0,
            model="" if role == "user" else "SmolLM2 135M Instruct",
        )
        self.conversation.add(message)
        self.message_added.emit(message.id)
        return message

    def set_turn(self, turn: Turn | None) -> None:
        self.turn = turn
        self.turn_changed.emit()

    def stop(self) -> None:
        self.done.append(("stop",))

    def retry(self, message_id: str, options: AnswerOptions | None = None) -> None:
        asked = (str(options.temperature), str(options.template_settings)) if options else ()
        self.done.append(("retry", message_id, *asked))

    def edit(self, message_id: str, text: str) -> bool:
        self.done.append(("edit", message_id, text))
        return not self.refusal

    def continue_answer(self, message_id: str) -> None:
        self.done.append(("continue", message_id))

    def show_sibling(self, message_id: str, step: int) -> None:
        self.done.append(("sibling", message_id, str(step)))

    def undo_mark(self) -> None:
        self.done.append(("undo mark",))

    def refresh_clock(self) -> None:
        self.done.append(("refresh clock",))

    def forecast(self, kind: str, *, message_id: str = "", text: str = "") -> None:
        self.done.append(("forecast", kind, message_id, text))

    def fork_at(self, message_id: str, round: int, token: int, id: int) -> None:
        self.done.append(("fork", message_id, f"{round} {token} {id}"))

    def set_draft(self, text: str) -> None:
        self.conversation.draft = text
        self.draft_changed.emit()

    def queue(self, text: str) -> bool:
        if not text.strip() and not self.attaching.attachments:
            return False
        self.done.append(("queue", text))
        waiting = Waiting(text, self.attaching.attachments)
        self.conversation.queued = (*self.conversation.queued, waiting)
        self.conversation.draft = ""
        self.attaching.become()
        self.queue_changed.emit()
        return True

    def take_queued(self, number: int, *, keep_files: bool = False) -> str:
        queued = list(self.conversation.queued)
        waiting = queued.pop(number)
        self.conversation.queued = tuple(queued)
        if keep_files:
            self.attaching.become(*waiting.attachments, *self.attaching.attachments)
        self.queue_changed.emit()
        return waiting.text

    def branch_off(self, message_id: str) -> None:
        self.done.append(("branch", message_id))

    def delete(self, message_id: str, *, following: bool) -> None:
        self.done.append(("delete", message_id, "following" if following else "alone"))

    def undo_delete(self) -> None:
        self.done.append(("undo delete",))

    def insert(self, role: str, text: str, *, below: str | None) -> bool:
        self.done.append(("insert", role, text, below or ""))
        return not self.refusal

    def edit_answer(self, message_id: str, text: str) -> bool:
        self.done.append(("edit answer", message_id, text))
        return not self.refusal

    def show_branch(self, message_id: str) -> None:
        self.done.append(("show", message_id))


class FakeSession(QObject):
    """Shows what a test puts into it; `done` lists what it was asked."""

    summaries_changed = Signal()
    model_changed = Signal()
    chat_opened = Signal(object)
    activity_changed = Signal()
    problem = Signal(str)
    trashed = Signal(list)
    place_wanted = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.summaries: list[Summary] = []
        self.model = ModelState("none")
        self.chat: FakeChat | None = None
        self.read_only_reason: str | None = None
        self.known: list[KnownModel] = []
        self.inspection = FakeInspection()
        self.next_prompt = FakeNextPrompt()
        self.searching = FakeSearching()
        self.trash = FakeTrash()
        self.opening = FakeOpening()
        self.preset_names = FakePresetNames(lambda: self.chat)
        self.upkeep = FakeUpkeep()
        self.generating: set[str] = set()
        self.paths = Paths(Path("/none"))
        self.prompts = PromptsFile(Path("/none/prompts.json"))
        self.presets = PresetsFile(Path("/none/presets.json"))
        self.files_at_hand = FakeFilesAtHand()
        self.waiting_settings: tuple[str, ...] = ()
        self.done: list[tuple[str, ...]] = []
        self.ordering = FakeOrdering(self.done, lambda: self.summaries)

    def open(self, chat: FakeChat) -> None:
        self.chat = chat
        self.chat_opened.emit(chat)

    def become(self, model: ModelState) -> None:
        self.model = model
        self.model_changed.emit()

    def show_summaries(self, summaries: list[Summary]) -> None:
        self.summaries = summaries
        self.summaries_changed.emit()

    def new_conversation(self) -> None:
        self.done.append(("new",))

    def begin_in(self, folder: str) -> None:
        self.done.append(("begin in", folder))

    def new_temporary(self) -> None:
        self.done.append(("new temporary",))

    def open_message(self, conversation_id: str, message_id: str, words: str) -> None:
        self.done.append(("open message", conversation_id, message_id, words))

    def open_conversation(self, conversation_id: str) -> None:
        self.done.append(("open", conversation_id))

    def delete(self, *ids: str) -> None:
        self.done.append(("delete", *ids))

    def undo_delete(self) -> None:
        self.done.append(("undo",))

    def go_back(self, copy: Path) -> None:
        self.done.append(("go back", copy.name))

    def load_model(self, path: Path) -> None:
        self.done.append(("load", path.name))

    def choose_for_model(self, choices: ModelChoices) -> None:
        self.done.append(("choose for model",))
        self.become(replace(self.model, choices=choices))

    def unload_model(self) -> None:
        self.done.append(("unload",))

    def known_models(self) -> list[KnownModel]:
        return self.known

    def is_generating(self, conversation_id: str) -> bool:
        return conversation_id in self.generating


STARTER = KnownModel(
    Path("/models/SmolLM2-135M-Instruct.Q4_1.gguf"),
    "SmolLM2-135M-Instruct.Q4_1",
    98_362_432,
    is_starter=True,
)
CODER = KnownModel(
    Path("/models/Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf"),
    "Qwen2.5-Coder-0.5B-Instruct-Q4_K_M",
    491_400_064,
    is_starter=False,
)


def model_info(notes: tuple[str, ...] = ()) -> ModelInfo:
    return ModelInfo(
        path=str(STARTER.path),
        name="SmolLM2 135M Instruct",
        architecture="llama",
        description="llama 135M Q4_1",
        size_bytes=STARTER.size_bytes,
        parameters=134_515_008,
        context_tokens=4096,
        trained_context_tokens=8192,
        vocabulary_size=49_152,
        device="CPU",
        tokenizer="t",
        template="",
        template_source="model",
        capabilities=Capabilities(rewinds_freely=True, forks=True, snapshots=True),
        notes=notes,
    )


def ready(notes: tuple[str, ...] = ()) -> ModelState:
    info = model_info(notes)
    return ModelState("ready", path=info.path, name=info.name, fraction=1.0, info=info)


def loading(fraction: float) -> ModelState:
    return ModelState("loading", path=str(STARTER.path), name=STARTER.name, fraction=fraction)


def failed(problem: str) -> ModelState:
    return ModelState("failed", path=str(CODER.path), name=CODER.name, problem=problem)


def running_turn() -> Turn:
    message = Message(
        id="answer", parent=None, role="assistant", parts=(), created_ms=0, status="running"
    )
    return Turn(request=1, message=message, phase="answering")
