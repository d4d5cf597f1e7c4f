"""A few letters find a file by its path."""

from __future__ import annotations

import pytest

from app.domain.path_search import PathSearch

PATHS = (
    "README.md",
    "app/ui/window.py",
    "app/ui/window_state.py",
    "window/other.txt",
    "docs/Architecture.md",
    "资料/会议记录.txt",
)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("window", "app/ui/window.py"),
        ("WINDOW_S", "app/ui/window_state.py"),
        ("arch", "docs/Architecture.md"),
        ("ui/win", "app/ui/window.py"),
        ("rdm", "README.md"),
        ("wstate", "app/ui/window_state.py"),
        ("会议", "资料/会议记录.txt"),
    ],
)
def test_the_best_comes_first(typed: str, first: str) -> None:
    found = PathSearch(PATHS).find(typed, 5)

    assert found[0][0] == first
    places = found[0][1]
    assert "".join(first[place] for place in places).lower() == typed.lower()


def test_nothing_typed_offers_the_first_files() -> None:
    assert [path for path, _ in PathSearch(PATHS).find("", 2)] == ["README.md", "app/ui/window.py"]


@pytest.mark.parametrize("typed", ["xyz", "window.py.py", "[", "(?", "\\"])
def test_what_fits_nothing_finds_nothing(typed: str) -> None:
    assert PathSearch(PATHS).find(typed, 5) == []
    assert PathSearch(()).find(typed, 5) == []


def test_a_name_that_begins_so_is_found_behind_many_that_hold_it() -> None:
    many = [f"the_end_{number}.py" for number in range(1000)]

    assert PathSearch([*many, "src/end.py"]).find("end", 1)[0][0] == "src/end.py"
