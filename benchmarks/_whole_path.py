"""An answer from a scripted engine process through pipes, bridge, chat, store and window."""

from __future__ import annotations

import gc
import json
import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import psutil

from app.bridge import Bridge
from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.paths import Paths
from app.session import Session
from app.store.thread import StoreThread
from app.tools.builtin import BuiltinTools
from app.tools.offered import OfferedTools
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.theme import load_fonts
from app.ui.window import MainWindow
from app.ui.window_state import StateFile
from benchmarks._transcript import markdown
from benchmarks.window import Lateness, lateness_for, wait_for
from engine.host import EngineHost

TOKENS_PER_S = 200
WARM_UP_MS = 10_000
"""Memory is compared with what it was then; a shorter run begins after a sixth of its time."""
OVERHEAD_S = 0.0004
"""What the engine needs for a token besides waiting, about."""
CONTEXT_TOKENS = 32_768
COMMAND = [sys.executable, "-P", "-m", "benchmarks._steady_engine"]


def measure(seconds: float) -> dict[str, float]:
    """Gaps of the window's thread while an answer is written; tokens per second; memory grown."""
    with tempfile.TemporaryDirectory() as folder:
        return _measured(Path(folder), seconds)


def _measured(folder: Path, seconds: float) -> dict[str, float]:
    model = folder / "steady.gguf"
    tokens = round(seconds * TOKENS_PER_S)
    wait = 1 / TOKENS_PER_S - OVERHEAD_S
    model.write_text(json.dumps({"say": markdown(tokens), "seconds_per_token": wait}))
    session, window = program(Paths.prepare(folder / "data"))
    window.show()
    session.start(model)
    wait_for(lambda: session.model.phase == "ready")
    chat = session.chat
    assert chat is not None
    assert chat.send("Write.")
    wait_for(lambda: chat.turn is not None and chat.turn.phase == "answering")
    lateness_for(min(WARM_UP_MS, round(seconds * 1000 / 6)))
    gc.freeze()  # as the program does after its start
    before = psutil.Process().memory_info().rss
    lateness = Lateness()
    lateness.start()
    wait_for(lambda: chat.turn is None)
    result = lateness.stop()
    result["grown_mb"] = (psutil.Process().memory_info().rss - before) / 1e6
    result["tokens"] = len(chat.branch[-1].rounds[-1].ids)
    receipt = chat.branch[-1].rounds[-1].receipt
    result["tokens_per_s"] = result["tokens"] / receipt.decode_seconds if receipt else 0.0
    session.close()
    window.close()
    return result


def program(paths: Paths) -> tuple[Session, MainWindow]:
    """As app.__main__ builds it, over another engine."""
    bridge = Bridge()
    bridge.attach(EngineHost(command=COMMAND, deliver=bridge.deliver))
    preferences = PreferencesFile(paths.preferences)
    preferences.change(replace(preferences.current, context_tokens=CONTEXT_TOKENS, max_tokens=None))
    session = Session(
        bridge=bridge,
        store=StoreThread(paths.database, bridge.post),
        preferences=preferences,
        tools=OfferedTools(BuiltinTools(lambda: datetime.now().astimezone()), preferences),
        paths=paths,
    )
    window = MainWindow(
        session=session,
        preferences=preferences,
        presets=PresetsFile(paths.presets),
        appearance=Appearance(load_fonts(), preferences),
        icons=Icons(),
        state_file=StateFile(paths.state),
    )
    return session, window
