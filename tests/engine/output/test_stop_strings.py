"""Stop strings end an answer where they begin, wherever tokens are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.output.detokenize import Characters
from engine.output.stop_strings import StopStrings


def run(pieces: list[bytes], stops: list[str]) -> tuple[list[str], int | None]:
    """What is released after each piece and at the end, and where output was cut."""
    characters, stopper = Characters(), StopStrings(stops)
    released = [stopper.feed(characters.feed(piece)) for piece in pieces] + [stopper.finish()]
    return ["".join(symbol.text for symbol in one) for one in released], stopper.cut


@pytest.mark.parametrize(
    ("pieces", "stops", "expected", "cut"),
    [
        (["no", "rth ", "so", "uth ea", "st west"], ["south east"], "north ", 6),
        (["done\n", "##", "# ", "rest"], ["###END"], "done\n### rest", None),
        (["xab", "c"], ["ab", "abc"], "x", 1),
        (["xabc"], ["abc", "bc"], "x", 1),
        (["stop"], ["stop"], "", 0),
        (["a", "b"], ["x", ""], "ab", None),
        (["ab", "ab", "c"], ["abc"], "ab", 2),
        (["a STOP b END"], ["END", "STOP"], "a ", 2),
    ],
)
def test_stops_across_pieces(
    pieces: list[str], stops: list[str], expected: str, cut: int | None
) -> None:
    released, found = run([piece.encode() for piece in pieces], stops)
    assert ("".join(released), found) == (expected, cut)


def test_a_stop_whose_bytes_come_in_two_tokens() -> None:
    assert run([b"caf\xc3", b"\xa9s"], ["é"]) == (["caf", "", ""], 3)


def test_nothing_of_a_stop_is_released_before_it_is_known() -> None:
    released, _ = run([b"done\n", b"##", b"# ", b"rest"], ["###END"])
    assert released == ["done\n", "", "### ", "rest", ""]


STOPS = st.lists(st.text("ab\u00e9", min_size=1, max_size=4), max_size=3)


@given(st.text("ab\u00e9", max_size=20), STOPS, st.lists(st.integers(0, 60), max_size=6))
def test_every_cut_gives_what_the_whole_gives(
    text: str, stops: list[str], positions: list[int]
) -> None:
    data = text.encode()
    borders = [0, *sorted(position % (len(data) + 1) for position in positions), len(data)]
    pieces = [data[a:b] for a, b in pairwise(borders)]
    ends = [(text.find(stop) + len(stop), text.find(stop)) for stop in stops if stop in text]
    expected = text[: min(ends)[1]] if ends else text
    released, cut = run(pieces, stops)
    assert "".join(released) == expected
    assert cut == (len(expected.encode()) if ends else None)
