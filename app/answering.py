"""One answer in the making: kept safe, asked for when a model is ready, followed to its end.

start ─▶ question saved ─▶ model ready ─▶ Generate ─▶ events ─▶ advance ─▶ journal … saved once
"""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.conversation import Conversation, Message
from app.domain.preferences import PreferencesFile
from app.domain.prompt import prompt_request
from app.domain.turn import Turn, advance
from app.model_slot import ModelSlot
from app.saving import Saving
from engine.errors import NoModel
from engine.events import Event, Failed
from engine.types import Generate, Stop

NO_MODEL = "No model is loaded. Choose one, then press Retry."
NOT_ASKED = "Stopped before the model began to answer."
CLOSED = "Parley was closed while this answer was being written."


class Answering(QObject):
    """Lives for one turn, on the main thread.

    Signals:
        advanced(Turn, Turn): the turn before and after one or several events
    """

    advanced = Signal(object, object)

    def __init__(
        self,
        conversation: Conversation,
        answer: Message,
        *,
        continues: bool,
        bridge: Bridge,
        slot: ModelSlot,
        saving: Saving,
        preferences: PreferencesFile,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.turn = Turn(request=bridge.next_request(), message=answer, started_s=time.monotonic())
        self._conversation = conversation
        self._continues = continues
        self._bridge = bridge
        self._slot = slot
        self._saving = saving
        self._preferences = preferences
        self._safe = False
        self._asked = False
        bridge.arrived.connect(self._on_arrived)
        slot.changed.connect(self._on_model_changed)

    def start(self, *new: Message) -> None:
        """Save the new messages; the engine is asked afterwards, so its crash loses no question."""
        self._saving.save(*new, afterwards=self._on_saved)

    def stop(self) -> None:
        """Comes home as Finished("stopped")."""
        if self._asked:
            self._bridge.submit(Stop(request=self.turn.request))
        else:
            self._fail("Stopped", NOT_ASKED)

    def close(self) -> None:
        """End the turn here, without the engine; it can be continued later."""
        self._fail("Closed", CLOSED)

    def _on_saved(self) -> None:
        self._safe = True
        self._ask_when_ready()

    def _on_model_changed(self) -> None:
        """A loading model, also one that the host loads again by itself, shows in the turn."""
        loading = self._slot.state.phase == "loading"
        if self.turn.phase in ("waiting", "loading"):
            self._take(replace(self.turn, phase="loading" if loading else "waiting"))
        self._ask_when_ready()

    def _ask_when_ready(self) -> None:
        if self._asked or not self._safe or self.turn.over:
            return
        state = self._slot.state
        if state.phase == "ready":
            self._ask(state.name)
        elif state.phase == "loading":
            self._take(replace(self.turn, phase="loading"))
        else:
            self._fail(NoModel.__name__, state.problem or NO_MODEL)

    def _ask(self, model_name: str) -> None:
        self._asked = True
        message = replace(self.turn.message, model=model_name)
        self._take(replace(self.turn, message=message, phase="waiting"))
        branch = self._conversation.path_to(message.id)
        preferences = self._preferences.current
        generate = Generate(
            request=self.turn.request,
            conversation=self._conversation.id,
            prompt=prompt_request(
                self._conversation,
                branch if self._continues else branch[:-1],
                continues=self._continues,
            ),
            sampling=preferences.sampling(),
            max_tokens=preferences.max_tokens,
        )
        self._bridge.submit(generate)

    def _on_arrived(self, events: list[Event]) -> None:
        now_s, tokenizer = time.monotonic(), self._slot.tokenizer
        turn = self.turn
        for event in events:
            turn = advance(turn, event, now_s, tokenizer)
        self._take(turn)

    def _fail(self, kind: str, sentence: str) -> None:
        failed = Failed(request=self.turn.request, kind=kind, message=sentence)
        self._take(advance(self.turn, failed, time.monotonic(), self._slot.tokenizer))

    def _take(self, turn: Turn) -> None:
        before, self.turn = self.turn, turn
        if turn is before or before.over:
            return
        self._conversation.update(turn.message)
        if turn.over:
            self._saving.save(turn.message)
        elif turn.message is not before.message:
            self._saving.journal(turn.message)
        self.advanced.emit(before, turn)
