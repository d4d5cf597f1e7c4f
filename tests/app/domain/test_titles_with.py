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


def test_without_words_all_of_a_folder_or_a_tag_are_found() -> None:
    summaries = [
        Summary("1", "Sea", 0, 10, folder="Work", tags=("blue", "wet")),
        Summary("2", "Sky", 0, 20, folder="Work", tags=("blue",)),
        Summary("3", "Sand", 0, 30),
    ]

    def ids(query: Query) -> list[str]:
        assert query.asks
        return [summary.id for summary in titles_with(summaries, query)]

    assert ids(Query("", tags=("blue",))) == ["1", "2"]
    assert ids(Query("", tags=("wet", "blue"))) == ["1"]
    assert ids(Query("", folder="Work")) == ["1", "2"]
    assert ids(Query("sky", folder="Work", tags=("blue",))) == ["2"]
    assert ids(Query("sand", folder="Work")) == []
    assert not Query("  ").asks
