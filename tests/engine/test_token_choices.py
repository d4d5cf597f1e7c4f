"""What tokens were chosen from comes back as it was packed, in a fraction of the memory."""

from __future__ import annotations

import json
import pickle
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from engine.token_choices import Likely, TokenChoice, packed, unpacked

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
probabilities = st.integers(0, 10**6).map(lambda millionths: millionths / 10**6)
likely = st.builds(Likely, st.integers(0, 2**31 - 1), texts, probabilities)
some = st.builds(TokenChoice, likely, st.lists(likely, max_size=5).map(tuple))


@given(st.lists(st.none() | some, max_size=5).map(tuple))
def test_all_of_it_comes_back(choices: tuple[TokenChoice | None, ...]) -> None:
    assert unpacked(packed(choices)) == choices


def test_nothing_takes_nothing() -> None:
    assert packed(()) == b""
    assert unpacked(b"") == ()


def test_unknown_tokens_keep_their_place() -> None:
    assert json.loads(packed((None, None))) == [None, None]


def test_six_digits_are_kept() -> None:
    taken = Likely(1, "a", 1 / 3)
    (choice,) = unpacked(packed((TokenChoice(taken, (taken,)),)))
    assert choice is not None
    assert choice.taken.probability == 0.333333


def test_a_token_takes_a_fifth_of_what_it_takes_as_objects() -> None:
    """As they come from the engine's process, or from the store."""
    alternatives = tuple(Likely(30_000 + n, f" word{n}", n / 7) for n in range(5))
    sent = pickle.dumps(TokenChoice(alternatives[2], alternatives))
    tracemalloc.start()
    try:
        choices = [pickle.loads(sent) for _ in range(200)]
        objects_bytes = tracemalloc.get_traced_memory()[0]
        kept = packed(choices)
        assert len(kept) < objects_bytes / 5
    finally:
        tracemalloc.stop()
