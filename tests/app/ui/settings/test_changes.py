"""What was changed in the settings is kept to be undone, but not without end."""

from __future__ import annotations

from pathlib import Path

from app.domain.preferences import PreferencesFile
from app.ui.settings.changes import MOST_KEPT, Changes


def test_the_newest_changes_are_kept(tmp_path: Path) -> None:
    preferences = PreferencesFile(tmp_path / "preferences.json")
    changes = Changes(preferences)
    for number in range(MOST_KEPT + 20):
        changes.make("Language", language=("en", "zh_CN")[number % 2 == 0])

    for _ in range(MOST_KEPT):
        assert changes.newest is not None
        changes.undo()
    assert changes.newest is None
