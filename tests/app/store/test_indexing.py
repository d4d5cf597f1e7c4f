"""Many messages made found at once, as after a recovery, and files found by name and text."""

from __future__ import annotations

from dataclasses import replace

from app.domain.attachments import Attachment
from app.domain.search import Query
from app.store import indexing
from app.store.library import Library
from tests.app.store.test_search import found, said, stored

NOTES = Attachment("tide-plan.txt", "text", "High water at Bergen.", 21)


def forget(library: Library) -> None:
    """As a recovered store is: messages without a number."""
    with library._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM search_rows")
        indexing.number_all(connection)


def index_all(library: Library, most: int) -> None:
    more = True
    while more:
        with library._engine.begin() as connection:
            more = indexing.index_some(connection, most)


def test_the_newest_are_found_first_and_all_in_the_end(library: Library) -> None:
    stored(library, *(said(f"m{number}", "the same words") for number in range(1, 6)))
    forget(library)
    assert (found(library, "same words"), library.is_indexed) == ([], False)

    with library._engine.begin() as connection:
        assert indexing.index_some(connection, 2)
    assert (found(library, "same words"), library.is_indexed) == (["m5", "m4"], False)

    index_all(library, 2)
    assert found(library, "same words") == ["m5", "m4", "m3", "m2", "m1"]
    assert library.is_indexed


def test_what_is_written_and_removed_meanwhile_is_found_once_or_never(library: Library) -> None:
    """The newest message is written again, and so gets a number that is free."""
    stored(library, *(said(f"m{number}", "the same words") for number in range(1, 4)))
    forget(library)
    library.save_message("c", replace(said("m3", "other words"), parent=None), "m3")
    library.save_message("c", said("m4", "the same words"), "m4")
    with library._engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM search_rows WHERE message = 'm1'")

    index_all(library, 1)

    assert found(library, "same words") == ["m4", "m2"]
    assert found(library, "other words") == ["m3"]


def test_files_are_found_by_name_and_text_newly_attached_or_indexed_again(
    library: Library,
) -> None:
    question = replace(said("m1", "When is high tide?"), attachments=(NOTES,))
    stored(library, question)
    for again in (False, True):
        if again:
            forget(library)
            index_all(library, 10)
        (by_text,) = library.search(Query("bergen"))
        assert (by_text.file, by_text.match) == ("tide-plan.txt", "Bergen")
        assert by_text.before + by_text.match + by_text.after == "High water at Bergen."
        (by_name,) = library.search(Query("tide-plan"))
        assert (by_name.file, by_name.match, by_name.after) == (
            "tide-plan.txt",
            "tide-plan",
            ".txt",
        )
        (by_words,) = library.search(Query("high tide"))
        assert (by_words.file, by_words.match) == ("", "high tide")


def test_a_message_with_nothing_but_a_picture_is_found_by_its_name(library: Library) -> None:
    picture = Attachment("harbour.png", "image", "", 4, data=b"\x89PNG")
    stored(library, replace(said("m1", ""), attachments=(picture,)))
    forget(library)
    index_all(library, 10)

    assert [hit.file for hit in library.search(Query("harbour"))] == ["harbour.png"]
