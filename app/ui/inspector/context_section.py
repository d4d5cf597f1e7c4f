"""What the context holds: a bar of the prompt's messages, their kinds, and the largest of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from app.domain.branches import words_of
from app.domain.context_map import (
    DRAFT_KEY,
    KINDS,
    Kind,
    Piece,
    by_message,
    pieces,
    totals,
)
from app.domain.conversation import Conversation
from app.inspection import Inspected
from app.ui.focus_ring import paint_focus_ring
from app.ui.inspector.parts_bar import BarPart, PartsBar, Ring
from app.ui.inspector.section import Section
from app.ui.language import mark, number, said, tr
from app.ui.theme import SIZE_META, Theme
from engine.types import ToolCall

_NAMES: dict[Kind, str] = {
    "system": mark("System"),
    "tools": mark("Tools"),
    "files": mark("Files"),
    "reasoning": mark("Reasoning"),
    "history": mark("History"),
}
_NO_MESSAGES = {
    "system": mark("System prompt"),
    "summary": mark("Summary"),
    DRAFT_KEY: mark("Your draft"),
}
_LARGEST = 4
_TITLE_LENGTH = 60
_NOTHING = mark("What the model sees shows here once it is loaded.")
_ANSWERING = mark("What the model sees shows here when its answer is complete.")


class ContextSection(Section):
    """Signals:
    message_wanted(str): id of a message to be led to
    prompt_wanted(): the prompt is to be seen token by token
    """

    message_wanted = Signal(str)
    prompt_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        self.ring = Ring(theme)
        self.used_label = QLabel()
        self.used_label.setProperty("tone", "secondary")
        super().__init__(tr("Context"), _beside(self.ring, self.used_label))
        self._theme = theme
        self.bar = PartsBar(theme)
        self.kinds = {kind: PartRow(tr(_NAMES[kind])) for kind in KINDS}
        self.free = PartRow(tr("Free"))
        self.largest_label = QLabel(tr("Largest messages"))
        self.largest_label.setProperty("tone", "hint")
        self.largest_label.setContentsMargins(0, 8, 0, 2)
        self.largest = [PartRow("") for _ in range(_LARGEST)]
        self.nothing = QLabel(tr(_NOTHING))
        self.nothing.setProperty("tone", "secondary")
        self.nothing.setWordWrap(True)
        self.prompt_button = QPushButton(tr("Show prompt"))
        self._shown: tuple[Inspected, Conversation, int] | None = None
        self._build()
        self.clear()

    def _build(self) -> None:
        rows = [*self.kinds.values(), self.free, self.largest_label, *self.largest]
        self.body.setSpacing(2)
        for widget in (self.nothing, self.bar, *rows):
            self.body.addWidget(widget)
        self.body.addSpacing(6)
        self.body.addWidget(self.prompt_button)
        self.bar.clicked.connect(self.message_wanted)
        for row in (*self.kinds.values(), *self.largest):
            row.chosen.connect(self.message_wanted)
        self.prompt_button.clicked.connect(self.prompt_wanted)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.set_heading_font(theme)
        self.ring.set_theme(theme)
        self.bar.set_theme(theme)
        for label in (self.used_label, self.largest_label, self.nothing):
            label.setFont(theme.fonts.ui(SIZE_META))
        for row in (*self.kinds.values(), self.free, *self.largest):
            row.set_theme(theme)
        if self._shown is not None:
            self.show_prompt(*self._shown)

    def wait_for_answer(self) -> None:
        """Say so where nothing is shown; an older prompt stays until then."""
        if self._shown is None:
            self.nothing.setText(tr(_ANSWERING))

    def clear(self) -> None:
        """Nobody has looked at the prompt yet."""
        self.show_problem(tr(_NOTHING))

    def show_problem(self, sentence: str) -> None:
        """Say why there is no prompt to show."""
        self._shown = None
        self.nothing.setText(said(sentence))
        self.used_label.setText("")
        self.ring.hide()
        self.nothing.show()
        for widget in (self.bar, self.free, self.largest_label, self.prompt_button):
            widget.hide()
        for row in (*self.kinds.values(), *self.largest):
            row.hide()

    def show_prompt(self, inspected: Inspected, conversation: Conversation, window: int) -> None:
        """`window` is what the context holds, in tokens."""
        self._shown = inspected, conversation, window
        tokens = inspected.prompt.tokens
        found = pieces(tokens, inspected.request)
        free = max(window - len(tokens), 0)
        self.nothing.hide()
        for widget in (self.bar, self.ring, self.prompt_button):
            widget.show()
        used, whole = number(len(tokens)), number(window)
        self.used_label.setText(tr("{used} / {whole}", used=used, whole=whole))
        self.ring.show_share(len(tokens) / window if window else 0)
        self.bar.show_parts([self._bar_part(piece, conversation) for piece in found], window)
        self._show_kinds(found, conversation)
        self.free.show_part(self._theme.border, free, "")
        self._show_largest(found, conversation)

    def _bar_part(self, piece: Piece, conversation: Conversation) -> BarPart:
        title = title_of(piece.message, conversation)
        kind, count = tr(_NAMES[piece.kind]), number(piece.tokens)
        tip = f"{tr('{kind} · {count} tokens', kind=kind, count=count)}\n{title}".strip()
        subject = piece.message if piece.message in conversation.messages else ""
        return BarPart(piece.tokens, color_of(piece.kind, self._theme), tip, subject)

    def _show_kinds(self, found: Sequence[Piece], conversation: Conversation) -> None:
        known = conversation.messages
        for kind, tokens in totals(found).items():
            keys = [p.message for p in found if p.kind == kind and p.message in known]
            color = color_of(kind, self._theme)
            self.kinds[kind].show_part(color, tokens, keys[0] if keys else "")

    def _show_largest(self, found: Sequence[Piece], conversation: Conversation) -> None:
        known = {k: n for k, n in by_message(found).items() if k in conversation.messages}
        order = sorted(known, key=lambda key: known[key], reverse=True) if len(known) > 1 else []
        self.largest_label.setVisible(bool(order))
        for row in self.largest:
            row.hide()
        for row, key in zip(self.largest, order, strict=False):
            row.setText(title_of(key, conversation))
            row.show_part(None, known[key], key)


class PartRow(QPushButton):
    """A dot, a name and so many tokens; leads to a message where there is one.

    Signals:
        chosen(str): the id of the message
    """

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._color: QColor | None = None
        self._theme: Theme | None = None
        self._subject = ""
        self.tokens = 0
        self.setProperty("row", True)
        self.setFixedHeight(22)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.chosen.emit(self._subject))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setFont(theme.fonts.ui(SIZE_META))

    def sizeHint(self) -> QSize:
        return QSize(100, 22)

    def show_part(self, color: QColor | None, tokens: int, subject: str) -> None:
        """Hidden when there are no tokens."""
        self._color, self.tokens, self._subject = color, tokens, subject
        self.setEnabled(bool(subject))
        self.setCursor(Qt.CursorShape.PointingHandCursor if subject else Qt.CursorShape.ArrowCursor)
        self.setAccessibleName(tr("{name}: {count} tokens", name=self.text(), count=number(tokens)))
        self.setVisible(tokens > 0)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._theme is None:
            return
        theme, area = self._theme, self.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isEnabled() and (self.underMouse() or self.hasFocus()):
            painter.setBrush(theme.bubble)
            painter.drawRoundedRect(area, 6, 6)
        if self.hasFocus():
            paint_focus_ring(painter, theme, area, radius=6)
        left = 0
        if self._color is not None:
            painter.setBrush(self._color)
            painter.drawEllipse(QRectF(2, area.center().y() - 3, 8, 8))
            left = 18
        metrics, tokens = self.fontMetrics(), number(self.tokens)
        right = metrics.horizontalAdvance(tokens) + 10
        name = metrics.elidedText(
            self.text(), Qt.TextElideMode.ElideRight, area.width() - left - right
        )
        painter.setPen(theme.secondary)
        vertical = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area.adjusted(left, 0, 0, 0), vertical, name)
        painter.setPen(theme.text)
        painter.drawText(area, vertical | Qt.AlignmentFlag.AlignRight, tokens)


def color_of(kind: Kind, theme: Theme) -> QColor:
    code = theme.code_colors
    return {
        "system": theme.accent,
        "tools": code.builtin,
        "files": code.number,
        "reasoning": code.keyword,
        "history": theme.ok,
    }[kind]


def title_of(key: str, conversation: Conversation) -> str:
    """The first words of a message, or what else stands in a prompt under this key."""
    message = conversation.messages.get(key)
    if message is None:
        return tr(_NO_MESSAGES[key]) if key in _NO_MESSAGES else ""
    if words := words_of(message):
        return words
    names = [part.name for part in message.parts if isinstance(part, ToolCall)]
    names += [attachment.name for attachment in message.attachments]
    return " ".join(names)[:_TITLE_LENGTH]


def _beside(*widgets: QWidget) -> QWidget:
    around = QWidget()
    row = QHBoxLayout(around)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    return around
