"""Chat templates come out of the engine's source package, once for each version."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from devtools.source_package import fetch_templates, keep_templates
from tests.devtools.packages import use_only, write_source_package

PYTHON = Path(sys.executable)
NO_PYTHON = Path("no-such-python")
FILES = {
    "vendor/llama.cpp/models/templates/One.jinja": b"{{ messages }}",
    "vendor/llama.cpp/models/templates/README.md": b"Templates.",
    "vendor/llama.cpp/models/templates/more/Two.jinja": b"{{ tools }}",
    "examples/Three.jinja": b"{{ bos_token }}",
}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_templates_are_kept_and_nothing_else(tmp_path: Path) -> None:
    package = write_source_package(tmp_path / "packages", "llama_cpp_python", "1.0", FILES)
    folder = tmp_path / "cache" / "templates"
    keep_templates(package, version="1.0", folder=folder)
    assert names(folder) == ["One.jinja", "version.txt"]
    assert (folder / "One.jinja").read_bytes() == b"{{ messages }}"
    assert names(tmp_path / "cache") == ["templates"]


def test_those_of_another_version_go(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "Old.jinja").touch()
    package = write_source_package(tmp_path / "packages", "llama_cpp_python", "1.0", FILES)
    keep_templates(package, version="1.0", folder=folder)
    assert names(folder) == ["One.jinja", "version.txt"]


def test_they_are_fetched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_source_package(tmp_path / "packages", "llama_cpp_python", "1.0", FILES)
    use_only(tmp_path / "packages", monkeypatch)
    folder = tmp_path / "templates"
    fetch_templates("1.0", folder=folder, python=PYTHON)
    assert names(folder) == ["One.jinja", "version.txt"]
    assert "once" in capsys.readouterr().err
    fetch_templates("1.0", folder=folder, python=NO_PYTHON)
    assert capsys.readouterr().err == ""


def test_without_a_network_the_tests_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_only(tmp_path, monkeypatch)
    folder = tmp_path / "templates"
    fetch_templates("1.0", folder=folder, python=PYTHON)
    assert not folder.exists()
    said = capsys.readouterr().err
    assert "could not be downloaded" in said
    assert said.rstrip().endswith("tested on our own templates only.")
