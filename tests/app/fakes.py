"""Stand-ins for what the app talks to: an engine that says what a test tells it, time that stands
still, and a store that works at once or when it is told to."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.bridge import Bridge
from app.chat import Chat
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from app.session import Session
from app.store.errors import StoreError
from app.store.library import Library
from app.store.thread import StoreThread
from app.tools.host import Definition
from app.tools.offered import OfferedTools
from engine.events import Event, Loaded
from engine.models import Capabilities, HealthCard, ModelInfo, model_name
from engine.types import (
    Command,
    CountTokens,
    Forget,
    Generate,
    LoadModel,
    Stop,
    ToolCall,
    ToolResult,
    UnloadModel,
)

Result = TypeVar("Result")
Wanted = TypeVar("Wanted", Generate, CountTokens, Stop, LoadModel, UnloadModel, Forget)

TOKENIZER = "vocabulary-a"


def model_info(path: str = "/models/tiny.gguf", tokenizer: str = TOKENIZER) -> ModelInfo:
    return ModelInfo(
        path=path,
        name=model_name(Path(path)),
        architecture="llama",
        description="tiny",
        size_bytes=1000,
        parameters=100,
        context_tokens=512,
        trained_context_tokens=512,
        vocabulary_size=32,
        device="CPU",
        tokenizer=tokenizer,
        template="",
        template_source="model",
        capabilities=Capabilities(rewinds_freely=True, forks=True, snapshots=True),
    )


def card(format: str) -> HealthCard | None:
    if not format:
        return None
    return HealthCard(
        format=format,
        reasoning="none",
        opens_reasoning=False,
        switches=(),
        keeps_reasoning_with=None,
        append_only=True,
        reread="nothing",
        reread_without_reasoning="nothing",
        tool_round_trip="exact",
        system_role=True,
        bos="template",
        stop_tokens=(),
    )


class FakeHost:
    """Keeps the commands; `deliver` brings a batch of events to the main thread and lets it run."""

    def __init__(self, bridge: Bridge, application: QCoreApplication) -> None:
        self.commands: list[Command] = []
        self.closed = False
        self._bridge = bridge
        self._application = application
        self._requests = itertools.count(1)

    def submit(self, command: Command) -> None:
        self.commands.append(command)

    def next_request(self) -> int:
        return next(self._requests)

    def close(self) -> None:
        self.closed = True

    def deliver(self, *events: Event) -> None:
        self._bridge.deliver(list(events))
        self._application.processEvents()

    def all(self, kind: type[Wanted]) -> list[Wanted]:
        return [command for command in self.commands if isinstance(command, kind)]

    def last(self, kind: type[Wanted]) -> Wanted:
        return self.all(kind)[-1]


class FakeTimer(QTimer):
    """Runs out when a test says so."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._active = False
        self.starts = 0

    def start(self, *_: object) -> None:
        self._active = True
        self.starts += 1

    def stop(self) -> None:
        self._active = False

    def isActive(self) -> bool:
        return self._active

    def run_out(self) -> None:
        assert self._active, "the timer runs"
        self._active = False
        self.timeout.emit()


class FailingLibrary:
    """Every method of it raises the same error."""

    def __init__(self, error: StoreError) -> None:
        self._error = error

    def __getattr__(self, name: str) -> object:
        raise self._error


