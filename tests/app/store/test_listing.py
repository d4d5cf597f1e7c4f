"""What lists show, and what the trash keeps and gives up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.conversation import Conversation, Message
from app.domain.search import Query
from app.domain.trash import KEPT_DAYS, MS_PER_DAY
from app.store.library import Library
from engine.types import Text

TABLES = ("conversations", "messages", "parts", "rounds", "problems", "marks")
SEARCH_TABLES = ("search_rows", "search_texts", "search_pairs")


def store(library: Library, *ids: str) -> None:
    for id in ids:
        conversation = Conversation(id=id, title=f"Title {id}", created_ms=0, clock="")
        conversation.add(Message(f"q{id}", None, "user", (Text(f"港口 question {id}"),), 1))
        answer = Message(f"a{id}", f"q{id}", "assistant", (Text("So."),), 2, model=f"model {id}")
        conversation.add(answer)
        library.create(conversation)


def rows(library: Library, *tables: str) -> dict[str, int]:
    with library._engine.connect() as connection:
        count = "SELECT count(*) FROM "
        return {name: connection.exec_driver_sql(count + name).scalar() or 0 for name in tables}


def test_pinned_conversations_say_so(library: Library) -> None:
    store(library, "1", "2")
    library.set_pinned(["1", "2"], True)
    library.set_pinned(["2"], False)

    assert {one.id: one.pinned for one in library.summaries()} == {"1": True, "2": False}


def test_the_trash_lists_what_was_deleted_last_first(library: Library) -> None:
    now = iter((5, 6, 7, 8, 9))
    library._now_ms = lambda: next(now)
    store(library, "1", "2", "3")
    library.trash("2")
    library.trash("1")

    assert [(one.id, one.trashed_ms) for one in library.trashed()] == [("1", 9), ("2", 8)]
    assert [one.id for one in library.summaries()] == ["3"]
    library.restore("1", "2")
    assert library.trashed() == []


def test_deleting_one_that_is_gone_changes_nothing(library: Library) -> None:
    store(library, "1")
    with pytest.raises(KeyError):
        library.trash("1", "nobody")

    assert library.trashed() == []


def test_what_is_removed_for_good_leaves_no_row(
    library: Library, conversation: Conversation
) -> None:
    library.create(replace(conversation))
    library.trash(conversation.id)

    library.remove(conversation.id)

    everything = (*TABLES, *SEARCH_TABLES)
    assert rows(library, *everything) == dict.fromkeys(everything, 0)


def test_what_is_removed_for_good_is_not_found_and_the_rest_is(library: Library) -> None:
    store(library, "1", "2")

    library.remove("1")

    assert [hit.message for hit in library.search(Query("question"))] == ["q2"]
    assert [hit.message for hit in library.search(Query("港口"))] == ["q2"]


def test_the_trash_is_emptied_of_what_is_old(library: Library) -> None:
    now_ms = 0
    library._now_ms = lambda: now_ms
    store(library, "1", "2")
    library.trash("1")
    now_ms = KEPT_DAYS * MS_PER_DAY
    library.trash("2")
    assert library.remove_expired() == []

    now_ms += 1
    assert library.remove_expired() == ["1"]
    assert [one.id for one in library.trashed()] == ["2"]


def test_models_that_answered_are_listed_once(library: Library) -> None:
    store(library, "2", "1")

    assert library.models() == ["model 1", "model 2"]


def test_removing_looks_nothing_up_in_whole_tables(library: Library) -> None:
    """Each message that goes is looked for as a parent, as a head and in marks."""
    store(library, "1")
    with library._engine.connect() as connection:
        for table, column in (
            ("messages", "parent"),
            ("conversations", "head"),
            ("marks", "first_seen"),
        ):
            asked = f"EXPLAIN QUERY PLAN SELECT 1 FROM {table} WHERE {column} = 'm'"
            [plan] = connection.exec_driver_sql(asked).all()
            assert plan[3].startswith(f"SEARCH {table} USING")
