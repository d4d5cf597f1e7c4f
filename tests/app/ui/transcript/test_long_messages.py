"""What a long message costs: only what has changed is looked at, and reading it has pauses."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPainter

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.flow import MarkdownFlow, RowStack
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.message_item import MessageItem, Shown
from app.ui.transcript.row import Canvas, Row
from app.ui.transcript.search_texts import MessageText
from tests.app.ui.transcript.conversations import StagedChat

WIDTH = 700
_PARTS = (
    "A paragraph with **bold** words, some `code` and $a^2$, long enough for two lines. " * 2,
    "1. first\n2. second\n   - nested\n3. third",
    "```python\ndef area(width, height):\n    return width * height\n\n\nprint(area(2, 4))\n```",
    "| quantity | value |\n|---|--:|\n| width | 2.5 |",
    "## A heading\n\n> A quoted sentence.",
)
TEXT = "\n\n".join(_PARTS * 24)


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


class CountedRow(Row):
    """Counts how often somebody asks for its height."""

    gap = 10

    def __init__(self, height: int) -> None:
        super().__init__()
        self.asked = 0
        self._wanted = height

    def guess(self, width: int) -> int:
        self.asked += 1
        return super().guess(width)

    def paint(self, painter: QPainter, canvas: Canvas) -> None:
        raise NotImplementedError

    def _measure(self, width: int) -> int:  # noqa: ARG002
        return self._wanted

    def _estimate(self, width: int) -> int:  # noqa: ARG002
        return 1


def item_of(look: Look) -> MessageItem:
    chat = StagedChat()
    chat.ask("Write.")
    chat.answer(TEXT)
    return MessageItem(Shown(chat.branch[-1]), look)


def test_rows_that_stay_exact_are_not_asked_again() -> None:
    stack, rows = RowStack(), [CountedRow(20), CountedRow(30)]
    stack.place(rows, WIDTH)
    stack.measure(range(2))
    asked = [row.asked for row in rows]

    first = stack.place([*rows, CountedRow(40)], WIDTH)

    assert first == 2
    assert [row.asked for row in rows] == asked
    assert [stack.top(index) for index in range(3)] == [0, 30, 70]


def test_a_row_that_was_changed_counts_as_the_first_that_is_another() -> None:
    stack, rows = RowStack(), [CountedRow(20), CountedRow(30), CountedRow(40)]
    stack.place(rows, WIDTH)
    stack.measure(range(3))

    rows[1].changed()

    assert stack.place(rows, WIDTH) == 1
    assert not stack.exact
    assert stack.height == 20 + 10 + 30 + 10 + 40, "as high as it was until it is measured"


def test_without_time_one_row_is_not_measured() -> None:
    stack = RowStack()
    stack.place([CountedRow(20)], WIDTH)
    stack.measure_some(lambda: False)

    assert not stack.exact
    assert stack.height == 1


def test_a_text_read_in_pieces_has_the_rows_of_one_read_at_once(look: Look) -> None:
    pieces, whole = MarkdownFlow(look, look.prose), MarkdownFlow(look, look.prose)
    steps = list(pieces.read(TEXT))
    whole.show(TEXT, final=True)

    assert len(steps) > 5
    assert [type(row) for row in pieces.rows] == [type(row) for row in whole.rows]
    assert [r.height(WIDTH) for r in pieces.rows] == [r.height(WIDTH) for r in whole.rows]


def test_a_long_message_is_read_in_several_turns(look: Look) -> None:
    """A message of 100,000 characters would otherwise hold up the window for a quarter second."""
    item, turns = item_of(look), 1
    while not item.read_some(lambda: False):
        turns += 1
        assert not item.built

    assert turns > 5


def test_a_message_half_read_can_be_shown_at_once(look: Look) -> None:
    item, other = item_of(look), item_of(look)
    item.read_some(lambda: False)
    for each in (item, other):
        each.build(WIDTH)
        each.measure_some(lambda: True)

    assert item.exact(WIDTH)
    assert item.height(WIDTH) == other.height(WIDTH)


def test_matches_are_counted_without_being_kept(look: Look) -> None:
    shown = item_of(look).shown
    text = MessageText(shown, ("ana banana", "Ana"), (0, 11), "ana banana\nAna", "ana banana\nana")

    assert text.count("ana", match_case=False) == 3
    assert text.count("ana", match_case=True, before=11) == 2
    assert list(text.indices("ana", match_case=False, row=1)) == [11]
    assert list(text.indices("ana", match_case=False)) == [0, 5, 11]
