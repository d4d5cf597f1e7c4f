"""Above the composer: a call that waits for the user's word while its card is out of sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy

from app.domain.tool_calls import open_calls
from app.ui.chrome import chrome_style
from app.ui.icons import Icons
from app.ui.keyboard_focus import Bar, holds_keyboard
from app.ui.language import tr
from app.ui.theme import COMPOSER_WIDTH, Theme
from app.ui.transcript.source import ChatSource
from app.ui.transcript.tool_wording import title_of

if TYPE_CHECKING:
    from app.ui.transcript.row import Action
    from app.ui.transcript.view import TranscriptView
    from engine.types import ToolCall

LOOK_AGAIN_MS = 80
"""So long after a change the transcript has laid out the card."""
BUTTONS_HEIGHT = 44
"""At the bottom of a card; while they can be seen, the bar is not needed."""
MARGIN = 24
LEAST_LABEL_WIDTH = 60


class ApprovalBar(Bar):
    """Listens to the chat that is shown; never takes the keyboard by itself.

    Signals:
        acted(str, str, str): id of the message, the `Action` and the id of the call
        waiting_changed(): another call waits, or none
    """

    acted = Signal(str, str, str)
    waiting_changed = Signal()

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._transcript: TranscriptView | None = None
        self._icons = icons
        self._chat: ChatSource | None = None
        self.waiting: ToolCall | None = None
        self.label = QLabel()
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self._icon = QLabel()
        self.show_button = QPushButton(tr("Show"))
        self.deny_button = QPushButton(tr("Deny"))
        self.approve_button = QPushButton(tr("Approve"))
        self.approve_button.setProperty("primary", "true")
        self._timer = QTimer(self, singleShot=True, interval=LOOK_AGAIN_MS)
        self._layout = QHBoxLayout(self)
        self._build()
        self._connect()
        self.set_theme(theme)
        self.hide()

    def _build(self) -> None:
        self.setObjectName("notice")
        self.setMaximumWidth(COMPOSER_WIDTH)
        layout = self._layout
        layout.setContentsMargins(12, 6, 6, 6)
        layout.setSpacing(10)
        layout.addWidget(self._icon)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout.addWidget(self.label, 1)
        for button in (self.show_button, self.deny_button, self.approve_button):
            layout.addWidget(button)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._look)
        self.show_button.clicked.connect(self.show_call)
        self.deny_button.clicked.connect(self.deny)
        self.approve_button.clicked.connect(self.approve)

    def follow(self, transcript: TranscriptView) -> None:
        """This has the cards of the calls; it is made later than the bar."""
        from app.ui.transcript.rows_foot import TIPS

        self._transcript = transcript
        bar = transcript.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._on_scrolled)
        self.acted.connect(transcript.acted)
        self.deny_button.setToolTip(tr(TIPS["deny"]))
        self.approve_button.setToolTip(tr(TIPS["approve"]))

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._icon.setPixmap(
            self._icons.pixmap("hand", theme.warning, device_pixel_ratio=self.devicePixelRatioF())
        )

    def set_chat(self, chat: ChatSource) -> None:
        if self._chat is not None:
            self._chat.turn_changed.disconnect(self._on_turn_changed)
        self._chat = chat
        chat.turn_changed.connect(self._on_turn_changed)
        self._on_turn_changed()

    def approve(self) -> None:
        self._act("approve")

    def deny(self) -> None:
        self._act("deny")

    def show_call(self) -> None:
        """Bring the card with its buttons into view, and the keyboard to them."""
        transcript = self._transcript
        if transcript is None:
            return
        if holds_keyboard(self):
            transcript.setFocus(Qt.FocusReason.OtherFocusReason)
        bar, height = transcript.verticalScrollBar(), transcript.viewport().height()
        for _ in range(2):  # heights on the way may have been guessed
            if area := self._card():
                above = min(MARGIN, max(0, height - area.height() - MARGIN))
                bottom = area.bottom() - height + MARGIN
                bar.setValue(bar.value() + (bottom if bottom > 0 else area.top() - above))
        self._look()

    # ---- what waits, and whether it can be seen

    def _on_turn_changed(self) -> None:
        before, self.waiting = self.waiting, self._first_waiting()
        if before != self.waiting:
            if self.waiting is not None:
                self._announce(self.waiting)
            self.waiting_changed.emit()
        self._timer.start()

    def _first_waiting(self) -> ToolCall | None:
        turn = self._chat.turn if self._chat else None
        if turn is None:
            return None
        calls = [call for call in open_calls(turn.message.parts) if call.call_id in turn.awaiting]
        return calls[0] if calls else None

    def _announce(self, call: ToolCall) -> None:
        assert self._transcript is not None, "it shows the call"
        self._transcript.announce(tr("Approval needed: {call}", call=title_of(call)))

    def _on_scrolled(self) -> None:
        if self.waiting is not None:
            self._timer.start()

    def _look(self) -> None:
        if self.waiting is not None:
            self.label.setToolTip(tr("Run {call}?", call=title_of(self.waiting)))
            self._fit_label()
        self.setVisible(self.waiting is not None and not self._is_in_sight())

    def _fit_label(self) -> None:
        """As much of the question as there is room for."""
        self._layout.activate()
        metrics, room = self.label.fontMetrics(), max(self.label.width(), LEAST_LABEL_WIDTH)
        mode = Qt.TextElideMode.ElideRight
        self.label.setText(metrics.elidedText(self.label.toolTip(), mode, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_label()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit_label()

    def _is_in_sight(self) -> bool:
        area = self._card()
        if area is None or self._transcript is None:
            return False
        height = self._transcript.viewport().height()
        return area.bottom() - BUTTONS_HEIGHT >= 0 and area.bottom() <= height

    def _card(self) -> QRect | None:
        """Where the card of the call is in the viewport; None while it has no row."""
        turn = self._chat.turn if self._chat else None
        if self._transcript is None or turn is None or self.waiting is None:
            return None
        column = self._transcript.column
        item = column.find(turn.message.id)
        if item is None:
            return None
        item.build(column.width)
        row = item.row_of_call(self.waiting.call_id)
        if row is None:
            return None
        top = column.top(item) + item.stack.top(item.stack.rows.index(row))
        top -= self._transcript.verticalScrollBar().value()
        return QRect(0, top, column.width, row.guess(column.width))

    def _act(self, action: Action) -> None:
        turn = self._chat.turn if self._chat else None
        if turn is not None and self.waiting is not None:
            self.acted.emit(turn.message.id, action, self.waiting.call_id)
