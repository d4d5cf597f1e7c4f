"""Ids become whole characters with their byte ranges, however the bytes are cut."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.output.detokenize import Characters, Detokenizer, Symbol, cut_ids, whole_characters
from tests.engine.fake_tokenizer import END_THINK, IM_END, FakeTokenizer

TOKENIZER = FakeTokenizer(merges=("ab", "éx"))


def cut(data: bytes, positions: list[int]) -> list[bytes]:
    borders = [0, *sorted(position % (len(data) + 1) for position in positions), len(data)]
    return [data[a:b] for a, b in pairwise(borders)]


@pytest.mark.parametrize(
    "pieces",
    [
        (b"\xf0\x9f", b"\xa6", b"\x94"),
        (b"\xe9", b"\xad", b"\x9a"),
        (b"\xe8\xa6", b"\x9a"),
        (b"\xed\x95", b"\x9c"),
    ],
)
def test_a_character_comes_out_once_it_is_whole(pieces: tuple[bytes, ...]) -> None:
    characters = Characters()
    fed = [characters.feed(piece) for piece in pieces]
    whole = b"".join(pieces)
    assert fed == [[]] * (len(pieces) - 1) + [[Symbol(whole.decode(), 0, len(whole))]]


BYTES = st.one_of(
    st.binary(max_size=24),
    st.lists(st.sampled_from([b"\xf0", b"\x9f", b"\xa6", b"\x94", b"\xe9", b"a", b"\xff"])).map(
        b"".join
    ),
    st.text(max_size=12).map(lambda text: text.encode("utf-8", "replace")),
)


@given(BYTES, st.lists(st.integers(0, 100), max_size=6))
def test_every_cut_of_the_bytes_gives_the_same_text(data: bytes, positions: list[int]) -> None:
    """It is the text of the whole, less a character that is incomplete at the end."""
    characters = Characters()
    symbols = [symbol for piece in cut(data, positions) for symbol in characters.feed(piece)]
    whole = data[: whole_characters(data)]
    assert "".join(symbol.text for symbol in symbols) == whole.decode("utf-8", "replace")
    borders = [symbol.start for symbol in symbols] + [len(whole)]
    assert borders == [0] * bool(symbols) + [symbol.end for symbol in symbols] or not symbols


def test_a_bad_byte_blocks_nothing() -> None:
    assert Characters().feed(b"a\xffb") == [
        Symbol("a", 0, 1),
        Symbol("\ufffd", 1, 2),
        Symbol("b", 2, 3),
    ]


def test_control_tokens_are_no_text_and_their_spelling_is() -> None:
    detokenizer = Detokenizer(TOKENIZER)
    spelled = [symbol.text for byte in b"<|im_end|>" for symbol in detokenizer.feed(byte)]
    assert ("".join(spelled), detokenizer.feed(IM_END)) == ("<|im_end|>", [])
    assert detokenizer.feed(ord("x")) == [Symbol("x", 20, 21)]
    assert detokenizer.raw == b"<|im_end|><|im_end|>x"


def test_a_control_token_ends_a_broken_character() -> None:
    detokenizer = Detokenizer(TOKENIZER)
    assert detokenizer.feed(0xF0) == []
    assert detokenizer.feed(IM_END) == [Symbol("\ufffd", 0, 1)]
    assert detokenizer.feed(ord("x")) == [Symbol("x", 11, 12)]


def test_a_marker_stays_whole() -> None:
    detokenizer = Detokenizer(TOKENIZER, markers=[END_THINK])
    assert detokenizer.feed(END_THINK) == [Symbol("</think>", 0, 8, is_marker=True)]


class SentencePiece(FakeTokenizer):
    """Pieces that begin words bring their space along."""

    def piece(self, id: int) -> bytes:
        return (b" Long", b" before", b" the", b" rai", b"lway")[id]

    def is_control(self, id: int) -> bool:  # noqa: ARG002 -- this vocabulary has none
        return False


def test_spaces_are_those_of_the_pieces_never_added_or_lost() -> None:
    detokenizer = Detokenizer(SentencePiece())
    text = "".join(symbol.text for id in range(5) for symbol in detokenizer.feed(id))
    assert text == " Long before the railway"


@pytest.mark.parametrize(
    ("size_bytes", "expected"),
    [(0, ()), (2, (261,)), (1, (97,)), (4, (261, 0xC3, 0xA9)), (5, (261, 262))],
)
def test_ids_are_cut_to_bytes(size_bytes: int, expected: tuple[int, ...]) -> None:
    assert cut_ids((261, 262), size_bytes, TOKENIZER) == expected
