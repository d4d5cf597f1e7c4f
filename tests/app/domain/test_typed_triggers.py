"""Which typed characters open a list, and how long it stays."""

from __future__ import annotations

import pytest

from app.domain.typed_triggers import Trigger, is_plain_slash, opened, typed_since

COMMAND = Trigger("command", 0)


@pytest.mark.parametrize("slash", ["/", "／", "、"])
def test_a_slash_opens_the_commands_in_an_empty_box_only(slash: str) -> None:
    assert opened(slash, 1) == COMMAND
    assert opened(f"a{slash}", 2) is None
    assert opened(f"{slash}a", 1) is None


@pytest.mark.parametrize("before", ["", "see ", "(", "line\n", "看", "“"])
def test_an_at_sign_opens_the_files_where_a_word_could_begin(before: str) -> None:
    text = f"{before}@"
    assert opened(text, len(text)) == Trigger("file", len(before))


@pytest.mark.parametrize("before", ["me", "first.last", "a_", "é", "1", "@", "src/", "x+"])
def test_an_at_sign_in_a_word_or_an_address_opens_nothing(before: str) -> None:
    text = f"{before}@"
    assert opened(text, len(text)) is None


def test_other_characters_open_nothing() -> None:
    assert opened("", 0) is None
    assert opened("a", 1) is None


@pytest.mark.parametrize(
    ("text", "at", "typed"),
    [
        ("/", 1, ""),
        ("/new chat", 9, "new chat"),
        ("/new", 2, None),
        ("/a\nb", 4, None),
        ("", 0, None),
        ("new", 3, None),
    ],
)
def test_a_command_is_all_of_the_text(text: str, at: int, typed: str | None) -> None:
    assert typed_since(COMMAND, text, at) == typed


@pytest.mark.parametrize(
    ("text", "at", "typed"),
    [
        ("see @", 5, ""),
        ("see @win now", 8, "win"),
        ("see @win now", 9, None),
        ("see @win", 4, None),
        ("see ", 4, None),
        ("see x@", 6, None),
    ],
)
def test_a_file_is_one_word(text: str, at: int, typed: str | None) -> None:
    assert typed_since(Trigger("file", 4), text, at) == typed


def test_two_slashes_are_one_as_it_is() -> None:
    assert is_plain_slash("//")
    assert not is_plain_slash("/")
    assert not is_plain_slash("///")
