"""Which model answers: loading, unloading, and what the engine says about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.model import KnownModel, ModelState, known_models
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from engine.errors import BadModelFile, LoadFailed, NoModel
from engine.events import Event, Failed, HostExited, Loaded, Loading, Unloaded
from engine.models import model_name
from engine.types import LoadModel, UnloadModel

LOADED_AGAIN = "{} The next message loads the model again."
ABOUT_LOADING = (BadModelFile.__name__, LoadFailed.__name__, NoModel.__name__)


class ModelSlot(QObject):
    """The one place for a model. After a crash the host loads it again by itself, under a request
    number newer than ours; its events are followed all the same.

    Signals:
        changed(): `state` is another
    """

    changed = Signal()

    def __init__(
        self,
        *,
        bridge: Bridge,
        preferences: PreferencesFile,
        paths: Paths,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._preferences = preferences
        self._paths = paths
        self._request = 0
        self.state = ModelState("none")
        bridge.arrived.connect(self._on_arrived)

    @property
    def tokenizer(self) -> str:
        """Fingerprint of the vocabulary that sampled ids belong to now."""
        return self.state.info.tokenizer if self.state.info else ""

    @property
    def window(self) -> int:
        """Tokens the context holds; 0 without a model."""
        return self.state.info.context_tokens if self.state.info else 0

    @property
    def is_up(self) -> bool:
        """Whether the model answers at once, without being loaded again after a crash first."""
        return self.state.phase == "ready" and not self.state.problem

    def load(self, path: Path) -> None:
        """Load a model file; an answer to that is seen in `state`."""
        path = path.absolute()
        self._request = self._bridge.next_request()
        self._become(ModelState("loading", str(path), model_name(path)))
        preferences = self._preferences.current
        command = LoadModel(
            request=self._request,
            path=str(path),
            options=preferences.load_options(),
            cache=preferences.cache_options(self._paths.snapshots),
        )
        self._bridge.submit(command)

    def unload(self) -> None:
        """Give the model's memory back; it is not loaded at the next start either."""
        self._request = self._bridge.next_request()
        self._bridge.submit(UnloadModel(request=self._request))
        self._preferences.change(replace(self._preferences.current, last_model=""))

    def fail(self, path: Path, problem: str) -> None:
        """Say that a model cannot be loaded, without asking the engine."""
        self._become(ModelState("failed", str(path), model_name(path), problem=problem))

    def known(self) -> list[KnownModel]:
        return known_models(self._paths.models, self._preferences.current.recent_models)

    def _on_arrived(self, events: list[Event]) -> None:
        state = self.state
        for event in events:
            state = self._advance(state, event)
        if state != self.state:
            self._become(state)

    def _advance(self, state: ModelState, event: Event) -> ModelState:
        match event:
            case HostExited() if state.phase == "ready":
                return replace(state, problem=LOADED_AGAIN.format(event.message))
            case Loading() if event.request >= self._request:
                self._request = event.request
                return replace(state, phase="loading", fraction=event.fraction, problem="")
            case Loaded() if event.request >= self._request:
                return self._loaded(event)
            case Failed() if event.request == self._request or event.kind in ABOUT_LOADING:
                return self._failed(state, event)
            case Unloaded() if event.request == self._request:
                return ModelState("none")
            case _:
                return state

    def _loaded(self, event: Loaded) -> ModelState:
        model = event.model
        self._preferences.change(self._preferences.current.with_model(model.path))
        return ModelState("ready", model.path, model.name, 1.0, model, card=event.card)

    def _failed(self, state: ModelState, event: Failed) -> ModelState:
        """A failure older than the newest load says nothing about it."""
        if event.request < self._request:
            return state
        return replace(state, phase="failed", fraction=0.0, info=None, problem=event.message)

    def _become(self, state: ModelState) -> None:
        self.state = state
        self.changed.emit()
