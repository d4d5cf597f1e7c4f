"""The popup under the model's name: switch, open a file, unload, and how loading goes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.session import Session
from app.ui.chrome import ICON_GAP, chrome_style
from app.ui.icons import Icons
from app.ui.language import number, tr
from app.ui.load_progress import LoadProgress
from app.ui.model_row import ROW_HEIGHT, ModelRow
from app.ui.theme import SIZE_META, Theme

_WIDTH = 380
_MAX_ROWS = 8
_EDGE = 16
_LONGEST_SECONDS = 90
"""From here on, it is told in minutes."""
_LEAST_TOLD_TOKENS = 50
"""Less than this is read before anybody could have waited for it."""


class ModelPicker(QWidget):
    """Lies over the whole window while it is open, so that a click beside its card closes it.

    It stays open while a model chosen here loads, and closes when that is ready. (No popup window:
    a model loads for seconds, and a popup would hold the keyboard of the whole system.)

    Signals:
        open_file_requested(): the person wants to pick a file
    """

    open_file_requested = Signal()

    def __init__(self, *, session: Session, theme: Theme, icons: Icons, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._session = session
        self._theme = theme
        self._icons = icons
        self._open = False
        self._focus_before: QWidget | None = None
        self.rows: list[ModelRow] = []
        self.card = QFrame(self)
        self._inside = QVBoxLayout(self.card)
        self._heading = QLabel(tr("Models"))
        self._list = QWidget()
        self._list_layout = QVBoxLayout(self._list)
        self._scroll = QScrollArea()
        self.cost_label = QLabel()
        self.progress = LoadProgress(Qt.AlignmentFlag.AlignLeft)
        self.open_button = _row_button(tr("Open a GGUF file…"))
        self.unload_button = _row_button(tr("Unload"))
        self._build()
        self._connect()
        self.set_theme(theme)
        self.hide()

    def _build(self) -> None:
        self._heading.setProperty("tone", "hint")
        self._heading.setObjectName("pickerHeading")
        self._heading.setIndent(0)
        self.progress.setContentsMargins(10, 6, 10, 6)
        self._list_layout.setContentsMargins(0, 0, 0, 0)
        self._list_layout.setSpacing(0)
        self._scroll.setWidget(self._list)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setAutoFillBackground(False)
        self._scroll.viewport().setAutoFillBackground(False)
        line = QFrame()
        line.setObjectName("line")
        line.setFixedHeight(1)
        self.card.setObjectName("picker")
        self.card.setAccessibleName(tr("Models"))
        self._inside.setContentsMargins(6, 6, 6, 6)
        self._inside.setSpacing(2)
        self.cost_label.setProperty("tone", "hint")
        self.cost_label.setWordWrap(True)
        self.cost_label.setContentsMargins(10, 2, 10, 6)
        parts = (self._heading, self._scroll, self.cost_label, self.progress, line)
        for widget in (*parts, self.open_button, self.unload_button):
            self._inside.addWidget(widget)

    def _connect(self) -> None:
        self.open_button.clicked.connect(self._on_open_file)
        self.unload_button.clicked.connect(self._on_unload)
        self.progress.retry_requested.connect(self._on_retry)
        self._session.model_changed.connect(self._on_model_changed)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(chrome_style(theme))
        self.setFont(theme.fonts.ui())
        self._heading.setFont(theme.fonts.section())
        self.cost_label.setFont(theme.fonts.ui(SIZE_META))
        self.open_button.setIcon(self._icons.icon("folder-open", theme.secondary))
        self.unload_button.setIcon(self._icons.icon("power", theme.secondary))
        self.progress.set_theme(theme)
        self._show_state()

    def open_under(self, anchor: QWidget) -> None:
        """Show the models that exist now; the keyboard starts at the one that answers."""
        self._open = True
        self._focus_before = self.window().focusWidget()
        self._fill()
        self._show_cost()
        self._show_state()
        self.setGeometry(self._over.rect())
        self.card.move(anchor.mapTo(self._over, QPoint(0, anchor.height() + 4)))
        self.show()
        self.raise_()
        chosen = [row for row in self.rows if row.known.path == Path(self._session.model.path)]
        first: list[QPushButton] = [*chosen, *self.rows, self.open_button]
        first[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def close_picker(self) -> None:
        """Hand the keyboard back before hiding: a hidden widget would pass it on by Tab order,
        and Tab goes round inside the picker."""
        self._open = False
        before = self._focus_before
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.hide()

    def _fill(self) -> None:
        for row in self.rows:
            self._list_layout.removeWidget(row)
            row.deleteLater()
        self.rows = [ModelRow(known) for known in self._session.known_models()]
        for row in self.rows:
            self._list_layout.addWidget(row)
            row.chosen.connect(self._on_chosen)
        self._scroll.setFixedHeight(ROW_HEIGHT * min(len(self.rows), _MAX_ROWS))
        self._scroll.setVisible(bool(self.rows))

    def _show_cost(self) -> None:
        """What another model would have to read of the conversation shown, roughly; how long that
        takes at those whose speed is known.
        """
        move = self._session.chat.model_move if self._session.chat is not None else None
        tokens = move.about_tokens if move is not None else 0
        count = number(round(tokens, -1 if tokens < 1000 else -2))
        self.cost_label.setText(
            tr("Another model reads this conversation once, about {count} tokens.", count=count)
        )
        told = tokens >= _LEAST_TOLD_TOKENS
        self.cost_label.setVisible(told and len(self.rows) > 1)
        for row in self.rows:
            other = row.known.path != Path(self._session.model.path)
            seconds = move.seconds_with(row.known.name) if move is not None and other else 0
            if told and seconds:
                row.show_cost(_time(seconds), _time_sentence(count, seconds))
            else:
                row.show_cost("", "")

    def _show_state(self) -> None:
        state = self._session.model
        for row in self.rows:
            row.show_loaded(
                state.phase == "ready" and row.known.path == Path(state.path),
                self._theme,
                self._icons,
            )
        self.progress.show_state(state)
        self.unload_button.setVisible(state.phase in ("ready", "loading"))
        self._fit()

    def _fit(self) -> None:
        """The card is as high as what it shows and as wide as the window allows."""
        self.card.setFixedWidth(min(_WIDTH, self._over.width() - 2 * _EDGE))
        self._inside.activate()
        width, height = self.card.width(), self._inside.sizeHint().height()
        if self._inside.hasHeightForWidth():
            height = self._inside.heightForWidth(width)
        self.card.resize(width, height)

    def event(self, event: QEvent) -> bool:
        """Esc closes the picker before it can stop a turn."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_picker()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.card.geometry().contains(event.position().toPoint()):
            self.close_picker()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab and the arrow keys go round inside the picker."""
        if not self._open:
            return super().focusNextPrevChild(forward)
        buttons = [*self.rows, self.progress.retry_button, self.open_button, self.unload_button]
        shown = [button for button in buttons if button.isVisible()]
        here = self.window().focusWidget()
        position = shown.index(here) if here in shown else -1
        step = 1 if forward else -1
        shown[(position + step) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)
        return True

    def _on_model_changed(self) -> None:
        self._show_state()
        if self._open and self._session.model.phase == "ready":
            self.close_picker()

    def _on_chosen(self, path: Path) -> None:
        state = self._session.model
        if state.phase == "ready" and path == Path(state.path):
            self.close_picker()
        else:
            self._session.load_model(path)

    def _on_retry(self) -> None:
        self._session.load_model(Path(self._session.model.path))

    def _on_open_file(self) -> None:
        self.close_picker()
        self.open_file_requested.emit()

    def _on_unload(self) -> None:
        self.close_picker()
        self._session.unload_model()


def _time(seconds: float) -> str:
    if seconds >= _LONGEST_SECONDS:
        return tr("about {minutes} min", minutes=number(seconds / 60))
    return tr("about {seconds} s", seconds=number(max(seconds, 1)))


def _time_sentence(count: str, seconds: float) -> str:
    time = _time(seconds)
    return tr("It would read about {count} tokens first, {time}.", count=count, time=time)


def _row_button(text: str) -> QPushButton:
    button = QPushButton(f"{ICON_GAP}{text}")
    button.setAccessibleName(text)
    button.setProperty("row", True)
    button.setFixedHeight(ROW_HEIGHT)
    return button
