"""Name and text of one prompt, kept as they are written."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from app.domain.prompts import Prompt
from app.ui.composing import Composing
from app.ui.form import Wrapped
from app.ui.language import tr
from app.ui.theme import SIZE_META, Theme

_SAVE_DELAY_MS = 400


class PromptEditor(QWidget):
    """Shows one prompt at a time. Call `save_now` before it is left.

    Signals:
        changed(Prompt): it has another name or text
        text_changed(): something was typed
    """

    changed = Signal(object)
    text_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._prompt: Prompt | None = None
        self._filling = False
        self.name_edit = QLineEdit()
        self.text_edit = QPlainTextEdit()
        for field in (self.name_edit, self.text_edit):
            Composing(field)
        self.hint = Wrapped(tone="hint")
        self._timer = QTimer(self, singleShot=True, interval=_SAVE_DELAY_MS)
        self._timer.timeout.connect(self._save)
        self.name_edit.textEdited.connect(lambda _: self._timer.start())
        self.text_edit.textChanged.connect(self._on_text_changed)
        self._build()

    def _build(self) -> None:
        self.name_edit.setAccessibleName(tr("Name"))
        self.name_edit.setPlaceholderText(tr("Name"))
        self.text_edit.setObjectName("field")
        self.text_edit.setAccessibleName(tr("Text of the prompt"))
        self.text_edit.setPlaceholderText(tr("What to ask the model"))
        self.text_edit.setTabChangesFocus(True)
        self.hint.setText(_hint())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        for widget in (self.name_edit, self.text_edit, self.hint):
            layout.addWidget(widget)

    def set_theme(self, theme: Theme) -> None:
        self.name_edit.setFont(theme.fonts.ui())
        self.text_edit.setFont(theme.fonts.ui())
        self.hint.setFont(theme.fonts.ui(SIZE_META))

    @property
    def has_text(self) -> bool:
        return bool(self.text_edit.toPlainText().strip())

    def show_prompt(self, prompt: Prompt | None) -> None:
        """None: there is none to be written."""
        self._timer.stop()
        self._prompt = prompt
        self._filling = True
        self.name_edit.setText(prompt.name if prompt else "")
        self.text_edit.setPlainText(prompt.text if prompt else "")
        self._filling = False
        self.setEnabled(prompt is not None)

    def save_now(self) -> None:
        if self._timer.isActive():
            self._save()

    def _on_text_changed(self) -> None:
        if not self._filling:
            self._timer.start()
            self.text_changed.emit()

    def _save(self) -> None:
        """A name may be empty while it is written; it is kept when there is one."""
        self._timer.stop()
        if self._prompt is None:
            return
        name = " ".join(self.name_edit.text().split()) or self._prompt.name
        written = replace(self._prompt, name=name, text=self.text_edit.toPlainText())
        if written != self._prompt:
            self._prompt = written
            self.changed.emit(written)


def _hint() -> str:
    """How a prompt is written; the words that stand for any others in the language of the rest."""
    name, usual = tr("name"), tr("usual value")
    return tr(
        "{open} is filled in when the prompt is used; {begun} has something to begin with. "
        "{selection} is what is selected in the conversation, {clipboard} what was copied, "
        "{date} the date of today.",
        open=f"{{{{{name}}}}}",
        begun=f"{{{{{name}|{usual}}}}}",
        selection="{{selection}}",
        clipboard="{{clipboard}}",
        date="{{date}}",
    )
