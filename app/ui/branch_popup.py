"""The popup with the map of the branches, the message at hand, and what showing it would cost."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.chat import Chat
from app.domain.branches import branch_map
from app.ui.branch_map import BranchMap
from app.ui.chrome import chrome_style
from app.ui.language import mark, said, tr
from app.ui.placing import free_area
from app.ui.theme import SIZE_META, Theme

WIDTH = 320
MAX_HEIGHT = 420
_NOTHING_READ = mark("In the branch shown now")


class BranchPopup(QFrame):
    """Over one chat, made when it is opened and gone when it is closed.

    Signals:
        message_wanted(str): id of a message of the branch shown now that is to be read
    """

    message_wanted = Signal(str)

    def __init__(self, chat: Chat, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chat = chat
        self.map = BranchMap(branch_map(chat.conversation), theme)
        self.words = QLabel()
        self.cost = QLabel()
        self._scroll = QScrollArea()
        self._build(theme)
        self.map.chosen.connect(self._on_chosen)
        self.map.current_changed.connect(self._on_current)
        chat.forecasted.connect(self._on_forecasted)
        self._show_words()
        self.cost.setText(tr(_NOTHING_READ))

    def _build(self, theme: Theme) -> None:
        self.setObjectName("picker")
        self.setStyleSheet(chrome_style(theme))
        heading = QLabel(tr("Branches"))
        heading.setFont(theme.fonts.section())
        heading.setProperty("tone", "hint")
        self._scroll.setWidget(self.map)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self.map.setAutoFillBackground(False)
        for label in (self.words, self.cost):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setFont(theme.fonts.ui())
        self.cost.setFont(theme.fonts.ui(SIZE_META))
        for label in (self.words, self.cost):  # always two lines, so that the map stays in place
            label.setFixedHeight(2 * label.fontMetrics().lineSpacing() + 2)
        self.cost.setProperty("tone", "hint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 12)
        layout.setSpacing(6)
        for widget in (heading, self._scroll, self.words, self.cost):
            layout.addWidget(widget)
        self.setFixedWidth(WIDTH)
        room = self.map.height() + 2
        self._scroll.setFixedHeight(min(room, MAX_HEIGHT))

    def open_in(self, area: QRect) -> None:
        """Show the map in the middle of a part of the screen."""
        self.adjustSize()
        place = self.rect()
        place.moveCenter(area.center())
        self._show(place)

    def open_at(self, corner: QPoint) -> None:
        """Show the map above a point of the screen, or below where there is no room."""
        self.adjustSize()
        place = QRect(corner - QPoint(0, self.height() + 6), self.size())
        if place.top() < free_area(self).top():
            place.moveTop(corner.y() + 30)
        self._show(place)

    def _show(self, place: QRect) -> None:
        screen = free_area(self)
        place.moveLeft(max(screen.left(), min(place.left(), screen.right() - place.width())))
        self.move(place.topLeft())
        self.show()
        self.map.setFocus(Qt.FocusReason.PopupFocusReason)
        self._bring_into_sight()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _on_current(self, message_id: str) -> None:
        self._show_words()
        self._bring_into_sight()
        dot = self.map.current
        self.cost.setText(tr(_NOTHING_READ) if dot and dot.shown else "")
        if dot is not None and not dot.shown:
            self._chat.forecast("branch", message_id=message_id)

    def _on_forecasted(self, kind: str, sentence: str) -> None:
        dot = self.map.current
        if kind == "branch" and dot is not None and not dot.shown and sentence:
            forecast = said(sentence)
            self.cost.setText(tr("The next answer there {forecast}.", forecast=forecast))

    def _on_chosen(self, message_id: str) -> None:
        dot = self.map.current
        self.close()
        if dot is not None and not dot.shown:
            self._chat.show_branch(message_id)
        self.message_wanted.emit(message_id)

    def _show_words(self) -> None:
        self.words.setText(self.map.current.words if self.map.current else "")

    def _bring_into_sight(self) -> None:
        if self.map.current is not None:
            place = self.map.place(self.map.current)
            self._scroll.ensureVisible(place.x(), place.y(), 30, 30)
