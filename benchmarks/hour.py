"""A person at the real window over the real engine, killed and started again on the same data.

    python -m benchmarks.hour [--minutes N] [--seed N] [--run-s N]

Prints JSON: what was done, what was lost (nothing), what was not as it should be, warnings in the
log, receipts that do not add up, the memory of app and engine. A program runs for a random time
around `--run-s` seconds; four of five are ended with SIGKILL, the others are asked to leave. The
exit status is 1 when anything was lost or wrong, or memory grew by more than `MOST_GROWTH`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

import psutil

from app.store.library import Library
from benchmarks._hour_facts import Expected, Facts, Key, stored
from benchmarks._models import SMOLLM2
from engine.types import Receipt

START_WITHIN_S = 120.0
LEAVE_WITHIN_S = 30.0
OFFSCREEN = "This plugin does not support "
"""What Qt says of a screen that nobody sees, when a window is raised."""
MEMORY_EVERY_S = 2.0
MOST_GROWTH = 1.25
"""What the last quarter of the longest run may need of memory, to its second quarter; after the
first, everything has been used once."""
KILLED = 0.8
"""Of the runs, so many end with SIGKILL."""
PREFERENCES = {
    "context_tokens": 1024,
    "max_tokens": 60,
    "token_probabilities": True,
    "language": "en",
}


@dataclass
class Hour:
    """What came of it."""

    runs: int = 0
    killed: int = 0
    kills_while: dict[str, int] = field(default_factory=dict)
    did: dict[str, int] = field(default_factory=dict)
    messages: int = 0
    answers: int = 0
    conversations: int = 0
    oldest_missing_ms: int = 0
    lost: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    receipts_wrong: list[str] = field(default_factory=list)
    memory_ratios: dict[str, float] = field(default_factory=dict)
    memory: list[dict[str, float]] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        wrong = (*self.lost, *self.wrong, *self.warnings, *self.receipts_wrong)
        return not wrong and all(one <= MOST_GROWTH for one in self.memory_ratios.values())


@dataclass
class Program:
    """One run of the program, and what it has told."""

    process: subprocess.Popen[str]
    expected: Expected
    lengths: list[tuple[str, int, int]] = field(default_factory=list)
    ready: bool = False
    last: str = "starting"
    did: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def listen(self) -> None:
        """Until nothing more can come."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self._take(json.loads(line))

    def _take(self, told: dict[str, Any]) -> None:
        if "ready" in told:
            self.ready, self.last = True, "waiting"
        elif "did" in told:
            self.did[told["did"]] += 1
            self.last = told["did"] + (" while an answer streams" if told["writing"] else "")
        elif "facts" in told:
            facts: list[tuple[Key, Any]] = [(tuple(key), value) for key, value in told["facts"]]
            self.expected.told(told["n"], facts)
        elif "kept" in told:
            self.expected.kept(told["kept"])
        elif "came" in told:
            id, length, at_ms = told["came"]
            self.lengths.append((id, length, at_ms))
        elif "wrong" in told:
            self.wrong.append(f"after {self.last}: {told['wrong']}")


def spent(folder: Path, *, model: Path, minutes: float, seed: int, run_s: float) -> Hour:
    """`folder` is the data folder, empty or left by an earlier run."""
    hour, chance = Hour(), random.Random(seed)
    _prefer(folder)
    facts: Facts = {}
    end_s = time.monotonic() + minutes * 60
    while time.monotonic() < end_s:
        length_s = min(chance.uniform(0.2, 1.8) * run_s, end_s - time.monotonic() + 1)
        kill = chance.random() < KILLED
        facts = _one_run(hour, folder, model, facts, chance.randrange(10**6), length_s, kill=kill)
        sys.stderr.write(f"run {hour.runs}, killed {hour.killed}, {hour.lost}, {hour.wrong}\n")
    hour.warnings = list(warnings_in(folder / "logs"))
    hour.memory_ratios = ratios(hour.memory)
    _count(hour, folder)
    return hour


def _prefer(folder: Path) -> None:
    path = folder / "preferences.json"
    if not path.exists():
        path.write_text(json.dumps(PREFERENCES))


