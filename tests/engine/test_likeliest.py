"""What stood to choose from is recorded with the answer, when it was asked for."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from engine.backends.llama import open_llama
from engine.choices import choice_of
from engine.models import LoadOptions
from engine.token_choices import TokenChoice, unpacked
from engine.types import Round, Sampling
from tests.engine.driven import Engine, answer, user
from tests.engine.fake_tokenizer import FakeTokenizer


def choices(round: Round) -> list[TokenChoice]:
    return [one for one in unpacked(round.choices) if one is not None]


def test_one_for_each_token_with_the_likeliest_falling() -> None:
    engine = Engine("hello")
    round = engine.answered(user("hi"), likeliest=3).round

    assert [one.taken.id for one in choices(round)] == list(round.ids)
    assert "".join(one.taken.text for one in choices(round)) == "hello"
    for one in choices(round):
        falling = [each.probability for each in one.likeliest]
        assert (len(falling), falling) == (3, sorted(falling, reverse=True))
        assert one.taken == one.likeliest[0]
        assert 0 < one.taken.probability < 1


@pytest.mark.parametrize("count", [0, -1])
def test_nothing_is_recorded_unless_it_is_asked_for(count: int) -> None:
    assert Engine("hello").answered(user("hi"), likeliest=count).round.choices == b""


def test_more_than_there_are_gives_all() -> None:
    engine = Engine("hello")
    round = engine.answered(user("hi"), likeliest=10**9).round

    assert {len(one.likeliest) for one in choices(round)} == {engine.backend.tokenizer.size}


def test_what_was_given_has_no_entry_and_a_continued_round_keeps_its_own() -> None:
    engine = Engine("hello")
    given = tuple(FakeTokenizer().encode("h", special=True))
    cut = engine.answered(user("hi"), begins_with=given, likeliest=1, max_tokens=2)
    whole = engine.answered(user("hi"), answer(cut), continues=True)
    longer = engine.answered(user("hi"), answer(cut), continues=True, likeliest=2)

    assert unpacked(cut.round.choices)[0] is None
    assert [one.taken.text for one in choices(cut.round)] == ["e", "l"]
    assert unpacked(whole.round.choices) == (*unpacked(cut.round.choices), None, None)
    assert unpacked(longer.round.choices)[:3] == unpacked(cut.round.choices)
    assert [one.taken.text for one in choices(longer.round)] == ["e", "l", "l", "o"]


def test_a_stop_string_cuts_them_with_the_ids() -> None:
    round = Engine("one two three").answered(user("hi"), stop=("two",), likeliest=1).round

    assert len(unpacked(round.choices)) == len(round.ids)
    assert "".join(one.taken.text for one in choices(round)) == "one "


@pytest.mark.model
def test_probabilities_of_a_real_model_are_those_before_sampling(smollm2: Path) -> None:
    """Of all tokens together they are 1, and sampling does not change them."""
    backend = open_llama(str(smollm2), LoadOptions(context_tokens=512), lambda _: None)
    from engine.backends.base import Chunk

    ids = backend.tokenizer.encode("The capital of France is", special=False)
    backend.forward([Chunk(0, ids, wants_logits=True)])
    size = backend.tokenizer.size
    taken = backend.sample(0, backend.new_sampler(Sampling(temperature=2.0, top_k=0, seed=5)))
    all_of_them = choice_of(backend, 0, taken, size)
    best = choice_of(backend, 0, size - 1, 2)
    backend.close()

    assert math.isclose(sum(one.probability for one in all_of_them.likeliest), 1.0, rel_tol=1e-4)
    assert best.likeliest == all_of_them.likeliest[:2]
    assert best.taken not in best.likeliest
    assert best.likeliest[0].text == " Paris"
