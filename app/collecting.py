"""Garbage is collected on the main thread only.

Python collects on whichever thread happens to allocate. On the store's or the engine's that would
destroy widgets and documents in reference cycles there, which Qt does not survive.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 250
YOUNG_OBJECTS = 5_000
"""So many new objects are worth a look at them; a look takes about a millisecond."""
YOUNG_LOOKS = 10
"""So many looks at the young before one at those that outlived them, as Python does it."""
OLD_LOOKS = 10


class Collecting(QObject):
    """From when it is made until `stop`."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.collect_if_due)
        self._timer.start()

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()

    def collect_if_due(self) -> None:
        """Look through one generation at most."""
        young, middle, old = gc.get_count()
        if old > OLD_LOOKS:
            gc.collect()
        elif middle > YOUNG_LOOKS:
            gc.collect(1)
        elif young > YOUNG_OBJECTS:
            gc.collect(0)
