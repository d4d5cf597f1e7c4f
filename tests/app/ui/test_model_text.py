"""Models in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.ui.model_text import details, quantisation, state_text
from tests.app.ui.fakes import failed, loading, model_info, ready


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/m/SmolLM2-135M-Instruct.Q4_1.gguf", "Q4_1"),
        ("/m/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf", "Q4_K_M"),
        ("/m/model-IQ2_XXS.gguf", "IQ2_XXS"),
        ("/m/model-F16.gguf", "F16"),
        ("/m/Q4model.gguf", "Q8_0"),
        ("/m/plain.gguf", "Q8_0"),
    ],
)
def test_quantisation_comes_from_the_file_name_first(path: str, found: str) -> None:
    info = replace(model_info(), path=path, description="llama 1B Q8_0")

    assert quantisation(info) == found


def test_details_leave_out_what_is_unknown() -> None:
    assert details(model_info()) == "Q4_1 · 98 MB · CPU"
    unknown = replace(model_info(), path="/m/plain.gguf", description="", device="")
    assert details(unknown) == "98 MB"


def test_every_state_has_its_words() -> None:
    assert state_text(loading(0.424)) == "Loading… 42 %"
    assert state_text(failed("Why.")) == "Could not be loaded"
    assert state_text(ready()) == "Q4_1 · 98 MB · CPU"
    stopped = replace(ready(), problem="The engine stopped.")
    assert state_text(stopped) == "Stopped: the next message loads it again"
