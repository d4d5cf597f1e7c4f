"""Chinese in the dark theme as heavy as it is meant to be, wherever we paint text ourselves."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QLocale
from PySide6.QtGui import QPainter

from app.ui.language import locale
from app.ui.theme import Theme

ALMOST_OPAQUE = 0.99
"""For Chinese in the dark theme on Linux. Its usual faces have PostScript outlines, and opaque text
of these Qt blends with a gamma that makes light on dark a sixth too bold; any other text it does
not, which takes longer."""


def even_weight(painter: QPainter, theme: Theme, text: Callable[[], str]) -> None:
    """For what is painted next, in which there is this text; asked for only where it matters."""
    painter.setOpacity(ALMOST_OPAQUE if _gets_bold(painter, theme, text) else 1)


def _gets_bold(painter: QPainter, theme: Theme, text: Callable[[], str]) -> bool:
    """On dense screens strokes are wide enough for it not to be seen."""
    if not (theme.dark and sys.platform == "linux") or painter.device().devicePixelRatioF() >= 2:
        return False
    return locale().language() == QLocale.Language.Chinese or not text().isascii()
