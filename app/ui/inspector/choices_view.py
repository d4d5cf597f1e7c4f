"""An answer token by token: how likely each one was, what else could have stood there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from app.domain.conversation import Message
from app.ui.inspector.alternatives import Alternatives
from app.ui.inspector.choice_tokens import Place, cells_of, legend, percent, places_of, tones
from app.ui.inspector.style import inspector_style
from app.ui.inspector.token_canvas import TokenCanvas
from app.ui.language import number, tr
from app.ui.theme import SIZE_META, Theme

_SIZE = (760, 600)
_MINIMUM_SIZE = (560, 420)


class ChoicesView(QDialog):
    """A window of its own beside the main one; Esc closes it.

    Signals:
        fork_wanted(str, int, int, int): id of the message, round, token, and the id to go on with
    """

    fork_wanted = Signal(str, int, int, int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._message_id = ""
        self._places: list[Place] = []
        self.summary = QLabel()
        self.summary.setProperty("tone", "secondary")
        self.legend = QLabel()
        self.canvas = TokenCanvas(theme, self._tip)
        self.alternatives = Alternatives(theme)
        self._build()
        self.canvas.chosen.connect(self._on_chosen)
        self.alternatives.chosen.connect(self._on_alternative)
        self.set_theme(theme)

    def _build(self) -> None:
        self.setWindowTitle(tr("Token probabilities"))
        self.setMinimumSize(*_MINIMUM_SIZE)
        self.resize(*_SIZE)
        layout = QVBoxLayout(self)
        layout.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self.summary)
        layout.addWidget(self.canvas, 1)
        layout.addWidget(self.legend)
        layout.addWidget(self.alternatives)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(inspector_style(theme))
        self.canvas.set_theme(theme)
        self.canvas.set_tones(tones(theme))
        self.alternatives.set_theme(theme)
        for label in (self.summary, self.legend):
            label.setFont(theme.fonts.ui(SIZE_META))
        self.legend.setText(legend(theme))

    def show_message(self, message: Message) -> None:
        """An answer with choices in it."""
        self._message_id = message.id
        self._places = places_of(message)
        self.canvas.show_cells(cells_of(self._places))
        self.alternatives.show_place(None)
        self.summary.setText(_summary(message, self._places))
        self.canvas.setFocus()

    def _tip(self, number: int) -> str:
        choice = self._places[number].choice
        if choice is None:
            return ""
        others = [f"{percent(one.probability)}  {one.text!r}" for one in choice.likeliest]
        taken = tr(
            "{token} · id {id} · {chance}",
            token=repr(choice.taken.text),
            id=choice.taken.id,
            chance=percent(choice.taken.probability),
        )
        return "\n".join([taken, *others])

    def _on_chosen(self, number: int) -> None:
        self.alternatives.show_place(self._places[number])

    def _on_alternative(self, id: int) -> None:
        assert self.canvas.current is not None, "alternatives of a token"
        place = self._places[self.canvas.current]
        self.fork_wanted.emit(self._message_id, place.round, place.token, id)


def _summary(message: Message, places: list[Place]) -> str:
    chances = [place.choice.taken.probability for place in places if place.choice]
    least = sum(1 for chance in chances if chance < 0.1)
    figures = [message.model, tr("{count} tokens", count=number(len(chances)))]
    if chances:
        figures.append(tr("{share} on average", share=percent(sum(chances) / len(chances))))
    figures.append(tr("{count} below 10 %", count=number(least)) if least else "")
    return " · ".join(figure for figure in figures if figure)
