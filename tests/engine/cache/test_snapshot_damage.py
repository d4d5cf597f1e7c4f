"""Damaged snapshots: none is gone on from, none crashes, and the other chats do not notice.

At least 200 restores in all: flipped bits, cut and lengthened files, other models and cache types,
forged files whose checksums are right, and disks that fill up in the middle.
"""

from __future__ import annotations

import errno
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import pytest

from engine.backends.base import Backend, Chunk
from engine.backends.llama import open_llama
from engine.cache import snapshots
from engine.cache.ledger import Ledger
from engine.cache.model_key import ModelKey, model_key
from engine.cache.snapshot_file import Snapshot, read_snapshot_header
from engine.cache.snapshots import SnapshotStore
from engine.models import KvType, LoadOptions
from tests.engine.cache.snapshot_stores import KEY, files, snapshot_of, store_in
from tests.engine.cache.walks import opened

OPTIONS = LoadOptions(threads=1, sequences=4, context_tokens=1024, flash_attention="off")
IDS = [20 + position * position % 200 for position in range(80)]
LIVE = [30 + position % 50 for position in range(40)]


@dataclass(frozen=True, kw_only=True)
class Desk:
    """A live chat in sequence 1, and the good snapshot of another that each case damages."""

    backend: Backend
    ledger: Ledger
    key: ModelKey
    good: Snapshot
    content: bytes
    live_logits: list[float]

    def lay_out(self, folder: Path) -> tuple[SnapshotStore, Path]:
        store = store_in(folder, model=self.key)
        assert store.write(self.good)
        (path,) = folder.glob("*.snapshot")
        return store, path

    def try_to_restore(self, store: SnapshotStore) -> int:
        match = store.best([*IDS, 5])
        return 0 if match is None else store.restore(match, self.ledger, 0)

    def check_nothing_happened(self, folder: Path) -> None:
        """The file is gone, the sequence empty, and the live chat says what it said."""
        assert files(folder) == []
        assert self.ledger.sequences[0].ids == []
        self.ledger.verify(0)
        assert self.ledger.rewind(1, len(LIVE) - 2) == len(LIVE) - 2
        assert say(self.ledger, self.backend, LIVE[-2:]) == self.live_logits


def say(ledger: Ledger, backend: Backend, ids: list[int]) -> list[float]:
    ledger.forward([Chunk(1, ids, wants_logits=True)], abortable=False)
    return list(backend.logits(1))


@pytest.fixture
def desk(tiny_llama: Path, tmp_path: Path) -> Iterator[Desk]:
    with opened(open_llama, tiny_llama, OPTIONS) as backend:
        ledger = Ledger(backend)
        key = model_key(backend, OPTIONS)
        ledger.forward([Chunk(0, IDS, wants_logits=False)], abortable=False)
        good = ledger.snapshot(0)
        ledger.clear(0)
        folder = tmp_path / "good"
        store_in(folder, model=key).write(good)
        (file,) = folder.iterdir()
        ledger.forward([Chunk(1, LIVE[:-2], wants_logits=False)], abortable=False)
        live_logits = say(ledger, backend, LIVE[-2:])
        ledger.claim(1, conversation="live", request=1)
        yield Desk(
            backend=backend,
            ledger=ledger,
            key=key,
            good=good,
            content=file.read_bytes(),
            live_logits=live_logits,
        )


def test_the_undamaged_one_comes_back(desk: Desk, tmp_path: Path) -> None:
    """Otherwise all the others would prove nothing."""
    store, _ = desk.lay_out(tmp_path / "snapshots")

    assert desk.try_to_restore(store) == len(IDS)
    assert desk.ledger.sequences[0].ids == IDS
    assert store.holds(IDS)


def flipped(content: bytes, place: int, bit: int) -> bytes:
    damaged = bytearray(content)
    damaged[place] ^= 1 << bit
    return bytes(damaged)


