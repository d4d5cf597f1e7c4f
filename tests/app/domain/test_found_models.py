"""Model files of other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.found_models import Folder, look, memory_needed, usual_folders
from tests.tiny_models import Tiny, write_llama


def write_model(path: Path, *, architecture: str = "") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_llama(path, Tiny(claims=architecture))


def test_models_are_found_once_wherever_they_lie(tmp_path: Path) -> None:
    studio, cache = tmp_path / "studio", tmp_path / "cache"
    write_model(studio / "maker" / "one" / "One 模型.gguf")
    (cache / "blobs").mkdir(parents=True)
    (cache / "snapshots").mkdir()
    write_model(cache / "blobs" / "abc")
    (cache / "snapshots" / "two.gguf").symlink_to(cache / "blobs" / "abc")
    (cache / "again.gguf").symlink_to(studio / "maker" / "one" / "One 模型.gguf")

    found = look([Folder("LM Studio", studio), Folder("HF", cache)], context_tokens=4096)

    assert [(one.owner, one.path.name) for one in found.models] == [
        ("LM Studio", "One 模型.gguf"),
        ("HF", "two.gguf"),
    ]
    assert all(one.memory_bytes for one in found.models)
    assert found.left_out == 0


def test_what_cannot_chat_or_be_read_is_left_out(tmp_path: Path) -> None:
    write_model(tmp_path / "embed.gguf", architecture="bert")
    (tmp_path / "broken.gguf").write_bytes(b"GGUF")
    (tmp_path / "empty.gguf").touch()
    write_model(tmp_path / "big-00002-of-00003.gguf")

    found = look([Folder("Downloads", tmp_path)], context_tokens=4096)

    assert (found.models, found.left_out) == ((), 3)


def test_downloads_are_not_searched_below(tmp_path: Path) -> None:
    write_model(tmp_path / "deep" / "model.gguf")

    assert look([Folder("Downloads", tmp_path, deepest=1)], context_tokens=4096).models == ()
    assert len(look([Folder("Jan", tmp_path)], context_tokens=4096).models) == 1


def test_folders_that_are_not_there_hold_nothing(tmp_path: Path) -> None:
    assert look(usual_folders(tmp_path, {}), context_tokens=4096).models == ()


def test_the_environment_moves_folders(tmp_path: Path) -> None:
    folders = usual_folders(tmp_path, {"HF_HOME": "/hf", "LLAMA_CACHE": "/llama"})
    paths = {folder.path for folder in folders}

    assert Path("/hf/hub") in paths
    assert Path("/llama") in paths
    assert tmp_path / ".lmstudio" / "models" in paths


@pytest.mark.model
def test_the_starter_needs_less_than_a_gibibyte(smollm2: Path) -> None:
    needed = memory_needed(smollm2, context_tokens=4096)

    assert needed is not None
    assert smollm2.stat().st_size < needed < 2**30


def test_of_a_file_that_is_no_model_nothing_is_known(tmp_path: Path) -> None:
    assert memory_needed(tmp_path / "missing.gguf", context_tokens=4096) is None
