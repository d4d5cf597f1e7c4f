"""One message in the transcript: its rows while it is near, a height while it is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.domain.conversation import Mark, Message
from app.domain.turn import Turn
from app.ui.theme import COLUMN_WIDTH, GAP_MESSAGE
from app.ui.transcript import wording
from app.ui.transcript.answer_rows import AnswerRows, KeptRows
from app.ui.transcript.flow import RowStack
from app.ui.transcript.look import Look
from app.ui.transcript.panels import PanelRow
from app.ui.transcript.receipts import costs
from app.ui.transcript.row import Action, Row, Toggle, Unfold
from app.ui.transcript.rows_attachments import AttachmentsRow
from app.ui.transcript.rows_foot import FOOT_HEIGHT, Foot, FootRow
from app.ui.transcript.rows_mark import MarkRow
from app.ui.transcript.rows_message import HEAD_HEIGHT, StatusRow
from app.ui.transcript.rows_question import BubbleRow, EditorRow
from app.ui.transcript.rows_receipt import ReceiptRow
from app.ui.transcript.rows_tool import ToolRow
from engine.types import Text

_CHARACTER_HEIGHT = 24 / 95
"""Pixels of height per character of running text in a full column."""
_LINE_BREAK_HEIGHT = 14
_COUNTED = 1000
"""Characters that line breaks are counted in, for an estimate."""
_NO_ROWS = RowStack()
"""Of all messages that are not built; nothing is ever placed in it."""


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
    """`stack` holds the rows in place; it is empty while `built` is False.

    A conversation has thousands that are never built: those hold next to nothing.
    """

    __slots__ = (
        "__weakref__",  # for `Recent`
        "_answer",
        "_editor_below",
        "_editor_height",
        "_exact_at",
        "_height",
        "_look",
        "_reading",
        "_receipt_open",
        "_waiting",
        "_width",
        "built",
        "id",
        "shown",
        "stack",
    )

    def __init__(self, shown: Shown, look: Look) -> None:
        self.id = shown.message.id
        self.shown = shown
        self.stack = _NO_ROWS
        self.built = False
        self._look = look
        self._answer: AnswerRows | None = None
        self._editor_height = 0
        self._editor_below = False
        self._receipt_open = False
        self._width = 0
        self._height = 0
        self._exact_at = 0
        self._reading: Iterator[None] | None = None
        self._waiting = False
        """Whether the height that was kept is that of formulas that were not drawn yet."""

    @property
    def _answer_rows(self) -> AnswerRows:
        if self._answer is None:
            self._answer = AnswerRows()
        return self._answer

    @property
    def _kept(self) -> KeptRows:
        return self._answer_rows.kept

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
            self._reading = None
            return 0
        return self._arrange()

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

    def read_some(self, time_left: Callable[[], bool]) -> bool:
        """Read the text a piece at a time, for `build` to be short; whether all is read."""
        if self._reading is None:
            self._reading = self._answer_rows.read(self.shown.message, self._look)
        return self.built or all(time_left() for _ in self._reading)

    def build(self, width: int) -> None:
        """Make the rows, without laying them out."""
        self._reading = None
        if not self.built or width != self._width:
            self._width = width
            if not self.built:
                self.stack = RowStack()
            self.built = True
            self._exact_at = 0
            self._arrange()
            self.look_again()  # formulas may have been drawn since the text was read

    def measure(self, top: int, bottom: int) -> bool:
        """Make the rows in this strip exact; whether a height changed."""
        changed = self.stack.measure(self.stack.within(top, bottom))
        self._note_exact()
        return changed

    def measure_some(self, time_left: Callable[[], bool]) -> None:
        """Make rows exact from the last upwards until the time is over."""
        self.stack.measure_some(time_left)
        self._note_exact()

    def release(self) -> None:
        """Forget the rows, keep the height."""
        if self.built:
            self._height = self.stack.height
            self._waiting = any(row.waiting for row in self.stack.rows)
            self.built = False
            self._answer_rows.clear()
            self._kept.clear()
            self.stack = _NO_ROWS

    def set_look(self, look: Look) -> None:
        """The rows are made again: with another theme as high as before, not with another zoom."""
        self.release()
        if look.zoom != self._look.zoom:
            self._height = self._exact_at = 0
        self._look = look

    def toggle(self, row: Row, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B008
        """Open or close a panel, a card, a summary, the receipt, or a part in one of them."""
        if isinstance(row, FootRow):
            self._receipt_open = not self._receipt_open
        else:
            row.toggle(target)
        self.rearrange()

    def tick(self, now_s: float, *, dots: bool = True) -> list[int]:
        """Let the time go by; the rows that show it. `now_s` is monotonic.

        Without `dots`, the pulse stands still.
        """
        turn = self.shown.turn
        if turn is None:
            return []
        thought_s = now_s - (turn.reasoning_started_s or now_s)
        panels = (panel for panel in self.panels if panel.thinking)
        moving: set[Row] = {panel for panel in panels if panel.tick(thought_s)}
        moving |= {call for call in self._answer_rows.calls if call.tick(now_s)}
        for row in self.stack.rows[-2:]:  # an editor may stand below
            if isinstance(row, StatusRow) and dots:
                row.tick(now_s)
                moving.add(row)
        return [i for i, row in enumerate(self.stack.rows if moving else ()) if row in moving]

    @property
    def panels(self) -> list[PanelRow]:
        return self._answer_rows.panels if self.built else []

    def row_of_call(self, call_id: str) -> ToolRow | None:
        """The newest call with this id."""
        calls = self._answer_rows.calls if self.built else []
        return next((row for row in reversed(calls) if row.call.call_id == call_id), None)

    def rearrange(self) -> None:
        """Rows may be another height than before, also those inside cards."""
        for row in self.stack.rows:
            row.rearrange()
        self._exact_at = 0
        if self.built:
            self._arrange()

    def look_again(self) -> int | None:
        """Show what was waited for, if it has come; the first row that looks different."""
        if not self.built:
            waiting, self._waiting = self._waiting, False
            self._exact_at = 0 if waiting else self._exact_at
            return 0 if waiting else None
        different = [index for index, row in enumerate(self.stack.rows) if row.look_again()]
        if not different:
            return None
        self._exact_at = 0
        self.stack.place(self.stack.rows, self._width)
        return different[0]

    def _note_exact(self) -> None:
        if self.stack.exact:
            self._exact_at = self._width

    def _arrange(self) -> int:
        """Bring the rows in line with the message; the first that is another or not exact."""
        is_question = self.shown.message.role == "user"
        if self.replaced:
            rows = [] if is_question else [self._answer_rows.head(self.shown.message, self._look)]
        else:
            rows = self._mark() + (self._question() if is_question else self._answered())
        if self._editor_height:
            rows.append(EditorRow(self._editor_height))
        return self.stack.place(rows, self._width)

    @property
    def replaced(self) -> bool:
        """Whether the editor takes the room of the message."""
        return bool(self._editor_height) and not self._editor_below

    def _mark(self) -> list[Row]:
        mark = self.shown.mark
        if mark is None:
            return []
        state = self._kept.state(mark)
        return [self._kept.row(mark, lambda: MarkRow(self._look, mark, state))]

    def _question(self) -> list[Row]:
        text = self.shown.message.text
        foot = Foot(
            ("copy", "edit", "branch", "more"),
            number=self.shown.number,
            count=self.shown.count,
            right=True,
        )
        bubble = [self._kept.row(("bubble", text), lambda: BubbleRow(self._look, text))]
        return [
            *self._files(),
            *(bubble if text else ()),
            self._kept.row(foot, lambda: FootRow(self._look, foot)),
        ]

    def _files(self) -> list[Row]:
        files = self.shown.message.attachments
        row = ("files", self.shown.message.id)
        return [self._kept.row(row, lambda: AttachmentsRow(self._look, files))] if files else []

    def _answered(self) -> list[Row]:
        shown = self.shown
        rows = self._answer_rows.rows(shown.message, shown.turn, self._look)
        return rows if shown.turn is not None else [*rows, self._foot(), *self._receipt()]

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
        return self._kept.row(foot, lambda: FootRow(self._look, foot))

    def _receipt(self) -> list[Row]:
        """The receipt's details, while the user wants them."""
        rounds = costs(self.shown.message) if self._receipt_open else ()
        return [self._kept.row(rounds, lambda: ReceiptRow(self._look, rounds))] if rounds else []

    def _estimate(self, width: int) -> int:
        length, line_breaks = 0, 0.0
        for part in self.shown.message.parts:
            if isinstance(part, Text):
                length += len(part.text)
                line_breaks += _line_breaks(part.text)
        height = length * _CHARACTER_HEIGHT * self._look.zoom**2 * COLUMN_WIDTH / max(width, 1)
        return round(height + line_breaks * _LINE_BREAK_HEIGHT) + HEAD_HEIGHT + FOOT_HEIGHT + 24


def _line_breaks(text: str) -> float:
    """About how many there are: as many everywhere as at the beginning."""
    share = len(text) / _COUNTED if len(text) > _COUNTED else 1.0
    return text.count("\n", 0, _COUNTED) * share
