"""An empty conversation begins with a message nobody asked a model for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.conversation import MessageRole
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession, ready


@pytest.fixture
def chat(window: MainWindow, session: FakeSession) -> FakeChat:
    """Empty, with a model that could answer."""
    session.become(ready())
    assert window.pane.pages.currentWidget() is window.pane.empty_page
    assert session.chat is not None
    return session.chat


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_it_is_inserted_without_an_answer(
    window: MainWindow, chat: FakeChat, role: MessageRole
) -> None:
    first = window.pane.empty_page.first_message
    first.buttons[role].click()
    assert first.editor is not None
    assert first.editor.field.hasFocus()
    assert not first.editor.send_button.isEnabled()
    QTest.keyClicks(first.editor.field, "Hm.")
    first.editor.send_button.click()

    assert chat.done == [("insert", role, "Hm.", "")]
    assert first.editor is None
    assert window.pane.composer.edit.hasFocus()


def test_esc_leaves_the_conversation_empty(window: MainWindow, chat: FakeChat) -> None:
    first = window.pane.empty_page.first_message
    first.buttons["user"].click()
    assert first.editor is not None
    QTest.keyClicks(first.editor.field, "Hm.")
    QTest.keyClick(first.editor.field, Qt.Key.Key_Escape)

    assert chat.done == []
    assert first.buttons["user"].isVisible()
    assert window.pane.composer.edit.hasFocus()


def test_it_waits_while_another_conversation_is_shown(
    window: MainWindow, chat: FakeChat, session: FakeSession
) -> None:
    first = window.pane.empty_page.first_message
    first.buttons["user"].click()
    assert first.editor is not None
    assert not chat.branch
    QTest.keyClicks(first.editor.field, "Hm.")
    session.open(FakeChat("two"))
    assert first.editor is None

    session.open(chat)
    assert first.editor is not None
    assert first.editor.field.toPlainText() == "Hm."
