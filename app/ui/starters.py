"""Three questions to begin with, after what the model can use now; each fills the composer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.language import mark, tr
from app.ui.theme import SIZE_META, SIZE_UI, Theme

_ICON = 18
_HEIGHT = 92


@dataclass(frozen=True, slots=True)
class Starter:
    """`icon` is Lucide's name; `with_file` asks for a file to go with the question."""

    icon: str
    title: str
    question: str
    with_file: bool = False


TOOLS = Starter(
    "calculator",
    mark("Use the tools"),
    mark("What is 17.5 % of 2480, and which date will it be in 45 days?"),
)
EXPLAIN = Starter(
    "lightbulb",
    mark("Explain"),
    mark("Explain in simple words why the sky is blue."),
)
CODE = Starter(
    "code",
    mark("Write code"),
    mark("Write a Python function that finds duplicates in a list, with an example."),
)
FILE = Starter(
    "file-text",
    mark("Summarise a file"),
    mark("Summarise this file in five points."),
    with_file=True,
)


def starters(*, tools: bool) -> tuple[Starter, ...]:
    return (TOOLS if tools else EXPLAIN), CODE, FILE


class StarterCard(QPushButton):
    """An icon, what it is about, and the question."""

    def __init__(self, starter: Starter) -> None:
        super().__init__()
        self.starter = starter
        self.setProperty("starter", True)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._icon = QLabel()
        self._title = QLabel(tr(starter.title))
        self._question = Wrapped(tr(starter.question), tone="secondary")
        self._question.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 12, 10)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self._question, 1)
        for label in (self._icon, self._title, self._question):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(f"{self._title.text()}: {self._question.text()}")
        self.setToolTip(self._question.text())

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        pixmap = icons.pixmap(
            self.starter.icon,
            theme.accent,
            size=_ICON,
            device_pixel_ratio=self.devicePixelRatioF(),
        )
        self._icon.setPixmap(pixmap)
        self._title.setFont(theme.fonts.ui(SIZE_UI, QFont.Weight.DemiBold))
        self._question.setFont(theme.fonts.ui(SIZE_META))


class Starters(QWidget):
    """A row of cards.

    Signals:
        chosen(str, bool): a question to begin with, and whether a file goes with it
    """

    chosen = Signal(str, bool)

    def __init__(self, theme: Theme, icons: Icons) -> None:
        super().__init__()
        self._theme = theme
        self._icons = icons
        self.cards: list[StarterCard] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(10)
        self.show_for(tools=False)

    def show_for(self, *, tools: bool) -> None:
        """Offer what suits a model with tools, or without."""
        wanted = starters(tools=tools)
        if wanted == tuple(card.starter for card in self.cards):
            return
        for card in self.cards:
            self._row.removeWidget(card)
            card.hide()
            card.deleteLater()
        self.cards = [StarterCard(starter) for starter in wanted]
        for card in self.cards:
            card.clicked.connect(partial(self._choose, card.starter))
            self._row.addWidget(card, 1)
        self.set_theme(self._theme)

    @property
    def questions(self) -> tuple[str, ...]:
        return tuple(tr(one.question) for one in (TOOLS, EXPLAIN, CODE, FILE))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setStyleSheet(starter_style(theme))
        for card in self.cards:
            card.set_theme(theme, self._icons)

    def _choose(self, starter: Starter) -> None:
        self.chosen.emit(tr(starter.question), starter.with_file)


def starter_style(theme: Theme) -> str:
    raised, border, accent = theme.raised.name(), theme.border.name(), theme.accent.name()
    return f"""
QPushButton[starter="true"] {{ background: {raised}; border: 1px solid {border};
  border-radius: 12px; text-align: left; padding: 0; }}
QPushButton[starter="true"]:hover {{ background: {theme.bubble.name()}; }}
QPushButton[starter="true"]:focus {{ border: 2px solid {accent}; }}
"""
