"""Loads fonts and lexers while nobody waits: the first Chinese word or table is no stutter."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QRect, QTimer
from PySide6.QtGui import QImage, QPainter

from app.ui.transcript.flow import MarkdownFlow
from app.ui.transcript.look import Look
from app.ui.transcript.row import Canvas, Row

SAMPLE = """A **bold**, *slanted* and ***both*** word with `code`, 中文，日本語 and 😀.

# Heading

| a | b |
|---|--:|
| 中 | 1 |

```python
x = 1  # 中文
```
"""
LEXERS = ("python", "javascript", "typescript", "bash", "json", "html", "css", "c", "cpp", "java")
WIDTH, HEIGHT = 400, 120


class WarmUp(QObject):
    """One small step whenever the event loop has nothing else to do; then it is over."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._steps = _steps(look)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start()

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def _on_timeout(self) -> None:
        for _ in self._steps:
            return
        self._timer.stop()


def _steps(look: Look) -> Iterator[None]:
    """Does a small step whenever it is asked for the next."""
    import app.ui.transcript.grammar  # noqa: F401 # the longest: all of markdown-it

    yield
    flow = MarkdownFlow(look, look.prose)
    flow.show(SAMPLE, final=True)
    yield
    for name in LEXERS:
        yield from look.highlighter.loading(name)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    for row in flow.rows:
        _paint(row, image)
        yield
    look.math.render("x", display=False)


def _paint(row: Row, image: QImage) -> None:
    row.height(WIDTH)
    with QPainter(image) as painter:
        row.paint(painter, Canvas(width=WIDTH, clip=QRect(0, 0, WIDTH, HEIGHT)))
