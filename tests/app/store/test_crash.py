"""What save_message has returned from survives the death of the process."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from app.store.backup import daily_copy
from engine.types import Text
from tests.app.store.conftest import OpenLibrary

JOURNALS_AND_WAITS = """
import sys
from dataclasses import replace
from pathlib import Path
from app.domain.conversation import Conversation, Message
from app.store.library import Library
from engine.types import Round, Text

library = Library(Path(sys.argv[1]))
library.create(Conversation("c1", "Ships", 1, ""))
for count in range(1, 101):
    answer = Message("a1", None, "assistant", (Text("word " * count),), 1,
                     (Round(tuple(range(count)), "t0"),), "smol", "running")
    library.save_message("c1", answer, "a1")
sys.stdout.write("saved\\n")
sys.stdout.flush()
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_kill_right_after_a_journal_call_loses_nothing(
    path: Path, open_library: OpenLibrary
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", JOURNALS_AND_WAITS, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "saved\n"
        process.kill()
    assert Path(f"{path}-wal").stat().st_size > 0
    assert not daily_copy(path).exists()

    library = open_library(path)
    [(conversation_id, answer)] = library.running()
    assert conversation_id == "c1"
    assert answer.parts == (Text("word " * 100),)
    assert answer.rounds[0].ids == tuple(range(100))
    assert library.notice is None


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("seed", range(4))
def test_a_kill_amid_changes_leaves_a_sound_tree_and_loses_nothing_safe(
    tmp_path: Path, open_library: OpenLibrary, seed: int
) -> None:
    """Whatever was going on: editing, deleting, inserting, branching, queueing, answering."""
    lines = random.Random(seed).randrange(50, 600)
    told = _told_until_killed(tmp_path, seed, lines)

    library = open_library(tmp_path / "parley.db")
    assert library.notice is None
    assert library.read_only_reason is None
    for summary in library.summaries():
        conversation = library.load(summary.id)
        messages = conversation.messages
        parents = {message.parent for message in messages.values()} - {None}
        assert parents <= set(messages)
        assert conversation.head in messages or not messages
        assert _kept(told, summary.id) <= set(messages)


def _told_until_killed(folder: Path, seed: int, lines: int) -> list[dict[str, list[str]]]:
    """What a busy program said in so many lines, and in those it could write until it was dead."""
    command = [sys.executable, "-m", "tests.app.busy_program", str(folder), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told: list[dict[str, list[str]]] = []
        rests = 0
        while len(told) < lines or not rests:
            told.append(json.loads(process.stdout.readline()))
            rests += "safe" in told[-1] and len(told[-1]["safe"]) > 2
        process.kill()
        rest = process.stdout.read().splitlines(keepends=True)
    return told + [json.loads(line) for line in rest if line.endswith("\n")]


def _kept(told: list[dict[str, list[str]]], conversation_id: str) -> set[str]:
    """Messages that were on disk at some moment and were not taken away since."""
    kept: set[str] = set()
    for said in told:
        if said.get("safe", [""])[0] == conversation_id:
            kept = set(said["safe"][1:])
        kept -= set(said.get("takes", ()))
    return kept
