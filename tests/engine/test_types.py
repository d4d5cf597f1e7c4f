"""The engine's words."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from engine.models import model_name
from engine.types import Receipt, Sampling


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2-135M-Instruct"),
        ("Qwen2.5-Coder-0.5B-Instruct-Q4_K_M.gguf", "Qwen2.5-Coder-0.5B-Instruct"),
        ("big-IQ2_XXS-00001-of-00003.gguf", "big"),
        ("model-bf16.gguf", "model"),
        ("模型-Q8_0.gguf", "模型"),
        ("Q4_K_M.gguf", "Q4_K_M"),
        ("two-of-hearts.gguf", "two-of-hearts"),
    ],
)
def test_a_model_is_called_by_its_file_without_the_quantisation(file: str, name: str) -> None:
    assert model_name(PurePath(file)) == name


@pytest.mark.parametrize(
    ("sampling", "remembered"),
    [
        (Sampling(), 0),
        (Sampling(repetition_penalty=1.1), 64),
        (Sampling(repetition_penalty=1.1, penalty_last_tokens=-1), 500),
        (Sampling(dry_multiplier=0.8), 500),
        (Sampling(presence_penalty=0.5, penalty_last_tokens=900), 500),
    ],
)
def test_penalties_look_back_as_far_as_they_say(sampling: Sampling, remembered: int) -> None:
    assert sampling.remembered_tokens(500) == remembered


def test_a_receipt_gives_speeds() -> None:
    receipt = Receipt(
        prompt=10, reused=0, restored=0, read=10, written=5, prefill_seconds=2, decode_seconds=2
    )

    assert (receipt.read_per_second, receipt.written_per_second) == (5.0, 2.0)


def test_a_receipt_of_nothing_has_no_speed() -> None:
    receipt = Receipt(prompt=0, reused=0, restored=0, read=0, written=0)

    assert (receipt.read_per_second, receipt.written_per_second) == (0.0, 0.0)
