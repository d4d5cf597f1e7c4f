"""A person at the real window over the real engine, killed and started again on the same data.

    python -m benchmarks.hour [--minutes N] [--seed N] [--run-s N] [--long-minutes N]

Prints JSON: what was done, what was lost (nothing), what was not as it should be, warnings in the
log, receipts that do not add up, whether memory is flat, and where the observer itself failed. The
first program runs for `--long-minutes`, half of the time unless said otherwise, and is the one
whose memory is judged (`_hour_memory.py`); the others for a random time around `--run-s` seconds.
Four of five, and the first, are ended with SIGKILL, the others are asked to leave.

The exit status is 1 when anything was lost or wrong, or memory grows; 2 when all that is known is
sound, but the observer failed.
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
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
from sqlalchemy.exc import SQLAlchemyError

from app.store.errors import StoreError
from app.store.library import Library
from benchmarks._hour_facts import Expected, Facts, Key, stored
from benchmarks._hour_memory import Flatness, Sample, flatness
from benchmarks._models import SMOLLM2
from engine.types import Receipt

START_WITHIN_S = 120.0
LEAVE_WITHIN_S = 30.0
SAID_WITHIN_S = 10.0
"""What a program has said is read by then, once it is gone."""
MOST_FAILURES = 3
"""After so many runs in which the observer failed there is no more to learn."""
OFFSCREEN = "This plugin does not support "
"""What Qt says of a screen that nobody sees, when a window is raised."""
MEMORY_EVERY_S = 2.0
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
    observer_failed: list[str] = field(default_factory=list)
    memory: Flatness = field(default_factory=Flatness)

    @property
    def exit_status(self) -> int:
        wrong = (*self.lost, *self.wrong, *self.warnings, *self.receipts_wrong)
        if wrong or self.memory.verdict == "grows":
            return 1
        return 2 if self.observer_failed else 0


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
    observer_failed: list[str] = field(default_factory=list)
    given_out_mb: float = 0.0
    messages: int = 0
    shown: int = 0

    def listen(self) -> None:
        """Until nothing more can come."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if not line.endswith("\n"):
                continue
            try:
                self._take(json.loads(line))
            except (ValueError, KeyError, TypeError):
                self.observer_failed.append(f"{line[:200]}: {traceback.format_exc()}")

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
        elif "memory" in told:
            self.given_out_mb, self.messages, self.shown = told["memory"]
        elif "wrong" in told:
            self.wrong.append(f"after {self.last}: {told['wrong']}")
        elif "observer" in told:
            self.observer_failed.append(f"after {self.last}: {told['observer']}")


