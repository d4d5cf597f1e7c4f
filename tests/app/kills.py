"""Kills the program at random moments and looks at what is left of its store.

    python -m tests.app.kills [HOW MANY]

Prints a table. Each kind of moment is a function that returns a `Left`, or raises AssertionError
when anything is missing that had been told to be on disk.
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from app.store.backup import copies, is_sound
from app.store.library import Library
from tests.app.busy_store import CONVERSATIONS, MESSAGES, new_store, old_store

JOURNAL_MS = 250
Told = list[dict[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Left:
    """`missing_ms`: how old the oldest text was that is not there, of the answer being written."""

    kept: int
    missing_ms: int = 0


def killed_while_changing(folder: Path, seed: int) -> Left:
    """Asking, editing, deleting, inserting, branching, queueing."""
    lines = random.Random(seed).randrange(50, 600)
    told, _ = told_until_killed(folder, seed, lines)
    return Left(looked_at(folder / "parley.db", told))


def killed_while_streaming(folder: Path, seed: int) -> Left:
    lines = random.Random(seed).randrange(200, 3000)
    told, killed_ms = told_until_killed(folder, seed, lines, "--long-answers")
    kept = looked_at(folder / "parley.db", told)
    came = [said["came"] for said in told if "came" in said]
    with closing(Library(folder / "parley.db")) as library:
        stored = {
            message.id: len(message.text)
            for summary in library.summaries()
            for message in library.load(summary.id).messages.values()
        }
    last = came[-1][0]
    missing = [int(at_ms) for id, length, at_ms in came if id == last and _gone(stored, id, length)]
    return Left(kept, killed_ms - missing[0] if missing else 0)


def _gone(stored: dict[str, int], id: str, length: str) -> bool:
    return int(length) > stored.get(id, 0)


def killed_while_typing(folder: Path, seed: int) -> Left:
    """In a new conversation that was neither left nor sent."""
    random_ = random.Random(seed)
    drafts = random_.randrange(1, 4)
    command = [sys.executable, "-m", "tests.app.busy_program", str(folder), str(seed), "--typing"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = [json.loads(process.stdout.readline()) for _ in range(drafts)]
        time.sleep(random_.uniform(0, 0.5))
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
    told += [json.loads(line) for line in rest if line.endswith("\n")]
    id, draft = told[-1]["drafted"]
    with closing(Library(folder / "parley.db")) as library:
        assert (library.notice, library.read_only_reason) == (None, None)
        assert [summary.id for summary in library.summaries()] == [id]
        assert library.load(id).draft.startswith(draft)
    return Left(len(told))


def killed_while_migrating(folder: Path, seed: int) -> Left:
    path = folder / "parley.db"
    old_store(path)
    with _at_work("migrate", path) as process:
        time.sleep(random.Random(seed).uniform(0.2, 2.5))
        process.kill()
    return Left(_all_there(path, CONVERSATIONS * MESSAGES, []))


def killed_while_copying(folder: Path, seed: int) -> Left:
    return _killed_at("copy", folder, seed)


def killed_while_compacting(folder: Path, seed: int) -> Left:
    return _killed_at("compact", folder, seed)


def _killed_at(task: str, folder: Path, seed: int) -> Left:
    path = folder / "parley.db"
    new_store(path)
    with _at_work(task, path) as process:
        assert process.stdout is not None
        told = [process.stdout.readline().strip()]
        time.sleep(random.Random(seed).uniform(0, 1))
        process.kill()
        told += [line.strip() for line in process.stdout if line.endswith("\n")]
    return Left(_all_there(path, CONVERSATIONS * MESSAGES // 2, told))


def _at_work(task: str, path: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.app.busy_store", task, str(path)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _all_there(path: Path, count: int, told: list[str]) -> int:
    with closing(Library(path)) as library:
        assert (library.notice, library.read_only_reason) == (None, None)
        found = [id for summary in library.summaries() for id in library.load(summary.id).messages]
    assert set(told) <= set(found)
    assert len(found) >= count + len(told)
    assert all(is_sound(copy) for copy in copies(path))
    return len(found)


def told_until_killed(folder: Path, seed: int, lines: int, *options: str) -> tuple[Told, int]:
    """What a busy program said in so many lines, and in those it could write until it was dead."""
    command = [sys.executable, "-m", "tests.app.busy_program", str(folder), str(seed), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told: Told = []
        rests = 0
        while len(told) < lines or not (rests or options):
            line = process.stdout.readline()
            assert line.endswith("\n"), f"it ended by itself: {process.wait()}"
            told.append(json.loads(line))
            rests += "safe" in told[-1] and len(told[-1]["safe"]) > 2
        process.kill()
        killed_ms = time.monotonic_ns() // 1_000_000
        rest = process.stdout.read().splitlines(keepends=True)
    assert process.returncode == -signal.SIGKILL
    return told + [json.loads(line) for line in rest if line.endswith("\n")], killed_ms


def looked_at(path: Path, told: Told) -> int:
    """How many messages are left; each tree is whole, and nothing that was safe is missing."""
    with closing(Library(path)) as library:
        assert (library.notice, library.read_only_reason) == (None, None)
        found: dict[str, set[str]] = {}
        for summary in library.summaries():
            conversation = library.load(summary.id)
            messages = conversation.messages
            parents = {message.parent for message in messages.values()} - {None}
            assert parents <= set(messages)
            assert conversation.head in messages or not messages
            found[summary.id] = set(messages)
    for id in {said["safe"][0] for said in told if "safe" in said}:
        assert kept(told, id) <= found.get(id, set())
    return sum(map(len, found.values()))


def kept(told: Told, conversation_id: str) -> set[str]:
    """Messages that were on disk at some moment and were not taken away since."""
    result: set[str] = set()
    for said in told:
        if said.get("safe", [""])[0] == conversation_id:
            result = set(said["safe"][1:])
        result -= set(said.get("takes", ()))
    return result


KINDS: dict[str, tuple[Callable[[Path, int], Left], float]] = {
    "changing the tree": (killed_while_changing, 0.4),
    "streaming": (killed_while_streaming, 0.25),
    "typing": (killed_while_typing, 0.1),
    "migrating": (killed_while_migrating, 0.15),
    "copying": (killed_while_copying, 0.1),
    "compacting": (killed_while_compacting, 0.1),
}


def main(count: int) -> None:
    for name, (kill, share) in KINDS.items():
        left, failures = [], []
        for seed in range(round(count * share)):
            with tempfile.TemporaryDirectory(prefix="parley-kill-") as folder:
                try:
                    left.append(kill(Path(folder), seed))
                except AssertionError as error:
                    failures.append((seed, error))
        messages = sum(one.kept for one in left)
        worst_ms = max((one.missing_ms for one in left), default=0)
        line = f"{name}: {len(left)} of {len(left) + len(failures)} sound, {messages} messages"
        sys.stdout.write(f"{line}, oldest missing text {worst_ms} ms, failures {failures}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
