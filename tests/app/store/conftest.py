"""Real databases in temporary folders, and conversations to put into them."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest

from app.domain.conversation import Conversation, Mark, Message
from app.domain.conversation_settings import ConversationSettings
from app.store.backup import daily_copy
from app.store.library import Library
from engine.types import Reasoning, Receipt, Round, Text, ToolCall, ToolResult, Written

OpenLibrary = Callable[[Path], Library]

_NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "parley.db"


@pytest.fixture
def open_library() -> Iterator[OpenLibrary]:
    """Opens libraries that are closed at the end; closing twice does no harm."""
    with ExitStack() as stack:

        def open_one(path: Path) -> Library:
            library = Library(path)
            stack.callback(library.close)
            return library

        yield open_one


@pytest.fixture
def library(path: Path, open_library: OpenLibrary) -> Library:
    return open_library(path)


@pytest.fixture
def conversation() -> Conversation:
    """A tree with two answers to the first question; the second was made with a tool.

    From the second question on, the model sees a summary instead of what came before.
    """
    conversation = Conversation(
        id="c1",
        title="Harbour — 港口",
        created_ms=1_700_000_000_000,
        clock="2026-08-22T14:03:00",
        system_prompt="Be brief.",
        draft="And what abo",
        context_strategy="summarise",
        settings=ConversationSettings(
            thinking=False, seed=-1, tool_names=("clock",), preset="Mine"
        ),
    )
    conversation.add(Message("q1", None, "user", (Text("Which ships?\0 🚢"),), 1))
    conversation.add(Message("a1", "q1", "assistant", (Text("None."),), 2, (_round(7, 8),), "smol"))
    conversation.add(_answer_with_tool())
    mark = Mark("q2", "They spoke of ships. 🚢")
    conversation.add(Message("q2", "a2", "user", (Text("Thanks"),), 4, mark=mark))
    conversation.show("a1")
    return conversation


def _answer_with_tool() -> Message:
    parts = (
        Reasoning("I look it up.", Written(0, 7, 20), 1.25),
        ToolCall("call-1", "ships", '{"port": "Hamburg"}', Written(0, 28, 90)),
        ToolResult("call-1", "ships", "timeout", is_error=True, seconds=0.5),
        Text("I could not find out.", Written(1, 0, 21)),
    )
    rounds = (_round(1, -2, 2**31 - 1), Round(ids=(), tokenizer="t0"))
    return Message(
        "a2", "q1", "assistant", parts, 3, rounds, "smol", "interrupted", "The engine stopped."
    )


def _round(*ids: int) -> Round:
    receipt = Receipt(
        prompt=9,
        reused=5,
        restored=1,
        read=3,
        written=len(ids),
        first_difference=5,
        cause="message 2 was edited",
        seconds_to_first_token=0.125,
        prefill_seconds=0.1,
        decode_seconds=1 / 3,
        seed=42,
        model="smol",
    )
    return Round(ids, tokenizer="t0", ending="end_of_turn", receipt=receipt)


@pytest.fixture
def stored(path: Path, conversation: Conversation) -> Path:
    """A database closed cleanly, without a copy, with one conversation and a long second one."""
    library = Library(path)
    library.create(conversation)
    library.create(long_conversation())
    library.close()
    daily_copy(path).unlink()
    return path


def long_conversation() -> Conversation:
    long = Conversation(id="long", title="Long", created_ms=1, clock="")
    for number in range(40):
        long.add(Message(f"m{number}", long.head, "user", (Text("word " * 1500),), number))
    return long


@pytest.fixture
def unprivileged_folder() -> Iterator[Path]:
    """A folder of a user whom file permissions bind: root may write everywhere.

    What is imported late is imported before: that user may not be able to read where Python lies.
    """
    import_module("alembic.command")
    if sys.platform == "win32":
        pytest.skip("permissions of POSIX")
    folder = Path(tempfile.mkdtemp(prefix="parley-test-"))
    is_root = os.geteuid() == 0
    if is_root:
        os.chown(folder, _NOBODY, _NOBODY)
        os.seteuid(_NOBODY)
    try:
        yield folder
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)
        shutil.rmtree(folder)
