"""Going back to a copy, and giving back what is free."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.domain.copies import StoredCopy
from app.ui.language import number
from app.ui.settings.copy_rows import CompactRow, CopiesRow
from app.ui.settings.dialog import SettingsDialog
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession

LEFT = Qt.MouseButton.LeftButton
NOON = datetime(2026, 11, 28, 12)
COPIES = (
    StoredCopy(
        Path("/d/backups/parley-2026-11-28.db"),
        datetime(2026, 11, 28, 10, 14),
        1998,
        99_800,
        "weekly",
    ),
    StoredCopy(
        Path("/d/backups/parley-2026-11-21.db"), datetime(2026, 11, 21, 9, 2), 1, 1, "migration"
    ),
)


@pytest.fixture
def dialog(window: MainWindow) -> SettingsDialog:
    window.open_settings()
    window.settings.show_page("memory")
    return window.settings


def row(dialog: SettingsDialog, kind: type[CompactRow] | type[CopiesRow]) -> CompactRow | CopiesRow:
    return next(row for page in dialog.pages for row in page.rows if isinstance(row, kind))


@pytest.fixture
def copies(dialog: SettingsDialog, session: FakeSession) -> CopiesRow:
    found = row(dialog, CopiesRow)
    assert isinstance(found, CopiesRow)
    session.upkeep.become(*COPIES)
    return found


@pytest.fixture
def compact(dialog: SettingsDialog) -> CompactRow:
    found = row(dialog, CompactRow)
    assert isinstance(found, CompactRow)
    return found


def test_the_page_asks_for_what_it_shows(dialog: SettingsDialog, session: FakeSession) -> None:
    assert dialog.isVisible()
    assert "ask" in session.upkeep.done


def test_without_a_copy_there_is_nothing_to_go_back_to(
    copies: CopiesRow, session: FakeSession
) -> None:
    session.upkeep.become()
    assert copies.help.startswith("There is none yet. One is made every week")
    assert not copies.button.isEnabled()


def test_the_last_copy_is_told_and_the_others_on_demand(copies: CopiesRow) -> None:
    assert copies.help.startswith("The last one is from ")
    assert not copies.lines[0].isVisible()
    QTest.mouseClick(copies.button, LEFT)
    assert [line.label.text().split(" · ")[1:] for line in copies.lines] == [
        ["Weekly copy", f"{number(1998)} conversations", f"{number(99_800)} messages"],
        ["Before an update", "1 conversation", "1 message"],
    ]
    assert copies.lines[0].isVisible()
    assert copies.button.text() == "Hide copies"
    QTest.mouseClick(copies.button, LEFT)
    assert not copies.lines[0].isVisible()


def test_going_back_asks_first(copies: CopiesRow, session: FakeSession) -> None:
    QTest.mouseClick(copies.button, LEFT)
    line = copies.lines[1]
    QTest.mouseClick(line.button, LEFT)
    assert line.sure.isVisible()
    QTest.mouseClick(line.no, LEFT)
    assert not line.sure.isVisible()
    assert session.done == []

    QTest.mouseClick(line.button, LEFT)
    QTest.mouseClick(line.yes, LEFT)
    assert session.done == [("go back", "parley-2026-11-21.db")]
    assert not copies.lines[0].isVisible()


def test_compacting_says_what_it_gains(compact: CompactRow, session: FakeSession) -> None:
    assert not compact.button.isEnabled()
    assert compact.help == "There is nothing to be gained by compacting."
    session.upkeep.become(free_bytes=120_000_000)
    assert compact.help.startswith("Compacting gives 120 MB back to the disk.")
    QTest.mouseClick(compact.button, LEFT)
    assert session.upkeep.done[-1] == "compact"
    session.upkeep.become(free_bytes=120_000_000, is_compacting=True)
    assert not compact.button.isEnabled()
    assert compact.help.startswith("Compacting.")
