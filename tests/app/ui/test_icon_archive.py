"""Icons are read out of their archive without listing it."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from app.ui.icon_archive import IconArchive
from app.ui.icons import _archive_path


def test_every_icon_of_the_package_comes_out_whole() -> None:
    archive = IconArchive(_archive_path())
    with ZipFile(_archive_path()) as plain:
        names = plain.namelist()
        assert [archive.read(name) for name in names] == [plain.read(name) for name in names]


@pytest.mark.parametrize("method", [ZIP_DEFLATED, ZIP_STORED])
def test_a_name_that_ends_like_another_is_not_taken_for_it(tmp_path: Path, method: int) -> None:
    path = tmp_path / "icons.zip"
    with ZipFile(path, "w", method) as plain:
        plain.writestr("clipboard-copy.svg", b"a clipboard " * 9)
        plain.writestr("copy.svg", b"two sheets " * 9)

    archive = IconArchive(path)

    assert archive.read("copy.svg") == b"two sheets " * 9
    assert archive.read("clipboard-copy.svg") == b"a clipboard " * 9


@pytest.mark.parametrize("name", ["no-such-icon.svg", "opy.svg", "copy"])
def test_an_unknown_name_is_a_key_error(name: str) -> None:
    with pytest.raises(KeyError):
        IconArchive(_archive_path()).read(name)
