"""What is read stays where it is, whatever becomes of the heights around it."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.theme import Fonts, dark
from app.ui.transcript.settler import PICTURE_FIRST_MS, Settler
from app.ui.transcript.upkeep import NEAR
from app.ui.transcript.view import TranscriptView
from engine.types import Text
from tests.app.ui.transcript.conversations import PIECES, StagedChat, long_conversation

Seen = dict[tuple[str, int], int]


def seen(view: TranscriptView) -> Seen:
    """Every visible row, and how far below the top of the viewport it begins."""
    top, height = view.verticalScrollBar().value(), view.viewport().height()
    return {
        (item.id, index): item_top + item.stack.top(index) - top
        for item, item_top in view.column.within(top, top + height)
        for index in item.stack.within(top - item_top, top + height - item_top)
    }


def at_end(view: TranscriptView) -> bool:
    return view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def differs(view: TranscriptView, height: int) -> bool:
    return view.column.height != height


def all_exact(view: TranscriptView) -> bool:
    return all(item.exact(view.column.width) for item in view.column.items)


def test_a_conversation_opens_at_its_end(view: TranscriptView) -> None:
    view.set_chat(long_conversation(40))

    assert view.verticalScrollBar().maximum() > 0
    assert at_end(view)
    assert view.follows


def test_nothing_visible_moves_while_heights_become_exact(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.set_chat(long_conversation(60))
    view.scroll_by(-2000)
    before = seen(view)
    assert not all_exact(view)
    qtbot.waitUntil(lambda: all_exact(view))

    assert seen(view) == before


def test_estimated_and_exact_heights_are_whole_pixels_that_agree_with_the_scroll_bar(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.set_chat(long_conversation(20))
    qtbot.waitUntil(lambda: all_exact(view))
    bar = view.verticalScrollBar()

    assert bar.maximum() + view.viewport().height() == view.column.height


def test_the_end_is_followed_while_an_answer_grows(qtbot: QtBot, view: TranscriptView) -> None:
    chat = long_conversation(10)
    view.set_chat(chat)
    chat.ask("More?")
    chat.begin()
    for count in range(1, 12):
        chat.write("A line of the answer.\n\n" * count)
        qtbot.waitUntil(partial(differs, view, view.column.height))
        assert at_end(view)


def test_scrolling_up_a_little_releases_the_end_at_once(qtbot: QtBot, view: TranscriptView) -> None:
    chat = long_conversation(10)
    view.set_chat(chat)
    chat.ask("More?")
    answer = chat.begin()
    chat.write("A line.\n\n" * 20)
    qtbot.waitUntil(lambda: view.column.find(answer.id) is not None)
    view.scroll_by(-10)
    before = seen(view)
    height = view.column.height
    chat.write("A line.\n\n" * 40)
    qtbot.waitUntil(lambda: view.column.height > height)
    still_there = {place: y for place, y in seen(view).items() if place in before}

    assert not view.follows
    assert still_there == {place: y for place, y in before.items() if place in still_there}
    assert len(still_there) > 5


def test_coming_back_near_the_end_follows_again(view: TranscriptView) -> None:
    view.set_chat(long_conversation(20))
    view.scroll_by(-400)
    assert not view.follows
    view.scroll_by(360)

    assert view.follows


def test_a_button_leads_back_to_the_end(view: TranscriptView) -> None:
    view.set_chat(long_conversation(20))
    assert not view.jump_button.isVisible()
    view.scroll_by(-500)
    assert view.jump_button.isVisible()
    QTest.mouseClick(view.jump_button, Qt.MouseButton.LeftButton)

    assert at_end(view)
    assert view.follows
    assert not view.jump_button.isVisible()


def test_asking_a_question_follows_the_end_again(qtbot: QtBot, view: TranscriptView) -> None:
    chat = long_conversation(20)
    view.set_chat(chat)
    view.scroll_by(-900)
    question = chat.ask("More?")
    chat.begin()
    qtbot.waitUntil(lambda: view.column.find(question.id) is not None)

    assert view.follows
    assert at_end(view)


def test_showing_a_sibling_keeps_what_stays_in_its_place(
    qtbot: QtBot, view: TranscriptView
) -> None:
    chat = long_conversation(3)
    question = chat.ask("Which?")
    first = chat.answer("\n\n".join(PIECES))
    second = chat.answer("Short.", to=question)
    chat.conversation.show(first.id)
    view.set_chat(chat)
    question_item = view.column.find(question.id)
    assert question_item is not None
    view.scroll_by(view.column.top(question_item) - 100 - view.verticalScrollBar().value())
    view.scroll_by(-1)
    y = seen(view)[(question.id, 0)]
    chat.conversation.show(second.id)
    view.resize(view.width(), 240)  # so low that the short answer fills it
    chat.branch_changed.emit()
    qtbot.waitUntil(lambda: view.column.items[-1].id == second.id)

    assert view.column.find(question.id) is question_item
    assert seen(view)[(question.id, 0)] == y


def test_keys_scroll_by_pages_and_to_both_ends(view: TranscriptView) -> None:
    view.set_chat(long_conversation(20))
    bar = view.verticalScrollBar()
    end = bar.value()
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    page_up = bar.value()
    QTest.keyClick(view, Qt.Key.Key_Home)
    home = bar.value()
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    page_down = bar.value()
    QTest.keyClick(view, Qt.Key.Key_End)

    assert home == 0 < page_down < page_up < end
    assert at_end(view)


def test_another_width_keeps_the_row_being_read(view: TranscriptView) -> None:
    view.set_chat(long_conversation(30))
    view.scroll_by(-1500)
    place, y = next((place, y) for place, y in seen(view).items() if y >= 0)
    view.resize(560, 600)

    assert seen(view)[place] == y


def test_another_theme_keeps_every_height(qtbot: QtBot, view: TranscriptView, fonts: Fonts) -> None:
    view.set_chat(long_conversation(20))
    qtbot.waitUntil(lambda: all_exact(view))
    view.scroll_by(-700)
    before, height = seen(view), view.column.height
    view.set_theme(dark(fonts))

    assert seen(view) == before
    assert view.column.height == height


def test_painting_after_scrolling_equals_painting_anew(qtbot: QtBot, view: TranscriptView) -> None:
    view.set_chat(long_conversation(20))
    qtbot.waitUntil(lambda: all_exact(view))
    for _ in range(5):
        view.scroll_by(-137)
        scrolled = picture(view)
        view.viewport().update()
        assert scrolled == picture(view)


def test_a_growing_answer_is_painted_as_if_it_were_painted_whole(
    qtbot: QtBot, view: TranscriptView
) -> None:
    """Only the changed strip is painted; what is on screen must not differ for it."""
    view._look.highlighter.lexer("python")  # else code is coloured between two pictures
    chat = StagedChat()
    chat.ask("Write.")
    view.set_chat(chat)
    chat.begin()
    text = "\n\n".join(PIECES)
    for end in range(40, len(text), 90):
        chat.write(text[:end])
        qtbot.waitUntil(partial(shows, view, text[:end]))
        grown = picture(view)
        view.viewport().update()
        assert grown == picture(view)


def shows(view: TranscriptView, text: str) -> bool:
    return view.column.items[-1].shown.message.text == text


def picture(view: TranscriptView) -> QImage:
    """What is really on screen, not a fresh painting."""
    QApplication.processEvents()
    return view.screen().grabWindow(view.winId()).toImage()


def test_shift_and_wheel_scroll_a_wide_code_card_sideways(view: TranscriptView) -> None:
    chat = StagedChat()
    chat.ask("Code?")
    chat.answer("```text\n" + "wide " * 100 + "\n```")
    view.set_chat(chat)
    before = picture(view)
    turn_wheel(view, QPoint(0, -240), Qt.KeyboardModifier.ShiftModifier)
    scrolled = picture(view)
    turn_wheel(view, QPoint(0, 240), Qt.KeyboardModifier.ShiftModifier)

    assert scrolled != before
    assert picture(view) == before


def turn_wheel(view: TranscriptView, angle: QPoint, modifier: Qt.KeyboardModifier) -> None:
    """Over the body of the code card, which is the second row of the last message."""
    item = view.column.items[-1]
    y = view.column.top(item) + item.stack.top(1) + 50 - view.verticalScrollBar().value()
    place = QPointF(view.viewport().width() / 2, y)
    event = QWheelEvent(
        place,
        view.viewport().mapToGlobal(place),
        QPoint(),
        angle,
        Qt.MouseButton.NoButton,
        modifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_nothing_visible_moves_while_heights_change_at_random(
    qtbot: QtBot, view: TranscriptView
) -> None:
    """Messages above and below grow and shrink; what is read stays within a pixel."""
    chat = long_conversation(40)
    view.set_chat(chat)
    qtbot.waitUntil(lambda: all_exact(view))
    chooser = random.Random(7)
    for _ in range(25):
        view.scroll_by(chooser.randint(-900, 500))
        view.scroll_by(-1)
        before = seen(view)
        shown = {message_id for message_id, _ in before}
        others = [m for m in chat.branch if m.id not in shown and m.role == "assistant"]
        message = chooser.choice(others)
        text = "\n\n".join(chooser.choices(PIECES, k=chooser.randint(1, 6)))
        chat.conversation.update(replace(message, parts=(Text(text),)))
        chat.message_changed.emit(message.id)
        qtbot.waitUntil(partial(text_is, view, message.id, text))
        qtbot.waitUntil(lambda: all_exact(view))

        assert seen(view) == before


def test_messages_close_to_the_screen_are_ready_before_they_are_scrolled_to(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.set_chat(long_conversation(40))
    qtbot.waitUntil(lambda: all_exact(view))
    top = view.verticalScrollBar().value()
    bottom = top + view.viewport().height()
    near = [item for item, _ in view.column.within(top - NEAR, bottom + NEAR)]

    qtbot.waitUntil(lambda: all(item.built and item.exact(view.column.width) for item in near))
    assert not view.column.items[0].built


def text_is(view: TranscriptView, message_id: str, text: str) -> bool:
    item = view.column.find(message_id)
    return item is not None and item.shown.message.text == text


def test_text_on_screen_moves_only_as_far_as_it_is_scrolled(view: TranscriptView) -> None:
    """Also into messages whose heights were only guessed."""
    view.set_chat(long_conversation(60))
    for _ in range(40):
        before = seen(view)
        view.scroll_by(-97)
        after = seen(view)
        moves = {after[place] - before[place] for place in before.keys() & after.keys()}

        assert moves == {97}


def test_another_zoom_keeps_what_is_read_and_makes_it_larger(
    qtbot: QtBot, view: TranscriptView
) -> None:
    view.set_chat(long_conversation(20))
    qtbot.waitUntil(lambda: all_exact(view))
    view.scroll_by(-900)
    place, y = next((place, y) for place, y in seen(view).items() if y >= 0)
    height = view.column.height
    view.set_zoom(150)

    assert seen(view)[place] == y
    qtbot.waitUntil(lambda: all_exact(view))
    assert seen(view)[place] == y
    assert view.column.height > height * 1.2


def test_what_is_on_screen_is_painted_before_other_heights_are_made_exact(
    view: TranscriptView,
) -> None:
    settler = view.findChild(Settler)
    assert settler is not None
    timer = settler.findChild(QTimer)
    assert timer is not None
    view.set_chat(long_conversation(40))
    assert timer.isActive()
    assert timer.interval() == PICTURE_FIRST_MS

    view.viewport().repaint()
    assert timer.interval() == 0
