"""Lines of the log in the colours of their level."""

from __future__ import annotations

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.ui.theme import Theme

_HEAD_LENGTH = 60
"""The level stands within so many characters."""


class LogColors(QSyntaxHighlighter):
    """Colours whole lines; a traceback below an error keeps the colour of text."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._error, self._warning = QTextCharFormat(), QTextCharFormat()
        self._set_colors(theme)

    def set_theme(self, theme: Theme) -> None:
        self._set_colors(theme)
        self.rehighlight()

    def _set_colors(self, theme: Theme) -> None:
        self._error.setForeground(theme.error)
        self._warning.setForeground(theme.warning)

    def highlightBlock(self, text: str) -> None:
        head = text[:_HEAD_LENGTH]
        if " ERROR " in head or " CRITICAL " in head:
            self.setFormat(0, len(text), self._error)
        elif " WARNING " in head:
            self.setFormat(0, len(text), self._warning)
