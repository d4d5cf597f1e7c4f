"""What waits for the running answer stands above the composer."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.ui.icons import Icons
from app.ui.queued_messages import QueuedMessages
from app.ui.theme import Theme
from tests.app.ui.conftest import put
from tests.app.ui.fakes import FakeChat


@pytest.fixture
def chat() -> FakeChat:
    return FakeChat()


@pytest.fixture
def queued(around: QWidget, theme: Theme, icons: Icons, chat: FakeChat) -> QueuedMessages:
    queued = QueuedMessages(theme, icons)
    queued.set_chat(cast(Chat, chat))
    put(queued, around)
    return queued


def labels(queued: QueuedMessages) -> list[str]:
    return [line.label.accessibleName() for line in queued.lines]


def test_there_is_nothing_to_see_while_nothing_waits(queued: QueuedMessages) -> None:
    assert not queued.isVisible()


def test_each_message_has_a_line_with_its_first_words(
    queued: QueuedMessages, chat: FakeChat
) -> None:
    chat.queue("One?\nor more")
    chat.queue("Two?")

    assert queued.isVisible()
    assert labels(queued) == ["Queued: One? or more", "Queued: Two?"]


def test_a_long_message_is_cut_to_the_width(queued: QueuedMessages, chat: FakeChat) -> None:
    chat.queue("word " * 200)

    assert queued.lines[0].label.text().endswith("…")


def test_a_line_is_removed(queued: QueuedMessages, chat: FakeChat) -> None:
    chat.queue("One?")
    chat.queue("Two?")
    QTest.mouseClick(queued.lines[0].remove_button, Qt.MouseButton.LeftButton)

    assert labels(queued) == ["Queued: Two?"]
    QTest.mouseClick(queued.lines[0].remove_button, Qt.MouseButton.LeftButton)
    assert not queued.isVisible()


def test_a_line_is_taken_to_be_written_again(
    qtbot: QtBot, queued: QueuedMessages, chat: FakeChat
) -> None:
    chat.queue("One?")
    with qtbot.waitSignal(queued.edit_requested) as edited:
        QTest.mouseClick(queued.lines[0].edit_button, Qt.MouseButton.LeftButton)

    assert edited.args == ["One?"]
    assert chat.conversation.queued == ()


def test_another_conversation_has_a_queue_of_its_own(
    queued: QueuedMessages, chat: FakeChat
) -> None:
    chat.queue("One?")
    queued.set_chat(cast(Chat, FakeChat("two")))

    assert not queued.isVisible()
    chat.queue("Two?")
    assert labels(queued) == []
