"""What the model saw, or would see for the next message: the prompt token by token."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.domain.context_map import Moment
from app.domain.conversation import Conversation
from app.inspection import Inspected
from app.ui.clear_action import ClearAction
from app.ui.composing import Composing
from app.ui.icons import Icons
from app.ui.inspector.context_section import title_of
from app.ui.inspector.prompt_tokens import (
    READINGS,
    ROLES,
    Finding,
    cells_of,
    ids_text,
    tip_of,
    tones,
)
from app.ui.inspector.style import inspector_style
from app.ui.inspector.token_canvas import TokenCanvas
from app.ui.language import mark, number, said, tr
from app.ui.theme import SIZE_META, Theme

_SIZE = (860, 620)
_MINIMUM_SIZE = (720, 320)
_MOMENTS: dict[Moment, str] = {
    "answered": mark("Last answer"),
    "next": mark("Next message"),
}


class PromptView(QDialog):
    """A window of its own beside the main one; Esc closes it.

    Signals:
        wanted(str): the prompt of this moment is to be shown; call `show_prompt`
    """

    wanted = Signal(str)

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self.moment: Moment = "answered"
        self._inspected: Inspected | None = None
        self._conversation: Conversation | None = None
        self._finding: Finding | None = None
        self._hits: list[range] = []
        self._hit = 0
        self.moments = {moment: _chip(tr(text)) for moment, text in _MOMENTS.items()}
        self.raw_button = _chip(tr("Raw rendering"))
        self.search = QLineEdit()
        self._icons = icons
        self._clear = ClearAction(self.search)
        Composing(self.search)
        self.found_label = QLabel()
        self.summary = QLabel()
        self.legend = QLabel()
        self.copy_text_button = QPushButton(tr("Copy text"))
        self.copy_ids_button = QPushButton(tr("Copy ids"))
        self.canvas = TokenCanvas(theme, self._tip)
        self.raw = QPlainTextEdit()
        self._pages = QStackedWidget()
        self._build()
        self._connect()
        self.set_theme(theme)

    def _build(self) -> None:
        self.setWindowTitle(tr("Prompt"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.resize(*_SIZE)
        self.raw.setObjectName("raw")
        self.raw.setReadOnly(True)
        self.raw.setAccessibleName(tr("Raw rendering"))
        self.search.setPlaceholderText(tr("Find in the prompt"))
        self.search.setAccessibleName(tr("Find in the prompt"))
        group = QButtonGroup(self)
        for button in self.moments.values():
            group.addButton(button)
        self.moments["answered"].setChecked(True)
        for label in (self.found_label, self.summary):
            label.setProperty("tone", "secondary")
        for page in (self.canvas, self.raw):
            self._pages.addWidget(page)
        head = _row(*self.moments.values(), self.raw_button, None, self.found_label, self.search)
        foot = _row(self.legend, None, self.copy_text_button, self.copy_ids_button)
        for copy_button in (self.copy_text_button, self.copy_ids_button):
            copy_button.setAutoDefault(False)
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addLayout(head)
        layout.addWidget(self.summary)
        layout.addWidget(self._pages, 1)
        layout.addLayout(foot)

    def _connect(self) -> None:
        for moment, button in self.moments.items():
            button.clicked.connect(lambda _=False, moment=moment: self._on_moment(moment))
        self.raw_button.toggled.connect(self._on_raw)
        self.search.textChanged.connect(self._on_searched)
        self.search.returnPressed.connect(lambda: self._go(1))
        self.copy_text_button.clicked.connect(self._copy_text)
        self.copy_ids_button.clicked.connect(self._copy_ids)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(inspector_style(theme))
        self.canvas.set_theme(theme)
        self._clear.set_theme(theme, self._icons)
        self.canvas.set_tones(tones(theme))
        self.raw.setFont(theme.fonts.code())
        for label in (self.found_label, self.summary, self.legend):
            label.setFont(theme.fonts.ui(SIZE_META))
        self.legend.setText(_legend(theme))

    # ---- what is shown

    def show_prompt(self, inspected: Inspected, conversation: Conversation) -> None:
        """Of another moment than the one wanted, nothing is shown."""
        if inspected.moment != self.moment:
            return
        before, prompt = self._inspected, inspected.prompt
        stays = before is not None and _subject(before) == _subject(inspected)
        self._inspected, self._conversation = inspected, conversation
        self._finding = None
        self.canvas.show_cells(cells_of(prompt), stays=stays)
        self._show_raw()
        to_read = len(prompt.tokens) - prompt.reused - prompt.restored
        figures = [
            tr("{count} tokens", count=number(len(prompt.tokens))),
            tr("{count} in the cache", count=number(prompt.reused)),
        ]
        if prompt.restored:
            figures.append(tr("{count} on disk", count=number(prompt.restored)))
        figures.append(tr("{count} to read", count=number(to_read)))
        self.summary.setText(" · ".join(figures))
        if stays:
            self._search_again()
        else:
            self._on_searched(self.search.text())

    def show_problem(self, moment: str, sentence: str) -> None:
        """Say why there is no prompt to show."""
        if moment == self.moment:
            self._inspected = None
            self.canvas.show_cells(())
            self.raw.clear()
            self.summary.setText(said(sentence))

    def _tip(self, number: int) -> str:
        if self._inspected is None or self._conversation is None:
            return ""
        token = self._inspected.prompt.tokens[number]
        return tip_of(token, number, title_of(token.message, self._conversation))

    def _on_moment(self, moment: Moment) -> None:
        self.moment = moment
        self.wanted.emit(moment)

    def _on_raw(self, raw: bool) -> None:
        self._pages.setCurrentWidget(self.raw if raw else self.canvas)
        self._show_raw()
        self._on_searched(self.search.text())

    def _show_raw(self) -> None:
        """The text is laid out only when it is looked at."""
        if not self.raw_button.isChecked() or self._inspected is None:
            return
        text, bar = self._inspected.prompt.text, self.raw.verticalScrollBar()
        if text != self.raw.toPlainText():
            top = bar.value()
            self.raw.setPlainText(text)
            bar.setValue(top)

    # ---- search

    def _on_searched(self, text: str) -> None:
        self._hits, self._hit = self._found(text), -1
        self.canvas.mark({number for hit in self._hits for number in hit})
        self.raw.moveCursor(QTextCursor.MoveOperation.Start)
        self._go(1)

    def _search_again(self) -> None:
        """The same words in a newer prompt; what is read stays in sight."""
        self._hits = self._found(self.search.text())
        self._hit = min(self._hit, len(self._hits) - 1)
        self.canvas.mark({number for hit in self._hits for number in hit})
        self._show_found()

    def _found(self, text: str) -> list[range]:
        """The prompt is made ready for searching when somebody searches."""
        if not text or self._inspected is None:
            return []
        if self._finding is None:
            self._finding = Finding(self._inspected.prompt.tokens)
        return self._finding.numbers(text)

    def _go(self, step: int) -> None:
        """To the next place; after the last one comes the first."""
        wanted = self.search.text()
        if self._hits:
            self._hit = (self._hit + step) % len(self._hits)
        self._show_found()
        if not self._hits:
            return
        self.canvas.go_to(self._hits[self._hit].start)
        if not self.raw.find(wanted):
            self.raw.moveCursor(QTextCursor.MoveOperation.Start)
            self.raw.find(wanted)

    def _show_found(self) -> None:
        if self._hits:
            hit, hits = number(self._hit + 1), number(len(self._hits))
            self.found_label.setText(tr("{number} of {total}", number=hit, total=hits))
        else:
            self.found_label.setText(tr("Not found") if self.search.text() else "")

    # ---- copy

    def _copy_text(self) -> None:
        if self._inspected is not None:
            QGuiApplication.clipboard().setText(self._inspected.prompt.text)

    def _copy_ids(self) -> None:
        if self._inspected is not None:
            QGuiApplication.clipboard().setText(ids_text(self._inspected.prompt.tokens))


def _subject(inspected: Inspected) -> tuple[str, Moment]:
    """The conversation and the moment: while they stay the same, so does the reading place."""
    return inspected.conversation, inspected.moment


def _chip(text: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName("chip")
    button.setText(f"{text}\N{EN SPACE}")
    button.setAccessibleName(text)
    button.setCheckable(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _row(*widgets: QWidget | None) -> QHBoxLayout:
    """None is room that stretches."""
    row = QHBoxLayout()
    row.setSpacing(8)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row


def _legend(theme: Theme) -> str:
    shown = tones(theme)
    reading = [_swatch(tr(name), shown[f"user/{name}"].fill, theme.secondary) for name in READINGS]
    roles = [_swatch("", None, shown[f"{role}/reused"].text, tr(role)) for role in ROLES]
    return "&nbsp;&nbsp; ".join(reading + roles)


def _swatch(name: str, fill: QColor | None, color: QColor, role: str = "") -> str:
    background = f"background-color:{fill.name()};" if fill is not None else ""
    return f'<span style="{background}color:{color.name()}">&nbsp;{name or role}&nbsp;</span>'
