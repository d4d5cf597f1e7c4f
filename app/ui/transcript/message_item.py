"""One message in the transcript: its rows while it is near, a height while it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from app.domain.conversation import Mark, Message
from app.domain.tool_calls import results_by_call
from app.domain.turn import Turn
from app.ui.theme import COLUMN_WIDTH, GAP_MESSAGE
from app.ui.transcript import wording
from app.ui.transcript.flow import MarkdownFlow, RowStack
from app.ui.transcript.folding import FoldingRow
from app.ui.transcript.look import Look
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.receipts import costs
from app.ui.transcript.row import Action, Row
from app.ui.transcript.rows_foot import FOOT_HEIGHT, Foot, FootRow
from app.ui.transcript.rows_mark import MarkRow
from app.ui.transcript.rows_message import HEAD_HEIGHT, HeadRow, NoticeRow, StatusRow
from app.ui.transcript.rows_question import BubbleRow, EditorRow
from app.ui.transcript.rows_receipt import ReceiptRow
from app.ui.transcript.rows_tool import ToolRow
from engine.types import Reasoning, Text, ToolCall, ToolResult

_CHARACTER_HEIGHT = 24 / 95
"""Pixels of height per character of running text in a full column."""
_LINE_BREAK_HEIGHT = 14


@dataclass(frozen=True, slots=True)
class Shown:
    """All that decides what a message looks like."""

    message: Message
    number: int = 1
    count: int = 1
    turn: Turn | None = None
    """Set while this message is being written."""
    mark: Mark | None = None
    """Set on the first message that the model sees when there are others before it."""


class MessageItem:
    """`stack` holds the rows in place; it is empty while `built` is False."""

    def __init__(self, shown: Shown, look: Look) -> None:
        self.shown = shown
        self.stack = RowStack()
        self.built = False
        self._look = look
        self._parts: dict[int, MarkdownFlow | FoldingRow] = {}
        self._choices: dict[int, bool] = {}
        self._fixed: dict[object, Row] = {}
        self._editor_height = 0
        self._editor_below = False
        self._receipt_open = False
        self._width = 0
        self._height = 0
        self._exact_at = 0

    @property
    def id(self) -> str:
        return self.shown.message.id

    @property
    def gap_below(self) -> int:
        """A question's foot stands in the gap."""
        has_foot_below = self.shown.message.role == "user" and not self._editor_height
        return 4 if has_foot_below else GAP_MESSAGE

    def height(self, width: int) -> int:
        """As far as known."""
        if self.built:
            return self.stack.height
        if not self._height:
            self._height = self._estimate(width)
        return self._height

    def exact(self, width: int) -> bool:
        return self._exact_at == width

    def show(self, shown: Shown) -> int:
        """Take a newer state of the message; the first row that is another or changed."""
        self.shown = shown
        self._exact_at = 0
        if not self.built:
            self._height = 0
            return 0
        before = self.stack.rows
        self._arrange()
        rows = self.stack.rows
        same = (
            old is new and new.exact(self._width) for old, new in zip(before, rows, strict=False)
        )
        return next(
            (i for i, is_same in enumerate(same) if not is_same), min(len(before), len(rows))
        )

    def set_editor_height(self, height: int, *, below: bool = False) -> None:
        """Keep room for the editor, in place of the message or `below` it; 0 ends that."""
        self._editor_height = height
        self._editor_below = below
        self.show(self.shown)

    @property
    def editor_row(self) -> int | None:
        """Which row keeps the room for the editor; None while the rows are not built."""
        rows = self.stack.rows
        return next((i for i, row in enumerate(rows) if isinstance(row, EditorRow)), None)

    def build(self, width: int) -> None:
        """Make the rows, without laying them out."""
        if not self.built or width != self._width:
            self._width = width
            self.built = True
            self._exact_at = 0
            self._arrange()

    def measure(self, top: int, bottom: int) -> bool:
        """Make the rows in this strip exact; whether a height changed."""
        changed = self.stack.measure(self.stack.within(top, bottom))
        self._note_exact()
        return changed

    def measure_some(self, time_left: Callable[[], bool]) -> None:
        """Make rows exact from the last upwards until the time is over."""
        for index in reversed(range(len(self.stack.rows))):
            if not time_left():
                break
            self.stack.rows[index].height(self._width)
        self.stack.place(self.stack.rows, self._width)
        self._note_exact()

    def release(self) -> None:
        """Forget the rows, keep the height."""
        if self.built:
            self._height = self.stack.height
            self.built = False
            self._parts.clear()
            self._fixed.clear()
            self.stack = RowStack()

    def set_look(self, look: Look) -> None:
        """The rows are made again: with another theme as high as before, not with another zoom."""
        self.release()
        if look.zoom != self._look.zoom:
            self._height = self._exact_at = 0
        self._look = look

    def rearrange(self) -> None:
        """Rows may be another height than before, also those inside panels."""
        for row in self.stack.rows:
            if isinstance(row, FoldingRow):
                row.changed()
        self._exact_at = 0
        if self.built:
            self._arrange()

    def toggle(self, row: Row) -> None:
        """Open or close a panel or a tool card for good, or a summary while it is on screen."""
        if isinstance(row, FootRow):
            self._receipt_open = not self._receipt_open
            self._exact_at = 0
            self._arrange()
        if isinstance(row, MarkRow):
            row.toggle()
            self._exact_at = 0
            self._arrange()
        for index, part in self._parts.items():
            if part is row:
                assert isinstance(part, FoldingRow)
                self._choices[index] = part.toggle()
                self._exact_at = 0
                self._arrange()

    def tick(self, now_s: float) -> list[int]:
        """Let the time go by; the rows that show it. `now_s` is monotonic."""
        turn = self.shown.turn
        moving = []
        for index, row in enumerate(self.stack.rows if turn else ()):
            if isinstance(row, StatusRow):
                row.tick(now_s)
                moving.append(index)
            elif isinstance(row, PanelRow) and row.thinking:
                assert turn is not None
                row.tick(now_s - (turn.reasoning_started_s or now_s))
                moving.append(index)
        return moving

    def _note_exact(self) -> None:
        if self.stack.exact:
            self._exact_at = self._width

    def _arrange(self) -> None:
        is_question = self.shown.message.role == "user"
        if self._replaced:
            rows = [] if is_question else [self._head()]
        else:
            rows = self._mark() + (self._question() if is_question else self._answer())
        if self._editor_height:
            rows.append(EditorRow(self._editor_height))
        self.stack.place(rows, self._width)

    @property
    def _replaced(self) -> bool:
        """Whether the editor takes the room of the message."""
        return bool(self._editor_height) and not self._editor_below

    def _mark(self) -> list[Row]:
        mark = self.shown.mark
        if mark is None:
            return []
        return [self._kept(mark, lambda: MarkRow(self._look, mark))]

    def _question(self) -> list[Row]:
        text = self.shown.message.text
        foot = Foot(
            ("copy", "edit", "branch", "more"),
            number=self.shown.number,
            count=self.shown.count,
            right=True,
        )
        return [
            self._kept(("bubble", text), lambda: BubbleRow(self._look, text)),
            self._kept(foot, lambda: FootRow(self._look, foot)),
        ]

    def _answer(self) -> list[Row]:
        rows = [self._head()]
        results = results_by_call(self.shown.message.parts)
        for index, part in enumerate(self.shown.message.parts):
            if isinstance(part, ToolCall):
                rows.append(self._tool(index, part, results.get(index)))
            elif not isinstance(part, ToolResult):
                rows.extend(self._rows_of(index, part))
        if self.shown.turn is not None:
            return rows + self._status(self.shown.turn)
        return rows + self._notice() + [self._foot()] + self._receipt()

    def _head(self) -> Row:
        message = self.shown.message
        name = message.model or "Answer"
        time = wording.time_of(message.created_ms, datetime.now())
        return self._kept(("head", name, time), lambda: HeadRow(self._look, name=name, time=time))

    def _rows_of(self, index: int, part: Text | Reasoning) -> list[Row]:
        last = index == len(self.shown.message.parts) - 1
        running = self.shown.turn is not None and last
        if isinstance(part, Reasoning):
            return [self._panel(index, part, running)]
        flow = self._parts.get(index)
        if not isinstance(flow, MarkdownFlow):
            flow = self._parts[index] = MarkdownFlow(self._look, self._look.prose)
        flow.show(part.text, final=not running)
        return flow.rows

    def _panel(self, index: int, part: Reasoning, running: bool) -> PanelRow:
        panel = self._parts.get(index)
        if not isinstance(panel, PanelRow):
            panel = PanelRow(self._look, self._choices.get(index))
            self._parts[index] = panel
        thinking = running and self.shown.turn is not None and self.shown.turn.phase == "reasoning"
        panel.show(part.text, thinking=thinking, seconds=part.seconds)
        return panel

    def _tool(self, index: int, call: ToolCall, result: ToolResult | None) -> ToolRow:
        row = self._parts.get(index)
        if not isinstance(row, ToolRow):
            row = ToolRow(self._look, self._choices.get(index))
            self._parts[index] = row
        row.show(call, result, self.shown.turn)
        return row

    def _status(self, turn: Turn) -> list[Row]:
        progress = wording.progress(turn)
        if progress is None:
            return []
        row = self._kept("status", lambda: StatusRow(self._look))
        assert isinstance(row, StatusRow)
        row.show(progress)
        row.changed()
        return [row]

    def _notice(self) -> list[Row]:
        message = self.shown.message
        if message.status not in ("interrupted", "failed") and not message.notice:
            return []
        failed = message.status == "failed"
        actions: tuple[Action, ...] = ("continue", "retry") if message.can_continue else ("retry",)
        sentence = message.notice or "This answer was interrupted."
        return [
            self._kept(
                ("notice", sentence, actions),
                lambda: NoticeRow(self._look, sentence=sentence, failed=failed, actions=actions),
            )
        ]

    def _foot(self) -> Row:
        message = self.shown.message
        can_continue = message.can_continue and message.status == "complete" and not message.notice
        continues: tuple[Action, ...] = ("continue",) if can_continue else ()
        recorded = any(round.choices for round in message.rounds)
        probabilities: tuple[Action, ...] = ("probabilities",) if recorded else ()
        foot = Foot(
            ("copy", "retry", *continues, "edit", "branch", *probabilities, "more"),
            number=self.shown.number,
            count=self.shown.count,
            receipt=wording.receipt(message),
            tip=wording.cause(message),
            opens=bool(costs(message)),
            open=self._receipt_open,
        )
        return self._kept(foot, lambda: FootRow(self._look, foot))

    def _receipt(self) -> list[Row]:
        """The receipt's details, while the user wants them."""
        rounds = costs(self.shown.message) if self._receipt_open else ()
        return [self._kept(rounds, lambda: ReceiptRow(self._look, rounds))] if rounds else []

    def _kept(self, key: object, make: Callable[[], Row]) -> Row:
        """The row made for this key before, so that it counts as unchanged."""
        if key not in self._fixed:
            self._fixed[key] = make()
        return self._fixed[key]

    def _estimate(self, width: int) -> int:
        text = self.shown.message.text
        zoomed_height = _CHARACTER_HEIGHT * self._look.zoom**2
        lines = len(text) * zoomed_height * COLUMN_WIDTH / max(width, 1)
        return round(lines + text.count("\n") * _LINE_BREAK_HEIGHT) + HEAD_HEIGHT + FOOT_HEIGHT + 24
