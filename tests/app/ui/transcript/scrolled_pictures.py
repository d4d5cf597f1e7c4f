"""Scrolls a transcript at random and compares every picture with a fresh one.

`python -m tests.app.ui.transcript.scrolled_pictures SEED` under QT_SCALE_FACTOR: the ratio of the
screen is fixed when the program starts. Prints JSON: the ratio, and the pixels that differ in each
step.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.ui.icons import Icons
from app.ui.theme import light, load_fonts
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import long_conversation

STEPS = 24
LONGEST_STEP = 420


def main(seed: int) -> None:
    application = QApplication(["scrolled_pictures"])
    view = TranscriptView(light(load_fonts()), Icons())
    view.resize(820, 600)
    view.show()
    view.set_chat(long_conversation(20))
    until_exact(view)
    random.seed(seed)
    differing = [step(view, random.randint(-LONGEST_STEP, LONGEST_STEP // 3)) for _ in range(STEPS)]
    sys.stdout.write(json.dumps({"ratio": view.devicePixelRatioF(), "differing": differing}))
    sys.stdout.flush()
    application.shutdown()
    os._exit(0)  # the view's Python objects need not be taken apart


def until_exact(view: TranscriptView) -> None:
    end_s = time.monotonic() + 60
    while not all(item.exact(view.column.width) for item in view.column.items):
        assert time.monotonic() < end_s
        QApplication.processEvents()


def step(view: TranscriptView, pixels: int) -> int:
    """Scroll, as a wheel does, sometimes twice between two paintings."""
    view.scroll_by(pixels)
    if pixels % 3 == 0:
        view.scroll_by(pixels // 2)
    moved = picture(view)
    view.viewport().update()
    return differing(moved, picture(view))


def picture(view: TranscriptView) -> QImage:
    """What is really on screen, not a fresh painting."""
    QApplication.processEvents()
    return view.screen().grabWindow(view.winId()).toImage()


def differing(one: QImage, other: QImage) -> int:
    if one == other:
        return 0
    pixels = ((x, y) for y in range(one.height()) for x in range(one.width()))
    return sum(one.pixel(x, y) != other.pixel(x, y) for x, y in pixels)


if __name__ == "__main__":
    main(int(sys.argv[1]))
