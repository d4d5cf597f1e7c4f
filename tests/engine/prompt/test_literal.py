"""Content is data: what spells a special token is broken up and comes back whole."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.literal import NONCE_DIGITS, Literals, draw_nonce
from engine.prompt.marks import Marks
from engine.prompt.rendering import Place
from tests.engine.fake_tokenizer import FakeTokenizer

NONCE = "7" + "0" * (NONCE_DIGITS - 1)
SPECIALS = ("<|im_start|>", "<|im_end|>", "</s>", "<", "\n\n", "\u2581\u2581", "[INST]", "aa")
SOUP = st.lists(st.sampled_from((*SPECIALS, "<|im_", "end|>", "x", "7", "0", " "))).map("".join)


def test_a_literal_gets_a_nonce_after_its_first_character() -> None:
    literals = Literals(SPECIALS, nonce=NONCE)
    assert literals.mask("a</s>[INST]") == f"a<{NONCE}/s>[{NONCE}INST]"


def test_overlapping_literals_are_all_broken() -> None:
    assert Literals(["aa"], nonce=NONCE).mask("aaa") == f"a{NONCE}a{NONCE}a"


def test_white_space_and_single_characters_are_ordinary_text() -> None:
    text = "a\n\nb < c \u2581\u2581"
    assert Literals(SPECIALS, nonce=NONCE).mask(text) == text


def test_half_a_surrogate_pair_does_not_pass() -> None:
    assert Literals((), nonce=NONCE).mask("a\ud83d") == "a?"


def test_keys_and_values_of_data_are_masked() -> None:
    literals = Literals(["</s>"], nonce=NONCE)
    assert literals.mask_data({"</s>": ["x</s>", 1, None, True]}) == {
        f"<{NONCE}/s>": [f"x<{NONCE}/s>", 1, None, True]
    }


@given(SOUP)
def test_masked_text_comes_back_and_no_side_of_a_cut_has_a_literal(text: str) -> None:
    nonce = draw_nonce(text)
    marks = Marks(Literals(SPECIALS, nonce=nonce), nonce=draw_nonce(text, nonce), roles=["user"])
    found = marks.read(f"[{marks.part(text, Place(0, 0), 'user')}]")
    assert found.text == f"[{text}]"
    if text.strip():
        start, end = found.parts[Place(0, 0)]
        assert found.text[start:end] == text.strip()
    borders = [0, *found.cuts, len(found.text)]
    sides = [found.text[a:b] for a, b in pairwise(borders)]
    long = [piece for piece in SPECIALS if len(piece) > 1 and piece.strip("\n\u2581")]
    assert not [side for side in sides if any(piece in side for piece in long)]


def test_a_nonce_is_in_no_text_and_overlaps_itself_nowhere() -> None:
    nonce = draw_nonce("7" * 40)
    assert (len(nonce), nonce[0], "7" in nonce[1:]) == (NONCE_DIGITS, "7", False)


def test_a_part_printed_twice_or_torn_apart_is_not_found() -> None:
    marks = Marks(Literals((), nonce=NONCE), nonce=draw_nonce(), roles=["user"])
    part = marks.part(" hello ", Place(0, 0), "user")
    assert marks.read(part).parts == {Place(0, 0): (1, 6)}
    assert marks.read(part + part).parts == {}
    assert marks.read(part[: part.index("hello")]).parts == {}


def test_specials_of_a_vocabulary_never_reach_the_ids() -> None:
    tokenizer = FakeTokenizer()
    specials = tokenizer.special_pieces()
    marks = Marks(Literals(specials.values(), nonce=NONCE), nonce=draw_nonce(), roles=())
    found = marks.read(marks.data("".join(specials.values())))
    borders = [0, *found.cuts, len(found.text)]
    ids = [
        id for a, b in pairwise(borders) for id in tokenizer.encode(found.text[a:b], special=True)
    ]
    assert not set(ids) & set(specials)
    assert b"".join(map(tokenizer.piece, ids)).decode() == "".join(specials.values())
