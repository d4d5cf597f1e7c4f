"""Whatever is asked in whatever order: every request ends once, with the answer it should have."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Finished, Forecast
from engine.models import CacheOptions, LoadOptions
from engine.types import CountTokens, Forget, Message, PromptRequest, Settle, Stop
from tests.engine.driven import Engine, answer, receipt, text, user

CONVERSATIONS = "abc"
WORDS = ("<think>because it is so</think>hello", "hello")
actions = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(CONVERSATIONS), st.integers(1, 60)),
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

    def _ask(self, conversation: str) -> None:
        messages = self.messages[conversation]
        self.asked.append(self.engine.ask(*messages, conversation=conversation))
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
            assert text(finished) == WORDS[1]
            paid = receipt(finished)
            assert paid.prompt == paid.reused + paid.restored + paid.read
    for forecast in engine.all(Forecast):
        assert forecast.prompt == forecast.reused + forecast.restored + forecast.to_read
