"""What is not to be kept never reaches the disk, also when the process is killed."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cache.snapshot_file import owner_of, read_snapshot_header
from engine.events import Finished, HostExited, Loaded, Settled
from engine.models import CacheOptions, LoadOptions
from engine.types import Generate, LoadModel, Message, PromptRequest, Settle, Text
from tests.engine.driven import Engine, answer, receipt, user
from tests.engine.test_host import Parent

LONG = user("x" * 300)


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"a model" * 100)
    cache = CacheOptions(snapshots=str(tmp_path / "snapshots"), snapshot_worth_s=0.0)
    return Engine(model=model, cache=cache, options=LoadOptions(sequences=2))


def owners(folder: Path) -> set[str]:
    """Whose the snapshots are."""
    names = {owner_of(name): name for name in ("a", "b", "secret")}
    found = (folder / "snapshots").glob("*")
    return {names[read_snapshot_header(path).owner] for path in found}


def test_neither_idleness_nor_want_of_room_writes_it(engine: Engine, tmp_path: Path) -> None:
    engine.answered(LONG, conversation="secret", on_disk=False)
    engine.settle()
    engine.run()
    assert owners(tmp_path) == set()

    for name in ("a", "b"):
        engine.answered(user(name * 300), conversation=name)
    engine.settle()
    engine.run()

    assert owners(tmp_path) == {"a", "b"}


def test_it_is_still_reused_in_memory(engine: Engine) -> None:
    first = engine.answered(LONG, conversation="secret", on_disk=False)
    engine.settle()
    engine.run()
    again = engine.answered(LONG, answer(first), user("more"), conversation="secret", on_disk=False)

    assert receipt(again).reused > 300


def test_what_others_share_with_it_is_theirs(engine: Engine, tmp_path: Path) -> None:
    engine.answered(LONG, conversation="secret", on_disk=False)
    engine.answered(LONG, conversation="a")
    engine.settle()
    engine.run()

    assert owners(tmp_path) == {"a"}


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Parent]:
    parent = Parent(tmp_path)
    yield parent
    parent.host.close()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of POSIX")
def test_a_killed_process_leaves_nothing_of_it(parent: Parent, tmp_path: Path) -> None:
    model = tmp_path / "script.json"
    model.write_text(json.dumps({"say": "hidden"}), encoding="utf-8")
    cache = CacheOptions(snapshots=str(tmp_path / "snapshots"), snapshot_worth_s=0.0)
    host = parent.host
    host.submit(LoadModel(request=host.next_request(), path=str(model), cache=cache))
    parent.until(Loaded)
    for name in ("secret", "a"):
        prompt = PromptRequest(messages=(Message("user", (Text(name * 100),)),))
        on_disk = name != "secret"
        host.submit(
            Generate(request=host.next_request(), conversation=name, prompt=prompt, on_disk=on_disk)
        )
        parent.until(Finished)
    host.submit(Settle(request=host.next_request()))
    parent.until(Settled)
    process = host.process_id
    assert process is not None
    os.kill(process, signal.SIGKILL)
    parent.until(HostExited)

    assert owners(tmp_path) == {"a"}
