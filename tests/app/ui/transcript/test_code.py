"""Code cards: colours while code grows, and guards against huge lines."""

from __future__ import annotations

import pytest

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.blocks import Code
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.rows_code import CodeRow

PYTHON = '''def f(x):
    """Two
    lines."""
    return "中文 😀" + x  # why
'''


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


def test_every_line_is_coloured_where_its_tokens_are(look: Look) -> None:
    lexer = look.highlighter.lexer("python")
    assert lexer is not None
    lines = list(look.highlighter.lines(lexer, PYTHON.split("\n")))
    last_string, plus = lines[3].formats[3:5]

    assert last_string.start + last_string.length == len('    return "中文 ') + 2 + len('"')
    assert (plus.start, plus.length) == (len('    return "中文 ') + 2 + len('" '), 1)


def test_lines_inside_a_long_string_are_no_place_to_start_from(look: Look) -> None:
    lexer = look.highlighter.lexer("python")
    assert lexer is not None
    safe = [line.safe for line in look.highlighter.lines(lexer, PYTHON.split("\n"))]

    assert safe[:4] == [True, True, False, True]


def test_an_unknown_language_stays_plain(look: Look) -> None:
    assert look.highlighter.lexer("no such language") is None


def test_growing_code_ends_as_the_whole_code(look: Look) -> None:
    grown = CodeRow(Code("", language="python"), look)
    for end in range(1, len(PYTHON), 7):
        grown.show(Code(PYTHON[:end], language="python"))
        assert grown.text(0, grown.length) == PYTHON[:end]
    grown.show(Code(PYTHON, language="python"))

    assert grown.text(0, grown.length) == PYTHON
    assert grown.height(700) == CodeRow(Code(PYTHON), look).height(700)


def test_a_line_of_a_hundred_thousand_characters_is_shown_in_pieces(look: Look) -> None:
    row = CodeRow(Code("x" * 100_000, language="python"), look)

    assert row.height(700) > 50 * 18
    assert row.text(0, row.length).replace("\n", "") == "x" * 100_000
