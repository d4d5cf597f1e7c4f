"""A scripted conversation, one receipt per generating step: the cache made visible.

Steps and their meaning are in the command line's help and in docs; every step that generates gives
one line of JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from engine.cli.client import ScriptEngine
from engine.cli.inputs import Settings, sort_settings
from engine.cli.tree import Conversation
from engine.errors import BadRequest
from engine.events import ContentDelta, Finished, ReasoningDelta
from engine.models import CacheOptions, FlashAttention
from engine.types import PromptRequest, Reasoning, Text, ToolResult

Step = dict[str, Any]
Report = Callable[[dict[str, Any]], None]
OpenEngine = Callable[[], ScriptEngine]


class Replay:
    """Plays one scenario. `open_engine` makes an engine process; restart makes another.

    With a folder for `snapshots`, everything is worth one, and `idle` and `restart` write them.
    """

    def __init__(
        self,
        *,
        model: str,
        scenario: dict[str, Any],
        open_engine: OpenEngine,
        report: Report,
        template: str | None = None,
        format: str | None = None,
        flash_attention: FlashAttention = "auto",
        snapshots: str | None = None,
        trace: str | None = None,
    ) -> None:
        self._model = model
        self._cache = CacheOptions(snapshots=snapshots, snapshot_worth_s=0.0)
        settings = _settings(scenario, template, flash_attention)
        options = replace(settings.options, format=format or settings.options.format)
        self._settings = replace(settings, options=options)
        self._trace = trace
        self._open_engine = open_engine
        self._report = report
        self._steps: list[Step] = scenario["steps"]
        self._conversations = {"a": Conversation()}
        self._name = "a"
        self._clock = datetime.now().astimezone().isoformat(timespec="seconds")
        self._tools: tuple[dict[str, Any], ...] = ()
        self._forced_ids: tuple[int, ...] | None = None
        self._stop_after: int | None = None
        self._engine: ScriptEngine | None = None

    def run(self) -> None:
        """Raises BadRequest for a step that makes no sense, EngineError when the engine fails."""
        try:
            self._open()
            for number, step in enumerate(self._steps):
                self._play(number, step)
        finally:
            self._close()

    @property
    def _conversation(self) -> Conversation:
        return self._conversations[self._name]

    def _play(self, number: int, step: Step) -> None:
        if not isinstance(step, dict):
            raise BadRequest(f'Step {number} is not an object with a "do".')
        action = _ACTIONS.get(step.get("do", ""))
        if action is None:
            raise BadRequest(f"Step {number} does {step.get('do')!r}; that is no step of a replay.")
        try:
            action(self, step)
        except (KeyError, IndexError, TypeError) as error:
            raise BadRequest(f"Step {number} ({step['do']}) lacks or misuses {error}.") from None

    # ---- steps that generate

    def _send(self, step: Step) -> None:
        self._conversation.add("user", (Text(step["text"]),))
        self._answer(step)

    def _retry(self, step: Step) -> None:
        self._conversation.head = self._conversation.last_user()
        self._answer(step)

    def _edit(self, step: Step) -> None:
        question = self._conversation.user(step["message"])
        self._conversation.head = self._conversation.parent(question)
        self._send(step)

    def _result(self, step: Step) -> None:
        name, call_id = self._conversation.waiting_call()
        self._conversation.add("tool", (ToolResult(call_id, name, step["text"]),))
        self._answer(step)

    def _continue(self, step: Step) -> None:
        answer = self._conversation.head
        finished = self._generate(step, continues=True)
        self._conversation.replace(answer, finished.parts, finished.round)
        self._report_round(step, finished)

    def _answer(self, step: Step) -> None:
        finished = self._generate(step, continues=False)
        self._conversation.add("assistant", finished.parts, finished.round)
        self._report_round(step, finished)

    def _generate(self, step: Step, *, continues: bool) -> Finished:
        assert self._engine is not None
        forced, self._forced_ids = self._forced_ids, None
        stop_after, self._stop_after = self._stop_after, None
        events = self._engine.generate(
            conversation=self._name,
            prompt=PromptRequest(
                messages=self._conversation.messages(),
                tools=self._tools,
                template_settings=self._settings.template,
                clock=self._clock,
                continues=continues,
            ),
            sampling=self._settings.sampling,
            max_tokens=step.get("max_tokens"),
            stop=tuple(step.get("stop_strings", ())),
            forced_ids=forced,
        )
        written = 0
        for event in events:
            if isinstance(event, ContentDelta | ReasoningDelta):
                written += len(event.ids)
                if stop_after is not None and written >= stop_after:
                    self._engine.stop(event.request)
                    stop_after = None
            if isinstance(event, Finished):
                return event
        raise AssertionError("a round ends with Finished or an error")

    def _report_round(self, step: Step, finished: Finished) -> None:
        receipt = finished.round.receipt
        assert receipt is not None
        text = "".join(part.text for part in finished.parts if isinstance(part, Text))
        reasoning = "".join(p.text for p in finished.parts if isinstance(p, Reasoning))
        self._report(
            {
                "do": step["do"],
                **asdict(receipt),
                "ending": finished.ending,
                "reasoning": reasoning,
                "text": text,
            }
        )

    # ---- steps that only move

    def _system(self, step: Step) -> None:
        self._conversation.system = str(step["text"])

    def _show(self, step: Step) -> None:
        conversation = self._conversation
        question = conversation.user(step["message"])
        conversation.show(conversation.siblings(question)[step["sibling"]])

    def _show_answer(self, step: Step) -> None:
        conversation = self._conversation
        question = conversation.user(step["message"])
        conversation.show(conversation.children(question)[step["sibling"]])

    def _edit_answer(self, step: Step) -> None:
        conversation = self._conversation
        conversation.head = conversation.user(step["message"])
        conversation.add("assistant", (Text(step["text"]),))

    def _switch(self, step: Step) -> None:
        self._name = str(step["conversation"])
        self._conversations.setdefault(self._name, Conversation())

    def _force(self, step: Step) -> None:
        self._forced_ids = tuple(step["ids"])

    def _stop(self, step: Step) -> None:
        self._stop_after = int(step["after"])

    def _set_tools(self, step: Step) -> None:
        self._tools = tuple(step["set"])

    def _idle(self, _step: Step | None = None) -> None:
        assert self._engine is not None
        self._engine.settle()

    def _restart(self, _step: Step) -> None:
        self._idle()
        self._close()
        self._open()

    def _open(self) -> None:
        self._engine = self._open_engine()
        self._engine.load(self._model, self._settings.options, cache=self._cache, trace=self._trace)

    def _close(self) -> None:
        if self._engine is not None:
            self._engine.__exit__()
            self._engine = None


_ACTIONS: dict[str, Callable[[Replay, Step], None]] = {
    "system": Replay._system,
    "send": Replay._send,
    "retry": Replay._retry,
    "edit": Replay._edit,
    "show": Replay._show,
    "switch": Replay._switch,
    "force": Replay._force,
    "stop": Replay._stop,
    "continue": Replay._continue,
    "result": Replay._result,
    "answer": Replay._edit_answer,
    "show_answer": Replay._show_answer,
    "tools": Replay._set_tools,
    "idle": Replay._idle,
    "restart": Replay._restart,
}


def _settings(
    scenario: dict[str, Any], template: str | None, flash_attention: FlashAttention
) -> Settings:
    if not isinstance(scenario.get("steps"), list):
        raise BadRequest('The scenario has no list of "steps".')
    settings = sort_settings(scenario.get("params", {}))
    options = replace(
        settings.options,
        context_tokens=scenario.get("context", settings.options.context_tokens),
        template=template,
        flash_attention=flash_attention,
    )
    return replace(settings, options=options)
