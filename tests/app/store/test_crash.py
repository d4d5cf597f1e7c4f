"""What save_message has returned from survives the death of the process."""

from __future__ import annotations

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
