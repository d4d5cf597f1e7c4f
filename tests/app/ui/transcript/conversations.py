"""Conversations for the transcript to show, and a chat that plays its part."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app.domain.conversation import Conversation, Message, Status, new_id
from app.domain.turn import Phase, Turn
from engine.types import Part, Reasoning, Receipt, Round, Text

ROUND = Round(
    ids=(1, 2, 3),
    tokenizer="t",
    ending="end_of_turn",
    receipt=Receipt(
        prompt=1204,
        reused=1166,
        restored=0,
        read=38,
        written=412,
        prefill_seconds=0.5,
        decode_seconds=6.1,
    ),
)


class StagedChat(QObject):
    """What `app.chat.Chat` tells a transcript, said by the test."""

    branch_changed = Signal()
    message_added = Signal(str)
    message_changed = Signal(str)
    turn_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.conversation = Conversation(id=new_id(), title="t", created_ms=0, clock="")
        self.turn: Turn | None = None

    @property
    def branch(self) -> list[Message]:
        return self.conversation.branch()

    def ask(self, text: str) -> Message:
        question = Message(new_id(), self.conversation.head, "user", (Text(text),), 0)
        self.conversation.add(question)
        return question

    def answer(
        self,
        text: str = "",
        *,
        reasoning: str = "",
        status: Status = "complete",
        notice: str = "",
        to: Message | None = None,
    ) -> Message:
        """A finished answer to the last question, or another one to `to`."""
        answer = Message(
            new_id(),
            to.id if to else self.conversation.head,
            "assistant",
            _parts(text, reasoning),
            0,
            rounds=(ROUND,) if status == "complete" else (),
            model="Model",
            status=status,
            notice=notice,
        )
        self.conversation.add(answer)
        return answer

    def begin(self) -> Message:
        """An answer that is being written from now on."""
        answer = self.answer(status="running")
        self.turn = Turn(request=1, message=answer)
        self.message_added.emit(answer.id)
        self.turn_changed.emit()
        return answer

    def write(self, text: str, *, reasoning: str = "", phase: Phase = "answering") -> None:
        """What the running answer consists of now."""
        assert self.turn is not None
        message = replace(self.turn.message, parts=_parts(text, reasoning))
        self.turn = replace(self.turn, message=message, phase=phase)
        self.conversation.update(message)
        self.message_changed.emit(message.id)

    def finish(self, status: Status = "complete", notice: str = "") -> None:
        assert self.turn is not None
        message = replace(self.turn.message, status=status, notice=notice, rounds=(ROUND,))
        self.turn = None
        self.conversation.update(message)
        self.message_changed.emit(message.id)
        self.turn_changed.emit()


def _parts(text: str, reasoning: str) -> tuple[Part, ...]:
    parts: list[Part] = []
    if reasoning:
        parts.append(Reasoning(reasoning, seconds=12))
    if text:
        parts.append(Text(text))
    return tuple(parts)


def long_conversation(questions: int) -> StagedChat:
    """Answers of different lengths with code, lists and tables."""
    chat = StagedChat()
    for number in range(questions):
        chat.ask(f"Question {number}? " * (number % 7 + 1))
        chat.answer("\n\n".join(PIECES[: number % len(PIECES) + 1]))
    return chat


PIECES = (
    "A paragraph with **bold** words, `code` and a [link](https://example.org). " * 4,
    "- one\n- two\n  - nested\n- three",
    "```python\n" + "def f(x):\n    return x + 1\n\n" * 5 + "```",
    "| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 | 4 |",
    "## Heading\n\n> quoted\n\n中文段落，**注意：**请看。" * 3,
)
