"""Everything rows share to paint themselves; replaced as a whole when the theme changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QPainter, QPixmap

from app.ui.icons import Icons
from app.ui.theme import SIZE_UI, Theme
from app.ui.transcript.background import Background
from app.ui.transcript.formats import CodeFormats, ProseFormats
from app.ui.transcript.highlight import Highlighter
from app.ui.transcript.images import Images
from app.ui.transcript.math.mathjax import MathJax
from app.ui.transcript.math.renderer import MathRenderer
from app.ui.transcript.recent import Recent
from app.ui.transcript.row import Row

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LIVE_ROWS = 400


@dataclass(frozen=True, slots=True)
class Look:
    """`muted` is prose in the secondary colour (reasoning), `small` that of cards.

    `live` are the rows that hold a document. `zoom` is the factor of the sizes of body and code.
    """

    theme: Theme
    icons: Icons
    prose: ProseFormats
    muted: ProseFormats
    small: ProseFormats
    small_muted: ProseFormats
    code: CodeFormats
    highlighter: Highlighter
    markdown: Callable[[], MarkdownIt]
    math: MathRenderer
    background: Background
    images: Images
    live: Recent[Row]
    zoom: float

    def icon(self, name: str, color: QColor, painter: QPainter, *, size: int) -> QPixmap:
        """The icon as sharp as what `painter` paints on."""
        ratio = painter.device().devicePixelRatioF()
        return self.icons.pixmap(name, color, size=size, device_pixel_ratio=ratio)


def look_of(theme: Theme, icons: Icons, *, zoom: float = 1.0, before: Look | None = None) -> Look:
    """With `before`, what does not depend on theme and zoom goes on: images and lexers stay."""
    code = CodeFormats(theme, zoom=zoom)
    background = before.background if before else Background()
    math = before.math if before else _renderer(theme, background)
    return Look(
        theme=theme,
        icons=icons,
        prose=ProseFormats(theme, theme.text, math=math, zoom=zoom),
        muted=ProseFormats(theme, theme.secondary, math=math, size=14, zoom=zoom),
        small=ProseFormats(theme, theme.text, math=math, size=SIZE_UI),
        small_muted=ProseFormats(theme, theme.secondary, math=math, size=SIZE_UI),
        code=code,
        highlighter=Highlighter(code, before.highlighter.lexers if before else None),
        markdown=cache(_parser),
        math=math,
        background=background,
        images=before.images if before else Images(background),
        live=Recent(LIVE_ROWS),
        zoom=zoom,
    )


def _renderer(theme: Theme, background: Background) -> MathRenderer:
    fallback = MathJax()
    fallback.changed.connect(lambda: background.finished.emit(True))
    return MathRenderer(theme.fonts.ui(), fallback)


def _parser() -> MarkdownIt:
    """Made for the first text that is shown; the window is painted before markdown-it is there."""
    from app.ui.transcript.grammar import parser

    return parser()