class Spending:
    """The hour, run after run on one data folder, empty or left by an earlier hour."""

    def __init__(self, folder: Path, *, model: Path, seed: int) -> None:
        self.hour = Hour()
        self._folder = folder
        self._model = model
        self._chance = random.Random(seed)
        self._facts: Facts = {}
        self._samples: list[Sample] = []
        self._failures = 0

    def spend(self, *, minutes: float, run_s: float, long_minutes: float) -> None:
        """Also when it is interrupted, all that is known is in `hour` afterwards."""
        _prefer(self._folder)
        chance, end_s = self._chance, time.monotonic() + minutes * 60
        try:
            self._run(long_minutes * 60, kill=True)
            while time.monotonic() < end_s and self._failures < MOST_FAILURES:
                length_s = chance.uniform(0.2, 1.8) * run_s
                kill = chance.random() < KILLED
                self._run(min(length_s, end_s - time.monotonic() + 1), kill=kill)
        except KeyboardInterrupt:
            self.hour.observer_failed.append("interrupted")
        self._look_back()

    def _run(self, length_s: float, *, kill: bool) -> None:
        """The observer's own failure is told as such; what it can still see goes on."""
        hour, seed = self.hour, self._chance.randrange(10**6)
        try:
            self._facts = self._one_run(seed, length_s, kill=kill)
        except Exception:  # noqa: BLE001 - whatever it is, nothing is lost by it
            self._failures += 1
            hour.observer_failed.append(f"run {hour.runs}, seed {seed}: {traceback.format_exc()}")
            self._facts = {}
        sys.stderr.write(f"run {hour.runs}, killed {hour.killed}, {hour.lost}, {hour.wrong}\n")

    def _one_run(self, seed: int, length_s: float, *, kill: bool) -> Facts:
        """The facts that are in the store afterwards."""
        hour, where = self.hour, f"run {self.hour.runs + 1}, seed {seed}"
        arguments = [str(self._folder), str(seed), str(self._model)]
        command = [sys.executable, "-m", "benchmarks._hour_program", *arguments]
        hour.runs += 1
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            program = Program(process, Expected(self._facts))
            listener = Thread(target=program.listen, daemon=True)
            listener.start()
            try:
                status = self._lived(program, length_s)
                if status is None:
                    process.send_signal(signal.SIGKILL if kill else signal.SIGTERM)
                killed_ms, under_way = time.monotonic_ns() // 1_000_000, program.last
                status = _left(process)
            finally:
                process.kill()
            listener.join(SAID_WITHIN_S)
        hour.did = dict(Counter(hour.did) + program.did)
        hour.wrong += [f"{where}, {wrong}" for wrong in program.wrong]
        hour.observer_failed += [f"{where}, {failed}" for failed in program.observer_failed]
        if kill:
            hour.killed += 1
            hour.kills_while[under_way] = hour.kills_while.get(under_way, 0) + 1
        if not program.ready:
            hour.wrong.append(f"{where}: no model was ready in {START_WITHIN_S:.0f} s")
        if status != (-signal.SIGKILL if kill else 0):
            hour.wrong.append(f"{where}: ended with {status} after {program.last}")
        if listener.is_alive():
            raise TimeoutError("what the program has said did not come to its end")
        return _looked_at(hour, self._folder, program, killed_ms if kill else None, seed)

    def _lived(self, program: Program, length_s: float) -> int | None:
        """None while it is still there, as it should be."""
        begun_s = time.monotonic()
        while not program.ready and time.monotonic() - begun_s < START_WITHIN_S:
            if program.process.poll() is not None:
                return program.process.returncode
            time.sleep(0.05)
        ready_s = next_s = time.monotonic()
        while program.ready and time.monotonic() - ready_s < length_s:
            if program.process.poll() is not None:
                return program.process.returncode
            if time.monotonic() >= next_s:
                next_s += MEMORY_EVERY_S
                self._note_memory(program, time.monotonic() - ready_s)
            time.sleep(0.02)
        return None

    def _note_memory(self, program: Program, at_s: float) -> None:
        """A process that ends meanwhile is asked for by whoever waits for it."""
        try:
            app = psutil.Process(program.process.pid)
            engine = sum(child.memory_info().rss for child in app.children())
            memory = app.memory_info()
            sample = Sample(
                run=self.hour.runs,
                at_s=at_s,
                app_mb=memory.rss / 1e6,
                mapped_mb=getattr(memory, "shared", 0) / 1e6,  # Linux tells it
                engine_mb=engine / 1e6,
                given_out_mb=program.given_out_mb,
                messages=program.messages,
                shown=program.shown,
            )
        except psutil.Error:
            return
        self._samples.append(sample)

    def _look_back(self) -> None:
        """At all there is in the end."""
        hour = self.hour
        try:
            hour.warnings = list(warnings_in(self._folder / "logs"))
            hour.memory = flatness(self._samples)
            _count(hour, self._folder)
        except Exception:  # noqa: BLE001 - what was seen before is told all the same
            hour.observer_failed.append(traceback.format_exc())


def _prefer(folder: Path) -> None:
    path = folder / "preferences.json"
    if not path.exists():
        path.write_text(json.dumps(PREFERENCES))


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
    where = f"run {hour.runs}, seed {seed}, after {program.last}"
    try:
        with closing(Library(folder / "parley.db")) as library:
            if library.notice or library.read_only_reason:
                hour.lost.append(f"{where}: {library.notice} {library.read_only_reason}")
            facts = stored(library)
            lengths = {message.id: len(message.text) for _, message in library.running()}
    except (StoreError, SQLAlchemyError) as error:
        hour.lost.append(f"{where}: the store cannot be read: {error}")
        return {}
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
    parser.add_argument("--long-minutes", type=float)
    parser.add_argument("--folder", type=Path, help="keep the data here")
    wanted = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="parley-hour-") as temporary:
        folder = wanted.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        spending = Spending(folder, model=SMOLLM2, seed=wanted.seed)
        long_minutes = wanted.minutes / 2 if wanted.long_minutes is None else wanted.long_minutes
        spending.spend(minutes=wanted.minutes, run_s=wanted.run_s, long_minutes=long_minutes)
    hour = spending.hour
    sys.stdout.write(json.dumps(asdict(hour), indent=1, ensure_ascii=False) + "\n")
    return hour.exit_status


if __name__ == "__main__":
    sys.exit(main())
