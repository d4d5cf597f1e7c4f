"""Tables: columns that fit, pieces that line up, formulas in cells."""

from __future__ import annotations

import pytest

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.rows_table import TableRow
from app.ui.transcript.table_columns import LEAST_WIDTH, fitted

HEADER = "| n | text |\n|--:|:--|\n"


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


def _tables(text: str, look: Look) -> list[TableRow]:
    flow = MarkdownFlow(look, look.prose)
    flow.show(text, final=True)
    return [row for row in flow.rows if isinstance(row, TableRow)]


@pytest.mark.parametrize(
    ("natural", "room", "widths"),
    [
        ([50, 60], 400, [50, 60]),
        ([50, 600], 400, [50, 350]),
        ([50, 600, 500], 550, [50, 250, 250]),
        ([50, 600, 220], 550, [50, 280, 220]),
        ([600, 600], 100, [LEAST_WIDTH, LEAST_WIDTH]),
    ],
)
def test_only_wide_columns_give_room(natural: list[int], room: int, widths: list[int]) -> None:
    assert fitted(natural, room) == widths


def test_pieces_of_a_long_table_have_the_same_columns(look: Look) -> None:
    rows = "".join(f"| {n} | {'long ' * (n // 40)} |\n" for n in range(60))
    first, second = _tables(HEADER + rows, look)

    assert second.above is first
    assert second.column_widths(700) == first.column_widths(700)
    assert second.gap == 0


def test_a_table_that_grows_ends_as_the_whole_table(look: Look) -> None:
    text = HEADER + "".join(f"| {n} | **b** $x_{{{n}}}$ |\n" for n in range(60))
    flow = MarkdownFlow(look, look.prose)
    for end in range(len(HEADER), len(text), 17):
        flow.show(text[:end], final=False)
        for row in flow.rows:
            row.height(700)
    flow.show(text, final=True)
    grown = [row for row in flow.rows if isinstance(row, TableRow)]
    whole = _tables(text, look)

    assert [row.text(0, row.length) for row in grown] == [row.text(0, row.length) for row in whole]
    assert [row.height(700) for row in grown] == [row.height(700) for row in whole]


def test_a_table_wider_than_the_column_is_scrolled(look: Look) -> None:
    cells = "| " + " | ".join(["some words that go on"] * 9) + " |\n"
    (wide,) = _tables(cells + "|--" * 9 + "|\n" + cells, look)
    (narrow,) = _tables(HEADER + "| 1 | a |\n", look)

    assert wide.scroll_sideways(40, 700)
    assert not narrow.scroll_sideways(40, 700)


def test_formulas_in_cells_are_copied_as_source_and_read_aloud(look: Look) -> None:
    (row,) = _tables(HEADER + "| 1 | $x^2$ |\n", look)

    assert row.text(0, row.length) == "n\ttext\n1\t$x^2$"
    assert row.speech() == "n, text\n1, x squared"
