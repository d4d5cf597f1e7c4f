"""A loop driven by hand over a scripted backend, its events in a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import LoadFailed
from engine.events import ENDING_EVENTS, Event, Finished, Forecast
from engine.loop import Loop
from engine.models import CacheOptions, LoadOptions
from engine.outbox import Outbox
from engine.types import (
    CountTokens,
    Generate,
    LoadModel,
    Message,
    PromptRequest,
    Receipt,
    Settle,
    Text,
)
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.scripted import CHATML, Script, ScriptedBackend, say

OneOf = TypeVar("OneOf")
OPTIONS = LoadOptions()
CACHE = CacheOptions()


REASONING = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{% if m.reasoning_content and loop.last %}<think>{{ m.reasoning_content }}</think>{% endif %}"
    "{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""ChatML that prints the reasoning of the last message only."""


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


class Engine:
    """`model` is a real file where snapshots need one to be of; they are of its content."""

    def __init__(
        self,
        answer: str = "hello",
        *,
        script: Script | None = None,
        load: bool = True,
        options: LoadOptions = OPTIONS,
        cache: CacheOptions = CACHE,
        template: str = CHATML,
        rewinds_freely: bool = True,
        model: Path = Path("m"),
        trace: Path | None = None,
        tool_template: str = "",
    ) -> None:
        self.events: list[Event] = []
        self.backend = ScriptedBackend()
        self.clock = Clock()
        self._script = script or say(answer, FakeTokenizer())
        self._template = template
        self._tool_template = tool_template
        self._rewinds_freely = rewinds_freely
        self._requests = 0
        self.loop = Loop(
            open_backend=self._open,
            outbox=Outbox(self.events.extend, lambda: 0.0),
            clock=self.clock,
        )
        if load:
            self.loop.handle(
                LoadModel(
                    request=self.next(),
                    path=str(model),
                    options=options,
                    cache=cache,
                    trace=None if trace is None else str(trace),
                )
            )

    def next(self) -> int:
        self._requests += 1
        return self._requests

    def _open(
        self, path: str, options: LoadOptions, _progress: Callable[[float], None]
    ) -> ScriptedBackend:
        if path == "bad":
            raise LoadFailed("This model cannot be started.")
        self.backend = ScriptedBackend(
            script=self._script,
            options=options,
            template=self._template,
            tool_template=self._tool_template,
            path=path,
            rewinds_freely=self._rewinds_freely,
        )
        return self.backend

    def ask(
        self,
        *messages: Message,
        conversation: str = "a",
        max_tokens: int | None = None,
        stop: tuple[str, ...] = (),
        continues: bool = False,
        forced_ids: tuple[int, ...] | None = None,
        side: bool = False,
        prompt: PromptRequest | None = None,
        **more: Any,
    ) -> int:
        request = self.next()
        self.loop.handle(
            Generate(
                request=request,
                conversation=conversation,
                prompt=prompt or PromptRequest(messages=messages, continues=continues),
                max_tokens=max_tokens,
                stop=stop,
                forced_ids=forced_ids,
                side=side,
                **more,
            )
        )
        return request

    def forecast(self, prompt: PromptRequest, conversation: str = "a") -> Forecast:
        request = self.next()
        self.loop.handle(CountTokens(request=request, conversation=conversation, prompt=prompt))
        return self.one(Forecast, request)

    def run(self, steps: int = 2000) -> None:
        """Until no request is left; idle work is not done."""
        while not self.loop.idle and steps:
            self.loop.step()
            steps -= 1

    def settle(self) -> int:
        """Do all idle work; the request that waited for it."""
        request = self.next()
        self.loop.handle(Settle(request=request))
        self.run()
        return request

    def answered(self, *messages: Message, **wanted: object) -> Finished:
        """Ask and run to the end."""
        request = self.ask(*messages, **wanted)  # type: ignore[arg-type]
        self.run()
        return self.one(Finished, request)

    def one(self, kind: type[OneOf], request: int) -> OneOf:
        (found,) = [e for e in self.events if isinstance(e, kind) and _of(e) == request]
        return found

    def all(self, kind: type[OneOf]) -> list[OneOf]:
        return [event for event in self.events if isinstance(event, kind)]

    def endings(self, request: int) -> Sequence[Event]:
        return [e for e in self.events if isinstance(e, ENDING_EVENTS) and e.request == request]


def _of(event: object) -> int | None:
    return getattr(event, "request", None)


def tokens(text: str) -> int:
    """How many tokens the text is, its markers one each."""
    return len(FakeTokenizer().encode(text, special=True))


def user(text: str) -> Message:
    return Message("user", (Text(text),))


def answer(finished: Finished) -> Message:
    return Message("assistant", finished.parts, finished.round)


def receipt(finished: Finished) -> Receipt:
    assert finished.round.receipt is not None
    return finished.round.receipt


def text(finished: Finished) -> str:
    return "".join(part.text for part in finished.parts if isinstance(part, Text))
