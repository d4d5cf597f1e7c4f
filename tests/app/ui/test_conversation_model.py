"""Conversations stand under the day they were last used."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.ui.conversation_model import ConversationModel, Heading, Role, grouped, heading_for

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
    assert heading_for(summary(0, days_ago).updated_ms, TODAY) == heading


def test_days_end_at_local_midnight() -> None:
    late = datetime(2026, 11, 29, 23, 59).timestamp() * 1000
    early = datetime(2026, 11, 30, 0, 1).timestamp() * 1000

    assert heading_for(round(late), TODAY) == "Yesterday"
    assert heading_for(round(early), TODAY) == "Today"


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
    assert model.index(2).data(Qt.ItemDataRole.AccessibleTextRole) == "Title 1, answering"


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
