"""The first start: models of other apps, what fits into memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.domain.found_models import Folder
from app.looking import Looking
from app.session import Session
from app.ui.first_start import FirstStart
from app.ui.found_models import fit_text
from app.ui.theme import Theme
from tests.app.ui.fakes import CODER, STARTER, FakeSession, loading
from tests.tiny_models import write_llama

GIB = 2**30


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Another app's, with two models and a file that is none."""
    folder = tmp_path / "studio"
    folder.mkdir()
    for name in ("模型 one.gguf", "two.gguf"):
        write_llama(folder / name)
    (folder / "broken.gguf").touch()
    return folder


@pytest.fixture
def looking(qapp: QApplication, folder: Path) -> Looking:
    return Looking(qapp, [Folder("LM Studio", folder)])


@pytest.fixture
def page(*, qtbot: QtBot, real: Session, theme: Theme, looking: Looking) -> FirstStart:
    page = FirstStart(real, theme, looking)
    qtbot.addWidget(page)
    page.resize(700, 800)
    with qtbot.waitExposed(page):
        page.show()
    return page


def test_nothing_is_searched_before_the_person_wants_it(page: FirstStart) -> None:
    assert [row.model.owner for row in page.found.rows] == ["Models folder"]
    assert page.found.rows[0].accessibleName() == (
        "Qwen2.5-Coder-0.5B-Instruct-Q4_K_M, Models folder · 491 MB"
    )


def test_models_of_other_apps_are_found_and_loaded(
    page: FirstStart, session: FakeSession, qtbot: QtBot
) -> None:
    page.look_button.click()
    assert page.found.sentence.text() == "Looking…"
    assert not page.look_button.isEnabled()
    qtbot.waitUntil(lambda: len(page.found.rows) == 3)

    assert page.found.sentence.text() == "Files that are no chat models are left out."
    assert page.look_button.isEnabled()
    assert page.look_button.text() == "Look again"
    page.found.rows[1].click()
    page.found.rows[2].click()
    assert sorted(session.done) == [("load", "two.gguf"), ("load", "模型 one.gguf")]


def test_nothing_found_is_said(
    page: FirstStart, session: FakeSession, *, folder: Path, qtbot: QtBot
) -> None:
    session.known = []
    for path in folder.iterdir():
        path.unlink()
    page.look_button.click()
    qtbot.waitUntil(page.look_button.isEnabled)

    assert page.found.rows == []
    assert page.found.sentence.text() == (
        "No GGUF file was found there. Open or drop one you have."
    )


def test_all_buttons_wait_while_a_model_is_loaded(page: FirstStart, session: FakeSession) -> None:
    session.become(loading(0.4))

    for button in (page.load_button, page.open_button, page.look_button, *page.found.rows):
        assert not button.isEnabled()


def test_what_the_starter_takes_is_said_when_it_is_known(
    page: FirstStart, looking: Looking
) -> None:
    looking.measured.emit(STARTER.path, GIB // 4)
    looking.measured.emit(CODER.path, 900_000 * GIB)

    words = [label.text() for label in page.findChildren(QLabel)]
    (memory,) = [text for text in words if "bytes" in text]
    assert memory.startswith("98,362,432 bytes · fits in ")


def test_memory_is_compared_in_words() -> None:
    machine = 25_300_000_000
    assert fit_text(2_000_000_000, machine) == "fits in 25.3 GB"
    assert fit_text(41_000_000_000, machine) == "needs 41.0 GB of memory, there is 25.3 GB"


def test_a_small_window_scrolls(page: FirstStart) -> None:
    page.resize(600, 300)
    QApplication.processEvents()

    assert page.verticalScrollBar().maximum() > 0
    assert page.first_button is page.load_button
