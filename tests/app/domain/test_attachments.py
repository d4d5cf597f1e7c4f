"""What the model reads of a file, and how much of it fits."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from app.domain.attachments import (
    Attachment,
    cut_to_fit,
    for_model,
    is_file,
    to_count,
    tokens_of,
)

NOTES = Attachment("notes.txt", "text", "one\ntwo\n", 8)


def lines(name: str, count: int) -> Attachment:
    text = "".join(f"line {number:04}\n" for number in range(count))
    return Attachment(name, "text", text, len(text))


def test_the_content_stands_between_lines_with_the_name() -> None:
    assert for_model(NOTES) == 'File "notes.txt":\none\ntwo\n\nEnd of file "notes.txt".\n\n'


def test_a_cut_file_says_how_much_of_it_there_is() -> None:
    cut = Attachment("a", "text", "one\ntwo\n", 8, kept=4)

    assert for_model(cut) == 'File "a" (only the first 50 %):\none\n\nEnd of file "a".\n\n'


def test_of_an_image_the_model_is_told_the_name() -> None:
    image = Attachment('my "best".png', "image", "", 3, data=b"abc")

    assert for_model(image) == "File \"my 'best'.png\": an image, which cannot be shown to you.\n\n"


@given(st.text(), st.text(alphabet=st.characters(exclude_characters="\n")))
def test_what_is_made_of_a_file_is_known_again(text: str, name: str) -> None:
    assert is_file(for_model(Attachment(name, "text", text, 1)))
    assert is_file(for_model(Attachment(name, "image", "", 1)))


def test_words_are_no_file() -> None:
    assert not is_file("Why?")
    assert not is_file('File "a":\nand then I asked')


def test_files_that_fit_are_whole() -> None:
    cut_before = Attachment("a", "text", NOTES.text, 8, kept=4)

    assert cut_to_fit((cut_before,), (10,), 10) == (cut_before.whole,)


def test_small_files_stay_whole_and_large_ones_are_cut_alike() -> None:
    small, large, larger = lines("a", 10), lines("b", 1000), lines("c", 2000)

    kept = cut_to_fit((small, large, larger), (30, 3000, 6000), 2030)

    assert kept[0].kept is None
    assert (kept[1].percent_kept, kept[2].percent_kept) == ("32", "16")


def test_a_cut_is_at_the_end_of_a_line() -> None:
    (cut,) = cut_to_fit((lines("a", 1000),), (3000,), 1500)

    assert cut.kept is not None
    assert cut.text[: cut.kept].endswith("\n")


def test_little_of_much_is_more_than_nothing() -> None:
    long = lines("a", 1000)

    shares = [replace(long, kept=kept).percent_kept for kept in (0, 1, 60, 200, None)]

    assert shares == ["0", "0.1", "0.6", "2", "100"]
    assert is_file(for_model(replace(long, kept=60)))


def test_without_room_nothing_is_sent() -> None:
    (cut,) = cut_to_fit((NOTES,), (9,), -20)

    assert cut.kept == 0


@given(st.lists(st.integers(1, 500), min_size=1, max_size=6), st.integers(0, 1000))
def test_what_is_kept_fits(counts: list[int], room: int) -> None:
    files = [lines(str(number), count) for number, count in enumerate(counts)]
    tokens = [len(file.text) for file in files]

    kept = cut_to_fit(files, tokens, room)

    assert sum(len(one.text[: one.kept]) for one in kept) <= room


def test_of_a_long_file_a_beginning_is_counted() -> None:
    long = lines("a", 1000)
    counted = to_count(long, window=100)

    assert counted.kept == 800
    assert tokens_of(long, counted, 240) == 3000
    assert to_count(NOTES, window=100) == NOTES
    assert tokens_of(NOTES, NOTES, 7) == 7
