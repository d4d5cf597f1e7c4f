"""Prose and tables that grow keep what stays, and end as if they had been written at once."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.row import Canvas, Row

WIDTH = 400
PIECES = (
    "word ",
    "**bold** ",
    "*slanted* ",
    "`code` ",
    "`x`",
    "[link](https://example.org) ",
    "\n",
    "\n\n",
    "- item ",
    "1. first ",
    "> quoted ",
    "# heading\n",
    "| a | b |\n|---|--:|\n| 1 | `2` |\n",
    "| a longer cell | 4 |\n",
    "$x^2$ ",
    "中文，",
    "😀 ",
    "~~gone~~ ",
    "\n  - deep ",
    "- [x] done\n",
)


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


def picture(row: Row) -> QImage:
    image = QImage(WIDTH, row.height(WIDTH), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        row.paint(painter, Canvas(width=WIDTH, clip=QRect(0, 0, WIDTH, image.height())))
    return image


@pytest.mark.parametrize("seed", range(12))
def test_what_grows_ends_as_what_was_written_at_once(look: Look, seed: int) -> None:
    chosen = random.Random(seed)
    text = "".join(chosen.choice(PIECES) for _ in range(25))
    grown, whole = MarkdownFlow(look, look.prose), MarkdownFlow(look, look.prose)
    end = 0
    while end < len(text):
        end = min(len(text), end + chosen.randint(1, 15))
        grown.show(text[:end], final=False)
        for row in grown.rows:
            picture(row)
    grown.show(text, final=True)
    whole.show(text, final=True)

    assert [row.plain_text() for row in grown.rows] == [row.plain_text() for row in whole.rows]
    for row, other in zip(grown.rows, whole.rows, strict=True):
        assert row.length == other.length
        assert picture(row) == picture(other)
