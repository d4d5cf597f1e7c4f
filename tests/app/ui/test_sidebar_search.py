"""The search in the sidebar: results in place of the list, by keys as by mouse."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.domain.search import Found, Hit, Query
from app.ui.search_filters import SearchFilters
from app.ui.search_hints import UNFINISHED
from app.ui.search_rows import source
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeChat, FakeSession

FOUND = Found(
    Query("sky"),
    (Summary("c1", "Sky and sea", 0, 0),),
    (
        Hit("c2", "Light", "m1", "assistant", 0, "the ", "sky", " is blue"),
        Hit("c2", "Light", "m2", "user", 0, "Why is the ", "Sky", " blue?"),
    ),
)


def type_words(window: MainWindow, words: str) -> None:
    window.sidebar.search.focus()
    QTest.keyClicks(window.sidebar.search.edit, words)


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(window.sidebar.search.edit, key)


def shown(window: MainWindow) -> list[str]:
    rows = window.sidebar.results.rows
    return [str(rows.index(number).data()).split(",")[0] for number in range(rows.rowCount())]


def test_what_is_found_replaces_the_list_while_something_is_typed(
    window: MainWindow, session: FakeSession
) -> None:
    sidebar = window.sidebar
    type_words(window, "sky")
    assert [query.words for query in session.searching.asked] == ["s", "sk", "sky"]
    session.searching.found.emit(FOUND)
    assert sidebar.results.isVisible()
    assert not sidebar.list.isVisible()
    assert shown(window) == ["Titles", "Sky and sea", "Messages", "Light", "Light"]

    press(window, Qt.Key.Key_Escape)
    assert sidebar.list.isVisible()
    assert sidebar.search.edit.text() == ""
    assert shown(window) == []


def test_what_is_found_later_is_added_below(window: MainWindow, session: FakeSession) -> None:
    """Row and place stay; that nothing was found is said when all is looked through."""
    hits = tuple(replace(FOUND.hits[0], message=f"m{number}") for number in range(40))
    results, hint = window.sidebar.results, window.sidebar._none_found
    query = Query("sky")
    type_words(window, "sky")
    session.searching.found.emit(Found(query, looking=True))
    assert not hint.isVisible()
    session.searching.found.emit(Found(query, (), hits[:20], looking=True))
    results.setCurrentIndex(results.rows.index(15))
    QApplication.processEvents()
    place = results.verticalScrollBar().value()
    assert place > 0

    session.searching.found.emit(Found(query, (), hits))

    assert (results.rows.rowCount(), results.currentIndex().row()) == (41, 15)
    assert results.verticalScrollBar().value() == place
    session.searching.found.emit(Found(Query("sky"), (), hits))
    assert not results.currentIndex().isValid()


def test_a_hit_in_a_file_says_so_and_opens_at_the_file(
    window: MainWindow, session: FakeSession
) -> None:
    hit = Hit("c2", "Light", "m2", "user", 0, "", "sky", " is blue", file="optics.pdf")
    type_words(window, "sky")
    session.searching.found.emit(Found(Query("sky"), (), (hit,)))
    rows = window.sidebar.results.rows
    assert str(rows.index(1).data()).endswith(", in the file optics.pdf: sky is blue")
    assert source(hit) == "In optics.pdf: "
    assert source(replace(hit, match="optics", after=".pdf")) == "File: "

    press(window, Qt.Key.Key_Return)
    assert session.done[-1] == ("open message", "c2", "m2", "optics.pdf")


def test_while_older_messages_are_made_found_that_is_said(
    window: MainWindow, session: FakeSession
) -> None:
    hint = window.sidebar._none_found
    type_words(window, "sky")
    session.searching.found.emit(replace(FOUND, incomplete=True))
    assert (hint.isVisible(), hint.text()) == (True, UNFINISHED)
    session.searching.found.emit(Found(Query("sky"), incomplete=True))
    assert hint.text().startswith("Nothing was found among the newer messages")
    session.searching.found.emit(FOUND)
    assert not hint.isVisible()


def test_arrows_skip_headings_and_enter_opens_at_the_message(
    window: MainWindow, session: FakeSession
) -> None:
    type_words(window, "sky")
    session.searching.found.emit(FOUND)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        press(window, key)
    press(window, Qt.Key.Key_Return)

    assert session.done == [("open message", "c2", "m1", "sky")]


def test_enter_opens_the_first_when_none_was_chosen(
    window: MainWindow, session: FakeSession
) -> None:
    type_words(window, "sky")
    session.searching.found.emit(FOUND)
    press(window, Qt.Key.Key_Return)

    assert session.done == [("open", "c1")]


def test_a_click_opens_the_match_as_it_is_written(window: MainWindow, session: FakeSession) -> None:
    type_words(window, "sky")
    session.searching.found.emit(FOUND)
    results = window.sidebar.results
    QApplication.processEvents()
    place = results.visualRect(results.rows.index(4)).center()
    QTest.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert session.done == [("open message", "c2", "m2", "Sky")]


def test_nothing_found_says_so(window: MainWindow, session: FakeSession) -> None:
    type_words(window, "quokka")
    session.searching.found.emit(Found(Query("quokka")))
    assert window.sidebar._none_found.isVisible()

    session.searching.found.emit(FOUND)
    assert not window.sidebar._none_found.isVisible()


def test_the_action_shows_the_sidebar_and_its_field(window: MainWindow) -> None:
    window.toggle_sidebar()
    window.actions_by_id["search"].trigger()

    assert window.sidebar.isVisible()
    assert window.sidebar.search.edit.hasFocus()


def test_a_filter_asks_again_and_is_said(window: MainWindow, session: FakeSession) -> None:
    type_words(window, "sky")
    window.sidebar.search.fill_menu()
    menu = window.sidebar.search.menu
    wanted = next(action for action in menu.actions() if action.text() == "Qwen 3")
    wanted.trigger()

    assert session.searching.asked[-1] == Query("sky", model="Qwen 3")
    assert window.sidebar.search.caption.text() == "Qwen 3"
    assert window.sidebar.search.caption.isVisible()


@pytest.mark.parametrize(("days", "since"), [(1, 30), (7, 24)])
def test_days_are_counted_from_midnight(days: int, since: int) -> None:
    filters = SearchFilters()
    filters._choose(Query("", role="user"), days)
    query = filters.query("sky", datetime(2026, 11, 30, 15, 20))

    since_ms = round(datetime(2026, 11, since).timestamp() * 1000)
    assert query == Query("sky", role="user", since_ms=since_ms)
    assert filters.active


def test_the_transcript_goes_to_the_place_and_finds_the_words(
    qtbot: QtBot, window: MainWindow, session: FakeSession
) -> None:
    chat = FakeChat("c2")
    chat.add("user", "Why is the sky blue?")
    for number in range(30):
        chat.add("assistant", f"Answer {number}.\n\n" * 5 + "blue sky")
    session.open(chat)
    transcript = window.pane.transcript

    session.place_wanted.emit("c2-9", "sky")

    assert transcript.find_bar.isVisible()
    assert transcript.find_bar.field.text() == "sky"
    qtbot.waitUntil(lambda: not transcript.finding.reading)
    assert transcript.finding.number == 10


def test_a_text_that_goes_on_ends_in_an_ellipsis(window: MainWindow) -> None:
    delegate = window.sidebar.results._delegate
    long = Hit("c2", "Light", "m1", "user", 0, "the ", "sky", " is blue and" * 20)
    short = Hit("c2", "Light", "m1", "user", 0, "the ", "sky", " is blue")

    texts = [delegate._snippet(hit, 190).text() for hit in (long, short)]

    assert texts[0].startswith("You: the sky is blue")
    assert texts[0].endswith("…")
    assert texts[1] == "You: the sky is blue"
