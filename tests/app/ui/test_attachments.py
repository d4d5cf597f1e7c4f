"""What is dropped, pasted or chosen stands as chips above the text, and goes with the message."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.attachments import Attachment
from app.domain.conversation import Waiting
from app.ui.attachment_dialog import AttachmentDialog
from app.ui.attachment_text import detail_text, notes_on
from app.ui.composer import Composer
from app.ui.message_edit import LONG_TEXT
from app.ui.theme import Theme
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession, ready, running_turn

NOTES = Attachment("notes.txt", "text", "Buy milk.", 9)
LONG = Attachment("long.pdf", "pdf", "x" * 1000, 4120, kept=400)
IMAGE = Attachment("a.png", "image", "", 4, data=b"\x89PNG")
LONGEST_PASTE_S = 0.15

# The offscreen platform says so of every dialog.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def paste(composer: Composer, data: QMimeData) -> None:
    QGuiApplication.clipboard().setMimeData(data)
    QTest.keySequence(composer.edit, QKeySequence(QKeySequence.StandardKey.Paste))


def chips(composer: Composer) -> list[tuple[str, str]]:
    return [(chip.name_label.text(), chip.detail_label.text()) for chip in composer.chips.chips]


def files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def test_a_chip_tells_the_kind_and_the_price(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.prices = {"long.pdf": 500}
    chat.attaching.reading = ("book.pdf",)
    chat.attaching.become(NOTES, LONG, IMAGE)

    assert chips(composer) == [
        ("notes.txt", "Text · 9 bytes"),
        ("long.pdf", "PDF · first 40 % · 200 of 500 tokens"),
        ("a.png", "Image · not seen by the model"),
        ("book.pdf", "Reading…"),
    ]
    assert detail_text(NOTES, 1204) == "Text · 1,204 tokens"


def test_cuts_and_images_are_said_in_a_sentence(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.become(LONG, IMAGE)

    assert composer.note_label.text() == (
        "“long.pdf” does not fit into the context: only its first 40 % is sent. "
        "The model sees no images: it is told only that there is one."
    )
    assert notes_on((LONG, LONG)).startswith("2 files do not fit")
    chat.attaching.become()
    assert not composer.note_label.isVisible()


def test_what_cannot_be_attached_is_said_in_the_composer(
    composer: Composer, chat: FakeChat
) -> None:
    chat.attaching.refused.emit("“a” is damaged.")

    assert composer.note_label.text() == "“a” is damaged."
    assert composer.note_label.isVisible()


def test_chips_wrap_and_the_composer_grows_with_them(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.become(NOTES)
    one_row = composer.chips.height()
    chat.attaching.become(*(Attachment(f"{n}.txt", "text", "a", 1) for n in range(9)))

    assert composer.chips.height() > 2 * one_row
    for chip in composer.chips.chips:
        assert composer.chips.rect().contains(chip.geometry())


def test_the_cross_takes_a_file_away(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.become(NOTES, LONG)

    composer.chips.chips[0].remove_button.click()

    assert chat.attaching.attachments == (LONG,)
    assert composer.edit.hasFocus()


def test_a_click_on_a_chip_shows_what_is_in_it(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.become(NOTES)

    QTest.mouseClick(composer.chips.chips[0], Qt.MouseButton.LeftButton)

    (dialog,) = composer.findChildren(AttachmentDialog)
    assert dialog.windowTitle() == "notes.txt"
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == "Buy milk."
    dialog.close_button.click()


def test_a_picture_that_is_none_is_said(theme: Theme, around: QWidget) -> None:
    dialog = AttachmentDialog(IMAGE, theme, around)

    assert dialog.detail_label.text() == "Image · not seen by the model"
    dialog.copy_button.click()


def test_files_alone_can_be_sent(composer: Composer, chat: FakeChat) -> None:
    assert not composer.send_button.isEnabled()
    chat.attaching.become(NOTES)

    assert composer.send_button.isEnabled()
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert chat.done == [("send", "")]


def test_what_hinders_the_files_is_said_and_nothing_is_sent(
    composer: Composer, chat: FakeChat
) -> None:
    chat.attaching.become(NOTES)
    chat.attaching.hinders = "A file is still being read."
    QTest.keyClicks(composer.edit, "Why?")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == []
    assert composer.note_label.text() == "A file is still being read."
    assert composer.edit.toPlainText() == "Why?"


def test_files_are_queued_with_their_message(composer: Composer, chat: FakeChat) -> None:
    chat.attaching.become(NOTES)
    chat.set_turn(running_turn())
    QTest.keyClicks(composer.edit, "Why?")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == [("queue", "Why?")]
    assert chat.conversation.queued == (Waiting("Why?", (NOTES,)),)
    assert composer.edit.toPlainText() == ""
    assert chips(composer) == []


# ---- pasting and dropping


def test_pasted_files_are_attached(composer: Composer, chat: FakeChat, tmp_path: Path) -> None:
    paste(composer, files(tmp_path / "a.py", tmp_path / "b.pdf"))

    assert chat.attaching.done == [("files", "a.py", "b.pdf")]
    assert composer.edit.toPlainText() == ""


def test_a_pasted_picture_is_attached(composer: Composer, chat: FakeChat) -> None:
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    data = QMimeData()
    data.setImageData(image)

    paste(composer, data)

    ((kind, written),) = chat.attaching.done
    assert kind == "image"
    assert isinstance(written, bytes)
    assert QImage.fromData(written).size() == image.size()


def test_formatted_text_comes_as_plain_text(composer: Composer) -> None:
    both = QMimeData()
    both.setText("plain")
    both.setHtml("<b>formatted</b>")
    paste(composer, both)
    only_formatted = QMimeData()
    only_formatted.setHtml(" <i>and</i> <b>more</b>")
    paste(composer, only_formatted)

    assert composer.edit.toPlainText() == "plainand more"


@pytest.mark.parametrize(
    "text",
    [
        "for line in file:\n    print(line)\n" * 30_000,
        "x" * 1_000_000,
        "\n" * 1_000_000,
        "\0\r\n" * 400_000,
    ],
    ids=["code", "one line", "empty lines", "nul and crlf"],
)
def test_a_paste_of_a_megabyte_is_attached_without_a_stall(
    composer: Composer, chat: FakeChat, text: str
) -> None:
    data = QMimeData()
    data.setText(text)
    started = time.process_time()
    composer.edit.insertFromMimeData(data)
    QApplication.processEvents()
    seconds = time.process_time() - started

    assert chat.attaching.done == [("text", text)]
    assert composer.edit.toPlainText() == ""
    assert seconds < LONGEST_PASTE_S


def test_a_text_below_the_limit_stays_in_the_box(composer: Composer, chat: FakeChat) -> None:
    text = ("x" * 99 + "\n") * (LONG_TEXT // 100 - 1)
    data = QMimeData()
    data.setText(text)
    paste(composer, data)

    assert composer.edit.toPlainText() == text
    assert chat.attaching.done == []


@pytest.fixture
def writing(session: FakeSession, window: MainWindow) -> MainWindow:
    """A window in which a message can be written."""
    session.become(ready())
    assert window.pane.composer.isVisible()
    return window


def drop(window: MainWindow, data: QMimeData) -> bool:
    """Drop it on the middle of the window; whether it was taken."""
    where, copy = QPoint(300, 200), Qt.DropAction.CopyAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(where, copy, data, buttons, keys)
    QApplication.sendEvent(window, entered)
    dropped = QDropEvent(QPointF(where), copy, data, buttons, keys, QEvent.Type.Drop)
    QApplication.sendEvent(window, dropped)
    return entered.isAccepted()


def test_files_dropped_on_the_window_are_attached(
    writing: MainWindow, session: FakeSession, tmp_path: Path
) -> None:
    assert drop(writing, files(tmp_path / "a.py"))

    assert session.chat is not None
    assert session.chat.attaching.done == [("files", "a.py")]


def test_a_dropped_model_is_loaded_and_not_attached(
    writing: MainWindow, session: FakeSession, tmp_path: Path
) -> None:
    assert drop(writing, files(tmp_path / "tiny.gguf"))

    assert session.chat is not None
    assert session.chat.attaching.done == []
    assert session.done == [("load", "tiny.gguf")]


# ---- in the conversation


def test_a_chip_in_the_conversation_opens_its_file(
    writing: MainWindow, session: FakeSession, qtbot: QtBot
) -> None:
    assert session.chat is not None
    question = session.chat.add("user", "Why?")
    session.chat.conversation.messages[question.id] = replace(question, attachments=(NOTES,))
    session.open(session.chat)
    transcript = writing.pane.transcript
    item = transcript.column.find(question.id)
    assert item is not None
    qtbot.waitUntil(lambda: item.built)

    assert item.stack.rows[0].speech() == "notes.txt, Text · 9 bytes"
    transcript.acted.emit(question.id, "attachment", "0")

    (dialog,) = transcript.findChildren(AttachmentDialog)
    assert dialog.windowTitle() == "notes.txt"


def test_what_is_said_of_the_draft_lies_over_nothing(
    qtbot: QtBot, writing: MainWindow, session: FakeSession
) -> None:
    assert session.chat is not None
    composer = writing.pane.composer
    composer.edit.setPlainText("Compare these files and tell me what has changed. " * 8)
    session.chat.attaching.become(NOTES, LONG, IMAGE)
    composer.show_problem("“big.log” is too large: at most 50 MB can be attached.")
    writing.resize(560, 600)

    def lie_apart() -> bool:
        note, foot = composer.note_label.geometry(), composer.foot.geometry()
        return composer.edit.geometry().bottom() < note.top() and note.bottom() < foot.top()

    qtbot.waitUntil(lie_apart)
