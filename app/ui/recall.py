"""Earlier messages, brought back into the composer one by one."""

from __future__ import annotations

from collections.abc import Sequence


class Recall:
    """Where one stands among them: 0 is the box as it was, which is empty, 1 the newest."""

    def __init__(self) -> None:
        self._place = 0
        self._shown = ""

    def step(self, earlier: Sequence[str], *, shown: str, by: int) -> str | None:
        """The text to show, `by` +1 an older or -1 a newer one; None when there is none, or when
        something else than what was brought back is `shown`.
        """
        if shown != self._shown:
            self._place, self._shown = 0, ""
        place = self._place + by
        if shown != self._shown or not 0 <= place <= len(earlier):
            return None
        self._place = place
        self._shown = earlier[-place] if place else ""
        return self._shown
