"""What the rows do with their QTextDocuments: make, draw, select, read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPalette,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from app.ui.theme import Theme
from app.ui.transcript.blocks import LINE_BREAK, OBJECT
from app.ui.transcript.math.inline import MARKUP
from app.ui.transcript.row import Highlight

_PLAIN = str.maketrans({"\u2029": "\n", "\ufdd0": "\n", "\ufdd1": "\n", "\xa0": " "})
"""Qt's ends of paragraphs and cells."""


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
    theme: Theme,
    selection: tuple[int, int] | None = None,
    highlights: Sequence[Highlight] = (),
) -> None:
    """Paint the part of the document inside `clip` (document coordinates)."""
    context = QAbstractTextDocumentLayout.PaintContext()
    context.clip = clip
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, color)
    context.palette = palette
    marks = [(each.start, each.end, each.color) for each in highlights]
    if selection and selection[0] < selection[1]:
        marks.append((*selection, theme.selection))
    context.selections = [_marked(document, *mark, theme.text) for mark in marks]
    painter.save()
    painter.setClipRect(clip, Qt.ClipOperation.IntersectClip)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _marked(
    document: QTextDocument, start: int, end: int, color: QColor, text_color: QColor
) -> QAbstractTextDocumentLayout.Selection:
    """Quiet and coloured text could not be read on it, so all of it has one colour."""
    result = QAbstractTextDocumentLayout.Selection()
    result.cursor = cursor_over(document, start, end)
    result.format = QTextCharFormat()
    result.format.setBackground(color)
    result.format.setForeground(text_color)
    return result


def cursor_over(document: QTextDocument, start: int, end: int) -> QTextCursor:
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return cursor


def text_between(document: QTextDocument, start: int, end: int) -> str:
    """Plain text, formulas as their source."""
    text = plain_between(document, start, end)
    if OBJECT not in text:
        return text
    first, *rest = text.split(OBJECT)
    pieces = [first]
    position = start + _units(first)
    for piece in rest:
        cursor = cursor_over(document, position + 1, position + 1)
        pieces += [str(cursor.charFormat().property(MARKUP) or OBJECT), piece]
        position += 1 + _units(piece)
    return "".join(pieces)


def plain_between(document: QTextDocument, start: int, end: int) -> str:
    """Plain text with one character for every position, formulas as `OBJECT`."""
    text = cursor_over(document, start, end).selectedText()
    return text.replace("\u2029", "\n").replace(LINE_BREAK, "\n")


def plain_text(document: QTextDocument) -> str:
    """One character for each position, as `Row.plain_text` wants it."""
    return document.toRawText().translate(_PLAIN)


def caret_at(document: QTextDocument, position: int) -> QRect:
    """Where a caret stands in the laid out document."""
    block = document.findBlock(position)
    place = document.documentLayout().blockBoundingRect(block)
    line = block.layout().lineForTextPosition(position - block.position())
    if not line.isValid():
        return QRect(round(place.x()), round(place.y()), 1, round(place.height()))
    found: Any = line.cursorToX(position - block.position())
    x = found[0] if isinstance(found, tuple) else found  # PySide adds the position it belongs to
    return QRect(round(place.x() + x), round(place.y() + line.y()), 1, round(line.height()))


def tip_at(document: QTextDocument, point: QPointF) -> str:
    """What is to be said about the text under a point."""
    return document.documentLayout().formatAt(point).toCharFormat().toolTip()


@dataclass(frozen=True, slots=True)
class PlacedLink:
    """Where the first line of a link is, and what stands there."""

    url: str
    text: str
    area: QRect


def links(document: QTextDocument) -> list[PlacedLink]:
    """All links of the laid out document."""
    found = []
    block = document.begin()
    while block.isValid():
        for url, start, end in _links_in(block):
            text = plain_between(document, start, end)
            found.append(PlacedLink(url, text, _first_line(document, start, end)))
        block = block.next()
    return found


def _links_in(block: QTextBlock) -> Iterator[tuple[str, int, int]]:
    """Address, start and end of each link; one may have parts in several formats."""
    url, start, end = "", 0, 0
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        here = fragment.charFormat().anchorHref()
        if here != url:
            if url:
                yield url, start, end
            url, start = here, fragment.position()
        end = fragment.position() + fragment.length()
        iterator += 1
    if url:
        yield url, start, end


def _first_line(document: QTextDocument, start: int, end: int) -> QRect:
    first, last = caret_at(document, start), caret_at(document, end)
    if last.top() == first.top():
        return first.united(last)
    block = document.findBlock(start)
    line = block.layout().lineForTextPosition(start - block.position())
    right = document.documentLayout().blockBoundingRect(block).x() + line.naturalTextRect().right()
    return QRect(first.topLeft(), QPoint(round(right), first.bottom()))


def _units(text: str) -> int:
    """Qt's positions count UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def word_at(document: QTextDocument, position: int) -> tuple[int, int]:
    cursor = cursor_over(document, position, position)
    cursor.select(QTextCursor.SelectionType.WordUnderCursor)
    return cursor.selectionStart(), cursor.selectionEnd()


def position_at(document: QTextDocument, point: QPointF) -> int:
    found = document.documentLayout().hitTest(point, Qt.HitTestAccuracy.FuzzyHit)
    return max(found, 0)
