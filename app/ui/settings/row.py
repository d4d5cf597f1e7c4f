"""One line of the settings: a title, a sentence about it, and a control at the right or below."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.pinyin import initials
from app.domain.preferences import Preferences
from app.domain.setting import Declared
from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.language import number, said, tr
from app.ui.reset_dot import ResetDot
from app.ui.settings.buttons import RowButton
from app.ui.settings.controls import ModelChoice, NameList, new_control
from app.ui.theme import SIZE_META, Theme


class Row(QFrame):
    """`words` is what a search looks through.

    Signals:
        changed(str, object): the person wants this value for the setting of this name
    """

    changed = Signal(str, object)

    def __init__(self, title: str, help: str = "", *, beside: tuple[QWidget, ...] = ()) -> None:
        super().__init__()
        self.setObjectName("settingRow")
        self.title = title
        self.help = help
        self._mark = ""
        self._found: tuple[str, ...] = ()
        self.name_label = QLabel(title)
        self.help_label = Wrapped(help, tone="hint")
        if not help:  # showing it, before it has its place, would open a window of its own
            self.help_label.hide()
        self.head = QHBoxLayout()
        self._column = QVBoxLayout()
        self._build(beside)

    def _build(self, beside: tuple[QWidget, ...]) -> None:
        self.head.setSpacing(4)
        self.head.addWidget(self.name_label)
        self.head.addStretch(1)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addLayout(self.head)
        texts.addWidget(self.help_label)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addLayout(texts, 1)
        for widget in beside:
            line.addWidget(widget)
            if isinstance(widget, RowButton):
                widget.belong_to(self.title)
            else:
                self.name_label.setBuddy(widget)  # what names a box with choices
        self._column.addLayout(line)
        self._column.setContentsMargins(0, 10, 0, 10)
        self._column.setSpacing(6)
        self.setLayout(self._column)

    def add_below(self, widget: QWidget) -> None:
        self._column.addWidget(widget)

    def set_theme(self, theme: Theme, _icons: Icons) -> None:
        self.name_label.setFont(theme.fonts.ui(13, QFont.Weight.Medium))
        self.help_label.setFont(theme.fonts.ui(SIZE_META))
        self._mark = f"background-color: {theme.selection.name()}"
        self._show_texts()

    def set_last(self, last: bool) -> None:
        """The last row shown has no line below it."""
        if last != bool(self.property("last")):
            self.setProperty("last", last)
            self.style().polish(self)

    @property
    def words(self) -> str:
        return f"{self.title} {self.help}"

    def refresh(self) -> None:
        """Look anew at what is shown; most rows show what never changes."""

    def show_help(self, text: str, *, tone: str = "hint") -> None:
        """Another sentence under the title, perhaps an error."""
        if self.help_label.property("tone") != tone:
            self.help_label.setProperty("tone", tone)
            self.help_label.style().polish(self.help_label)
        if text != self.help:
            self.help = text
            self.help_label.setVisible(bool(text))
            self._show_texts()

    def finds(self, typed: tuple[str, ...]) -> bool:
        """Whether all these words, in lower case, are in this row; if so they are marked."""
        words = f"{self.words.lower()} {initials(self.title)}"
        found = all(word in words for word in typed)
        self._found = typed if found else ()
        self._show_texts()
        return found

    def _show_texts(self) -> None:
        for label, text in ((self.name_label, self.title), (self.help_label, self.help)):
            marked = bool(self._found)
            label.setTextFormat(Qt.TextFormat.RichText if marked else Qt.TextFormat.PlainText)
            label.setText(_marked(text, self._found, self._mark) if marked else _breakable(text))


class SettingRow(Row):
    """The row of a declared setting."""

    def __init__(self, one: Declared, theme: Theme) -> None:
        self.one = one
        self.control = new_control(one, theme)
        title, sentences = said(one.setting.title), said(one.setting.sentences)
        self.dot = ResetDot(title.lower(), _text(one))
        self._below = isinstance(self.control, NameList)
        super().__init__(title, sentences, beside=() if self._below else (self.control,))
        self.head.insertWidget(1, self.dot)
        if self._below:
            self.add_below(self.control)
        self.control.setAccessibleName(title)
        self.control.setAccessibleDescription(sentences)
        self.control.chosen.connect(lambda value: self.changed.emit(one.name, value))
        self.dot.clicked.connect(self._reset)

    @property
    def words(self) -> str:
        """In both languages, for guides and forums may name it in the other one. Without the
        sentence about loading, which says nothing of what the setting is."""
        setting = self.one.setting
        texts = [setting.title, setting.help, *setting.names.values()]
        return " ".join([*texts, *(said(text) for text in texts)])

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        super().set_theme(theme, icons)
        self.control.set_theme(theme, icons)
        self.dot.set_color(theme.accent)

    def show_from(self, preferences: Preferences) -> None:
        """Show what holds now."""
        value = getattr(preferences, self.one.name)
        if isinstance(self.control, ModelChoice):
            self.control.offer(preferences.recent_models)
        self.control.show_value(value)
        self.dot.setVisible(not self.one.setting.noted and value != self.one.default)

    def _reset(self) -> None:
        self.control.setFocus()
        self.changed.emit(self.one.name, self.one.default)


def _text(one: Declared) -> str:
    """The default in words."""
    default: Any = one.default
    if default in one.setting.names:
        return said(one.setting.names[default]).lower()
    if isinstance(default, bool):
        return tr("on") if default else tr("off")
    if isinstance(default, int | float):
        digits = len(f"{default}".partition(".")[2])
        return f"{number(default, digits)} {said(one.setting.unit)}".strip()
    return str(default) if default else tr("none")


def _marked(text: str, found: tuple[str, ...], style: str) -> str:
    """As HTML, with the words found on a ground of their own."""
    pattern = "|".join(re.escape(word) for word in sorted(found, key=len, reverse=True))
    pieces = re.split(f"({pattern})", text, flags=re.IGNORECASE)
    return "".join(
        f'<span style="{style}">{_html(piece)}</span>' if index % 2 else _html(piece)
        for index, piece in enumerate(pieces)
    )


def _html(text: str) -> str:
    return escape(_breakable(text)).replace("\n", "<br>")


def _breakable(text: str) -> str:
    """Paths may go on in the next line after each folder."""
    return re.sub(r"([/\\])", "\\1\N{ZERO WIDTH SPACE}", text)
