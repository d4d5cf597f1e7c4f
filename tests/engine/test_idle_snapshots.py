"""When sequences go to disk, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.events import Finished, SideWork
from engine.models import CacheOptions, LoadOptions
from engine.types import Forget, Receipt
from tests.engine.driven import Engine, answer, receipt, tokens, user

LONG = user("x" * 300)
MORE = "<|im_end|>\n<|im_start|>user\nmore<|im_end|>\n<|im_start|>assistant\n"
Start = Callable[..., Engine]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Start an engine on the same model file and the same folder of snapshots."""
    model = tmp_path / "model.gguf"
    model.write_bytes(b"a model" * 100)

    def started(**wanted: object) -> Engine:
        cache = {"snapshots": str(tmp_path / "snapshots"), "read_ahead": False, **wanted}
        rewinds_freely = bool(cache.pop("rewinds_freely", True))
        options = cache.pop("options", LoadOptions())
        assert isinstance(options, LoadOptions)
        return Engine(
            model=model,
            cache=CacheOptions(**cache),  # type: ignore[arg-type]
            options=options,
            rewinds_freely=rewinds_freely,
        )

    return started


def snapshots(engine: Engine) -> list[int]:
    return [work.tokens for work in engine.all(SideWork) if work.kind == "snapshot"]


def files(folder: Path) -> list[Path]:
    return sorted((folder / "snapshots").glob("*"))


def asked(engine: Engine, conversation: str = "a") -> Receipt:
    return receipt(engine.answered(LONG, conversation=conversation))


def test_a_snapshot_is_written_when_the_engine_was_idle_for_long_enough(start: Start) -> None:
    engine = start(snapshot_after_idle_s=30.0)
    engine.answered(LONG)
    assert engine.loop.wait_s() == 30.0
    engine.clock.now_s = 29.0
    engine.loop.step()
    assert (snapshots(engine), engine.loop.wait_s()) == ([], 1.0)
    engine.clock.now_s = 30.0
    assert engine.loop.wait_s() == 0.0
    engine.loop.step()

    assert snapshots(engine) == [
        tokens("<|im_start|>user\n<|im_end|>\n<|im_start|>assistant\n") + 305
    ]
    assert engine.loop.wait_s() is None


def test_what_is_read_again_quickly_is_not_worth_a_snapshot(start: Start, tmp_path: Path) -> None:
    engine = start(snapshot_worth_s=2.0)
    engine.answered(user("short"))
    engine.settle()

    assert files(tmp_path) == []


def test_after_a_restart_a_retry_reads_one_token(start: Start) -> None:
    first = start()
    asked(first)
    first.settle()
    again = asked(start())

    assert (again.restored, again.read) == (again.prompt - 1, 1)
    assert again.cause == "restored from disk"


def test_quitting_writes_nothing(start: Start, tmp_path: Path) -> None:
    engine = start()
    engine.answered(LONG)
    engine.loop.close()

    assert files(tmp_path) == []


def test_branches_are_written_newest_first_one_at_a_time(start: Start) -> None:
    engine = start(snapshot_worth_s=0.0)
    engine.answered(user("short"))
    engine.answered(user("longer"))
    engine.clock.now_s = 60.0
    engine.loop.step()
    newest = snapshots(engine)
    engine.settle()

    assert len(newest) == 1
    assert len(snapshots(engine)) == 2
    assert newest[0] > snapshots(engine)[1]


def test_a_settled_engine_writes_nothing_twice(start: Start) -> None:
    engine = start()
    asked(engine)
    engine.settle()
    engine.settle()

    assert len(snapshots(engine)) == 1


def test_without_a_folder_nothing_is_written(start: Start, tmp_path: Path) -> None:
    engine = start(snapshots=None, snapshot_worth_s=0.0)
    asked(engine)
    engine.settle()

    assert files(tmp_path) == []


def test_a_damaged_snapshot_is_read_again_and_said_so(start: Start, tmp_path: Path) -> None:
    first = start()
    asked(first)
    first.settle()
    (path,) = files(tmp_path)
    content = bytearray(path.read_bytes())
    content[-20] ^= 1
    path.write_bytes(content)
    second = start()
    again = second.answered(LONG)

    assert receipt(again).read == receipt(again).prompt
    assert receipt(again).cause == "the snapshot was damaged and was read again"
    assert files(tmp_path) == []
    assert receipt(second.answered(LONG, answer(again), user("more"))).read == tokens(MORE)


def test_a_folder_that_cannot_be_written_stops_nothing(start: Start, tmp_path: Path) -> None:
    (tmp_path / "snapshots").write_text("a file where the folder should be")
    engine = start()
    asked(engine)
    engine.settle()

    assert snapshots(engine) == []
    assert asked(engine).read == 1


def test_what_makes_room_goes_to_disk_first_when_it_is_worth_it(start: Start) -> None:
    engine = start(options=LoadOptions(sequences=1))
    asked(engine, "a")
    engine.answered(user("another"), conversation="b")
    back = asked(engine, "a")

    assert (back.restored, back.read) == (back.prompt - 1, 1)


def test_what_was_evicted_for_good_is_said_so(start: Start) -> None:
    engine = start(options=LoadOptions(sequences=1), snapshot_worth_s=1000.0)
    asked(engine, "a")
    engine.answered(user("another"), conversation="b")
    back = asked(engine, "a")

    assert back.read > 300
    assert back.cause == "evicted to make room"


def test_a_full_cache_makes_room_for_a_snapshot(start: Start) -> None:
    first = start(options=LoadOptions(context_tokens=512))
    asked(first)
    first.settle()
    second = start(options=LoadOptions(context_tokens=512), snapshot_worth_s=1000.0)
    second.answered(user("y" * 300), conversation="b")
    back = asked(second)

    assert back.read == 1


def test_a_model_that_cannot_rewind_comes_back_to_its_checkpoint(start: Start) -> None:
    first = start(rewinds_freely=False)
    asked(first)
    first.settle()
    second = start(rewinds_freely=False)
    request = second.ask(LONG)
    second.run()
    again = receipt(second.one(Finished, request))

    assert again.read == tokens("<|im_end|>\n<|im_start|>assistant\n")
    assert again.restored == again.prompt - again.read


def test_what_was_written_for_a_forgotten_conversation_is_deleted(
    start: Start, tmp_path: Path
) -> None:
    """Also after a restart, and when another conversation begins in the same way."""
    engine = start()
    asked(engine, "a")
    engine.settle()
    engine.answered(user("y" * 300), conversation="b")
    engine.settle()
    assert len(files(tmp_path)) == 2
    engine = start()
    engine.loop.handle(Forget(conversation="a"))

    (left,) = files(tmp_path)
    assert (asked(engine, "c").restored, left.exists()) == (tokens("<|im_start|>user\n"), True)
    engine.loop.close()
    engine.loop.handle(Forget(conversation="b"))
    engine.settle()
    assert left not in files(tmp_path)
