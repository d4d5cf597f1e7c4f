"""What the rows of the transcript are to a screen reader, and what they are called."""

from __future__ import annotations

from PySide6.QtGui import QAccessible

from app.ui.language import tr
from app.ui.transcript.card import CardRow
from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.row import Row
from app.ui.transcript.rows_buttons import ButtonsRow, MoreRow
from app.ui.transcript.rows_code import CodeRow
from app.ui.transcript.rows_foot import FootRow
from app.ui.transcript.rows_image import ImageRow
from app.ui.transcript.rows_math import MathRow
from app.ui.transcript.rows_picture import PictureRow
from app.ui.transcript.rows_prose import ProseRow, RuleRow
from app.ui.transcript.rows_question import EditorRow
from app.ui.transcript.rows_table import TableRow

Role = QAccessible.Role

_ROLES: tuple[tuple[type[Row], QAccessible.Role], ...] = (
    (FoldingRow, Role.Button),
    (CardRow, Role.Grouping),
    (CodeRow, Role.Grouping),
    (TableRow, Role.Table),
    (MathRow, Role.Equation),
    (ImageRow, Role.Graphic),
    (PictureRow, Role.Graphic),
    (FootRow, Role.ToolBar),
    (ButtonsRow, Role.ToolBar),
    (MoreRow, Role.ToolBar),
)
_SILENT = (RuleRow, EditorRow)
"""Lines, and room for widgets that speak for themselves."""


def is_told(row: Row) -> bool:
    return not isinstance(row, _SILENT)


def role_of(row: Row) -> QAccessible.Role:
    if isinstance(row, ProseRow) and row.heading:
        return Role.Heading
    return next((role for kind, role in _ROLES if isinstance(row, kind)), Role.Paragraph)


def name_of(row: Row) -> str:
    """What the row is, or what it says."""
    match row:
        case FootRow():
            return tr("What can be done with the message")
        case ButtonsRow() | MoreRow():
            return tr("Choices")
    return row.described() or row.speech()


def value_of(row: Row) -> str:
    """What stands in a row that has a name of its own."""
    return row.plain_text() if isinstance(row, CodeRow) else ""
