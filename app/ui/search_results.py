"""The list of what was found, in place of the conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtGui
from PySide6.QtCore import (
    QDate,
    QDateTime,
    QLocale,
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QRegion
from PySide6.QtWidgets import QListView, QStyledItemDelegate

from app.domain.conversation import Summary
from app.domain.search import Hit
from app.ui.conversation_delegate import (
    HEADING_HEIGHT,
    PADDING,
    ROW_HEIGHT,
    paint_ground,
    paint_heading,
    row_area,
)
from app.ui.conversation_rows import Heading
from app.ui.even_weight import even_weight
from app.ui.keyboard_focus import SkippedWhenEmpty
from app.ui.language import mark, tr
from app.ui.search_rows import FoundRole, SearchRows, source
from app.ui.theme import SIZE_META, SIZE_SECTION, SIZE_UI, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QTextLayout, QTextOption
    from PySide6.QtWidgets import QStyleOptionViewItem

DAY, MONTH = mark("d MMM"), mark("MMM yyyy")
"""How Qt is to write a day of this year, and one before."""
_HIT_HEIGHT = 78
_LINES = 2
_ROOM_FOR_BOLD = 12
"""The match is emphasised, and so a little wider than it is measured."""
_BEFORE = 18
"""Characters before the match, so that it stands in the first line."""


class SearchResults(QListView):
    """Signals:
    opened(str): this conversation is to be shown
    message_opened(str, str, str): conversation, message in it, and the words that were found
    """

    opened = Signal(str)
    message_opened = Signal(str, str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.rows = SearchRows()
        self._delegate = FoundDelegate(theme)
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(tr("What was found"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        SkippedWhenEmpty(self)
        self.activated.connect(self.open)
        self.clicked.connect(self.open)

    def set_theme(self, theme: Theme) -> None:
        self._delegate.set_theme(theme)
        self.setDirtyRegion(QRegion(self.rect()))

    def step(self, by: int) -> None:
        """Make the next row that can be opened the current one, in this direction."""
        count = self.rows.rowCount()
        number = self.currentIndex().row() + by
        while 0 <= number < count:
            index = self.rows.index(number)
            if index.flags() != Qt.ItemFlag.NoItemFlags:
                self.setCurrentIndex(index)
                return
            number += by

    def open_current(self) -> None:
        """Open the current row, or the first one."""
        if not self.currentIndex().isValid():
            self.step(1)
        self.open(self.currentIndex())

    def open(self, index: QModelIndex) -> None:
        row = self.rows.row(index)
        if isinstance(row, Summary):
            self.opened.emit(row.id)
        elif isinstance(row, Hit):
            # What a file says is not in the transcript, but its name is.
            words = row.file or row.match
            self.message_opened.emit(row.conversation, row.message, words)


class FoundDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def sizeHint(
        self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        row = index.data(FoundRole.ROW)
        if isinstance(row, Heading):
            return QSize(0, HEADING_HEIGHT)
        return QSize(0, ROW_HEIGHT if isinstance(row, Summary) else _HIT_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(FoundRole.ROW)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        even_weight(painter, self._theme, lambda: str(row))
        if isinstance(row, Heading):
            paint_heading(painter, option, row.text, self._theme)
        else:
            is_current = option.widget.currentIndex() == index  # type: ignore[attr-defined]
            paint_ground(painter, option, is_current, self._theme)
            area = row_area(option).adjusted(PADDING, 0, -PADDING, 0)
            if isinstance(row, Summary):
                self._paint_line(painter, area, row.title, row.updated_ms)
            else:
                self._paint_hit(painter, area.adjusted(0, 6, 0, -6), row)
        painter.restore()

    def _paint_hit(self, painter: QPainter, area: QRectF, hit: Hit) -> None:
        top = QRectF(area.left(), area.top(), area.width(), 18)
        self._paint_line(painter, top, hit.title, hit.created_ms)
        layout = self._snippet(hit, area.width())
        layout.draw(painter, QPointF(area.left(), area.top() + 23))

    def _paint_line(self, painter: QPainter, area: QRectF, title: str, at_ms: int) -> None:
        """The title, and the day at its right."""
        theme = self._theme
        day_font = theme.fonts.ui(SIZE_SECTION)
        day = said_day(at_ms, QDate.currentDate())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(day_font)
        painter.setPen(theme.hint)
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignRight, day)
        font = theme.fonts.ui(SIZE_UI, QFont.Weight.Medium)
        room = area.width() - QFontMetrics(day_font).horizontalAdvance(day) - 10
        elided = QFontMetrics(font).elidedText(title, Qt.TextElideMode.ElideRight, int(room))
        painter.setFont(font)
        painter.setPen(theme.text)
        painter.drawText(area, middle | Qt.AlignmentFlag.AlignLeft, elided)

    def _snippet(self, hit: Hit, width: float) -> QTextLayout:
        """Who said it and what, in two lines, with the match emphasised."""
        who = source(hit)
        before = hit.before if len(hit.before) <= _BEFORE else f"…{hit.before[-_BEFORE:]}"
        match = " ".join(hit.match.split())
        font = self._theme.fonts.ui(SIZE_META)
        text = _shortened(who + before + match + hit.after, font, width)
        layout = QtGui.QTextLayout(text, font)
        layout.setTextOption(_wrapping())
        layout.setFormats(
            [
                self._format(0, len(who), bold=False),
                self._format(len(who), len(before + match + hit.after), bold=False),
                self._format(len(who) + len(before), len(match), bold=True),
            ]
        )
        _lay_out(layout, width, _LINES)
        return layout

    def _format(self, start: int, length: int, *, bold: bool) -> QTextLayout.FormatRange:
        theme = self._theme
        form = QtGui.QTextCharFormat()
        form.setForeground(theme.text if bold else theme.secondary if start else theme.hint)
        if bold:
            form.setBackground(theme.selection)
            form.setFontWeight(QFont.Weight.DemiBold)
        result = QtGui.QTextLayout.FormatRange()
        result.start, result.length, result.format = start, length, form
        return result


def said_day(at_ms: int, today: QDate) -> str:
    """In few words: the title needs the room."""
    date = QDateTime.fromMSecsSinceEpoch(at_ms).date()
    return QLocale().toString(date, tr(DAY if date.year() == today.year() else MONTH))


def _shortened(text: str, font: QFont, width: float) -> str:
    """As much of a text as the lines of a row hold, with an ellipsis where it goes on."""
    layout = QtGui.QTextLayout(text, font)
    layout.setTextOption(_wrapping())
    _lay_out(layout, width, _LINES + 1)
    if layout.lineCount() <= _LINES:
        return text
    start = layout.lineAt(_LINES - 1).textStart()
    room = int(width) - _ROOM_FOR_BOLD
    mode = Qt.TextElideMode.ElideRight
    return text[:start] + QFontMetrics(font).elidedText(text[start:], mode, room)


def _lay_out(layout: QTextLayout, width: float, most: int) -> None:
    layout.beginLayout()
    for number in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, number * 17))
    layout.endLayout()


def _wrapping() -> QTextOption:
    option = QtGui.QTextOption()
    option.setWrapMode(QtGui.QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    return option
