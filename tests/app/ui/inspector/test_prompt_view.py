"""The prompt token by token: whose each token is, what is read, found and copied."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.inspector.prompt_tokens import Finding
from app.ui.inspector.prompt_view import PromptView
from app.ui.theme import Theme
from tests.app.ui.fakes import FakeChat
from tests.app.ui.inspector.prompts import inspected, token


@pytest.fixture
def chat() -> FakeChat:
    chat = FakeChat()
    chat.add("user", "Why is it so")
    chat.add("assistant", "Because it is")
    return chat


@pytest.fixture
def view(qtbot: QtBot, around: QWidget, theme: Theme, chat: FakeChat) -> PromptView:
    view = PromptView(theme, Icons(), around)
    with qtbot.waitExposed(view):
        view.show()
    view.show_prompt(inspected(chat), chat.conversation)
    qtbot.waitUntil(lambda: view.canvas.complete)
    return view


def test_tokens_show_whose_they_are_and_what_is_read(view: PromptView) -> None:
    cells = view.canvas.cells

    assert [cell.tone for cell in cells[:8]] == [
        "template/reused",
        "template/reused",
        "system/reused",
        "system/reused",
        "template/restored",
        "template/to read",
        "template/to read",
        "user/to read",
    ]
    assert [cell.chip for cell in cells[:3]] == [True, False, False]
    assert cells[1].text == "system↵"
    assert view.summary.text() == "18 tokens · 4 in the cache · 1 on disk · 13 to read"


def test_the_mouse_tells_text_id_and_message(view: PromptView) -> None:
    assert view._tip(7) == '" Why" · id 10\ntoken 7 · user · Why is it so'
    assert view._tip(0) == '"<|start|>" · id 1 · control token\ntoken 0 · system · System prompt'


def test_search_goes_from_place_to_place_and_round(view: PromptView) -> None:
    QTest.keyClicks(view.search, "IT is")
    assert view.found_label.text() == "1 of 1"
    view.search.setText("is")
    assert view.found_label.text() == "1 of 3"
    places = []
    for _ in range(3):
        QTest.keyClick(view.search, Qt.Key.Key_Return)
        places.append(view.canvas.current)
    assert places == [13, 16, 8]
    assert view.found_label.text() == "1 of 3"

    view.search.setText("nowhere")
    assert view.found_label.text() == "Not found"


def test_a_text_over_several_tokens_is_found() -> None:
    finding = Finding([token("Hel"), token("lo"), token(""), token(" you")])

    assert finding.numbers("LLO Y") == [range(4)]
    assert finding.numbers("lo y") == [range(1, 4)]
    assert finding.numbers("o  y") == []


def test_the_raw_rendering_is_what_was_rendered(view: PromptView, chat: FakeChat) -> None:
    assert view.raw.toPlainText() == ""
    view.raw_button.click()

    assert view.raw.isVisible()
    assert view.raw.toPlainText() == inspected(chat).prompt.text


def test_text_and_ids_are_copied(view: PromptView, chat: FakeChat) -> None:
    prompt = inspected(chat).prompt
    view.copy_text_button.click()
    assert QGuiApplication.clipboard().text() == prompt.text

    view.copy_ids_button.click()
    assert json.loads(QGuiApplication.clipboard().text()) == [one.id for one in prompt.tokens]


def test_another_moment_is_asked_for(view: PromptView, chat: FakeChat, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.wanted) as wanted:
        view.moments["next"].click()
    assert wanted.args == ["next"]

    count = len(view.canvas.cells)
    chat.add("user", "And")
    view.show_prompt(inspected(chat), chat.conversation)
    assert len(view.canvas.cells) == count, "that was the other moment"
    view.show_prompt(inspected(chat, "next"), chat.conversation)
    assert len(view.canvas.cells) == count + 4


def test_why_there_is_no_prompt_is_said(view: PromptView) -> None:
    view.show_problem("next", "Not this one.")
    assert view.canvas.cells
    view.show_problem("answered", "The template refuses this.")

    assert view.summary.text() == "The template refuses this."
    assert not view.canvas.cells
    assert view._tip(0) == ""


def test_a_newer_prompt_keeps_the_place_that_is_read(
    view: PromptView, chat: FakeChat, qtbot: QtBot
) -> None:
    chat.add("user", "word\n" * 2000)
    view.show_prompt(inspected(chat), chat.conversation)
    bar = view.canvas.verticalScrollBar()
    qtbot.waitUntil(lambda: view.canvas.complete)
    view.search.setText("why")
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    assert before > 0

    chat.add("assistant", "So why")
    view.show_prompt(inspected(chat), chat.conversation)

    assert bar.value() == before
    assert view.canvas.current == 7
    assert view.found_label.text() == "1 of 2"


def test_another_moment_or_conversation_starts_at_the_top(
    view: PromptView, chat: FakeChat, qtbot: QtBot
) -> None:
    chat.add("user", "word\n" * 2000)
    view.show_prompt(inspected(chat), chat.conversation)
    qtbot.waitUntil(lambda: view.canvas.complete)
    bar = view.canvas.verticalScrollBar()
    bar.setValue(bar.maximum())
    view.moments["next"].click()

    view.show_prompt(inspected(chat, "next"), chat.conversation)

    assert bar.value() == 0
