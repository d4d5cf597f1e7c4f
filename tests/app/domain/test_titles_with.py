"""Conversations are found by their title, too."""

from __future__ import annotations

from app.domain.conversation import Summary
from app.domain.search import Query, titles_with

SUMMARIES = [
    Summary("1", "Straße nach Kyōto", 0, 10),
    Summary("2", "数据库索引", 0, 20),
    Summary("3", "STRASSE again", 0, 30),
]


def found(query: Query) -> list[str]:
    return [summary.id for summary in titles_with(SUMMARIES, query)]


def test_case_and_width_do_not_matter() -> None:
    assert found(Query(" strasse ")) == ["1", "3"]
    assert found(Query("据库")) == ["2"]


def test_the_time_is_that_of_the_last_change() -> None:
    assert found(Query("strasse", since_ms=30)) == ["3"]
    assert found(Query("strasse", until_ms=30)) == ["1"]


def test_a_title_was_said_by_nobody() -> None:
    assert found(Query("strasse", role="user")) == []
    assert found(Query("strasse", model="smol")) == []
