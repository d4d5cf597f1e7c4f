"""Which model answers: loading, unloading, and what the engine says about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.conversation import Conversation
from app.domain.in_force import choices_for
from app.domain.model import KnownModel, ModelState, known_models
from app.domain.model_choices import ModelChoices, ModelChoicesFile, template_settings
from app.domain.preferences import PreferencesFile
from app.paths import Paths
from engine.errors import BadModelFile, LoadFailed, NoModel

if TYPE_CHECKING:
    from engine.events import Event, Failed, Loaded

LOADED_AGAIN = "{} The next message loads the model again."
ABOUT_LOADING = (BadModelFile.__name__, LoadFailed.__name__, NoModel.__name__)

MODEL_GONE = "The model loaded last is no longer there. Choose another one."


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
        self._choices = ModelChoicesFile(paths.model_choices)
        self._request = 0
        self._loaded_with = preferences.current
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
    def format(self) -> str:
        """The key of the wire format the model writes; "" while unknown."""
        card = self.state.card
        return self.state.loaded_format or (card.format if card else "")

    @property
    def is_up(self) -> bool:
        """Whether the model answers at once, without being loaded again after a crash first."""
        return self.state.phase == "ready" and not self.state.problem

    def choices_for(self, conversation: Conversation) -> ModelChoices:
        """What is chosen for this model, as it holds in a conversation."""
        return choices_for(self.state.choices, conversation.settings)

    def template_settings_for(self, conversation: Conversation) -> dict[str, Any]:
        """What the template of this model is told in every request of a conversation."""
        return template_settings(self.choices_for(conversation), self.state.card)

    @property
    def waiting_settings(self) -> tuple[str, ...]:
        """Names of preferences that this model follows only when it is loaded again."""
        if self.state.phase not in ("loading", "ready"):
            return ()
        return self._preferences.current.waiting(self._loaded_with)

    def choose(self, choices: ModelChoices) -> None:
        """They hold from the next request on, the format from the next time the model is loaded."""
        assert self.state.name, "choices are offered for a model only"
        self._choices.change(self.state.name, choices)
        self._become(replace(self.state, choices=choices))

    def load_first(self, path: Path | None) -> None:
        """Load the given model, or the one loaded last, at the start."""
        last = self._preferences.current.last_model
        if path is not None:
            self.load(path)
        elif last and Path(last).is_file():
            self.load(Path(last))
        elif last:
            self.fail(Path(last), MODEL_GONE)

    def load(self, path: Path) -> None:
        """Load a model file; an answer to that is seen in `state`."""
        from engine.models import model_name
        from engine.types import LoadModel

        path = path.absolute()
        self._request = self._bridge.next_request()
        name = model_name(path)
        choices = self._choices.of(name)
        state = ModelState("loading", str(path), name, choices=choices)
        self._become(replace(state, loaded_format=choices.format))
        self._loaded_with = preferences = self._preferences.current
        command = LoadModel(
            request=self._request,
            path=str(path),
            options=replace(preferences.load_options(), format=choices.format),
            cache=preferences.cache_options(self._paths.snapshots),
            trace=str(self._paths.trace) if preferences.trace else None,
        )
        self._bridge.submit(command)

    def unload(self) -> None:
        """Give the model's memory back; it is not loaded at the next start either."""
        from engine.types import UnloadModel

        self._request = self._bridge.next_request()
        self._bridge.submit(UnloadModel(request=self._request))
        self._preferences.change(replace(self._preferences.current, last_model=""))

    def fail(self, path: Path, problem: str) -> None:
        """Say that a model cannot be loaded, without asking the engine."""
        from engine.models import model_name

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
        from engine.events import Failed, HostExited, Loaded, Loading, Unloaded

        match event:
            case HostExited() if state.phase == "ready":
                return replace(state, problem=LOADED_AGAIN.format(event.message))
            case Loading() if event.request >= self._request:
                self._request = event.request
                return replace(state, phase="loading", fraction=event.fraction, problem="")
            case Loaded() if event.request >= self._request:
                return self._loaded(state, event)
            case Failed() if event.request == self._request or event.kind in ABOUT_LOADING:
                return self._failed(state, event)
            case Unloaded() if event.request == self._request:
                return ModelState("none")
            case _:
                return state

    def _loaded(self, state: ModelState, event: Loaded) -> ModelState:
        model = event.model
        self._preferences.change(self._preferences.current.with_model(model.path))
        return ModelState(
            phase="ready",
            path=model.path,
            name=model.name,
            fraction=1.0,
            info=model,
            card=event.card,
            choices=self._choices.of(model.name),
            loaded_format=state.loaded_format,
        )

    def _failed(self, state: ModelState, event: Failed) -> ModelState:
        """A failure older than the newest load says nothing about it."""
        if event.request < self._request:
            return state
        failed = replace(state, phase="failed", fraction=0.0, info=None, card=None)
        return replace(failed, problem=event.message)

    def _become(self, state: ModelState) -> None:
        self.state = state
        self.changed.emit()
