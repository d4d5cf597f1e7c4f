"""Folders and tags in the store."""

from __future__ import annotations

import pytest

from app.domain.search import Query
from app.store.library import Library
from tests.app.store.test_listing import store


def folders(library: Library) -> dict[str, str]:
    return {one.id: one.folder for one in library.summaries()}


def tags(library: Library) -> dict[str, tuple[str, ...]]:
    return {one.id: one.tags for one in library.summaries()}


def test_conversations_are_moved_together_or_not_at_all(library: Library) -> None:
    store(library, "1", "2", "3")
    library.set_folder(["1", "2"], "Küche 港口")
    with pytest.raises(KeyError):
        library.set_folder(["3", "nobody"], "Work")

    assert folders(library) == {"1": "Küche 港口", "2": "Küche 港口", "3": ""}


def test_a_folder_is_moved_with_what_is_in_the_trash(library: Library) -> None:
    store(library, "1", "2", "3")
    library.set_folder(["1", "2"], "Work")
    library.trash("2")

    assert sorted(library.move_folder("Work", "Play")) == ["1", "2"]
    library.restore("2")
    assert folders(library) == {"1": "Play", "2": "Play", "3": ""}


def test_a_folder_changes_no_order(library: Library) -> None:
    store(library, "1", "2")
    before = [(one.id, one.updated_ms) for one in library.summaries()]
    library.set_folder(["1"], "Work")
    library.set_tag(["2"], "sea", True)

    assert [(one.id, one.updated_ms) for one in library.summaries()] == before


def test_tags_are_given_and_taken_once(library: Library) -> None:
    store(library, "1", "2")
    library.set_tag(["1", "2"], "sea", True)
    library.set_tag(["1"], "sea", True)
    library.set_tag(["1"], "港口", True)
    library.set_tag(["2"], "sea", False)
    library.set_tag(["2"], "never had", False)

    assert tags(library) == {"1": ("sea", "港口"), "2": ()}


def test_tags_go_with_their_conversation(library: Library) -> None:
    store(library, "1")
    library.set_tag(["1"], "sea", True)
    library.remove("1")
    store(library, "1")

    assert tags(library) == {"1": ()}


def found(library: Library, **filters: object) -> list[str]:
    query = Query("question", **filters)  # type: ignore[arg-type]
    return sorted(hit.conversation for hit in library.search(query))


def test_a_search_keeps_to_a_folder_and_to_all_tags(library: Library) -> None:
    store(library, "1", "2", "3")
    library.set_folder(["1", "2"], "Work")
    library.set_tag(["2", "3"], "sea", True)
    library.set_tag(["3"], 'the "blue" one', True)

    assert found(library) == ["1", "2", "3"]
    assert found(library, folder="Work") == ["1", "2"]
    assert found(library, folder="") == ["3"]
    assert found(library, tags=("sea",)) == ["2", "3"]
    assert found(library, tags=("sea", 'the "blue" one')) == ["3"]
    assert found(library, tags=("sea",), folder="Work") == ["2"]
    assert found(library, tags=("nothing",)) == []
