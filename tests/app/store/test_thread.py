"""Steps run in order on the store's thread; all callbacks run where `post` puts them."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.domain.conversation import Conversation
from app.store.backup import daily_copy
from app.store.errors import StoreError, StoreReadOnly
from app.store.library import Library
from app.store.recovery import SAVING
from app.store.thread import StoreThread
from tests.patience import LIMIT_S


class MainThread:
    """A stand-in for the event loop: what is posted runs when the test asks for it."""

    def __init__(self) -> None:
        self._posted: queue.Queue[Callable[[], None]] = queue.Queue()
        self.seen: list[object] = []

    def post(self, closure: Callable[[], None]) -> None:
        self._posted.put(closure)

    def run(self, count: int) -> None:
        for _ in range(count):
            self._posted.get(timeout=LIMIT_S)()

    def run_rest(self) -> None:
        while not self._posted.empty():
            self._posted.get()()

    def see(self, value: object) -> None:
        assert threading.current_thread() is threading.main_thread()
        self.seen.append(value)


@pytest.fixture
def main() -> MainThread:
    return MainThread()


@pytest.fixture
def store(path: Path, main: MainThread) -> Iterator[StoreThread]:
    store = StoreThread(path, main.post)
    yield store
    store.close()


def test_steps_run_in_order_and_results_come_back(store: StoreThread, main: MainThread) -> None:
    store.start(main.see, main.see)
    store.submit(lambda library: library.create(Conversation("c1", "Ships", 1, "")))
    store.submit(lambda library: library.set_title("c1", "Boats"), lambda _: main.see("renamed"))
    store.submit(lambda library: library.load("c1").title, main.see)
    store.submit(lambda _: threading.current_thread() is threading.main_thread(), main.see)
    main.run(5)

    assert main.seen == [None, "renamed", "Boats", False]


def fail(_library: Library) -> None:
    raise StoreError("no")


def test_a_store_error_goes_to_its_step_or_else_to_the_one_of_start(
    store: StoreThread, main: MainThread
) -> None:
    store.start(lambda _: None, lambda error: main.see(f"start: {error}"))
    store.submit(fail, main.see, lambda error: main.see(f"step: {error}"))
    store.submit(fail)
    main.run(3)

    assert main.seen == ["step: no", "start: no"]


def test_a_bug_is_raised_on_the_main_thread_and_the_steps_after_it_run(
    store: StoreThread, main: MainThread
) -> None:
    store.start(lambda _: None, main.see)
    store.submit(lambda library: library.load("nobody"), main.see)
    store.submit(lambda library: library.summaries(), main.see)
    main.run(1)
    with pytest.raises(KeyError):
        main.run(1)
    main.run(1)

    assert main.seen == [[]]


def test_a_library_that_does_not_open_fails_every_step(
    path: Path, store: StoreThread, main: MainThread
) -> None:
    path.mkdir()
    store.start(main.see, lambda error: main.see(type(error).__name__))
    store.submit(lambda library: library.summaries(), main.see)
    main.run(2)

    assert main.seen == ["StoreError", "StoreError"]


def test_a_repair_is_told_to_opened(path: Path, store: StoreThread, main: MainThread) -> None:
    path.write_bytes(b"garbage " * 1000)
    told: list[tuple[str, float | None]] = []
    store.start(main.see, main.see, lambda sentence, share: told.append((sentence, share)))
    main.run(3)

    assert {sentence for sentence, _ in told} == {SAVING}
    assert [share for _, share in told] == [0.0, 0.9]
    [sentence] = main.seen
    assert str(sentence).startswith("The conversations were damaged beyond reading")


def test_going_back_puts_a_copy_in_place_and_keeps_what_was_there(
    path: Path, store: StoreThread, main: MainThread
) -> None:
    library = Library(path)
    library.create(Conversation("old", "Old", 1, ""))
    library.close()
    store.start(main.see, main.see)
    store.submit(lambda library: library.create(Conversation("new", "New", 2, "")))
    store.go_back(daily_copy(path), main.see, main.see)
    store.submit(lambda library: [one.id for one in library.summaries()], main.see)
    main.run(4)

    [kept] = path.parent.glob("parley.db.replaced-*")
    assert main.seen[1:] == [
        f"The copy is in place. What was there before is kept as {kept}.",
        ["old"],
    ]
    before = Library(kept)
    assert {one.id for one in before.summaries()} == {"old", "new"}
    before.close()


def test_a_copy_that_is_gone_changes_nothing(
    path: Path, store: StoreThread, main: MainThread
) -> None:
    store.start(main.see, main.see)
    store.submit(lambda library: library.create(Conversation("new", "New", 2, "")))
    store.go_back(path.with_name("nowhere"), main.see, lambda error: main.see(type(error)))
    store.submit(lambda library: [one.id for one in library.summaries()], main.see)
    main.run(4)

    assert main.seen[1:] == [StoreReadOnly, ["new"]]


def test_a_compaction_makes_way_for_whoever_asks(store: StoreThread, main: MainThread) -> None:
    """Whether it came to its end or not, what was asked is done and nothing is lost."""
    store.start(main.see, main.see)
    store.submit(lambda library: library.create(Conversation("new", "New", 2, "")))
    store.compact(lambda done: main.see(done in (True, False)), main.see)
    store.submit(lambda library: [one.id for one in library.summaries()], main.see)
    main.run(4)

    assert main.seen[1:] == [True, ["new"]]


def test_close_finishes_what_was_submitted_and_calls_nobody_back(
    path: Path, main: MainThread
) -> None:
    store = StoreThread(path, main.post)
    store.start(main.see, main.see)
    for number in range(20):
        new = Conversation(f"c{number}", "", 1, "")
        store.submit(lambda library, new=new: library.create(new), main.see)  # type: ignore[misc]
    store.close()
    main.run_rest()

    assert main.seen == []
    assert not Path(f"{path}-wal").exists()
    library = Library(path)
    assert len(library.summaries()) == 20
    library.close()


def test_the_first_paint_does_not_wait_for_sqlalchemy() -> None:
    script = "import sys, app.store.thread, app.store.errors; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
