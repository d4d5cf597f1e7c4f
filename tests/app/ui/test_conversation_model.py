"""Conversations stand under the day they were last used."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.domain.folders import Folder
from app.ui.conversation_model import ConversationModel, Role
from app.ui.conversation_rows import Days, EmptyFolder, FolderRow, Heading, grouped

TODAY = date(2026, 11, 30)


def summary(number: int, days_ago: int) -> Summary:
    noon = datetime(TODAY.year, TODAY.month, TODAY.day, 12) - timedelta(days=days_ago)
    return Summary(f"c{number}", f"Title {number}", 0, round(noon.timestamp() * 1000))


@pytest.mark.parametrize(
    ("days_ago", "heading"),
    [
        (-1, "Today"),
        (0, "Today"),
        (1, "Yesterday"),
        (2, "Last week"),
        (7, "Last week"),
        (8, "Older"),
    ],
)
def test_a_conversation_stands_under_its_day(days_ago: int, heading: str) -> None:
    assert Days(TODAY).heading(summary(0, days_ago).updated_ms) == heading


def test_days_end_at_local_midnight() -> None:
    late = datetime(2026, 11, 29, 23, 59).timestamp() * 1000
    early = datetime(2026, 11, 30, 0, 1).timestamp() * 1000

    assert Days(TODAY).heading(round(late)) == "Yesterday"
    assert Days(TODAY).heading(round(early)) == "Today"


def test_each_group_has_one_heading_and_empty_groups_have_none() -> None:
    summaries = [summary(0, 0), summary(1, 0), summary(2, 30)]

    assert grouped(summaries, TODAY) == [
        Heading("Today"),
        summaries[0],
        summaries[1],
        Heading("Older"),
        summaries[2],
    ]


def test_headings_cannot_be_chosen() -> None:
    model = ConversationModel(lambda _id: False)
    model.show([summary(0, 0)], TODAY)

    assert model.flags(model.index(0)) == Qt.ItemFlag.NoItemFlags
    assert model.conversation_id(model.index(0)) is None
    assert model.conversation_id(model.index(1)) == "c0"


def test_a_new_title_keeps_the_rows(qtbot: QtBot) -> None:
    """A rename must not throw away selection and scroll position."""
    model = ConversationModel(lambda _id: False)
    model.show([summary(0, 0), summary(1, 0)], TODAY)
    renamed = Summary("c1", "Another title", 0, summary(1, 0).updated_ms)

    with qtbot.assertNotEmitted(model.modelReset), qtbot.waitSignal(model.dataChanged):
        model.show([summary(0, 0), renamed], TODAY)

    assert model.index(2).data() == "Another title"


def test_an_answering_conversation_says_so() -> None:
    model = ConversationModel(lambda conversation_id: conversation_id == "c1")
    model.show([summary(0, 0), summary(1, 0)], TODAY)

    assert model.index(1).data(Role.IS_GENERATING) is False
    assert model.index(2).data(Role.IS_GENERATING) is True
    assert model.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == "Title 1, answering, Today"


def test_the_open_conversation_is_marked() -> None:
    model = ConversationModel(lambda _id: False)
    model.show([summary(0, 0), summary(1, 0)], TODAY)
    model.set_open("c1")

    assert [model.index(row).data(Role.IS_OPEN) for row in (1, 2)] == [False, True]


def test_an_edited_title_is_announced_with_single_spaces(qtbot: QtBot) -> None:
    model = ConversationModel(lambda _id: False)
    model.show([summary(0, 0)], TODAY)

    with qtbot.waitSignal(model.renamed) as renamed:
        model.setData(model.index(1), "  Two \n words ")

    assert renamed.args == ["c0", "Two words"]


def test_an_empty_title_is_refused(qtbot: QtBot) -> None:
    model = ConversationModel(lambda _id: False)
    model.show([summary(0, 0)], TODAY)

    with qtbot.assertNotEmitted(model.renamed):
        assert model.setData(model.index(1), "  ") is False


def test_temporary_and_pinned_ones_come_first_whatever_their_day() -> None:
    old = Summary("p", "Pinned", 0, summary(0, 30).updated_ms, pinned=True)
    passing = Summary("t", "Passing", 0, 0, temporary=True)

    assert grouped([summary(0, 0), old, passing], TODAY) == [
        Heading("Not stored"),
        passing,
        Heading("Pinned"),
        old,
        Heading("Today"),
        summary(0, 0),
    ]


def shown(model: ConversationModel) -> list[str]:
    return [str(model.index(place).data()) for place in range(model.rowCount())]


def test_folders_stand_above_the_days_and_hold_theirs() -> None:
    inside = replace(summary(1, 0), folder="Work")
    pinned = replace(summary(2, 9), folder="Work", pinned=True)
    elsewhere = replace(summary(3, 0), folder="of another start")
    folders = [Folder("Empty"), Folder("Folded", folded=True), Folder("Work")]
    hidden = replace(summary(4, 0), folder="Folded")

    assert grouped([summary(0, 0), inside, pinned, elsewhere, hidden], TODAY, folders) == [
        Heading("Folders"),
        FolderRow("Empty", False, ()),
        EmptyFolder("Empty"),
        FolderRow("Folded", True, ("c4",)),
        FolderRow("Work", False, ("c2", "c1")),
        pinned,
        inside,
        Heading("Today"),
        summary(0, 0),
        elsewhere,
    ]


def test_a_row_says_its_states_its_tags_and_where_it_stands() -> None:
    model = ConversationModel(lambda id: id == "c1")
    one = replace(summary(1, 0), folder="Work", pinned=True, tags=("sea", "港口"))
    model.show([one, summary(0, 1)], TODAY, [Folder("Work")])
    spoken = [
        model.index(place).data(Qt.ItemDataRole.AccessibleTextRole)
        for place in range(model.rowCount())
    ]

    assert spoken == [
        "Folders",
        "Folder Work, 1 conversation, open, answering",
        "Title 1, answering, pinned, tags: sea, 港口, in folder Work",
        "Yesterday",
        "Title 0, Yesterday",
    ]


def test_a_folded_folder_stands_for_what_is_in_it() -> None:
    model = ConversationModel(lambda id: id == "c1")
    inside = [replace(summary(number, 0), folder="Work") for number in (1, 2)]
    model.show(inside, TODAY, [Folder("Work", folded=True)])
    model.set_open("c2")
    folder = model.index_of_folder("Work")

    assert (folder.data(Role.IS_OPEN), folder.data(Role.IS_GENERATING)) == (True, True)
    spoken = folder.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Folder Work, 2 conversations, folded, answering"
    assert not model.index_of("c2").isValid()


def test_a_name_typed_for_a_folder_is_announced(qtbot: QtBot) -> None:
    model = ConversationModel(lambda _id: False)
    model.show([], TODAY, [Folder("Work")])

    with qtbot.waitSignal(model.folder_renamed) as renamed:
        model.setData(model.index_of_folder("Work"), " 港口  work ")
    assert renamed.args == ["Work", "港口 work"]


ROWS = st.lists(
    st.tuples(
        st.integers(0, 9),
        st.integers(0, 9),
        st.booleans(),
        st.sampled_from(["", "Work", "Play"]),
        st.sampled_from(["", "!"]),
    ),
    unique_by=lambda row: row[0],
    max_size=10,
)
FOLDERS = st.lists(
    st.builds(Folder, st.sampled_from(["Play", "Work"]), st.booleans()),
    unique_by=lambda folder: folder.name,
)


@settings(deadline=None)
@given(st.lists(st.tuples(ROWS, FOLDERS), min_size=2, max_size=4))
def test_any_change_keeps_what_stays(lists: list[tuple[list[Any], list[Folder]]]) -> None:
    """Rows are told to a view step by step, and an index goes with its row."""
    model = ConversationModel(lambda _id: False)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    resets: list[None] = []
    model.modelReset.connect(lambda: resets.append(None))
    for rows, folders in lists:
        held = {
            id: QPersistentModelIndex(index)
            for number in range(10)
            if (index := model.index_of(id := f"c{number}")).isValid()
        }
        summaries = [
            replace(summary(number, days), pinned=pinned, folder=folder, title=f"T{number}{mark}")
            for number, days, pinned, folder, mark in rows
        ]
        model.show(summaries, TODAY, folders)

        fresh = ConversationModel(lambda _id: False)
        fresh.show(summaries, TODAY, folders)
        assert shown(model) == shown(fresh)
        for id, before in held.items():
            now = model.index_of(id)
            assert (before.isValid(), before.row()) == (now.isValid(), now.row())
    assert resets == []
    assert tester.model() is model


def test_one_that_comes_to_the_top_is_one_move(qtbot: QtBot) -> None:
    model = ConversationModel(lambda _id: False)
    model.show([summary(number, 0) for number in range(2000)], TODAY)
    moves: list[tuple[int, int]] = []
    model.rowsMoved.connect(lambda _, start, __, ___, end: moves.append((start, end)))

    newer = replace(summary(1500, 0), updated_ms=summary(0, 0).updated_ms + 1)
    others = [summary(number, 0) for number in range(2000) if number != 1500]
    with qtbot.assertNotEmitted(model.layoutChanged):
        model.show([newer, *others], TODAY)

    assert moves == [(1501, 1)]
