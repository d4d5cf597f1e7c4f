"""What is on the clipboard after copying, and in which forms."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.ui.transcript.as_markdown import as_markdown
from app.ui.transcript.blocks import Prose
from app.ui.transcript.copying import as_html, markdown_of
from app.ui.transcript.grammar import parser
from app.ui.transcript.markdown import parse
from app.ui.transcript.selection import Piece, Place, Selection
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import PIECES, StagedChat


def copied(view: TranscriptView, first: Place, last: Place) -> QMimeData:
    view.pointer.select(Selection(first, last))
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().mimeData()


def shown(view: TranscriptView, answer: str) -> None:
    chat = StagedChat()
    chat.ask("Question")
    chat.answer(answer)
    view.set_chat(chat)


def test_whole_rows_are_there_as_text_markdown_and_html(view: TranscriptView) -> None:
    shown(view, "Some **bold** text.\n\n- one\n- two\n\nThe end.")
    row = view.column.items[1].stack.rows[2]
    data = copied(view, Place(1, 1, 0), Place(1, 2, row.length))

    assert data.text() == "Some **bold** text.\n\n- one"
    assert bytes(data.data("text/markdown").data()).decode() == data.text()
    assert data.html() == "<p>Some <strong>bold</strong> text.</p>\n<ul>\n<li>one</li>\n</ul>\n"


def test_a_part_of_a_row_is_text(view: TranscriptView) -> None:
    shown(view, "Some **bold** text.")
    data = copied(view, Place(1, 1, 0), Place(1, 1, 9))

    assert data.text() == "Some bold"
    assert data.html() == "<p>Some bold</p>\n"


def test_a_single_code_block_is_copied_without_its_fence(view: TranscriptView) -> None:
    shown(view, "Look:\n\n```python\nx = 1\n```")
    data = copied(view, Place(1, 2, 0), Place(1, 2, 5))

    assert data.text() == "x = 1"
    assert data.html() == '<pre><code class="language-python">x = 1\n</code></pre>\n'


def test_html_has_no_markup_of_the_model_no_pictures_and_no_other_links() -> None:
    text = "<b onclick=x>hi</b> [a](javascript:alert(1)) [b](file:///etc) ![c](https://e.org/p.png)"
    html = as_html([Piece(text, markdown=True), Piece("<i>", markdown=False)])

    assert "<b" not in html
    assert "<i>" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
    assert 'href="file' not in html


def test_blocks_written_as_markdown_are_the_same_blocks() -> None:
    markdown = parser()
    for source in PIECES:
        blocks = parse(markdown, source)
        pieces = [
            Piece(as_markdown(block), True, isinstance(block, Prose) and block.paragraphs[0].tight)
            for block in blocks
        ]

        assert parse(markdown, markdown_of(pieces)) == blocks


def test_whole_messages_are_copied_as_they_were_written(view: TranscriptView) -> None:
    answer = "Some   **bold** text.\n\n* one\n* two"
    shown(view, answer)
    view.commands.select_all()
    assert view.selected_text() == f"Question\n\n{answer}"

    last = len(view.column.items[1].stack.rows) - 1
    data = copied(view, Place(0, 0, 0), Place(1, last - 1, 2))
    assert data.text() == "Question\n\nSome   **bold** text.\n\n- one\ntw"

    data = copied(view, Place(1, 0, 0), Place(1, last, 0))
    assert data.text() == answer

    data = copied(view, Place(1, 1, 1), Place(1, last, 0))
    assert data.text() == "ome   bold text.\n\n- one\n- two"
