"""What the rows do with their QTextDocuments: make, draw, select, read."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from app.ui.transcript.blocks import LINE_BREAK


def new_document(font: QFont, *, wrap: bool = True) -> QTextDocument:
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(font)
    modes = QTextOption.WrapMode
    option = QTextOption()
    option.setWrapMode(modes.WrapAtWordBoundaryOrAnywhere if wrap else modes.NoWrap)
    document.setDefaultTextOption(option)
    return document


def draw(
    document: QTextDocument,
    painter: QPainter,
    *,
    clip: QRectF,
    color: QColor,
    selection: tuple[int, int] | None = None,
    selection_color: QColor,
) -> None:
    """Paint the part of the document inside `clip` (document coordinates)."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, color)
    context.palette = palette
    if selection and selection[0] < selection[1]:
        marked = QAbstractTextDocumentLayout.Selection()
        marked.cursor = cursor_over(document, *selection)
        marked.format = QTextCharFormat()
        marked.format.setBackground(selection_color)
        context.selections = [marked]
    painter.save()
    painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def cursor_over(document: QTextDocument, start: int, end: int) -> QTextCursor:
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def text_between(document: QTextDocument, start: int, end: int) -> str:
    text = cursor_over(document, start, end).selectedText()
    return text.replace("\u2029", "\n").replace(LINE_BREAK, "\n")


def word_at(document: QTextDocument, position: int) -> tuple[int, int]:
    cursor = cursor_over(document, position, position)
    cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    return cursor.selectionStart(), cursor.selectionEnd()


def position_at(document: QTextDocument, point: QPointF) -> int:
    found = document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)
    return max(found, 0)
