"""The engine process against a bare loop over the same library, and how fast Stop works.

Both loops decode behind the same text with the same settings, taking turns, so the ratio says what
the engine itself costs; milliseconds depend on the machine and on who else uses it.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator

from benchmarks._models import QWEN_CODER, SMOLLM2
from engine.backends.base import Chunk
from engine.backends.llama import open_llama
from engine.cli.client import ScriptEngine, finished_of
from engine.events import Event, Finished, PrefillProgress
from engine.models import LoadOptions
from engine.types import Message, PromptRequest, Sampling, Text

OPTIONS = LoadOptions(context_tokens=4096, sequences=1)  # no branches kept: equal caches
GREEDY = Sampling(temperature=0)
WRITTEN_TOKENS = 48
ROUNDS = 8
QUESTION = "Explain in many words how rivers, lakes and seas hang together. " * 20


def main() -> None:
    engine_ms, bare_ms = alternating(str(SMOLLM2))
    result = {
        "engine_ms_per_token": statistics.median(engine_ms),
        "bare_loop_ms_per_token": statistics.median(bare_ms),
        "decode_ratio": statistics.median(bare_ms) / statistics.median(engine_ms),
        "fastest_ratio": min(bare_ms) / min(engine_ms),
        "stop_during_prefill_s": stop_latency(str(QWEN_CODER)),
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


def request(text: str) -> PromptRequest:
    return PromptRequest(messages=(Message("user", (Text(text),)),))


def alternating(model: str) -> tuple[list[float], list[float]]:
    """Milliseconds per decoded token, engine process and bare loop taking turns.

    Both hold the same prompt and decode as many tokens, so noise of the machine meets both.
    """
    bare = BareLoop(model)
    engine_ms, bare_ms = [], []
    with ScriptEngine() as engine:
        engine.load(model, OPTIONS)
        for _ in range(ROUNDS):
            engine_ms.append(engine_turn(engine))
            bare_ms.append(bare.turn())
    bare.close()
    return engine_ms, bare_ms


def engine_turn(engine: ScriptEngine) -> float:
    finished = finished_of(
        engine.generate(
            conversation="a",
            prompt=request(QUESTION),
            sampling=GREEDY,
            max_tokens=WRITTEN_TOKENS,
        )
    )
    receipt = finished.round.receipt
    assert receipt is not None
    assert receipt.written == WRITTEN_TOKENS
    return 1000 / receipt.written_per_second


class BareLoop:
    """Decode and sample with nothing around it."""

    def __init__(self, model: str) -> None:
        self._backend = open_llama(model, OPTIONS, lambda _: None)
        self._sampler = self._backend.new_sampler(GREEDY)
        self._ids = self._backend.tokenizer.encode(QUESTION, special=False)
        self._backend.forward([Chunk(0, self._ids, wants_logits=True)])

    def turn(self) -> float:
        self._backend.rewind(0, len(self._ids) - 1)
        self._backend.forward([Chunk(0, self._ids[-1:], wants_logits=True)])
        id = self._backend.sample(0, self._sampler)
        began_s = time.perf_counter()
        for _ in range(WRITTEN_TOKENS - 1):
            self._backend.forward([Chunk(0, [id], wants_logits=True)])
            id = self._backend.sample(0, self._sampler)
        return (time.perf_counter() - began_s) * 1000 / (WRITTEN_TOKENS - 1)

    def close(self) -> None:
        self._sampler.close()
        self._backend.close()


def stop_latency(model: str) -> dict[str, float]:
    """Seconds from Stop to its Finished, in the middle of reading a prompt of 2,000 tokens."""
    latencies = []
    with ScriptEngine() as engine:
        engine.load(model, OPTIONS)
        for number in range(5):
            prompt = request(f"{number} " + "Facts about rivers and lakes matter here. " * 225)
            events = engine.generate(conversation=str(number), prompt=prompt, sampling=GREEDY)
            latencies.append(_stopped_after(engine, events))
    return {"median": statistics.median(latencies), "max": max(latencies)}


def _stopped_after(engine: ScriptEngine, events: Iterator[Event]) -> float:
    asked_at_s: float | None = None
    for event in events:
        if isinstance(event, PrefillProgress) and event.read > 100 and asked_at_s is None:
            asked_at_s = time.perf_counter()
            engine.stop(event.request)
        if isinstance(event, Finished):
            assert event.ending == "stopped"
            assert asked_at_s is not None
            return time.perf_counter() - asked_at_s
    raise AssertionError("a round ends with Finished or an error")


if __name__ == "__main__":
    main()
