"""The reasoning panel: open while the model thinks, closed once it answers; the user may decide.

While it streams, its body is a window of at most `BODY_CAP` pixels on the end of the text. Who
scrolls up in it is reading: then it closes only after the mouse has left it.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QPoint, QPointF, QRect
from PySide6.QtGui import QColor, QLinearGradient, QPainter

from app.ui.language import tr
from app.ui.theme import ANIMATION_MS, RADIUS_CARD
from app.ui.transcript.card import PADDING
from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.folding import BODY_GUESS, HEADER_HEIGHT, FoldingRow, RowState
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row, Toggle, Unfold
from app.ui.transcript.wording import token_count

BODY_CAP = BODY_GUESS
FADE = 32

_EASE_OUT = QEasingCurve(QEasingCurve.Type.OutCubic)


class PanelRow(FoldingRow):
    """`closing`: it shrinks, driven by `step`. `held`: it would close, if nobody were reading."""

    def __init__(self, look: Look, state: RowState) -> None:
        super().__init__(look, state)
        self._flow = MarkdownFlow(look, look.muted)
        self._text = ""
        self._thinking = False
        self._seconds = 0.0
        self._tokens: int | None = None
        self._hidden_below = 0
        self.held = False
        self.closing = False
        self._closing_since_s: float | None = None
        self._shrunk = 0.0
        self._unchanged = 0
        self._measured_at = 0

    @property
    def rows(self) -> Sequence[Row]:
        return self._flow.rows if self._shows_body else ()

    def show(self, text: str, *, thinking: bool, seconds: float, tokens: int | None = None) -> None:
        """`tokens` is about how many the model wrote, None when nobody can say."""
        if (text, thinking) != (self._text, self._thinking):
            if self._thinking and not thinking and self._state.open is None:
                self._close_itself()
            grown = thinking == self._thinking and text.startswith(self._text)
            self._text, self._thinking = text, thinking
            if grown:
                super().changed()
            else:
                self.changed()
        title = self.title
        self._seconds, self._tokens = seconds, tokens
        if self.title != title:
            self.changed()
        if self._shows_body:
            self._fill()

    def changed(self) -> None:
        self._unchanged = 0
        super().changed()

    def take_unchanged(self) -> int:
        """All above what was added to an open panel, which is not scrolled inside."""
        unchanged = min(self._unchanged, self._height)
        self._unchanged = self._height
        return unchanged

    def tick(self, seconds: float) -> bool:
        """Let the time of thinking go by; whether the title says something else now."""
        before = self.title
        self._seconds = seconds
        return self.title != before

    def step(self, now_s: float) -> None:
        """Go on shrinking; the first step begins it. `now_s` is monotonic."""
        if self._closing_since_s is None:
            self._closing_since_s = now_s
        passed = min(1.0, (now_s - self._closing_since_s) * 1000 / ANIMATION_MS)
        self._shrunk = _EASE_OUT.valueForProgress(passed)
        if passed >= 1:
            self.finish_closing()
        self.changed()

    def finish_closing(self) -> None:
        """Be closed at once."""
        self.closing, self.held, self._closing_since_s = False, False, None
        self._hidden_below = 0
        self.changed()

    def let_go(self) -> None:
        """The mouse has left a panel that was held open."""
        if self.held:
            self.held = False
            self._begin_closing()

    def toggle(self, target: Toggle | Unfold = Toggle()) -> None:  # noqa: B008
        self.finish_closing()
        super().toggle(target)

    @property
    def thinking(self) -> bool:
        return self._thinking

    @property
    def title(self) -> str:
        if self._thinking:
            return tr("Thinking… {seconds} s", seconds=int(self._seconds))
        pieces = [_thought(self._seconds)]
        if self._tokens:
            pieces.append(token_count(self._tokens))
        return " · ".join(pieces)

    def described(self) -> str:
        return tr("Reasoning, {state}", state=self.title)

    def scroll_inside(self, pixels: int, point: QPoint, width: int) -> bool:
        """Down to the end it follows the text again."""
        if not self._capped or not self._body(width).contains(point):
            return False
        target = max(0, min(self._hidden_below - pixels, self._overflow))
        moved = target != self._hidden_below
        self._hidden_below = target
        return moved

    # ---- open, closed and in between

    @property
    def _opens_itself(self) -> bool:
        return self._thinking or self.held

    @property
    def _shows_body(self) -> bool:
        return self.open or self.closing

    @property
    def _capped(self) -> bool:
        return self._state.open is None

    def _close_itself(self) -> None:
        self.held = self._hidden_below > 0
        if not self.held:
            self._begin_closing()

    def _begin_closing(self) -> None:
        self.closing = True
        self._shrunk = 0.0
        self.changed()

    def _fill(self) -> None:
        if self._shows_body:
            self._inside()

    def _inside(self) -> Sequence[Row]:
        self._flow.show(self._text, final=not self._thinking)
        return self._flow.rows

    # ---- the body

    @property
    def _overflow(self) -> int:
        return max(0, self._stack.height - BODY_CAP)

    @property
    def _fill_color(self) -> QColor:
        return self._look.theme.code

    def _measure(self, width: int) -> int:
        before = self._stack.height
        height = super()._measure(width)
        self._note_unchanged(width)
        if self._hidden_below:
            grown = self._stack.height - before
            self._hidden_below = max(0, min(self._hidden_below + grown, self._overflow))
        if self.closing:
            return round(height - (height - HEADER_HEIGHT) * self._shrunk)
        return height

    def _note_unchanged(self, width: int) -> None:
        stack, first = self._stack, self._first_changed
        same = 0
        if not self._capped and not self.closing and width == self._measured_at:
            top = stack.top(first) if first < len(stack.rows) else stack.height
            same = HEADER_HEIGHT + max(top - 2 * RADIUS_CARD, 0)  # the lower corners were above
        self._unchanged = min(self._unchanged, same)
        self._measured_at = width

    def _body_height(self) -> int:
        return min(self._stack.height, BODY_CAP) if self._capped else self._stack.height

    def _body_top(self, width: int) -> int:
        if not self._capped:
            return super()._body_top(width)
        return HEADER_HEIGHT - self._overflow + self._hidden_below

    def _paint_header(self, painter: QPainter, canvas: Canvas) -> None:
        theme = self._look.theme
        self._paint_dot(painter, theme.accent if self._thinking else theme.hint, 6)
        self._paint_title(painter, canvas, self.title, right=canvas.width - PADDING)

    def _paint_body(self, painter: QPainter, canvas: Canvas) -> None:
        super()._paint_body(painter, canvas)
        body = self._body(canvas.width)
        if self._body_top(canvas.width) < HEADER_HEIGHT:
            self._paint_fade(painter, body, edge=body.top(), inner=body.top() + FADE)
        if self._hidden_below:
            self._paint_fade(painter, body, edge=body.bottom(), inner=body.bottom() - FADE)

    def _paint_fade(self, painter: QPainter, body: QRect, *, edge: int, inner: int) -> None:
        gradient = QLinearGradient(QPointF(0, edge), QPointF(0, inner))
        clear = self._look.theme.code.toRgb()
        clear.setAlpha(0)
        gradient.setColorAt(0, self._look.theme.code)
        gradient.setColorAt(1, clear)
        top = min(edge, inner)
        painter.fillRect(
            QRect(body.left() + RADIUS_CARD, top, body.width() - 2 * RADIUS_CARD, FADE + 1),
            gradient,
        )


def _thought(seconds: float) -> str:
    """How long it took, as far as that is known."""
    if not seconds:
        return tr("Thought")
    minutes, rest = divmod(max(1, round(seconds)), 60)
    if not minutes:
        return tr("Thought for {seconds} s", seconds=rest)
    return tr("Thought for {minutes} min {seconds} s", minutes=minutes, seconds=rest)
