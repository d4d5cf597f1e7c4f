"""Which load settings work for a model file on this machine."""

from __future__ import annotations

from pathlib import Path

from engine.known_good import KnownGood
from engine.models import LoadOptions
from engine.types import LoadModel


def load(path: Path, options: LoadOptions | None = None) -> LoadModel:
    return LoadModel(request=1, path=str(path), options=options or LoadOptions())


def test_repacked_weights_are_given_up_first_then_the_gpu() -> None:
    known = KnownGood(None)
    first = known.safer(load(Path("m")))
    assert first is not None
    second = known.safer(first)
    assert second is not None

    assert (first.options.extra_buffers, first.options.gpu_layers) == (False, -1)
    assert (second.options.extra_buffers, second.options.gpu_layers) == (False, 0)
    assert known.safer(second) is None


def test_what_worked_is_remembered_for_the_file(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"x")
    memory = tmp_path / "known_good.json"
    KnownGood(memory).worked(load(model, LoadOptions(extra_buffers=False)))

    options = KnownGood(memory).options_for(load(model))

    assert options == LoadOptions(extra_buffers=False)


def test_another_file_of_the_same_name_is_another_model(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    model.write_bytes(b"x")
    known = KnownGood(None)
    known.worked(load(model, LoadOptions(extra_buffers=False)))
    model.write_bytes(b"xy")

    assert known.options_for(load(model)) == LoadOptions()


def test_an_unreadable_memory_starts_anew(tmp_path: Path) -> None:
    memory = tmp_path / "known_good.json"
    memory.write_text("{broken", encoding="utf-8")

    assert KnownGood(memory).options_for(load(tmp_path)) == LoadOptions()
