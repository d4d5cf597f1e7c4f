"""Whatever is asked in whatever order: every request ends once, with the answer it should have."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Diagnosis, Finished, Forecast, PromptInspected
from engine.models import CacheOptions, LoadOptions
from engine.token_choices import unpacked
from engine.types import (
    CountTokens,
    Forget,
    InspectPrompt,
    Message,
    PromptRequest,
    ReasoningBudget,
    Settle,
    Stop,
)
from tests.engine.driven import Engine, answer, receipt, text, user
from tests.engine.fake_tokenizer import FakeTokenizer

CONVERSATIONS = "abc"
TOKENIZER = FakeTokenizer()
WORDS = ("<think>because it is so</think>hello", "hello")
BEGINNINGS = tuple(WORDS[0][:size] for size in (0, 3, 7, 12, 20, 35, len(WORDS[0])))
WISHES: tuple[dict[str, Any], ...] = (
    {"likeliest": 2},
    {"reasoning_budget": ReasoningBudget(2, 4)},
    {"reasoning_budget": ReasoningBudget(0, 0)},
    {"max_tokens": 0},
    {"max_tokens": 3, "likeliest": 1},
    {"stop": ("ll",)},
    {"tool_choice": "none", "reasoning_budget": ReasoningBudget(3, 3)},
    {"forced_ids": (9999,)},
    {"begins_with": (-1,)},
)
actions = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(CONVERSATIONS), st.integers(1, 60)),
    st.tuples(st.just("fork"), st.sampled_from(CONVERSATIONS), st.integers(0, 6)),
    st.tuples(st.just("wish"), st.sampled_from(CONVERSATIONS), st.integers(0, 8)),
    st.tuples(st.just("continue"), st.sampled_from(CONVERSATIONS), st.integers(0, 8)),
    st.tuples(st.just("inspect"), st.sampled_from(CONVERSATIONS), st.integers(1, 60)),
    st.tuples(st.just("go on"), st.sampled_from(CONVERSATIONS), st.integers(1, 20)),
    st.tuples(st.just("side"), st.sampled_from(CONVERSATIONS), st.integers(1, 20)),
    st.tuples(st.just("count"), st.sampled_from(CONVERSATIONS), st.integers(1, 60)),
    st.tuples(st.just("step"), st.just(""), st.integers(1, 12)),
    st.tuples(st.just("stop"), st.just(""), st.integers(0, 5)),
    st.tuples(st.just("forget"), st.sampled_from(CONVERSATIONS), st.just(0)),
    st.tuples(st.just("settle"), st.just(""), st.just(0)),
)


class Chaos:
    """Drives an engine, and knows the conversations as a chat would."""

    def __init__(self, folder: Path, *, sequences: int, rewinds_freely: bool) -> None:
        model = folder / "model"
        model.write_bytes(b"model")
        self.engine = Engine(
            WORDS[0],
            model=model,
            options=LoadOptions(sequences=sequences, context_tokens=320),
            cache=CacheOptions(
                snapshots=str(folder / "snapshots"), snapshot_worth_s=0.0, idle_tokens=200
            ),
            rewinds_freely=rewinds_freely,
        )
        self.asked: list[int] = []
        self.other: list[int] = []
        self.messages: dict[str, tuple[Message, ...]] = dict.fromkeys(CONVERSATIONS, ())
        self._newest: dict[str, int] = {}

    def act(self, kind: str, conversation: str, size: int) -> None:
        engine, loop = self.engine, self.engine.loop
        match kind:
            case "ask":
                self.messages[conversation] = (user("q" * size),)
                self._ask(conversation)
            case "go on":
                if said := self._last_answer(conversation):
                    before = self.messages[conversation]
                    self.messages[conversation] = (*before, said, user("m" * size))
                    self._ask(conversation)
            case "fork":
                begun = tuple(TOKENIZER.encode(BEGINNINGS[size], special=True))
                self.messages[conversation] = self.messages[conversation] or (user("q"),)
                self._ask(conversation, begins_with=begun)
            case "wish":
                self.messages[conversation] = self.messages[conversation] or (user("q"),)
                self._ask(conversation, **WISHES[size])
            case "continue":
                if said := self._last_answer(conversation):
                    messages = (*self.messages[conversation], said)
                    self.asked.append(
                        engine.ask(
                            *messages, conversation=conversation, continues=True, **WISHES[size]
                        )
                    )
            case "inspect":
                self.other.append(engine.next())
                prompt = PromptRequest(messages=(user("q" * size),))
                loop.handle(
                    InspectPrompt(request=self.other[-1], conversation=conversation, prompt=prompt)
                )
            case "side":
                messages = (*self.messages[conversation], user("t" * size))
                self.asked.append(engine.ask(*messages, conversation=conversation, side=True))
            case "count":
                self.other.append(engine.next())
                prompt = PromptRequest(messages=(user("q" * size),))
                loop.handle(
                    CountTokens(request=self.other[-1], conversation=conversation, prompt=prompt)
                )
            case "step":
                for _ in range(size):
                    loop.step()
            case "stop" if self.asked:
                loop.handle(Stop(request=self.asked[-min(size + 1, len(self.asked))]))
            case "forget":
                loop.handle(Forget(conversation=conversation))
            case "settle":
                self.other.append(engine.next())
                loop.handle(Settle(request=self.other[-1]))

    def _ask(self, conversation: str, **wishes: Any) -> None:
        messages = self.messages[conversation]
        self.asked.append(self.engine.ask(*messages, conversation=conversation, **wishes))
        self._newest[conversation] = self.asked[-1]

    def _last_answer(self, conversation: str) -> Message | None:
        request = self._newest.get(conversation)
        ended = [e for e in self.engine.all(Finished) if e.request == request]
        return answer(ended[0]) if ended and ended[0].parts else None


@settings(max_examples=120, deadline=None)
@given(st.lists(actions, max_size=25), st.integers(1, 4), st.booleans())
def test_every_request_ends_once_and_says_what_it_should(
    steps: list[tuple[str, str, int]], sequences: int, rewinds_freely: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        chaos = Chaos(Path(folder), sequences=sequences, rewinds_freely=rewinds_freely)
        for step in steps:
            chaos.act(*step)
        chaos.engine.run()
        chaos.engine.settle()

    engine = chaos.engine
    requests = chaos.asked + chaos.other
    assert [len(engine.endings(request)) for request in requests] == [1] * len(requests)
    for finished in engine.all(Finished):
        if finished.ending == "end_of_turn":
            # A beginning that ends inside a marker makes text of what the script says next.
            assert text(finished).endswith(WORDS[1]) or _was_closed(engine, finished)
            paid = receipt(finished)
            assert paid.prompt == paid.reused + paid.restored + paid.read
        assert len(unpacked(finished.round.choices)) in (0, len(finished.round.ids))
    for inspected in engine.all(PromptInspected):
        assert inspected.reused + inspected.restored < len(inspected.tokens)
    for forecast in engine.all(Forecast):
        assert forecast.prompt == forecast.reused + forecast.restored + forecast.to_read


def _was_closed(engine: Engine, finished: Finished) -> bool:
    """Whether the engine had ended reasoning, there or in what the answer goes on with: then other
    ids stand where the script's would."""
    raw = b"".join(map(TOKENIZER.piece, finished.round.ids)).decode()
    told = any(one.kind == "reasoning_budget" for one in engine.all(Diagnosis))
    return told and raw != WORDS[0]
