"""The text box of the composer by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.message_edit import MAX_LINES, MessageEdit
from app.ui.theme import Theme
from tests.app.ui.conftest import put

PARAGRAPH = "Name three bees and tell a long story about each of them. " * 4


def test_long_paragraphs_fit_at_every_width(
    qtbot: QtBot, around: QWidget, theme: Theme, qapp: QApplication
) -> None:
    edit = MessageEdit(theme)
    qtbot.addWidget(edit)
    put(edit, around)
    edit.setPlainText("\n\n".join([PARAGRAPH] * 3))

    for width in range(1200, 200, -25):
        edit.setFixedWidth(width)
        qapp.processEvents()
        lines = [block_lines(edit, number) for number in range(edit.document().blockCount())]
        shows_bar = edit.verticalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAsNeeded
        assert shows_bar == (sum(lines) > MAX_LINES)
        assert edit.height() >= min(sum(lines), MAX_LINES) * edit.fontMetrics().lineSpacing()


def block_lines(edit: MessageEdit, number: int) -> int:
    block = edit.document().findBlockByNumber(number)
    edit.blockBoundingRect(block)
    return block.layout().lineCount()
