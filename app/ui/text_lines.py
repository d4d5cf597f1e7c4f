"""The lines of a plain text box, as they are broken at its width of now."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit


def first_lines(edit: QPlainTextEdit, most: int) -> list[float]:
    """The heights of the first lines, at most so many.

    Qt breaks lines late: the document's own height counts each paragraph that is not laid out yet,
    as after a change of the width, as one line.
    """
    heights: list[float] = []
    block, layout = edit.document().firstBlock(), edit.document().documentLayout()
    while block.isValid() and len(heights) < most:
        layout.blockBoundingRect(block)  # lays it out
        lines = block.layout()
        heights += [lines.lineAt(number).height() for number in range(lines.lineCount())]
        block = block.next()
    return heights[:most]
