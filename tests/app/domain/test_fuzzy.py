"""A few letters find a text, the likelier one first."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.domain.fuzzy import match, ranked


@dataclass(frozen=True)
class Thing:
    id: str
    text: str
    words: str = ""


def order(typed: str, *texts: str, recent: tuple[str, ...] = ()) -> list[str]:
    """What is found; the text is the id, too."""
    return [thing.text for thing, _ in ranked(typed, [Thing(t, t) for t in texts], recent)]


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("find", (0, 1, 2, 3)),
        ("CONV", (8, 9, 10, 11)),
        ("fic", (0, 5, 8)),
        ("in find", (0, 1, 2, 3, 5, 6)),
        ("fnd", (0, 2, 3)),
        ("", ()),
    ],
)
def test_the_letters_found_are_told(typed: str, places: tuple[int, ...]) -> None:
    found = match(typed, "Find in conversation")

    assert found is not None
    assert found.places == places


@pytest.mark.parametrize("typed", ["xyz", "find zoo", "fn n v n"])
def test_every_word_has_to_be_found(typed: str) -> None:
    assert match(typed, "Find tools") is None


def test_letters_far_apart_are_an_accident() -> None:
    assert match("fz", "A folder with a quiz") is None


def test_the_start_of_the_text_comes_before_the_start_of_a_word_and_that_before_its_inside() -> (
    None
):
    texts = ("Recontext", "Kept of a full context", "Context")

    assert order("con", *texts) == ["Context", "Kept of a full context", "Recontext"]


def test_of_texts_that_fit_alike_the_shorter_comes_first() -> None:
    assert order("theme", "Theme of the window", "Theme") == ["Theme", "Theme of the window"]


def test_chinese_is_found_by_any_part_of_it() -> None:
    assert order("表达", "Kyoto", "正则表达式问题") == ["正则表达式问题"]


def test_with_nothing_typed_what_was_used_lately_comes_first_and_the_order_stays() -> None:
    found = order("", "A long first text", "B", "C", "D", recent=("D", "B"))

    assert found == ["D", "B", "A long first text", "C"]


def test_what_was_used_lately_wins_over_an_equal_fit_but_not_over_a_better_one() -> None:
    texts = ("Theme", "Theme of code", "Next theme")

    assert order("theme", *texts, recent=("Theme of code",))[0] == "Theme of code"
    assert order("theme", *texts, recent=("Next theme",))[0] == "Theme"


def test_what_other_words_find_comes_after_what_shows_them() -> None:
    things = [Thing("a", "切换主题", "Next theme"), Thing("b", "Next answer"), Thing("c", "别的")]

    assert [(one.id, places) for one, places in ranked("next", things, ())] == [
        ("b", (0, 1, 2, 3)),
        ("a", ()),
    ]
