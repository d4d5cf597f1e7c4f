"""Files dragged onto the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, ready

COPY, LEFT = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name in ("模型.gguf", "other.gguf", "note 一.txt"):
        (tmp_path / name).touch()
    (tmp_path / "folder").mkdir()
    return tmp_path


def dragged(folder: Path, *names: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(folder / name)) for name in names])
    return data


def enter(widget: QWidget, data: QMimeData) -> bool:
    event = QDragEnterEvent(QPoint(10, 10), COPY, data, LEFT, NONE)
    event.ignore()
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def drop(widget: QWidget, data: QMimeData) -> None:
    QApplication.sendEvent(widget, QDropEvent(QPointF(10, 10), COPY, data, LEFT, NONE))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("模型.gguf",), "Drop to load the model"),
        (("note 一.txt",), "Drop to attach"),
        (("模型.gguf", "note 一.txt"), "Drop to load the model and attach the files"),
    ],
)
def test_what_a_drop_does_is_shown_over_the_window(
    window: MainWindow, session: FakeSession, *, files: Path, names: list[str], sentence: str
) -> None:
    session.become(ready())
    assert enter(window, dragged(files, *names))

    target = window.drop_target
    assert target.isVisible()
    assert target.sentence == sentence
    assert target.geometry() == window.rect()


def test_a_drop_loads_and_attaches(window: MainWindow, session: FakeSession, files: Path) -> None:
    session.become(ready())
    assert session.chat is not None
    data = dragged(files, "模型.gguf", "other.gguf", "note 一.txt", "folder")
    enter(window, data)
    drop(window.drop_target, data)

    assert not window.drop_target.isVisible()
    assert ("load", "模型.gguf") in session.done
    assert session.chat.attaching.done == [("files", "note 一.txt")]
    bar = window.pane.notices.bar("given")
    assert bar is not None
    assert bar.notice.sentence == (
        "“folder” is a folder. Give the files in it. "
        "One model is loaded at a time: “模型.gguf” was taken."
    )


def test_a_folder_alone_is_refused_with_a_sentence(
    window: MainWindow, session: FakeSession, files: Path
) -> None:
    session.become(ready())

    assert not enter(window, dragged(files, "folder"))
    assert window.drop_target.sentence == "“folder” is a folder. Give the files in it."


def test_before_the_first_model_no_file_can_be_attached(window: MainWindow, files: Path) -> None:
    assert not enter(window, dragged(files, "note 一.txt"))
    assert window.drop_target.sentence == "Files can be attached when a model has been loaded."


def test_text_is_none_of_its_business(window: MainWindow) -> None:
    data = QMimeData()
    data.setText("words")

    assert not enter(window, data)
    assert not window.drop_target.isVisible()


def test_it_goes_when_the_drag_leaves(
    window: MainWindow, session: FakeSession, *, files: Path, qtbot: QtBot
) -> None:
    session.become(ready())
    data = dragged(files, "模型.gguf")
    enter(window, data)
    QApplication.sendEvent(window, QDragLeaveEvent())
    enter(window.drop_target, data)  # the drag goes on over the widget that now lies there
    QApplication.processEvents()
    assert window.drop_target.isVisible()

    QApplication.sendEvent(window.drop_target, QDragLeaveEvent())
    assert not window.drop_target.isVisible()

    enter(window, data)
    QApplication.sendEvent(window, QDragLeaveEvent())
    qtbot.waitUntil(lambda: not window.drop_target.isVisible())
