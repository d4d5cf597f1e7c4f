"""The engine process against a bare loop over the same library, and how fast Stop works.

Both loops read the same ids with the same settings in one run, so the ratio says what the engine
itself costs; seconds depend on the machine and on who else uses it.
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
from engine.types import LoadOptions, Message, PromptRequest, Sampling, Text

OPTIONS = LoadOptions(context_tokens=4096)
GREEDY = Sampling(temperature=0)
WRITTEN_TOKENS = 96
ROUNDS = 3


def main() -> None:
    prompt = request("Facts about rivers and lakes matter here. " * 60)
    through_engine, ids = engine_speed(str(SMOLLM2), prompt)
    bare = bare_speed(str(SMOLLM2), ids)
    result = {
        "engine": through_engine,
        "bare_loop": bare,
        "decode_ratio": through_engine["written_per_second"] / bare["written_per_second"],
        "stop_during_prefill_s": stop_latency(str(QWEN_CODER)),
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


def request(text: str) -> PromptRequest:
    return PromptRequest(messages=(Message("user", (Text(text),)),))


def engine_speed(model: str, prompt: PromptRequest) -> tuple[dict[str, float], list[int]]:
    """Median speeds over fresh conversations, and the ids one of them wrote."""
    reads, writes, ids = [], [], []
    with ScriptEngine() as engine:
        engine.load(model, OPTIONS)
        for number in range(ROUNDS):
            head = Message("system", (Text(f"Conversation {number}."),))
            finished = finished_of(
                engine.generate(
                    conversation=str(number),
                    prompt=PromptRequest(messages=(head, *prompt.messages)),
                    sampling=GREEDY,
                    max_tokens=WRITTEN_TOKENS,
                )
            )
            receipt = finished.round.receipt
            assert receipt is not None
            reads.append(receipt.read_per_second)
            writes.append(receipt.written_per_second)
            ids = list(finished.round.ids)
    speeds = {
        "read_per_second": statistics.median(reads),
        "written_per_second": statistics.median(writes),
    }
    return speeds, ids


def bare_speed(model: str, ids: list[int]) -> dict[str, float]:
    """Decode and sample with nothing around it, after a prompt of about the same length."""
    backend = open_llama(model, OPTIONS, lambda _: None)
    sampler = backend.new_sampler(GREEDY)
    prompt = (ids * 8)[: 9 * 60]
    began_s = time.perf_counter()
    backend.forward([Chunk(0, prompt, wants_logits=True)])
    read_s = time.perf_counter() - began_s
    began_s = time.perf_counter()
    for _ in range(WRITTEN_TOKENS):
        backend.forward([Chunk(0, [backend.sample(0, sampler)], wants_logits=True)])
    written_s = time.perf_counter() - began_s
    sampler.close()
    backend.close()
    return {
        "read_per_second": len(prompt) / read_s,
        "written_per_second": WRITTEN_TOKENS / written_s,
    }


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
