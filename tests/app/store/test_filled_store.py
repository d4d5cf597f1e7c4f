"""The store that benchmarks fill at once is as one that grew message by message."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from app.domain.search import Query
from app.store.library import Library
from benchmarks import _filled_store
from benchmarks._author import MESSAGES, Author

COUNT = 4


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(_filled_store, "_KEPT", tmp_path / "kept")
    path = tmp_path / "parley.db"
    _filled_store.put(path, COUNT, lambda _: None)
    return path


def test_its_pages_references_and_index_are_sound(filled: Path) -> None:
    _filled_store.check(filled)
    _filled_store.check_index(filled)


def test_the_same_is_found_in_it(filled: Path, tmp_path: Path) -> None:
    with closing(Library(filled)) as one, closing(Library(tmp_path / "grown.db")) as other:
        author = Author()
        for number in range(COUNT):
            other.create(author.conversation(number, _filled_store.NEWEST_MS + number))
        for words in ("the", "tion of", "数据", "，", "that"):
            found = [
                [(hit.title, hit.before, hit.match, hit.after) for hit in library.search(query)]
                for library in (one, other)
                for query in (Query(words),)
            ]
            assert found[0] == found[1]
        assert sum(len(one.load(each.id).messages) for each in one.summaries()) == COUNT * MESSAGES


def test_it_is_filled_once(filled: Path, tmp_path: Path) -> None:
    """Broken on purpose, what is kept is given again."""
    (kept,) = (tmp_path / "kept").glob("store-*.db")
    kept.write_bytes(b"kept")

    told = _filled_store.put(filled, COUNT, lambda _: None)

    assert (told["kept_before"], filled.read_bytes()) == (True, b"kept")