def _one_run(
    hour: Hour, folder: Path, model: Path, facts: Facts, seed: int, length_s: float, *, kill: bool
) -> Facts:
    """The facts that are in the store afterwards."""
    command = [sys.executable, "-m", "benchmarks._hour_program", str(folder), str(seed), str(model)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        program = Program(process, Expected(facts))
        listener = Thread(target=program.listen)
        listener.start()
        status = _lived(hour, program, length_s)
        if status is None:
            process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
        killed_ms = time.monotonic_ns() // 1_000_000
        under_way = program.last
        status = _left(process)
        listener.join()
    hour.runs += 1
    hour.did = dict(Counter(hour.did) + program.did)
    hour.wrong += [f"run {hour.runs}, seed {seed}, {wrong}" for wrong in program.wrong]
    if kill:
        hour.killed += 1
        hour.kills_while[under_way] = hour.kills_while.get(under_way, 0) + 1
    if status != (-signal.SIGKILL if kill else 0):
        hour.wrong.append(f"run {hour.runs}, seed {seed}: ended with {status} after {program.last}")
    return _looked_at(hour, folder, program, killed_ms if kill else None, seed)


def _lived(hour: Hour, program: Program, length_s: float) -> int | None:
    """None while it is still there, as it should be."""
    begun_s = time.monotonic()
    while not program.ready and time.monotonic() - begun_s < START_WITHIN_S:
        if program.process.poll() is not None:
            return program.process.returncode
        time.sleep(0.05)
    ready_s = time.monotonic()
    next_s = ready_s
    while time.monotonic() - ready_s < length_s:
        if program.process.poll() is not None:
            return program.process.returncode
        if time.monotonic() >= next_s:
            next_s += MEMORY_EVERY_S
            _note_memory(hour, program.process.pid, time.monotonic() - ready_s)
        time.sleep(0.02)
    return None


def _note_memory(hour: Hour, pid: int, at_s: float) -> None:
    app = psutil.Process(pid)
    engines = [child.memory_info().rss for child in app.children()]
    hour.memory.append(
        {
            "run": hour.runs + 1,
            "at_s": round(at_s, 1),
            "app_mb": round(app.memory_info().rss / 1e6, 1),
            "engine_mb": round(sum(engines) / 1e6, 1),
        }
    )


def ratios(memory: list[dict[str, float]]) -> dict[str, float]:
    """How the longest run's memory grew; {} when there are too few figures."""
    runs = Counter(one["run"] for one in memory)
    longest = max(runs, key=lambda run: runs[run], default=None)
    figures = [one for one in memory if one["run"] == longest]
    quarter = len(figures) // 4
    if not quarter:
        return {}
    early, late = figures[quarter : 2 * quarter], figures[-quarter:]
    return {
        name: round(median(one[name] for one in late) / median(one[name] for one in early), 3)
        for name in ("app_mb", "engine_mb")
    }


def _left(process: subprocess.Popen[str]) -> int:
    try:
        return process.wait(LEAVE_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)  # faulthandler tells where it hangs
        process.wait()
        return 1


def _looked_at(
    hour: Hour, folder: Path, program: Program, killed_ms: int | None, seed: int
) -> Facts:
    with closing(Library(folder / "parley.db")) as library:
        if library.notice or library.read_only_reason:
            hour.lost.append(f"{library.notice} {library.read_only_reason}")
        facts = stored(library)
        lengths = {message.id: len(message.text) for _, message in library.running()}
    where = f"run {hour.runs}, seed {seed}, after {program.last}"
    hour.lost += [f"{where}: {lost}" for lost in program.expected.lost(facts)]
    if killed_ms is not None:
        missing = [at for id, length, at in program.lengths if length > lengths.get(id, length)]
        if missing:
            hour.oldest_missing_ms = max(hour.oldest_missing_ms, killed_ms - min(missing))
    return facts


def _count(hour: Hour, folder: Path) -> None:
    """What there is in the end, and whether the receipts add up."""
    with closing(Library(folder / "parley.db")) as library:
        summaries = [*library.summaries(), *library.trashed()]
        hour.conversations = len(summaries)
        for summary in summaries:
            for message in library.load(summary.id).messages.values():
                hour.messages += 1
                hour.answers += message.role == "assistant"
                for round in message.rounds:
                    if round.receipt is not None and not adds_up(round.receipt):
                        hour.receipts_wrong.append(f"{message.id}: {round.receipt}")


def adds_up(receipt: Receipt) -> bool:
    """Who stops before the first token may stop before all of the prompt is read."""
    come = receipt.reused + receipt.restored + receipt.read
    return come <= receipt.prompt and (come == receipt.prompt or receipt.written == 0)


def warnings_in(folder: Path) -> Iterator[str]:
    """Lines of the log that tell of trouble, with what follows them."""
    for path in sorted(folder.glob("parley.log*")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            trouble = any(f" {level} " in line for level in ("WARNING", "ERROR", "CRITICAL"))
            if trouble and OFFSCREEN not in line:
                yield "\n".join(lines[number : number + (1 if "WARNING" in line else 40)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run-s", type=float, default=40)
    parser.add_argument("--folder", type=Path, help="keep the data here")
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="parley-hour-") as temporary:
        folder = wanted.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        hour = spent(
            folder,
            model=SMOLLM2,
            minutes=wanted.minutes,
            seed=wanted.seed,
            run_s=wanted.run_s,
        )
    sys.stdout.write(json.dumps(asdict(hour), indent=1, ensure_ascii=False) + "\n")
    return 0 if hour.sound else 1


if __name__ == "__main__":
    sys.exit(main())
