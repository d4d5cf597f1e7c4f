"""A tool call in one card: what was called, how it went, and its arguments and result inside."""

from __future__ import annotations

import json
import re

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.domain.tool_calls import CallState, state_of
from app.domain.turn import Turn
from app.ui.theme import SIZE_META, SIZE_UI
from app.ui.transcript.folding import HEADER_HEIGHT, PADDING, FoldingRow
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Toggle
from engine.types import ToolCall, ToolResult

MOST_LINES = 12
"""More of a result is not shown."""


class ToolRow(FoldingRow):
    """`title` and `state` are what its header says."""

    _always_a_card = True

    def __init__(self, look: Look, chosen: bool | None) -> None:
        super().__init__(look, look.small, chosen)
        self.title = ""
        self.state = ""
        self._call = ToolCall("", "", "")
        self._result: ToolResult | None = None
        self._color = look.theme.hint

    def show(self, call: ToolCall, result: ToolResult | None, turn: Turn | None) -> None:
        """`turn` is set while the answer is in the making."""
        title, state = title_of(call), state_text(call, result, turn)
        if (call, result, state) != (self._call, self._result, self.state):
            self._call, self._result = call, result
            self.title, self.state = title, state
            self.changed()
        self._color = self._color_of(state_of(call, result, turn))
        if self.open:
            self._fill()

    @property
    def _opens_itself(self) -> bool:
        return False

    def _fill(self) -> None:
        blocks = [_fenced("json", _readable(self._call.arguments))]
        if self._result is not None:
            blocks.append(_fenced("result", _capped(self._result.text)))
        self._flow.show("\n\n".join(blocks), final=True)

    def _color_of(self, state: CallState) -> QColor:
        theme = self._look.theme
        match state:
            case "done":
                return theme.ok
            case "failed":
                return theme.error
            case "denied":
                return theme.warning
            case "running" | "writing" | "needs_approval":
                return theme.accent
        return theme.hint

    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._color)
        painter.drawEllipse(QRectF(PADDING - 4, HEADER_HEIGHT / 2 - 4, 8, 8))
        painter.restore()
        middle = Qt.AlignmentFlag.AlignVCenter
        right = canvas.width - PADDING
        name = "chevron-down" if self.open else "chevron-right"
        icon = self._look.icon(name, theme.secondary, painter, size=16)
        painter.drawPixmap(QPoint(right - 16, HEADER_HEIGHT // 2 - 8), icon)
        font = theme.fonts.ui(SIZE_META)
        width = QFontMetrics(font).horizontalAdvance(self.state)
        painter.setFont(font)
        painter.setPen(theme.secondary)
        painter.drawText(QRect(right - 22 - width, 0, width + 2, HEADER_HEIGHT), middle, self.state)
        font = theme.fonts.ui(SIZE_UI, QFont.Weight.Medium)
        area = QRect(PADDING + 12, 0, right - 34 - width - PADDING - 12, HEADER_HEIGHT)
        painter.setFont(font)
        painter.setPen(theme.text if canvas.hovered == Toggle() else theme.secondary)
        elided = QFontMetrics(font).elidedText(
            self.title, Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, middle, elided)


def title_of(call: ToolCall) -> str:
    """What is called on what: "Calculator · 12.5 + 30"."""
    words = re.sub(r"[_\W]+", " ", call.name).strip() or "Tool"
    name = words[0].upper() + words[1:]
    arguments = _parsed(call.arguments)
    values = list(arguments.values()) if isinstance(arguments, dict) else []
    target = values[0] if values else ""
    if not isinstance(target, str | int | float) or not str(target).strip():
        return name
    return f"{name} · {' '.join(str(target).split())}"


def state_text(call: ToolCall, result: ToolResult | None, turn: Turn | None) -> str:
    match state_of(call, result, turn):
        case "done":
            assert result is not None
            return f"Done · {result.seconds:.1f} s"
        case "failed":
            return "Failed"
        case "denied":
            return "Denied"
        case "cancelled":
            return "Cancelled"
        case "waiting":
            return "Not run"
        case "needs_approval":
            return "Needs your approval"
        case "running":
            return "Running…"
        case "writing":
            return "Writing…"


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _readable(arguments: str) -> str:
    """JSON with indentation; what is none yet or never will be is shown as it is."""
    parsed = _parsed(arguments)
    if parsed is None:
        return arguments
    return json.dumps(parsed, indent=2, ensure_ascii=False)


def _capped(text: str) -> str:
    lines = text.splitlines()
    if len(lines) <= MOST_LINES:
        return text
    more = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], f"… {more} more line{'s' if more > 1 else ''}"])


def _fenced(language: str, text: str) -> str:
    """A code block whose fence is longer than any in the text."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"
