"""Code cards: colours while code grows, and guards against huge lines."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.blocks import Code
from app.ui.transcript.code_colors import CodeColors
from app.ui.transcript.highlight import lex
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.row import Canvas, Press
from app.ui.transcript.rows_code import HEADER_HEIGHT, CodeRow

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
    lines = lex(lexer, PYTHON.split("\n"))
    last_string, plus = look.highlighter.formats(lines[3])[3:5]

    assert last_string.start + last_string.length == len('    return "中文 ') + 2 + len('"')
    assert (plus.start, plus.length) == (len('    return "中文 ') + 2 + len('" '), 1)


def test_lines_inside_a_long_string_are_no_place_to_start_from(look: Look) -> None:
    lexer = look.highlighter.lexer("python")
    assert lexer is not None
    safe = [line.safe for line in lex(lexer, PYTHON.split("\n"))]

    assert safe[:4] == [True, True, False, True]


def test_an_unknown_language_stays_plain(look: Look) -> None:
    assert look.highlighter.lexer("no such language") is None


def picture(row: CodeRow) -> QImage:
    image = QImage(600, row.height(600), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        row.paint(painter, Canvas(width=600, clip=image.rect()))
    return image


def test_the_first_code_of_a_language_is_plain_until_it_can_be_read(
    look: Look, qtbot: QtBot, theme: Theme, icons: Icons
) -> None:
    row = CodeRow(Code(PYTHON, language="python"), look)
    plain = picture(CodeRow(Code(PYTHON, language="no such language"), look))
    assert not look.highlighter.ready("python")
    code = QRect(0, HEADER_HEIGHT, plain.width(), plain.height() - HEADER_HEIGHT)
    assert picture(row).copy(code) == plain.copy(code)

    qtbot.waitUntil(lambda: look.highlighter.ready("python") and not look.background.busy)
    assert picture(row).copy(code) != plain.copy(code)

    after = look_of(theme, icons, zoom=1.5, before=look)
    assert after.highlighter.ready("python")


def test_a_lexer_is_loaded_in_steps(look: Look) -> None:
    assert not look.highlighter.ready("ruby")
    steps = list(look.highlighter.loading("ruby"))

    assert len(steps) > 3
    assert look.highlighter.ready("ruby")
    lexer = look.highlighter.lexer("ruby")
    assert lexer is not None
    assert lexer.name == "Ruby"
    assert list(look.highlighter.loading("ruby")) == []


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


def test_much_code_is_coloured_in_the_background(look: Look, qtbot: QtBot) -> None:
    """First it is plain; a little is coloured at once."""
    lines = [f"x_{number} = {number}  # why" for number in range(3000)]
    colors = CodeColors(look.highlighter.lexer("python"), look.background)
    colors.read_to(40, lines)
    assert len(colors.lines) == 41

    colors.read_to(2999, lines)
    assert len(colors.lines) == 41
    qtbot.waitUntil(lambda: not look.background.busy)

    assert [line.length for line in colors.lines] == [len(line) for line in lines]


def test_code_that_grew_meanwhile_drops_what_was_read_of_the_old(look: Look, qtbot: QtBot) -> None:
    colors = CodeColors(look.highlighter.lexer("python"), look.background)
    colors.read_to(999, ["x = 1"] * 1000)
    colors.cut(0)
    qtbot.waitUntil(lambda: not look.background.busy)

    assert colors.lines == []


def test_only_what_is_visible_of_thirty_thousand_lines_is_laid_out(look: Look) -> None:
    row = CodeRow(Code("\n".join(f"x = {n}" for n in range(30_000)), language="python"), look)
    canvas = Canvas(width=700, clip=QRect(0, 300_000, 700, 800))
    image = QImage(700, 800, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        painter.translate(0, -300_000)
        row.paint(painter, canvas)

    assert row.height(700) > 30_000 * 20
    assert row.layouts <= 2


def test_positions_go_on_from_piece_to_piece(look: Look) -> None:
    lines = [f"行 {number} 😀" for number in range(600)]
    row = CodeRow(Code("\n".join(lines)), look)
    last = QPoint(5000, row.height(700) - 20)

    assert row.text(0, row.length) == "\n".join(lines)
    assert row.position_at(last, 700) == row.length
    assert row.text(*row.word_at(row.length - 5)).strip() == "599"


def test_long_lines_are_wrapped_on_demand(look: Look) -> None:
    row = CodeRow(Code("word " * 100, language="text"), look)
    height = row.height(700)
    target = row.target_at(QPoint(600, 10), 700)
    assert target == Press(row, "wrap")
    assert row.scroll_sideways(30, 700)

    row.press("wrap")

    assert row.height(700) > height + 3 * 20
    assert not row.scroll_sideways(30, 700)
