"""The engine process, real, over a scripted model: what happens when either side dies."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from engine.events import ENDING_EVENTS, ContentDelta, Event, Failed, Finished, HostExited, Loaded
from engine.host import EngineHost
from engine.process import exit_cause
from engine.types import Generate, LoadModel, Message, PromptRequest, Stop, Text
from tests.patience import LIMIT_S

COMMAND = [sys.executable, "-m", "tests.engine.scripted_child"]


class Parent:
    """A host and what it delivered."""

    def __init__(self, folder: Path) -> None:
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.seen: list[Event] = []
        self.host = EngineHost(
            command=COMMAND, deliver=self._deliver, known_good=folder / "known_good.json"
        )

    def _deliver(self, events: list[Event]) -> None:
        for event in events:
            self._events.put(event)

    def until(self, *kinds: type[Event]) -> Event:
        """The next event of one of these kinds."""
        while True:
            event = self._events.get(timeout=LIMIT_S)
            self.seen.append(event)
            if isinstance(event, kinds):
                return event

    def load(self, model: Path) -> Event:
        self.host.submit(LoadModel(request=self.host.next_request(), path=str(model)))
        return self.until(Loaded, Failed)

    def ask(self, text: str = "hi") -> int:
        request = self.host.next_request()
        prompt = PromptRequest(messages=(Message("user", (Text(text),)),))
        self.host.submit(Generate(request=request, conversation="a", prompt=prompt))
        return request

    def endings(self, request: int) -> list[Event]:
        ended = [e for e in self.seen if isinstance(e, ENDING_EVENTS)]
        return [e for e in ended if e.request == request]


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[Parent]:
    parent = Parent(tmp_path)
    yield parent
    parent.host.close()
    assert not children_left()


def children_left() -> list[psutil.Process]:
    return [c for c in psutil.Process().children() if c.status() != psutil.STATUS_ZOMBIE]


def script(folder: Path, **wanted: object) -> Path:
    path = folder / "script.json"
    path.write_text(json.dumps(wanted), encoding="utf-8")
    return path


def test_an_answer_crosses_the_process_border(parent: Parent, tmp_path: Path) -> None:
    parent.load(script(tmp_path, say="hello € 你好"))
    parent.ask()

    finished = parent.until(Finished, Failed)
    assert isinstance(finished, Finished)
    assert finished.parts[0].text == "hello € 你好"  # type: ignore[union-attr]


@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_a_dead_engine_fails_the_request_once_and_comes_back(
    parent: Parent, tmp_path: Path, kill: signal.Signals
) -> None:
    """The next request starts a new process and loads the model again."""
    parent.load(script(tmp_path, say="y" * 500, seconds_per_token=0.01))
    request = parent.ask()
    parent.until(ContentDelta)
    first_process = parent.host.process_id
    assert first_process is not None
    os.kill(first_process, kill)
    exited = parent.until(HostExited)
    again = parent.ask()
    parent.until(ContentDelta)
    parent.host.submit(Stop(request=again))
    finished = parent.until(Finished)

    (failed,) = parent.endings(request)
    assert isinstance(failed, Failed)
    assert isinstance(exited, HostExited)
    assert failed.kind == "HostDied"
    assert exited.message in failed.message
    assert isinstance(finished, Finished)
    assert finished.request == again
    assert parent.host.process_id != first_process


def test_a_load_that_dies_is_tried_more_safely_and_remembered(
    parent: Parent, tmp_path: Path
) -> None:
    model = script(tmp_path, die_loading=True)

    assert isinstance(parent.load(model), Loaded)
    assert not [e for e in parent.seen if isinstance(e, Failed | HostExited)]
    remembered = json.loads((tmp_path / "known_good.json").read_text(encoding="utf-8"))
    assert list(remembered.values()) == [{"no_extra_buffers": True, "no_gpu": False}]


def test_a_load_that_always_dies_ends_with_one_sentence(parent: Parent, tmp_path: Path) -> None:
    failed = parent.load(script(tmp_path, die_loading="always"))

    assert isinstance(failed, Failed)
    assert failed.kind == "LoadFailed"
    assert "abort" in failed.message


def test_stop_works_while_a_long_prompt_is_read(parent: Parent, tmp_path: Path) -> None:
    parent.load(script(tmp_path, seconds_per_token=0.01))
    request = parent.ask("x" * 3000)
    parent.host.submit(Stop(request=request))

    finished = parent.until(Finished, Failed)
    assert isinstance(finished, Finished)
    assert finished.ending == "stopped"


def test_a_large_prompt_does_not_block_the_caller(parent: Parent, tmp_path: Path) -> None:
    """Two megabytes fill the pipe; the writer thread waits, not the window."""
    parent.load(script(tmp_path))
    parent.ask("x" * 2_000_000)

    failed = parent.until(Failed, Finished)
    assert isinstance(failed, Failed)
    assert failed.kind == "ContextTooLong"


def test_closing_ends_the_process(tmp_path: Path) -> None:
    parent = Parent(tmp_path)
    parent.load(script(tmp_path, seconds_per_token=0.01))
    parent.ask("x" * 3000)
    parent.host.close()

    assert not children_left()


ORPHAN = """
import sys, time
from pathlib import Path
from tests.engine.test_host import Parent, script
parent = Parent(Path(sys.argv[1]))
parent.load(script(Path(sys.argv[1]), say="y" * 5000, seconds_per_token=0.01))
parent.ask()
print(parent.host.process_id, flush=True)
time.sleep(60)
"""


def test_a_killed_app_leaves_no_engine_behind(tmp_path: Path) -> None:
    app = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert app.stdout is not None
    with app.stdout:
        engine = psutil.Process(int(app.stdout.readline()))
        app.kill()
        app.wait()

    engine.wait(timeout=LIMIT_S)
    assert not engine.is_running()


@pytest.mark.parametrize(
    ("status", "tail", "words"),
    [
        (-signal.SIGSEGV, [], "segmentation fault"),
        (-signal.SIGKILL, [], "ended by the system"),
        (-signal.SIGABRT, ["std::bad_alloc"], "ran out of memory"),
        (70, [], "internal error (status 70)"),
        (0, [], "ended unexpectedly"),
    ],
)
def test_the_cause_is_told_in_plain_words(status: int, tail: list[str], words: str) -> None:
    assert words in exit_cause(status, tail)
