"""Whatever was done to a sequence, the model says what it says after a fresh read of its ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine.backends.base import Backend, Chunk
from engine.backends.llama import LlamaBackend, open_llama
from engine.models import LoadOptions
from tests.engine.cache.walks import STEPS, STEPS_ALONE, WALKED, Step, Tolerance, opened, walking
from tests.engine.scripted import open_scripted

TINY = LoadOptions(
    threads=1,
    sequences=WALKED + 1,
    context_tokens=2048,
    flash_attention="off",
    kv_type_k="f32",
    kv_type_v="f32",
)
CROWDED = replace(TINY, physical_batch_tokens=64)
"""Sequences that slide a window soon overwrite what others and themselves have let go."""
REAL = LoadOptions(threads=1, sequences=WALKED + 1, context_tokens=2048, flash_attention="off")
EXACT = Tolerance(logits=0)
ROUNDING = Tolerance(logits=1e-3)
TABLE_ROUNDING = Tolerance(logits=2e-2)
"""For Gemma, whose activation llama.cpp looks up in a table of 16-bit numbers."""
REAL_ROUNDING = Tolerance(logits=1.0)
KINDS = ("tiny_llama", "tiny_qwen2", "tiny_mamba", "tiny_gemma3", "tiny_lfm2")
DENSE = ("tiny_llama", "tiny_qwen2")

quick = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
few = settings(quick, max_examples=4, phases=[Phase.explicit, Phase.generate])
"""Shrinking a failure would take minutes on a real model."""


@pytest.fixture(scope="module", params=KINDS)
def tiny(request: pytest.FixtureRequest) -> Iterator[Backend]:
    with opened(open_llama, request.getfixturevalue(request.param), TINY) as backend:
        yield backend


@pytest.fixture(scope="module", params=KINDS)
def crowded(request: pytest.FixtureRequest) -> Iterator[Backend]:
    with opened(open_llama, request.getfixturevalue(request.param), CROWDED) as backend:
        yield backend


@pytest.fixture(scope="module")
def smollm2_backend(smollm2: Path) -> Iterator[Backend]:
    with opened(open_llama, smollm2, REAL) as backend:
        yield backend


@pytest.fixture(scope="module")
def qwen_backend(qwen_coder: Path) -> Iterator[Backend]:
    with opened(open_llama, qwen_coder, REAL) as backend:
        yield backend


def walk_alone(backend: Backend, steps: list[Step]) -> None:
    """A window's cells come back from a state in another order, so their sums are rounded anew."""
    windowed = backend.info.architecture == "gemma3"
    exact = not windowed or all(name in ("append", "rewind") for name, *_ in steps)
    with walking(backend) as walk:
        walk.take(steps)
        walk.check(0, EXACT if exact else TABLE_ROUNDING)


def walk_among_others(backend: Backend, steps: list[Step], tolerance: Tolerance) -> None:
    with walking(backend) as walk:
        walk.take(steps)
        for number in range(WALKED):
            walk.check(number, tolerance)


def rounding(backend: Backend) -> Tolerance:
    return TABLE_ROUNDING if backend.info.architecture == "gemma3" else ROUNDING


@quick
@given(steps=st.lists(STEPS_ALONE, max_size=12))
def test_a_sequence_alone_is_the_same_to_the_bit(tiny: Backend, steps: list[Step]) -> None:
    walk_alone(tiny, steps)


@quick
@given(steps=st.lists(STEPS, max_size=15))
def test_sequences_among_others_are_the_same_but_for_rounding(
    crowded: Backend, steps: list[Step]
) -> None:
    walk_among_others(crowded, steps, rounding(crowded))


@pytest.mark.model
@few
@given(steps=st.lists(STEPS_ALONE, min_size=3, max_size=8))
def test_smollm2_alone_is_the_same_to_the_bit(smollm2_backend: Backend, steps: list[Step]) -> None:
    walk_alone(smollm2_backend, steps)


@pytest.mark.model
@few
@given(steps=st.lists(STEPS, min_size=3, max_size=8))
def test_smollm2_among_others_is_the_same_but_for_rounding(
    smollm2_backend: Backend, steps: list[Step]
) -> None:
    walk_among_others(smollm2_backend, steps, REAL_ROUNDING)


@pytest.mark.model
@few
@given(steps=st.lists(STEPS, min_size=3, max_size=8))
def test_qwen_is_the_same_but_for_rounding(qwen_backend: Backend, steps: list[Step]) -> None:
    """Even alone: its K-quantised weights are multiplied in another way for fewer tokens."""
    walk_among_others(qwen_backend, steps, REAL_ROUNDING)


@quick
@given(steps=st.lists(STEPS, max_size=20), rewinds_freely=st.booleans())
def test_the_books_are_kept_without_a_model(
    tmp_path: Path, steps: list[Step], rewinds_freely: bool
) -> None:
    script = tmp_path / "script.json"
    script.write_text(f'{{"rewinds_freely": {str(rewinds_freely).lower()}}}')
    with opened(open_scripted, script, TINY) as backend, walking(backend) as walk:
        walk.take(steps)


# ---- the checker itself: each planted fault must be noticed


def wrong_token(backend: LlamaBackend) -> None:
    """The cache holds another id at position 30 than the ledger says."""
    ids = [10 + position for position in range(60)]
    backend.rewind(0, 0)
    backend.forward([Chunk(0, [*ids[:30], 99, *ids[31:]], wants_logits=False)])


def missing_cell(backend: LlamaBackend) -> None:
    backend._api.llama_memory_seq_rm(backend._memory._memory, 0, 30, 31)


def shifted_position(backend: LlamaBackend) -> None:
    """Everything from the second half stands one position further on."""
    backend._api.llama_memory_seq_add(backend._memory._memory, 0, 30, -1, 1)


def swapped_positions(backend: LlamaBackend) -> None:
    """The first five cells claim the positions of the next: no length tells."""
    backend._api.llama_memory_seq_add(backend._memory._memory, 0, 0, 5, 5)


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        *((kind, wrong_token) for kind in KINDS),
        *((kind, missing_cell) for kind in (*DENSE, "tiny_gemma3")),
        *((kind, shifted_position) for kind in (*DENSE, "tiny_mamba")),
        *((kind, swapped_positions) for kind in DENSE),
    ],
)
def test_a_planted_fault_is_noticed(
    kind: str, fault: Callable[[LlamaBackend], None], request: pytest.FixtureRequest
) -> None:
    with opened(open_llama, request.getfixturevalue(kind), TINY) as backend:
        assert isinstance(backend, LlamaBackend)
        with walking(backend) as walk:
            walk.read([Chunk(0, [10 + position for position in range(60)], wants_logits=False)])
            fault(backend)
            with pytest.raises(AssertionError):
                walk.check(0, rounding(backend))
