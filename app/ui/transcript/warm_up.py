"""Loads fonts and lexers while nobody waits: the first Chinese word or table is no stutter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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
        step = next(self._steps, None)
        if step is None:
            self._timer.stop()
        else:
            step()


def _steps(look: Look) -> Iterator[Callable[[], object]]:
    flow = MarkdownFlow(look, look.prose)
    yield lambda: flow.show(SAMPLE, final=True)
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    for row in flow.rows:
        yield lambda row=row: _paint(row, image)  # type: ignore[misc]
    yield lambda: look.math.render("x", display=False)
    for name in LEXERS:
        yield lambda name=name: look.highlighter.lexer(name)  # type: ignore[misc]


def _paint(row: Row, image: QImage) -> None:
    row.height(WIDTH)
    with QPainter(image) as painter:
        row.paint(painter, Canvas(width=WIDTH, clip=QRect(0, 0, WIDTH, HEIGHT)))
