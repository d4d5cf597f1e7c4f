"""One answer in the making: kept safe, asked for when a model is ready, followed to its end.

start ─▶ question saved ─▶ model ready ─▶ Generate ─▶ events ─▶ advance ─▶ journal … saved once
              ▲                 └─▶ room made, when the context is nearly full or proves too small
              └── results ◀── tools run ◀── round saved, when it ends in calls
"""

from __future__ import annotations

import time
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.bridge import Bridge
from app.domain.answer_options import AnswerOptions
from app.domain.call_loops import must_answer
from app.domain.context import may_not_fit
from app.domain.conversation import Conversation, Mark, Message
from app.domain.in_force import preferences_for, sampling_for, setup_of
from app.domain.preferences import PreferencesFile
from app.domain.prompt import prompt_request
from app.domain.tool_calls import resumption
from app.domain.turn import Turn, advance, next_round, resumed
from app.making_room import Limits, MakingRoom
from app.model_slot import ModelSlot
from app.round_calls import RoundCalls
from app.saving import Saving
from app.tools.offered import OfferedTools
from engine.errors import ContextTooLong, NoModel
from engine.events import Event, Failed
from engine.types import Generate, Stop

NO_MODEL = "No model is loaded. Choose one, then press Retry."
NOT_ASKED = "Stopped before the model began to answer."
CLOSED = "Parley was closed while this answer was being written."
STOPPED_IN_TOOLS = "Stopped while a tool was running."
STOPPED_IN_APPROVAL = "Stopped while a tool call waited for your approval. Continue asks again."
MOST_ROUNDS = 8
"""In the last of so many rounds of a turn the model may call nothing, so that it answers."""
LIKELIEST = 5
"""So many tokens to choose from are kept for each one written, where they are wanted."""


