"""In the composer: how full the context will be with the next message."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from app.next_prompt import ContextUse
from app.ui.inspector.parts_bar import Ring
from app.ui.language import number, said, tr
from app.ui.theme import SIZE_META, Theme

_THOUSAND = 1024
"""Contexts are counted in these."""


class ContextRing(QWidget):
    """A ring with figures beside it; hidden while nobody can say."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._use: ContextUse | None = None
        self._written = True
        self._compact = False
        self.ring = Ring(theme)
        self.draft_label = QLabel()
        self.draft_label.setProperty("tone", "hint")
        self.label = QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.draft_label)
        layout.addSpacing(6)
        layout.addWidget(self.ring)
        layout.addWidget(self.label)
        self.set_theme(theme)
        self.show_use(None)

    def set_theme(self, theme: Theme) -> None:
        self.ring.set_theme(theme)
        self._theme = theme
        for label in (self.label, self.draft_label):
            label.setFont(theme.fonts.ui(SIZE_META))
        self._color()

    def show_use(self, use: ContextUse | None) -> None:
        self._use = use
        self.setVisible(use is not None)
        if use is None:
            return
        self.ring.show_share(use.share)
        self.label.setText(f"{short(use.tokens)} / {short(use.window)}")
        self._show_draft()
        one = use.draft == 1
        draft = tr("1 token") if one else tr("{count} tokens", count=number(use.draft))
        self.draft_label.setText(draft)
        sentence = said(use.sentence)
        self.setToolTip(sentence)
        tokens, window = number(use.tokens), number(use.window)
        spoken = tr("Context: {tokens} of {window} tokens", tokens=tokens, window=window)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(sentence)
        self._color()

    def show_written(self, written: bool) -> None:
        """The tokens of a draft that was sent just now say nothing any more."""
        self._written = written
        self._show_draft()

    @property
    def words(self) -> str:
        """All that there is to say, with or without room for it."""
        draft = self._use.draft if self._use is not None and self._written else 0
        return "" if self._use is None else f"{self.label.text()} {draft}"

    def set_compact(self, compact: bool) -> None:
        """Without the tokens of the draft, which the figures hold too."""
        self._compact = compact
        self._show_draft()

    def _show_draft(self) -> None:
        draft = self._use.draft if self._use is not None else 0
        self.draft_label.setVisible(draft > 0 and self._written and not self._compact)

    def _color(self) -> None:
        """The figures warn with the ring."""
        quiet = self.ring.color == self._theme.accent
        color = self._theme.secondary if quiet else self.ring.color
        self.label.setStyleSheet(f"color: {color.name()};")


def short(tokens: int) -> str:
    """Such as 412, 6.9k or 32k."""
    if tokens < _THOUSAND:
        return str(tokens)
    thousands = tokens / _THOUSAND
    rounded = f"{thousands:.1f}" if thousands < 10 else f"{thousands:.0f}"
    return f"{rounded.removesuffix('.0')}k"
