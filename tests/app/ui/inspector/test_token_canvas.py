"""Any number of tokens in lines: every one has its place, and nothing waits for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.inspector.token_canvas import TokenCanvas, Tone
from app.ui.inspector.token_layout import Cell, TokenLayout, visible
from app.ui.theme import Theme
from tests.app.ui.conftest import put

texts = st.sampled_from(["a", " word", "↵", "a much longer token than the others"])
cells = st.builds(Cell, texts, st.just("t"), chip=st.booleans(), breaks=st.booleans())


@given(st.lists(cells, max_size=60), st.integers(10, 300), st.integers(10, 300))
def test_every_cell_is_in_one_line_and_is_found_there(
    given_cells: list[Cell], width: int, other: int
) -> None:
    layout = TokenLayout(lambda text: 7.0 * len(text), other)
    for cell in given_cells:
        layout.add(cell)
    layout.set_width(width)
    fresh = TokenLayout(lambda text: 7.0 * len(text), width)
    for cell in given_cells:
        fresh.add(cell)

    in_lines = [number for line in range(layout.lines) for number in layout.in_line(line)]
    assert in_lines == list(range(len(given_cells)))
    for number in in_lines:
        left, own = layout.span(number)
        assert layout.at(layout.line_of(number), left + own / 2) == number
        assert left == 0 or left + own <= width
        assert layout.span(number) == fresh.span(number)


def test_after_a_line_break_the_next_token_begins_a_line() -> None:
    layout = TokenLayout(lambda text: 7.0 * len(text), 500)
    for cell in (Cell("a", "t"), Cell("↵", "t", breaks=True), Cell("b", "t")):
        layout.add(cell)

    assert [layout.in_line(line) for line in range(layout.lines)] == [range(2), range(2, 3)]


@pytest.mark.parametrize(
    ("text", "shown"), [("\n\n", "↵↵"), ("\ta", "⇥a"), ("", "∅"), (" a", " a")]
)
def test_no_token_is_invisible(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.fixture
def canvas(theme: Theme, around: QWidget) -> TokenCanvas:
    canvas = TokenCanvas(theme, lambda number: f"number {number}")
    canvas.set_tones({"t": Tone(theme.bubble, theme.text)})
    put(canvas, around)
    return canvas


def test_many_tokens_come_in_slices_and_the_first_at_once(
    canvas: TokenCanvas, qtbot: QtBot
) -> None:
    canvas.show_cells(Cell(f" {number}", "t") for number in range(40_000))
    assert 0 < len(canvas.cells) < 40_000
    assert not canvas.complete

    qtbot.waitUntil(lambda: canvas.complete)
    assert len(canvas.cells) == 40_000


def test_going_to_a_token_far_off_lays_out_what_is_before_it(canvas: TokenCanvas) -> None:
    canvas.show_cells(Cell(f" {number}", "t") for number in range(20_000))
    canvas.go_to(19_000)

    place = canvas.place_of(19_000)
    assert canvas.viewport().rect().contains(place)
    assert canvas.number_at(place) == 19_000


def test_the_mouse_and_the_arrow_keys_choose(canvas: TokenCanvas, qtbot: QtBot) -> None:
    canvas.show_cells(Cell(f" {number}", "t") for number in range(30))
    chosen: list[int] = []
    canvas.chosen.connect(chosen.append)
    QTest.mouseMove(canvas.viewport(), canvas.place_of(7))
    qtbot.waitUntil(lambda: canvas.viewport().toolTip() == "number 7")
    QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=canvas.place_of(7))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    canvas.go_to(29)
    QTest.keyClick(canvas, Qt.Key.Key_Right)

    assert chosen == [7, 8, 7, 29]


def test_a_window_without_tokens_is_empty(canvas: TokenCanvas, qtbot: QtBot) -> None:
    canvas.show_cells(())
    qtbot.waitUntil(lambda: canvas.complete)
    QTest.keyClick(canvas, Qt.Key.Key_Right)

    assert canvas.current is None
    assert canvas.number_at(canvas.viewport().rect().center()) is None