def damaged_contents(content: bytes) -> Iterator[bytes]:
    """150 damaged files: the header is small, so half of the flips are aimed at it."""
    chance = random.Random(7)
    for _ in range(60):
        yield flipped(content, chance.randrange(len(content)), chance.randrange(8))
    for _ in range(60):
        yield flipped(content, chance.randrange(2500), chance.randrange(8))
    for share in (0, 0.01, 0.1, 0.3, 0.5, 0.6, 0.9, 0.99, 0.999):
        yield content[: int(share * len(content))]
    for _ in range(20):
        yield content[: chance.randrange(len(content))]
    for size in (1, 4, 4096):
        yield content + bytes(size)
    for _ in range(10):
        start = chance.randrange(len(content) - 512)
        yield content[:start] + bytes(512) + content[start + 512 :]
    middle = len(content) // 2
    yield content[middle:] + content[:middle]
    yield content[:middle] * 2
    yield from (b"", b"\0" * len(content), content[:8], content[:36], content[::-1], b"GGUF" * 99)


def test_damaged_files_are_read_again_instead(desk: Desk, tmp_path: Path) -> None:
    """Whatever is damaged before it is found: looked at, refused, deleted."""
    folder = tmp_path / "snapshots"
    damaged = list(damaged_contents(desk.content))
    assert len(damaged) >= 150
    for content in damaged:
        store, path = desk.lay_out(folder)
        path.write_bytes(content)
        assert desk.try_to_restore(store) == 0
        desk.check_nothing_happened(folder)


