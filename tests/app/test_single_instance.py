"""Two starts with one data folder."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLockFile, QTimer
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app import single_instance
from app.arguments import Arguments
from app.domain.given_files import Given
from app.paths import Paths
from app.single_instance import SingleInstance

BECAME_FIRST = 9


def wanted(model: Path | None = None, *, smoke: bool = False) -> Arguments:
    return Arguments(paths=Paths(Path()), model=model, smoke=smoke, in_process=False)


@pytest.fixture
def first(qapp: QApplication, tmp_path: Path) -> Iterator[SingleInstance]:
    instance = SingleInstance(tmp_path, qapp)
    assert instance.acquire()
    instance.listen()
    yield instance
    instance.close()


def start_again(folder: Path, *words: str, place: Path | None = None) -> subprocess.Popen[bytes]:
    """A second start of the program, as far as this room goes."""
    script = (
        "import sys; from pathlib import Path; from PySide6.QtCore import QCoreApplication; "
        "from app.arguments import parse; from app.single_instance import SingleInstance; "
        "application = QCoreApplication(); second = SingleInstance(Path(sys.argv[2])); "
        "left = None if second.acquire() else second.leave(parse(sys.argv[1:])); "
        f"sys.exit({BECAME_FIRST} if left is None else left)"
    )
    command = [sys.executable, "-c", script, "--data-dir", str(folder), *words]
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    return subprocess.Popen(command, cwd=place, env=environment)


def test_the_second_start_hands_its_model_over_and_leaves(
    first: SingleInstance, tmp_path: Path, qtbot: QtBot
) -> None:
    wishes: list[Given] = []
    first.wanted.connect(wishes.append)

    with start_again(tmp_path, "--model", str(tmp_path / "模型.gguf")) as second:
        qtbot.waitUntil(lambda: second.poll() is not None)

    assert wishes == [Given(model=tmp_path / "模型.gguf")]
    assert second.returncode == 0


def test_the_second_start_hands_files_over_as_seen_from_its_own_folder(
    first: SingleInstance, tmp_path: Path, qtbot: QtBot
) -> None:
    place = tmp_path / "从 here"
    place.mkdir()
    (place / "a b.txt").touch()
    (place / "folder").mkdir()
    wishes: list[Given] = []
    first.wanted.connect(wishes.append)

    words = ("--new", "a b.txt", "folder")
    with start_again(tmp_path, *words, place=place) as second:
        qtbot.waitUntil(lambda: second.poll() is not None)

    assert wishes == [
        Given(
            files=(place / "a b.txt",),
            sentences=("“folder” is a folder. Give the files in it.",),
            new=True,
        )
    ]


def test_what_cannot_be_read_is_no_wish(
    first: SingleInstance, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    socket = QLocalSocket()
    socket.connectToServer(first.name)
    with qtbot.assertNotEmitted(first.wanted):
        socket.write(b'{"model": 3}\n')
        socket.flush()
        qtbot.waitUntil(lambda: "cannot be read" in caplog.text)


def test_without_a_model_the_first_only_comes_to_the_front(
    first: SingleInstance, tmp_path: Path, qtbot: QtBot
) -> None:
    with (
        qtbot.assertNotEmitted(first.wanted),
        qtbot.waitSignal(first.called),
        start_again(tmp_path) as second,
    ):
        qtbot.waitUntil(lambda: second.poll() is not None)


def test_the_self_test_refuses_a_folder_in_use(
    first: SingleInstance, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert first.leave(wanted(smoke=True)) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_a_first_one_that_does_not_answer_is_said(
    qapp: QApplication,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(single_instance, "LISTEN_WITHIN_MS", 100)
    lock = QLockFile(str(tmp_path / "parley.lock"))
    assert lock.tryLock(0)
    second = SingleInstance(tmp_path, qapp)

    assert not second.acquire()
    assert second.leave(wanted()) == 1
    assert "does not answer" in capsys.readouterr().err
    lock.unlock()


def test_a_second_start_waits_until_the_first_listens(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    first = SingleInstance(tmp_path, qapp)
    assert first.acquire()

    with start_again(tmp_path, "--new") as second:
        QTimer.singleShot(500, first.listen)
        qtbot.waitUntil(lambda: second.poll() is not None)

    assert second.returncode == 0
    first.close()


def test_another_folder_is_another_program(first: SingleInstance, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = SingleInstance(tmp_path / "other", first)

    assert other.acquire()
    other.close()


def test_after_the_first_is_closed_the_next_is_the_first(
    qapp: QApplication, tmp_path: Path
) -> None:
    before = SingleInstance(tmp_path, qapp)
    assert before.acquire()
    before.close()

    after = SingleInstance(tmp_path, qapp)

    assert after.acquire()
    after.close()


def test_a_second_start_takes_the_place_of_a_first_one_that_is_leaving(
    qapp: QApplication, tmp_path: Path, qtbot: QtBot
) -> None:
    """Its window is gone, and it has stopped listening, but it still writes."""
    first = SingleInstance(tmp_path, qapp)
    assert first.acquire()

    with start_again(tmp_path, "--new") as second:
        QTimer.singleShot(500, first.close)
        qtbot.waitUntil(lambda: second.poll() is not None)

    assert second.returncode == BECAME_FIRST
