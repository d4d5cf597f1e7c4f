"""An answer token by token, and the way on from any of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.inspector.choice_tokens import cells_of, percent, places_of, tones
from app.ui.inspector.choices_view import ChoicesView
from app.ui.theme import Theme
from tests.app.ui.inspector.prompts import chosen_answer


@pytest.fixture
def view(qtbot: QtBot, around: QWidget, theme: Theme) -> ChoicesView:
    view = ChoicesView(theme, around)
    with qtbot.waitExposed(view):
        view.show()
    view.show_message(chosen_answer())
    qtbot.waitUntil(lambda: view.canvas.complete)
    return view


def test_unknown_tokens_in_a_row_are_one_place() -> None:
    places = places_of(chosen_answer())

    assert [(place.round, place.token) for place in places] == [(0, 0), (1, 0), (1, 2)]
    assert places[1].choice is None


def test_the_less_likely_a_token_was_the_stronger_its_shade(theme: Theme) -> None:
    cells = cells_of(places_of(chosen_answer()))

    assert [(cell.text, cell.tone) for cell in cells] == [
        ("Well↵", "0.9"),
        ("…", "unknown"),
        (" blue", "0.0"),
    ]
    assert {cell.tone for cell in cells} <= tones(theme).keys()
    assert cells[0].breaks


@pytest.mark.parametrize(
    ("probability", "text"), [(1.0, "100.0 %"), (0.123, "12.3 %"), (0.0004, "< 0.1 %")]
)
def test_small_probabilities_are_not_told_as_none(probability: float, text: str) -> None:
    assert percent(probability) == text


def test_a_token_shows_its_alternatives_and_one_is_gone_on_from(
    view: ChoicesView, qtbot: QtBot
) -> None:
    QTest.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=view.canvas.place_of(2))
    rows = [row for row in view.alternatives.rows if row.isVisible()]

    assert [row.accessibleName() for row in rows] == [
        " green, 70.0 %, go on with it",
        " red, 20.0 %, go on with it",
        " blue, 5.0 %, written",
    ]
    assert not rows[2].isEnabled()
    with qtbot.waitSignal(view.fork_wanted) as wanted:
        rows[0].click()
    assert wanted.args == ["a", 1, 2, 9]


def test_of_unknown_tokens_nothing_is_offered(view: ChoicesView) -> None:
    view.canvas.go_to(1)
    view.canvas.chosen.emit(1)

    assert "Nothing was kept" in view.alternatives.heading.text()
    assert not any(row.isVisible() for row in view.alternatives.rows)


def test_the_answer_in_figures(view: ChoicesView) -> None:
    assert view.summary.text() == "Tiny · 2 tokens · 50.0 % on average · 1 below 10 %"
    assert view._tip(1) == ""
    assert view._tip(2).splitlines()[0] == "' blue' · id 8 · 5.0 %"
