"""Tags and folders in the search field: typed, completed, chosen from the menu."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.domain.conversation import Summary
from app.domain.search import Found, Query
from app.ui.search_field import SearchField
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession
from tests.app.ui.test_sidebar import action, texts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def field(window: MainWindow, session: FakeSession) -> SearchField:
    session.ordering.make("Work")
    session.show_summaries(
        [Summary("c0", "Sea", 0, 0, tags=("home server", "maths")), Summary("c1", "Sky", 0, 0)]
    )
    field = window.sidebar.search
    field.focus()
    return field


def type_filter(field: SearchField, text: str) -> None:
    field.edit.clear()
    QTest.keyClicks(field.edit, text)


def offered(field: SearchField) -> list[str]:
    model = field.completion.completer.model()
    return [model.index(place, 0).data() for place in range(model.rowCount())]


def test_a_tag_is_looked_for_without_words(field: SearchField, session: FakeSession) -> None:
    type_filter(field, "#maths")

    assert session.searching.asked[-1] == Query("", tags=("maths",))
    assert field.searching


def test_what_fits_is_offered_and_taken(field: SearchField, session: FakeSession) -> None:
    type_filter(field, "sky #hs")
    assert field.completion.popup.isVisible()
    assert offered(field)[0] == "home server"
    QTest.keyClick(field.completion.popup, Qt.Key.Key_Return)

    assert field.edit.text() == 'sky #"home server" '
    assert not field.completion.popup.isVisible()
    assert session.searching.asked[-1] == Query("sky", tags=("home server",))


def test_folders_are_offered_for_folders(field: SearchField) -> None:
    type_filter(field, "folder:w")

    assert offered(field) == ["Work"]


def test_a_word_offers_nothing(field: SearchField) -> None:
    type_filter(field, "maths")

    assert not field.completion.popup.isVisible()


def submenu(menu: QMenu, title: str) -> QMenu:
    found = action(menu, title).menu()
    assert isinstance(found, QMenu)
    return found


def test_the_menu_writes_tags_and_folders_into_the_field(
    field: SearchField, session: FakeSession
) -> None:
    field.edit.setText("sky")
    field.fill_menu()
    assert texts(submenu(field.menu, "With the tag")) == ["home server", "maths"]
    action(submenu(field.menu, "With the tag"), "home server").trigger()
    action(submenu(field.menu, "In the folder"), "Work").trigger()
    assert field.edit.text() == 'sky #"home server" folder:Work '
    assert session.searching.asked[-1] == Query("sky", tags=("home server",), folder="Work")

    field.fill_menu()
    chosen = action(submenu(field.menu, "With the tag"), "home server")
    assert chosen.isChecked()
    chosen.trigger()
    assert field.edit.text() == "sky folder:Work"


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        (Query("", tags=("zzz",)), "No conversation has the tag “zzz”."),
        (Query("x", folder="Play"), "There is no folder “Play”."),
        (Query("", tags=("maths",)), "No conversation is there with all of this."),
        (
            Query("quokka", role="user"),
            "Nothing was found with these filters. Without them there may be more.",
        ),
        (
            Query("qu"),
            "Nothing was found. Words are looked for just as they stand in a text: "
            "try the beginning of the word.",
        ),
        (
            Query("blue quokka"),
            "Nothing was found. Words are looked for just as they stand in a text: "
            "try a single one of them.",
        ),
        (
            Query("quokka"),
            "Nothing was found. Words are looked for just as they stand in a text: "
            "try the beginning of the word.",
        ),
    ],
)
def test_nothing_found_says_what_to_try(
    window: MainWindow, field: SearchField, session: FakeSession, query: Query, sentence: str
) -> None:
    field.edit.setText("something")
    session.searching.found.emit(Found(query))

    assert window.sidebar._none_found.text() == sentence


def test_all_of_a_tag_are_shown(
    window: MainWindow, field: SearchField, session: FakeSession
) -> None:
    """Only where messages are looked for, too, few titles leave room for them."""
    titles = tuple(Summary(f"c{number}", f"Title {number}", 0, 0) for number in range(20))
    field.edit.setText("#maths")
    session.searching.found.emit(Found(Query("", tags=("maths",)), titles))
    rows = window.sidebar.results.rows

    assert (rows.rowCount(), rows.index(0).data()) == (21, "Conversations")


def test_the_field_is_as_high_without_the_keyboard(window: MainWindow, field: SearchField) -> None:
    before = field.edit.height()
    window.sidebar.list.setFocus()
    field.filters.changed.emit()
    QApplication.processEvents()

    assert field.edit.height() == before == 30
