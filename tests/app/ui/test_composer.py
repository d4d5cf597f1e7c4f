"""The composer sends only what is meant to be sent, and loses nothing."""

from __future__ import annotations

from typing import cast

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, Qt, QUrl
from PySide6.QtGui import QInputMethodEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.next_prompt import ContextUse
from app.ui.composer import Composer
from app.ui.icons import Icons
from app.ui.theme import Theme
from tests.app.ui.conftest import put
from tests.app.ui.fakes import FakeChat, running_turn


def show(composer: Composer, chat: FakeChat) -> None:
    composer.set_chat(cast(Chat, chat))


def text(composer: Composer) -> str:
    return composer.edit.toPlainText()


def compose(composer: Composer, preedit: str, commit: str = "") -> None:
    event = QInputMethodEvent(preedit, [])
    if commit:
        event.setCommitString(commit)
    QCoreApplication.sendEvent(composer.edit, event)


def test_enter_sends_and_empties_the_box(composer: Composer, chat: FakeChat) -> None:
    QTest.keyClicks(composer.edit, "Hello")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == [("send", "Hello")]
    assert text(composer) == ""
    assert chat.conversation.draft == ""


def test_shift_enter_starts_a_new_line(composer: Composer, chat: FakeChat) -> None:
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClicks(composer.edit, "b")

    assert text(composer) == "a\nb"
    assert chat.done == []


def test_enter_belongs_to_an_input_method_that_composes(composer: Composer, chat: FakeChat) -> None:
    compose(composer, preedit="ni")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert chat.done == []
    assert text(composer) == ""

    compose(composer, preedit="", commit="你")
    assert text(composer) == "你"
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert chat.done == [("send", "你")]


def test_enter_right_behind_a_commit_sends_it_once(composer: Composer, chat: FakeChat) -> None:
    compose(composer, preedit="きょうと")
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(composer.edit, key)
    assert chat.done == []
    compose(composer, preedit="", commit="京都")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == [("send", "京都")]


def test_a_refused_message_stays_in_the_box(composer: Composer, chat: FakeChat) -> None:
    chat.refusal = "The disk is full."
    QTest.keyClicks(composer.edit, "Hello")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == [("send", "Hello")]
    assert text(composer) == "Hello"


def test_send_becomes_stop_in_the_same_place(composer: Composer, chat: FakeChat) -> None:
    place = composer.send_button.geometry()
    assert composer.send_button.accessibleName() == "Send"

    chat.set_turn(running_turn())
    assert composer.send_button.accessibleName() == "Stop"
    assert composer.send_button.geometry() == place
    QTest.mouseClick(composer.send_button, Qt.MouseButton.LeftButton)
    assert chat.done == [("stop",)]

    chat.set_turn(None)
    assert composer.send_button.accessibleName() == "Send"


def test_enter_queues_the_message_while_an_answer_runs(composer: Composer, chat: FakeChat) -> None:
    chat.set_turn(running_turn())
    assert composer.keys_hint.text().startswith("Enter queues")
    QTest.keyClicks(composer.edit, "next")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    assert chat.done == [("queue", "next")]
    assert text(composer) == ""


def test_what_was_queued_comes_back_into_the_box(composer: Composer, chat: FakeChat) -> None:
    QTest.keyClicks(composer.edit, "later")
    chat.conversation.draft = "next\n\nlater"

    chat.queue_changed.emit()
    assert text(composer) == "next\n\nlater"
    composer.write_again("first")

    assert text(composer) == "first\n\nnext\n\nlater"
    assert chat.conversation.draft == "first\n\nnext\n\nlater"


def test_each_conversation_keeps_its_draft(composer: Composer, chat: FakeChat) -> None:
    other = FakeChat("two", draft="the other draft")
    QTest.keyClicks(composer.edit, "first draft")

    show(composer, other)
    assert text(composer) == "the other draft"
    assert chat.conversation.draft == "first draft"

    show(composer, chat)
    assert text(composer) == "first draft"
    assert other.conversation.draft == "the other draft"


def test_what_is_typed_before_a_conversation_is_open_is_kept(
    around: QWidget, theme: Theme, icons: Icons, chat: FakeChat
) -> None:
    composer = Composer(theme, icons)
    put(composer, around)
    QTest.keyClicks(composer.edit, "early")
    show(composer, chat)

    assert text(composer) == "early"
    assert chat.conversation.draft == "early"


def test_the_turn_of_another_conversation_changes_nothing(
    composer: Composer, chat: FakeChat
) -> None:
    show(composer, FakeChat("two"))
    chat.set_turn(running_turn())

    assert composer.send_button.accessibleName() == "Send"


