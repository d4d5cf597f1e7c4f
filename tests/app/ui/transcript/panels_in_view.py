"""Answers with calls, reasoning and problems, shown and clicked on."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.domain.conversation import Message, Problem, Status
from app.domain.turn import Phase, Turn
from app.ui.transcript.row import Target
from app.ui.transcript.rows_tool import ToolRow
from app.ui.transcript.view import TranscriptView
from engine.types import Part, ToolCall, ToolResult
from tests.app.ui.transcript.conversations import ROUND, StagedChat

CALL = ToolCall("a", "calculator", '{"expression": "12.5 + 30"}')
RESULT = ToolResult("a", "calculator", "42.5", seconds=0.44)
BROKEN = Problem(
    "tool_call_malformed", "A tool call could not be read: it ends early.", '{"name": "calc', 0
)


def stage(
    view: TranscriptView,
    *parts: Part,
    phase: Phase | None = None,
    awaiting: tuple[str, ...] = (),
    problems: tuple[Problem, ...] = (),
) -> StagedChat:
    """A chat with one answer of these parts, in the making while it has a phase."""
    chat = StagedChat()
    chat.ask("How much?")
    answer = chat.begin()
    status: Status = "running" if phase else "complete"
    rounds = () if phase else (ROUND,)
    message = replace(answer, parts=parts, status=status, problems=problems, rounds=rounds)
    chat.conversation.update(message)
    chat.turn = Turn(1, message, phase=phase, awaiting=awaiting) if phase else None
    view.set_chat(chat)
    view.grab()
    return chat


def become(chat: StagedChat, *parts: Part, phase: Phase, awaiting: tuple[str, ...] = ()) -> None:
    """The running answer as it is next."""
    assert chat.turn is not None
    message = replace(chat.turn.message, parts=parts)
    chat.conversation.update(message)
    chat.turn = replace(chat.turn, message=message, phase=phase, awaiting=awaiting)
    chat.message_changed.emit(message.id)
    chat.turn_changed.emit()


def answer_of(chat: StagedChat) -> Message:
    return chat.branch[-1]


def cards(view: TranscriptView) -> list[ToolRow]:
    return [row for row in view.column.items[-1].stack.rows if isinstance(row, ToolRow)]


def finds(view: TranscriptView, target: Target) -> QPoint | None:
    """The first point of the viewport where a click means this."""
    for y in range(0, view.viewport().height(), 6):
        for x in range(0, view.viewport().width(), 6):
            hit = view.pointer.hit_at(QPoint(x, y))
            if hit and hit.row.target_at(hit.point, view.column.width) == target:
                return QPoint(x, y)
    return None


def press(view: TranscriptView, target: Target) -> None:
    point = finds(view, target)
    assert point is not None, f"{target} is not in sight"
    QTest.mouseMove(view.viewport(), point)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    view.grab()
