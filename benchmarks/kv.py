"""What the KV cache saves: a conversation, restores from disk, read-ahead. SmolLM2, whole engine.

One JSON value on stdout, with the same figures as Markdown under "markdown". Ratios are taken in
one run; seconds depend on the machine and on who else uses it.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks._models import SMOLLM2
from engine.backends.llama.vocabulary import open_vocabulary
from engine.cli.client import ScriptEngine, finished_of
from engine.cli.replay import Replay
from engine.models import CacheOptions, LoadOptions
from engine.types import Message, PromptRequest, Receipt, Sampling, Text

THREADS = 2
OPTIONS = LoadOptions(context_tokens=8192, threads=THREADS)
GREEDY = Sampling(temperature=0)
RESTORED_TOKENS = (512, 2048, 7900)
SENTENCE = "Facts about rivers and lakes matter here. "
TESTS = Path(__file__).parent.parent / "tests" / "data"


def main() -> None:
    conversation = conversation_steps()
    restores = [restore_against_reading(tokens) for tokens in RESTORED_TOKENS]
    ahead = read_ahead_gain()
    result = {
        "threads": THREADS,
        "conversation": conversation,
        "restore": restores,
        "read_ahead": ahead,
        "markdown": markdown(conversation, restores, ahead),
    }
    sys.stdout.write(json.dumps(result, indent=1) + "\n")


# ---- a conversation, step by step


def conversation_steps() -> list[dict[str, Any]]:
    """What each step read, and what a cold read of its prompt would have taken."""
    scenario = json.loads((TESTS / "scenario_kv.json").read_text(encoding="utf-8"))
    receipts: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        Replay(
            model=str(SMOLLM2),
            scenario=scenario,
            open_engine=ScriptEngine,
            report=receipts.append,
            snapshots=folder,
        ).run()
    tokens_per_second = receipts[0]["read"] / receipts[0]["prefill_seconds"]
    return [
        {
            "do": receipt["do"],
            "prompt": receipt["prompt"],
            "read": receipt["read"],
            "restored": receipt["restored"],
            "seconds_to_first_token": receipt["seconds_to_first_token"],
            "cold_seconds": receipt["prompt"] / tokens_per_second,
            "cause": receipt["cause"],
        }
        for receipt in receipts
    ]


# ---- restore from disk against reading again


def restore_against_reading(tokens: int) -> dict[str, float]:
    """Seconds to the first token, cold and after a restart with a snapshot on disk."""
    with tempfile.TemporaryDirectory() as folder:
        cache = CacheOptions(snapshots=folder, snapshot_worth_s=0.0, read_ahead=False)
        prompt = prompt_of(tokens)
        cold = first_token(prompt, cache, settle=True)
        size_bytes = sum(path.stat().st_size for path in Path(folder).iterdir())
        warm = [first_token(prompt, cache, settle=False) for _ in range(3)]
    best = min(warm, key=lambda receipt: receipt.seconds_to_first_token)
    return {
        "prompt": cold.prompt,
        "read_s": cold.seconds_to_first_token,
        "restored": best.restored,
        "restore_s": best.seconds_to_first_token,
        "ratio": cold.seconds_to_first_token / best.seconds_to_first_token,
        "bytes_per_token": size_bytes / cold.prompt,
    }


def prompt_of(tokens: int) -> PromptRequest:
    """A prompt of about so many tokens."""
    with open_vocabulary(str(SMOLLM2)) as vocabulary:
        per_sentence = len(vocabulary.tokenizer.encode(SENTENCE, special=False))
    text = SENTENCE * ((tokens - 40) // per_sentence)
    return PromptRequest(messages=(Message("user", (Text(text),)),))


def first_token(prompt: PromptRequest, cache: CacheOptions, *, settle: bool) -> Receipt:
    """One token in a fresh engine process."""
    with ScriptEngine() as engine:
        engine.load(str(SMOLLM2), OPTIONS, cache=cache)
        receipt = answered(engine, prompt)
        if settle:
            engine.settle()
        return receipt


def answered(engine: ScriptEngine, prompt: PromptRequest) -> Receipt:
    events = engine.generate(conversation="a", prompt=prompt, sampling=GREEDY, max_tokens=1)
    receipt = finished_of(events).round.receipt
    assert receipt is not None
    return receipt


# ---- read-ahead


@dataclass(frozen=True, slots=True)
class Thinking:
    """A model that thinks long, under a template that drops what was thought."""

    template: str
    ids: tuple[int, ...]

    @classmethod
    def made(cls) -> Thinking:
        words = SENTENCE * 40 + "\n</think>\n\n" + SENTENCE * 8
        with open_vocabulary(str(SMOLLM2)) as vocabulary:
            ids = tuple(vocabulary.tokenizer.encode(words, special=True))
        return cls((TESTS / "reasoning.jinja").read_text(encoding="utf-8"), ids)


def read_ahead_gain() -> dict[str, dict[str, float]]:
    thinking = Thinking.made()
    return {
        "without": next_turn(thinking, read_ahead=False),
        "with": next_turn(thinking, read_ahead=True),
    }


def next_turn(thinking: Thinking, *, read_ahead: bool) -> dict[str, float]:
    """What the turn after a long thought costs."""
    options = replace(OPTIONS, template=thinking.template)
    question = Message("user", (Text("Which rivers matter?"),))
    with ScriptEngine() as engine:
        engine.load(str(SMOLLM2), options, cache=CacheOptions(read_ahead=read_ahead))
        finished = finished_of(
            engine.generate(
                conversation="a",
                prompt=PromptRequest(messages=(question,)),
                forced_ids=thinking.ids,
            )
        )
        engine.settle()
        answer = Message("assistant", finished.parts, finished.round)
        more = Message("user", (Text("And which lakes?"),))
        receipt = answered(engine, PromptRequest(messages=(question, answer, more)))
    return {
        "prompt": receipt.prompt,
        "read": receipt.read,
        "seconds_to_first_token": receipt.seconds_to_first_token,
    }


# ---- for people


def markdown(
    conversation: list[dict[str, Any]],
    restores: list[dict[str, float]],
    ahead: dict[str, dict[str, float]],
) -> str:
    steps = [
        f"| {s['do']} | {s['prompt']:,} | {s['read']:,} | {s['seconds_to_first_token']:.2f} "
        f"| {s['cold_seconds']:.2f} | {s['cause']} |"
        for s in conversation
    ]
    disk = [
        f"| {r['prompt']:,} | {r['read_s']:.2f} | {r['restore_s']:.3f} | {r['ratio']:.0f} "
        f"| {r['bytes_per_token']:,.0f} |"
        for r in restores
    ]
    turns = [
        f"| {name} | {turn['prompt']:,} | {turn['read']:,} | {turn['seconds_to_first_token']:.2f} |"
        for name, turn in ahead.items()
    ]
    return "\n".join(
        [
            "| step | prompt | read | first token, s | cold, s | cause |",
            "|---|--:|--:|--:|--:|---|",
            *steps,
            "",
            "| tokens | read again, s | from disk, s | times faster | bytes per token |",
            "|--:|--:|--:|--:|--:|",
            *disk,
            "",
            "| read-ahead | prompt | read | first token, s |",
            "|---|--:|--:|--:|",
            *turns,
        ]
    )


if __name__ == "__main__":
    main()