class Answering(QObject):
    """Lives for one turn, on the main thread.

    Signals:
        advanced(Turn, Turn): the turn before and after one or several events
        left_out(str): the model sees less from here on; the sentence about it and its cost
    """

    advanced = Signal(object, object)
    left_out = Signal(str)

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
        tools: OfferedTools,
        options: AnswerOptions,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        turn = Turn(request=bridge.next_request(), message=answer, started_s=time.monotonic())
        self.turn = resumed(turn) if continues else turn
        self._conversation = conversation
        self._continues = continues and resumption(answer) == "round"
        self._bridge = bridge
        self._slot = slot
        self._saving = saving
        self._preferences = preferences
        self._tools = tools
        self._options = options
        self.calls: RoundCalls | None = None
        """Those of the round, while not all are answered."""
        self._rounds = 1
        self._safe = False
        self._asked = False
        self._room: MakingRoom | None = None
        bridge.arrived.connect(self._on_arrived)
        slot.changed.connect(self._on_model_changed)

    def start(self, *new: Message) -> None:
        """Save the new messages; the engine is asked afterwards, so its crash loses no question."""
        self._saving.save(*new, afterwards=self._on_saved)

    def stop(self) -> None:
        """Comes home as Finished("stopped"), or ends the turn at once when no model writes."""
        if self.turn.in_tools:
            self._stop_tools()
        elif self._asked:
            self._bridge.submit(Stop(request=self.turn.request))
        else:
            self._fail("Stopped", NOT_ASKED)

    def close(self) -> None:
        """End the turn here, without the engine; it can be continued later."""
        self._fail("Closed", CLOSED)

    def _on_saved(self) -> None:
        self._safe = True
        if self.turn.in_tools:
            self._run_tools()
        else:
            self._ask_when_ready()

    def _on_model_changed(self) -> None:
        """A loading model, also one that the host loads again by itself, shows in the turn."""
        loading = self._slot.state.phase == "loading"
        if self.turn.phase in ("waiting", "loading"):
            self._take(replace(self.turn, phase="loading" if loading else "waiting"))
        self._ask_when_ready()

    def _ask_when_ready(self) -> None:
        if self._asked or self._room is not None or not self._safe:
            return
        if self.turn.in_tools or self.turn.over:
            return
        state = self._slot.state
        if state.phase == "ready":
            self._begin(state.name)
        elif state.phase == "loading":
            self._take(replace(self.turn, phase="loading"))
        else:
            self._fail(NoModel.__name__, state.problem or NO_MODEL)

    def _begin(self, model_name: str) -> None:
        message, format = replace(self.turn.message, model=model_name), self._slot.format
        self._take(replace(self.turn, message=message, phase="waiting", format=format))
        system_prompt, window = self._conversation.system_prompt, self._slot.window
        if self._slot.is_up and may_not_fit(self._branch(), system_prompt, window):
            self._make_room()
        else:
            self._ask()

    def _branch(self) -> list[Message]:
        """What the model is asked to answer or to go on with."""
        branch = self._conversation.path_to(self.turn.message.id)
        return branch if self._continues or self.turn.round else branch[:-1]

    def _ask(self) -> None:
        self._asked = True
        setup = setup_of(self._conversation)
        preferences = preferences_for(self._preferences.current, setup)
        ends_in_words = self._rounds >= MOST_ROUNDS or must_answer(self.turn.message.parts)
        prompt = prompt_request(
            self._conversation,
            self._branch(),
            continues=self._continues,
            tools=self._tools.definitions(),
            settings=self._slot.template_settings_for(self._conversation),
        )
        generate = Generate(
            request=self.turn.request,
            conversation=self._conversation.id,
            prompt=self._options.prompt(prompt),
            sampling=sampling_for(preferences, setup, self._options),
            max_tokens=preferences.max_tokens,
            reasoning_budget=self._slot.choices_for(self._conversation).budget,
            begins_with=self._options.begins_with,
            likeliest=LIKELIEST if preferences.token_probabilities else 0,
            greedy_frames=preferences.greedy_frames,
            traced=not self._conversation.temporary,
            on_disk=not self._conversation.temporary,
            tool_choice="none" if ends_in_words else "auto",
        )
        self._bridge.submit(generate)

    def _on_arrived(self, events: list[Event]) -> None:
        now_s, tokenizer = time.monotonic(), self._slot.tokenizer
        turn, too_long = self.turn, False
        for event in events:
            if self._is_first_refusal(event):
                too_long = True
            else:
                turn = advance(turn, event, now_s, tokenizer)
        calls_now = turn.phase == "running_tools" and self.turn.phase != "running_tools"
        self._take(turn)
        if too_long:
            self._make_room()
        if calls_now:
            self._round_over()

    # ---- when a round ends in calls

    def _round_over(self) -> None:
        """Save the calls before they run, so that a crash of a tool loses none."""
        self._asked = self._continues = False
        self._options = replace(self._options, begins_with=())
        self._save_step()

    def _save_step(self) -> None:
        self._safe = False
        self._saving.save(self.turn.message, afterwards=self._on_saved)

    def _run_tools(self) -> None:
        turn = replace(self.turn, format=self._slot.format)
        self.calls = RoundCalls(turn, tools=self._tools, parent=self)
        self.calls.advanced.connect(self._take)
        self.calls.answered.connect(self._next_round)
        self.calls.start()

    def _next_round(self) -> None:
        """The same turn goes on: the model reads the results."""
        self.calls = None
        self._room = None
        self._rounds += 1
        self._take(next_round(self.turn, self._bridge.next_request()))
        self._save_step()

    def _stop_tools(self) -> None:
        ran = self.calls.stop() if self.calls is not None else True
        self._fail("Stopped", STOPPED_IN_TOOLS if ran else STOPPED_IN_APPROVAL)

    def _cancel_tools(self) -> None:
        if self.calls is not None:
            self.calls.cancel()
            self.calls = None

    # ---- when the context is full

    def _is_first_refusal(self, event: Event) -> bool:
        """Whether the engine says that the prompt does not fit, and no room was made before."""
        return (
            isinstance(event, Failed)
            and event.request == self.turn.request
            and event.kind == ContextTooLong.__name__
            and self._room is None
        )

    def _make_room(self) -> None:
        """Ask again, under a new number, when the oldest turns are left out. Once per turn."""
        self._asked = False
        number = self._bridge.next_request()
        self._take(replace(self.turn, request=number, phase="waiting", queued_behind=0))
        setup = setup_of(self._conversation)
        preferences = preferences_for(self._preferences.current, setup)
        limits = Limits(
            window=self._slot.window,
            strategy=preferences.context_strategy,
            share=preferences.context_share_kept / 100,
            reasoning=self._slot.choices_for(self._conversation).budget,
        )
        self._room = MakingRoom(
            self._conversation,
            self._branch(),
            continues=self._continues,
            tools=self._tools.definitions(),
            settings=self._slot.template_settings_for(self._conversation),
            limits=limits,
            bridge=self._bridge,
            parent=self,
        )
        self._room.summarising.connect(self._on_summarising)
        self._room.made.connect(self._on_room_made)
        self._room.refused.connect(self._on_refused)
        self._room.start()

    def _on_summarising(self) -> None:
        self._take(replace(self.turn, phase="summarising"))

    def _on_room_made(self, mark: Mark | None, sentence: str) -> None:
        if mark is not None:
            question = next(m for m in reversed(self._branch()) if m.role == "user")
            self._conversation.update(replace(question, mark=mark))
            self._saving.save(self._conversation.messages[question.id])
            self.left_out.emit(sentence)
        self._take(replace(self.turn, phase="waiting"))
        self._ask()

    def _on_refused(self, sentence: str) -> None:
        self._fail(ContextTooLong.__name__, sentence)

    def _fail(self, kind: str, sentence: str) -> None:
        self._cancel_tools()
        if self._room is not None:
            self._room.cancel()
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
