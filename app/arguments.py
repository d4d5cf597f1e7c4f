"""The command line of the desktop program."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.given_files import Given, given
from app.paths import Paths


@dataclass(frozen=True, slots=True)
class Arguments:
    """`files` as they were named: relative ones are seen from the folder of this start."""

    paths: Paths
    model: Path | None
    smoke: bool
    in_process: bool
    files: tuple[Path, ...] = ()
    new: bool = False
    started_s: float = field(default_factory=time.monotonic, compare=False)

    @property
    def given(self) -> Given:
        """What was named, with absolute paths; `--model` comes before files."""
        named = [self.model] if self.model else []
        return given((path.absolute() for path in (*named, *self.files)), new=self.new)

    @property
    def for_qt(self) -> list[str]:
        """The words Qt is given: the self test runs where there is no display, too."""
        offscreen = ["-platform", "offscreen"] if self.smoke and not _has_display() else []
        return ["parley", *offscreen]


def _has_display() -> bool:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in names)


def parse(words: Sequence[str]) -> Arguments:
    """Read the words and make the data folder; exits with a sentence when that cannot be done."""
    parser = ArgumentParser(prog="python -m app", description="Talk to models on this machine.")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="where everything is kept")
    parser.add_argument("--model", type=Path, metavar="FILE", help="the GGUF file to load")
    parser.add_argument("--new", action="store_true", help="begin with a new conversation")
    parser.add_argument(
        "--smoke",
        action="store_true",
        help="send one message in the real window, save DIR/smoke.png, print the receipt, leave",
    )
    parser.add_argument(
        "--in-process", action="store_true", help="run the engine on a thread, to debug it"
    )
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="a GGUF file is loaded, others are attached to a new conversation",
    )
    wanted = parser.parse_args(words)
    try:
        paths = Paths.prepare(wanted.data_dir)
    except OSError as error:
        parser.exit(1, f"The data folder cannot be used: {error}.\n")
    return Arguments(
        paths,
        wanted.model,
        smoke=wanted.smoke,
        in_process=wanted.in_process,
        files=tuple(wanted.files),
        new=wanted.new,
    )