def test_the_box_grows_to_ten_lines_and_then_scrolls(composer: Composer) -> None:
    line = composer.edit.fontMetrics().lineSpacing()
    heights = []
    for lines in (1, 2, 10, 11, 40):
        composer.edit.setPlainText("\n".join("line" for _ in range(lines)))
        heights.append(composer.edit.height() // line)

    assert heights == [1, 2, 10, 10, 10]
    assert composer.edit.verticalScrollBar().maximum() > 0


def test_chinese_lines_which_are_higher_are_all_seen(composer: Composer) -> None:
    composer.edit.insertPlainText("请把下面的文字翻译成英文。\n\n保持语气。")
    composer.edit.ensureCursorVisible()
    QCoreApplication.processEvents()

    assert composer.edit.firstVisibleBlock().blockNumber() == 0
    rect = composer.edit.cursorRect(QTextCursor(composer.edit.document().lastBlock()))
    assert composer.edit.viewport().rect().contains(rect)


def test_wrapped_lines_count_too(composer: Composer) -> None:
    one_line = composer.edit.height()
    composer.edit.setPlainText("word " * 60)

    assert composer.edit.height() > 2 * one_line


def test_pasting_keeps_the_text_only(composer: Composer) -> None:
    clipboard = QMimeData()
    clipboard.setHtml("<b>bold</b>")
    clipboard.setText("bold")
    composer.edit.insertFromMimeData(clipboard)

    assert text(composer) == "bold"


@pytest.mark.parametrize(
    "pasted",
    [
        "no-break\u00a0space, thin\u202fspace\u2028line\x00nul\ttab 😀",
        "a\r\nb\rc\n\n",
        "\n" * 5_000,
        "x" * 20_000,
    ],
    ids=["signs", "line ends", "empty lines", "one line"],
)
def test_what_was_pasted_is_sent_as_it_was_with_newlines_at_its_line_ends(
    composer: Composer, chat: FakeChat, pasted: str
) -> None:
    clipboard = QMimeData()
    clipboard.setText(pasted)
    composer.edit.insertFromMimeData(clipboard)
    QTest.keyClicks(composer.edit, "and more")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)

    lines = pasted.replace("\r\n", "\n").replace("\r", "\n")
    assert chat.done == [("send", f"{lines}and more")]


def test_a_paste_can_be_undone(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "before ")
    clipboard = QMimeData()
    clipboard.setText("pasted\n" * 1_000)
    composer.edit.insertFromMimeData(clipboard)
    composer.edit.undo()

    assert text(composer) == "before "


def test_a_dropped_model_file_is_left_to_the_window(composer: Composer) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile("/models/tiny.gguf")])

    assert composer.edit.canInsertFromMimeData(dropped) is False


def test_the_placeholder_names_the_model(composer: Composer) -> None:
    composer.set_model_name("SmolLM2")
    assert composer.edit.placeholderText() == "Message SmolLM2"

    composer.set_model_name("")
    assert composer.edit.placeholderText() == "Write a message"


def test_the_button_is_off_while_there_is_nothing_to_send(composer: Composer) -> None:
    assert not composer.send_button.isEnabled()
    QTest.keyClicks(composer.edit, "x")
    assert composer.send_button.isEnabled()


def test_the_chip_switches_tools(qtbot: QtBot, composer: Composer) -> None:
    assert not composer.tools_button.isChecked()

    with qtbot.waitSignal(composer.tools_toggled) as toggled:
        QTest.mouseClick(composer.tools_button, Qt.MouseButton.LeftButton)

    assert toggled.args == [True]


# ---- earlier messages, the context


def up(composer: Composer) -> None:
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)


def down(composer: Composer) -> None:
    QTest.keyClick(composer.edit, Qt.Key.Key_Down)


def test_up_in_an_empty_box_brings_earlier_messages_back(
    composer: Composer, chat: FakeChat
) -> None:
    for role, said in (("user", "first"), ("assistant", "Yes."), ("user", "second")):
        chat.add(role, said)

    found = []
    for step in (up, up, up, down, down, down):
        step(composer)
        found.append(text(composer))

    assert found == ["second", "first", "first", "second", "", ""]


def test_what_was_typed_is_not_replaced_by_an_earlier_message(
    composer: Composer, chat: FakeChat
) -> None:
    chat.add("user", "first")
    QTest.keyClicks(composer.edit, "typed")
    up(composer)
    assert text(composer) == "typed"

    composer.edit.clear()
    up(composer)
    QTest.keyClicks(composer.edit, "!")
    down(composer)
    assert text(composer) == "first!"


def test_in_a_message_of_several_lines_the_keys_move_first(
    composer: Composer, chat: FakeChat
) -> None:
    chat.add("user", "older")
    chat.add("user", "one\ntwo")
    up(composer)
    up(composer)
    assert text(composer) == "one\ntwo"

    up(composer)
    assert text(composer) == "older"


def test_arrows_belong_to_an_input_method_that_composes(composer: Composer, chat: FakeChat) -> None:
    chat.add("user", "first")
    compose(composer, preedit="ni")

    up(composer)

    assert text(composer) == ""


def test_shift_enter_belongs_to_an_input_method_that_composes(composer: Composer) -> None:
    compose(composer, preedit="ni")
    QTest.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)

    assert text(composer) == ""


@pytest.mark.parametrize(
    ("tokens", "figures", "color"),
    [
        (412, "412 / 8k", "secondary"),
        (6553, "6.4k / 8k", "secondary"),
        (6554, "6.4k / 8k", "warning"),
        (7783, "7.6k / 8k", "error"),
        (9000, "8.8k / 8k", "error"),
    ],
)
def test_the_ring_warns_from_80_percent_and_is_red_from_95(
    composer: Composer, theme: Theme, tokens: int, figures: str, color: str
) -> None:
    ring = composer.context_ring
    assert not ring.isVisible()
    QTest.keyClicks(composer.edit, "a")

    ring.show_use(ContextUse(tokens, 8192, 120, "The next message will read 3 of 412 tokens."))

    assert ring.isVisible()
    assert (ring.label.text(), ring.draft_label.text()) == (figures, "120 tokens")
    assert ring.toolTip() == "The next message will read 3 of 412 tokens."
    assert getattr(theme, color).name() in ring.label.styleSheet()
    composer.edit.clear()
    assert not ring.draft_label.isVisible(), "nothing is written any more"
    ring.show_use(None)
    assert not ring.isVisible()


def test_typing_asks_for_another_count(composer: Composer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(composer.draft_changed):
        QTest.keyClicks(composer.edit, "a")
