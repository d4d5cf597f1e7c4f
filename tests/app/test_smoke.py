"""The self test, without a real engine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app import smoke
from app.smoke import QUESTION, SmokeTest
from engine.events import Failed, Finished, Loaded
from engine.types import Generate, LoadModel, Receipt, Round, Text
from tests.app.fakes import TOKENIZER, World, model_info

RECEIPT = Receipt(prompt=9, reused=4, restored=0, read=5, written=2, model="tiny")


@pytest.fixture
def statuses(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """With which status the application was asked to end."""
    statuses: list[int] = []
    monkeypatch.setattr(QCoreApplication, "exit", statuses.append)
    return statuses


@pytest.fixture
def testing(qapp: QApplication, qtbot: QtBot, tmp_path: Path) -> World:
    world = World(tmp_path, qapp)
    window = QWidget()
    qtbot.addWidget(window)
    world.session.start(tmp_path / "tiny.gguf")
    SmokeTest(world.session, window, tmp_path / "smoke.png").start()
    return world


def load(world: World) -> None:
    world.host.deliver(Loaded(request=world.host.last(LoadModel).request, model=model_info()))


def test_a_good_answer_leaves_a_receipt_and_a_screenshot(
    testing: World, statuses: list[int], qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    load(testing)
    generate = testing.host.last(Generate)
    assert generate.prompt.messages[-1].parts == (Text(QUESTION),)
    sampled = Round(ids=(1, 2), tokenizer=TOKENIZER, ending="end_of_turn", receipt=RECEIPT)
    parts = (Text("Hello!"),)
    testing.host.deliver(
        Finished(request=generate.request, ending="end_of_turn", round=sampled, parts=parts)
    )

    qtbot.waitUntil(lambda: statuses == [0])

    assert json.loads(capsys.readouterr().out)["read"] == 5
    assert (testing.folder / "smoke.png").exists()
    testing.close()


def test_a_model_that_fails_ends_it_with_its_sentence(
    testing: World, statuses: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    request = testing.host.last(LoadModel).request

    testing.host.deliver(Failed(request=request, kind="BadModelFile", message="It is no model."))

    assert statuses == [1]
    assert capsys.readouterr().err == "It is no model.\n"
    testing.close()


def test_an_answer_that_fails_ends_it_with_its_sentence(
    testing: World, statuses: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    load(testing)
    request = testing.host.last(Generate).request

    testing.host.deliver(Failed(request=request, kind="OutOfMemory", message="No room."))

    assert statuses == [1]
    assert capsys.readouterr().err == "No room.\n"
    testing.close()


def test_without_a_model_it_says_how_to_give_one(
    qapp: QApplication,
    qtbot: QtBot,
    tmp_path: Path,
    statuses: list[int],
    capsys: pytest.CaptureFixture[str],
) -> None:
    world = World(tmp_path, qapp)
    window = QWidget()
    qtbot.addWidget(window)
    world.session.start(None)

    SmokeTest(world.session, window, tmp_path / "smoke.png").start()

    assert statuses == [1]
    assert "--model FILE" in capsys.readouterr().err
    world.close()


def test_it_does_not_wait_for_ever(
    qapp: QApplication,
    qtbot: QtBot,
    tmp_path: Path,
    statuses: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(smoke, "TIME_LIMIT_MS", 10)
    world = World(tmp_path, qapp)
    window = QWidget()
    qtbot.addWidget(window)
    world.session.start(tmp_path / "tiny.gguf")

    SmokeTest(world.session, window, tmp_path / "smoke.png").start()

    qtbot.waitUntil(lambda: statuses == [1])
    world.close()
