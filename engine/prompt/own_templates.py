"""Chat templates of ours, for families whose model files often bring none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from engine.backends.base import Backend, OpenBackend
from engine.gguf import read_header
from engine.models import LoadOptions

FOLDER = Path(__file__).resolve().parent.parent.parent / "resources" / "templates"

_OF_ARCHITECTURE = {"deepseek4": "deepseek_v4"}


def own_template(architecture: str) -> str | None:
    """Source of our template for models of a GGUF architecture; None where we have none."""
    family = _OF_ARCHITECTURE.get(architecture)
    return None if family is None else (FOLDER / f"{family}.jinja").read_text("utf-8")


def with_own_templates(open_backend: OpenBackend) -> OpenBackend:
    """Open GGUF files with our template where they bring none and none was chosen."""

    def open_completed(
        path: str, options: LoadOptions, progress: Callable[[float], None]
    ) -> Backend:
        return open_backend(path, _completed(path, options), progress)

    return open_completed


def replacement(path: str) -> str | None:
    """Our template for a GGUF file that brings none; None when it brings one or we have none.

    Raises BadModelFile.
    """
    header = read_header(Path(path))
    if header.chat_templates.get("default", "").strip():
        return None
    return own_template(header.architecture)


def _completed(path: str, options: LoadOptions) -> LoadOptions:
    return options if options.template else replace(options, template=replacement(path))