class FakeStore:
    """A real library on the test's own thread; while `held`, what is submitted waits for `run`.

    With `fails_with`, the library does nothing but raise it.
    """

    def __init__(self, path: Path) -> None:
        self.library = Library(path)
        self.opening = False
        self.idle_s = 100.0
        self.told: Callable[[str, float | None], None] = lambda _sentence, _share: None
        self.opened: Callable[[str | None], None] = lambda _repair: None
        self.held = False
        self.fails_with: StoreError | None = None
        self.closed = False
        self._waiting: list[Callable[[], None]] = []

    def as_thread(self) -> StoreThread:
        return cast(StoreThread, self)

    def start(
        self,
        opened: Callable[[str | None], None],
        failed: Callable[[StoreError], None],
        told: Callable[[str, float | None], None],
    ) -> None:
        self.told, self.opened = told, opened
        if self.opening:
            self.held = True  # until the test calls `end_opening`
        elif self.fails_with is not None:
            failed(self.fails_with)
        else:
            opened(None)

    def end_opening(self, repair: str | None) -> None:
        self.opening = self.held = False
        self.opened(repair)
        self.run()

    def submit_idle(
        self,
        action: Callable[[Library], Result],
        then: Callable[[Result], None] | None,
        failed: Callable[[StoreError], None] | None,
    ) -> None:
        self.submit(action, then, failed)

    def submit(
        self,
        action: Callable[[Library], Result],
        then: Callable[[Result], None] | None = None,
        failed: Callable[[StoreError], None] | None = None,
    ) -> None:
        def step() -> None:
            try:
                result = action(self._library_now())
            except StoreError as error:
                if failed:
                    failed(error)
            else:
                if then:
                    then(result)

        self._waiting.append(step)
        if not self.held:
            self.run()

    def _library_now(self) -> Library:
        if self.fails_with is None:
            return self.library
        return cast(Library, FailingLibrary(self.fails_with))

    def run(self) -> None:
        while self._waiting:
            self._waiting.pop(0)()

    def close(self) -> None:
        self.run()
        self.library.close()
        self.closed = True


def tool(name: str, *required: str) -> Definition:
    """A tool whose arguments are texts."""
    schema = {
        "type": "object",
        "properties": {argument: {"type": "string"} for argument in required},
        "required": list(required),
        "additionalProperties": False,
    }
    return {"type": "function", "function": {"name": name, "description": "", "parameters": schema}}


class FakeTools:
    """A calculator, a clock and a diary that are done when a test says so; only the diary changes
    anything."""

    def __init__(self) -> None:
        self.running: dict[str, ToolCall] = {}
        self.cancelled: list[str] = []
        self._done: dict[str, Callable[[ToolResult], None]] = {}

    def definitions(self) -> tuple[Definition, ...]:
        return tool("calculator", "expression"), tool("clock"), tool("diary", "entry")

    def is_read_only(self, name: str) -> bool:
        return name != "diary"

    def run(self, call: ToolCall, done: Callable[[ToolResult], None]) -> None:
        self.running[call.call_id] = call
        self._done[call.call_id] = done

    def cancel(self, call_id: str) -> None:
        self.cancelled.append(call_id)

    def finish(self, call_id: str, text: str) -> None:
        """The tool answers, perhaps too late."""
        call = self.running.pop(call_id)
        self._done[call_id](ToolResult(call_id, call.name, text))


class World:
    """The app without a window: a session over a fake engine and a real library."""

    def __init__(self, folder: Path, application: QCoreApplication) -> None:
        self.folder = folder
        self.application = application
        self.bridge = Bridge()
        self.host = FakeHost(self.bridge, application)
        self.bridge.attach(self.host)
        self.store = FakeStore(folder / "parley.db")
        self.preferences = PreferencesFile(folder / "preferences.json")
        self.tools = FakeTools()
        self.session = Session(
            bridge=self.bridge,
            store=self.store.as_thread(),
            preferences=self.preferences,
            tools=OfferedTools(self.tools, self.preferences),
            paths=Paths(folder, default=folder),
            new_timer=FakeTimer,
        )
        self.problems: list[str] = []
        self.session.problem.connect(self.problems.append)

    @property
    def chat(self) -> Chat:
        assert self.session.chat is not None
        return self.session.chat

    @property
    def library(self) -> Library:
        return self.store.library

    def load_model(self, tokenizer: str = TOKENIZER, *, format: str = "") -> None:
        """`format` is the wire format that the model's health card names."""
        self.session.load_model(Path("/models/tiny.gguf"))
        request = self.host.last(LoadModel).request
        self.host.deliver(
            Loaded(request=request, model=model_info(tokenizer=tokenizer), card=card(format))
        )

    def timers(self, interval_ms: int) -> list[FakeTimer]:
        """Running timers of the chat shown."""
        found = self.chat.findChildren(FakeTimer)
        return [timer for timer in found if timer.interval() == interval_ms and timer.isActive()]

    def close(self) -> None:
        if not self.store.closed:
            self.session.close()
