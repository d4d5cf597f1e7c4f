"""Files a person hands over, by the command line, a drop or the system: what becomes of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = "“{}” is a folder. Give the files in it."
ONE_MODEL = "One model is loaded at a time: “{}” was taken."


@dataclass(frozen=True, slots=True)
class Given:
    """A model to load and files to attach; `sentences` say what was not taken, and why.

    `new`: they are for a new conversation.
    """

    model: Path | None = None
    files: tuple[Path, ...] = ()
    sentences: tuple[str, ...] = ()
    new: bool = False

    @property
    def nothing(self) -> bool:
        return self.model is None and not (self.files or self.sentences or self.new)


def given(paths: Iterable[Path], *, new: bool = False) -> Given:
    """Sort paths by what they are; the first GGUF file is the model.

    What cannot be read, or is not there, is said by whoever reads it.
    """
    models: list[Path] = []
    files: list[Path] = []
    sentences: list[str] = []
    for path in paths:
        if path.is_dir():
            sentences.append(FOLDER.format(path.name))
        elif is_model(path):
            models.append(path)
        else:
            files.append(path)
    if len(models) > 1:
        sentences.append(ONE_MODEL.format(models[0].name))
    return Given(models[0] if models else None, tuple(files), tuple(sentences), new)


def is_model(path: Path) -> bool:
    """By its name: what is wrong with the file, if anything, is said when it is loaded."""
    return path.suffix.lower() == ".gguf"