def test_files_damaged_after_they_were_found_are_refused(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "snapshots"
    chance = random.Random(8)
    for _ in range(30):
        store, path = desk.lay_out(folder)
        match = store.best([*IDS, 5])
        assert match is not None
        path.write_bytes(flipped(desk.content, chance.randrange(len(desk.content)), 3))
        assert store.restore(match, desk.ledger, 0) == 0
        desk.check_nothing_happened(folder)


# ---- forged: every checksum is right


def halves_swapped(state: bytes) -> bytes:
    middle = len(state) // 2
    return state[middle:] + state[:middle]


FORGERIES: dict[str, Callable[[Snapshot], Snapshot]] = {
    "one token too few": lambda good: replace(good, ids=good.ids[:-1]),
    "one token too many": lambda good: replace(good, ids=(*good.ids, 5)),
    "half the tokens": lambda good: replace(good, ids=good.ids[:40]),
    "swapped halves": lambda good: replace(good, state=halves_swapped(good.state)),
    "swapped halves, wrong length": lambda good: replace(
        good, ids=good.ids[:60], state=halves_swapped(good.state)
    ),
    "half a state": lambda good: replace(good, state=good.state[: len(good.state) // 2]),
    "more state": lambda good: replace(good, state=good.state + b"more"),
    "zeros": lambda good: replace(good, state=bytes(len(good.state))),
    "the keys of one layer empty": lambda good: replace(
        good, state=good.state[:1500] + bytes(4000) + good.state[5500:]
    ),
    "other logits": lambda good: replace(good, likeliest=((5, -0.001),)),
    "an impossible token": lambda good: replace(good, likeliest=((10**6, -0.001),)),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_snapshots_are_refused_by_what_the_backend_then_holds(
    desk: Desk, tmp_path: Path, forgery: str
) -> None:
    folder = tmp_path / "snapshots"
    store = store_in(folder, model=desk.key)
    assert store.write(FORGERIES[forgery](desk.good))

    assert desk.try_to_restore(store) == 0
    desk.check_nothing_happened(folder)


def test_the_state_of_another_text_is_refused_by_what_the_model_then_says(
    desk: Desk, tmp_path: Path
) -> None:
    """Same length, every checksum right: only the logits can tell."""
    desk.ledger.forward([Chunk(0, IDS[::-1], wants_logits=False)], abortable=False)
    other = desk.ledger.snapshot(0)
    desk.ledger.clear(0)
    folder = tmp_path / "snapshots"
    store = store_in(folder, model=desk.key)
    assert store.write(replace(desk.good, state=other.state))

    assert desk.try_to_restore(store) == 0
    desk.check_nothing_happened(folder)


@pytest.mark.parametrize(
    "other",
    [
        {"file": "another"},
        {"file_bytes": 1},
        {"kv_type_k": "q8_0"},
        {"kv_type_v": "f32"},
        {"context_tokens": 2048},
        {"build": "another"},
        {"tokenizer": "another"},
        {"flash_attention": "on"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_another_models_file_under_our_name_is_refused(
    desk: Desk, tmp_path: Path, other: dict[str, str | int]
) -> None:
    folder = tmp_path / "snapshots"
    store, path = desk.lay_out(folder)
    path.unlink()
    store_in(folder, model=replace(desk.key, **other)).write(desk.good)  # type: ignore[arg-type]
    (theirs,) = folder.iterdir()
    theirs.replace(path)

    assert desk.try_to_restore(store) == 0
    desk.check_nothing_happened(folder)


@pytest.mark.parametrize("kv_type", ["f32", "q8_0"])
def test_another_cache_type_is_refused_even_if_the_file_lies_about_it(
    desk: Desk, tmp_path: Path, tiny_llama: Path, kv_type: KvType
) -> None:
    options = replace(OPTIONS, kv_type_k=kv_type)
    with opened(open_llama, tiny_llama, options) as backend:
        ledger = Ledger(backend)
        ledger.forward([Chunk(0, IDS, wants_logits=False)], abortable=False)
        theirs = ledger.snapshot(0)
    folder = tmp_path / "snapshots"
    store = store_in(folder, model=desk.key)
    store.write(theirs)

    assert desk.try_to_restore(store) == 0
    desk.check_nothing_happened(folder)


# ---- a disk that fills up


class FullDisk:
    """Writes half of what it should, then there is no space left."""

    def __call__(self, file: BinaryIO, snapshot: Snapshot, _: object) -> None:
        file.write(snapshot.state[: len(snapshot.state) // 2])
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_no_half_file_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_in(tmp_path)
    store.write(snapshot_of([1, 2]))
    before = files(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(snapshots, "write_snapshot", FullDisk())
        assert not store.write(snapshot_of([3, 4]))

    assert files(tmp_path) == before
    assert store.holds([1, 2])
    assert store.write(snapshot_of([3, 4]))


LIMITED = """
import resource, sys
from pathlib import Path
from tests.engine.cache.snapshot_stores import snapshot_of, store_in
folder = Path(sys.argv[1])
store = store_in(folder)
snapshot = snapshot_of(range(50), state=bytes(300_000), checkpoints=[10, 20])
for limit in range(0, 300_000, 15_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    assert not store.write(snapshot), limit
    assert list(folder.iterdir()) == [], limit
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert store.write(snapshot)
assert store.holds(range(50))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on file sizes")
def test_writes_that_the_system_refuses_leave_no_half_file(tmp_path: Path) -> None:
    """20 limits on the size of a file, each met at another place of it."""
    finished = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, check=False
    )

    assert (finished.returncode, finished.stderr.count("Traceback")) == (0, 0), finished.stderr


def test_a_folder_that_is_a_file_holds_nothing(tmp_path: Path) -> None:
    place = tmp_path / "snapshots"
    place.write_text("a file")
    store = store_in(place)

    assert store.best([1, 2, 3]) is None
    assert not store.write(snapshot_of([1, 2]))


def test_a_header_names_the_model_without_the_payload(tmp_path: Path) -> None:
    store_in(tmp_path).write(snapshot_of([1, 2], checkpoints=[1]))
    (path,) = tmp_path.iterdir()

    header = read_snapshot_header(path)

    assert header.model == KEY.facts
    assert (list(header.ids), header.state_bytes, header.checkpoints) == ([1, 2], 500, ((1, 5),))
    assert header.header_bytes + header.payload_bytes == path.stat().st_size
