"""Tags and folders among the words of a search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.search_filters import (
    Parsed,
    fitting,
    parsed,
    toggled,
    typed_filters,
    written,
)

TAGS = ["home server", "maths", "研究"]
FOLDERS = ["Küche & Garten", "Work"]


def read(text: str) -> Parsed:
    return parsed(text, tags=TAGS, folders=FOLDERS)


@pytest.mark.parametrize(
    ("text", "words", "tags", "folder"),
    [
        ("sky", "sky", (), None),
        ("#maths sky", "sky", ("maths",), None),
        ("blue tag:MATHS sky", "blue sky", ("maths",), None),
        ('#"home server" #maths', "", ("home server", "maths"), None),
        ('#"home ser', "", ("home server",), None),
        ("#研究 港口", "港口", ("研究",), None),
        ("#mat", "", ("maths",), None),
        ("folder:work x", "x", (), "Work"),
        ('folder:"Küche & Garten"', "", (), "Küche & Garten"),
        ("tag:zzz", "", ("zzz",), None),
        ("tag: x", "x", (), None),
        ("# x", "x", (), None),
    ],
)
def test_filters_are_read_and_the_words_are_left(
    text: str, words: str, tags: tuple[str, ...], folder: str | None
) -> None:
    assert read(text) == Parsed(words, tags, folder)


@pytest.mark.parametrize("text", ["C# and F#", "#include <sea>", "a#maths", "  two  blanks "])
def test_what_is_no_filter_stays_as_it_is_written(text: str) -> None:
    assert read(text) == Parsed(text, (), None)


def test_what_fits_comes_best_first() -> None:
    assert fitting("s", ["maths", "server"]) == ["server", "maths"]
    assert fitting("hs", TAGS) == ["home server", "maths"]
    assert fitting("", TAGS) == TAGS
    assert fitting("xyz", TAGS) == []


@pytest.mark.parametrize("kind", ["tag", "folder"])
@pytest.mark.parametrize("name", [*TAGS, *FOLDERS])
def test_a_filter_is_written_as_it_is_read(kind: str, name: str) -> None:
    (typed,) = typed_filters(written(kind, name))  # type: ignore[arg-type]

    assert (typed.kind, typed.name) == (kind, name)


def test_a_filter_is_put_in_and_taken_out() -> None:
    text = toggled("sky", "tag", "home server")
    assert text == 'sky #"home server" '
    assert toggled(text, "tag", "Home Server") == "sky"
    assert toggled("sky folder:Work", "folder", "Play") == "sky folder:Play "
    assert toggled("", "tag", "maths") == "#maths "


@given(st.text(alphabet='#tag:folder" mx研', max_size=30))
def test_any_text_can_be_typed(text: str) -> None:
    found = read(text)

    assert len(found.words) <= len(text)
