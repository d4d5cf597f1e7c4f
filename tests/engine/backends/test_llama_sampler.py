"""The sampler chain: llama.cpp's order, and only what was asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backends.base import Chunk
from engine.backends.llama import LlamaBackend, open_llama
from engine.errors import BadRequest
from engine.models import LoadOptions
from engine.types import Sampling

NEUTRAL = Sampling(temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)


@pytest.fixture(scope="module")
def backend(tiny_llama: Path) -> Iterator[LlamaBackend]:
    backend = open_llama(str(tiny_llama), LoadOptions(threads=1), lambda _: None)
    backend.forward([Chunk(0, backend.tokenizer.encode("What is", special=False), True)])
    yield backend
    backend.close()


def names(backend: LlamaBackend, sampling: Sampling) -> list[str]:
    return backend.new_sampler(sampling).names()


def choices(backend: LlamaBackend, sampling: Sampling, count: int = 200) -> set[int]:
    sampler = backend.new_sampler(sampling)
    return {backend.sample(0, sampler) for _ in range(count)}


def test_neutral_values_add_nothing(backend: LlamaBackend) -> None:
    assert names(backend, NEUTRAL) == ["dist"]


def test_defaults_are_those_of_the_command_line(backend: LlamaBackend) -> None:
    assert names(backend, Sampling()) == ["top-k", "top-p", "min-p", "temp", "dist"]


def test_temperature_zero_is_greedy_after_bias_and_penalties(backend: LlamaBackend) -> None:
    sampling = Sampling(temperature=0, logit_bias=((3, 1.0),), repetition_penalty=1.1)
    assert names(backend, sampling) == ["logit-bias", "penalties", "greedy"]


def test_everything_comes_in_the_default_order(backend: LlamaBackend) -> None:
    sampling = Sampling(
        logit_bias=((3, 1.0),),
        presence_penalty=0.5,
        dry_multiplier=0.8,
        top_n_sigma=1.0,
        typical_p=0.9,
        xtc_probability=0.5,
        dynamic_temperature_range=0.3,
    )
    assert names(backend, sampling) == [
        "logit-bias",
        "penalties",
        "dry",
        "top-n-sigma",
        "top-k",
        "typical",
        "top-p",
        "min-p",
        "xtc",
        "temp-ext",
        "dist",
    ]


@pytest.mark.parametrize(("version", "name"), [(1, "mirostat"), (2, "mirostat-v2")])
def test_mirostat_replaces_the_filters(backend: LlamaBackend, version: int, name: str) -> None:
    sampling = Sampling(mirostat=1 if version == 1 else 2)
    assert names(backend, sampling) == ["temp", name]
    assert choices(backend, sampling, 3)


def test_adaptive_p_chooses_instead_of_dist(backend: LlamaBackend) -> None:
    assert names(backend, Sampling(adaptive_p_target=0.3))[-1] == "adaptive-p"
    assert choices(backend, Sampling(adaptive_p_target=0.3), 3)


def test_minus_one_means_the_whole_context(backend: LlamaBackend) -> None:
    """The library itself reads -1 as none at all."""
    best = choices(backend, Sampling(temperature=0)).pop()
    sampler = backend.new_sampler(
        Sampling(temperature=0, frequency_penalty=9.0, penalty_last_tokens=-1)
    )
    sampler.accept(best)
    for _ in range(100):
        sampler.accept(0)
    assert backend.sample(0, sampler) != best


def test_dry_breaks_a_repetition(backend: LlamaBackend) -> None:
    """After x a b … x a, the token that went on then is held back."""
    best = choices(backend, Sampling(temperature=0)).pop()
    sampler = backend.new_sampler(Sampling(temperature=0, dry_multiplier=50.0))
    for id in (300, 301, 302, best, 310, 311, 300, 301, 302):
        sampler.accept(id)
    assert backend.sample(0, sampler) != best


def test_bias_bans_and_forces(backend: LlamaBackend) -> None:
    best = choices(backend, Sampling(temperature=0)).pop()
    assert choices(backend, Sampling(temperature=0, logit_bias=((best, -math.inf),))) != {best}
    assert choices(backend, Sampling(logit_bias=((7, 1000.0),))) == {7}


def test_top_k_limits_the_choice(backend: LlamaBackend) -> None:
    top = {each.id for each in backend.log_probabilities(0, 3)}
    assert choices(backend, Sampling(temperature=3.0, top_k=3, top_p=1.0, min_p=0.0)) == top


def test_log_probabilities_are_probabilities(backend: LlamaBackend) -> None:
    every = backend.log_probabilities(0, backend.tokenizer.size + 5)
    assert len(every) == backend.tokenizer.size
    assert math.isclose(sum(math.exp(each.log_probability) for each in every), 1, rel_tol=1e-6)


def test_a_drawn_seed_is_reported(backend: LlamaBackend) -> None:
    seeds = {backend.new_sampler(Sampling()).seed for _ in range(5)}
    assert len(seeds) == 5
    assert backend.new_sampler(Sampling(seed=42)).seed == 42


@pytest.mark.parametrize(
    "sampling",
    [
        Sampling(repetition_penalty=0),
        Sampling(repetition_penalty=math.nan),
        Sampling(frequency_penalty=math.inf),
        Sampling(temperature=math.nan),
    ],
)
def test_impossible_values_are_refused(backend: LlamaBackend, sampling: Sampling) -> None:
    with pytest.raises(BadRequest):
        backend.new_sampler(sampling)
