"""An engine process over the scripted backend: `python -m tests.engine.scripted_child`.

A "model" with {"die_loading": true} kills the process unless it is loaded without extra buffers.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

from engine.child import main
from engine.models import LoadOptions
from tests.engine.scripted import ScriptedBackend, open_scripted


def open_or_die(
    path: str, options: LoadOptions, progress: Callable[[float], None]
) -> ScriptedBackend:
    if Path(path).exists():
        wanted = json.loads(Path(path).read_text(encoding="utf-8"))
        if wanted.get("die_loading") == "always":
            os.kill(os.getpid(), signal.SIGABRT)
        if wanted.get("die_loading") and options.extra_buffers:
            os.kill(os.getpid(), signal.SIGSEGV)
    return open_scripted(path, options, progress)


if __name__ == "__main__":
    main(open_or_die)
