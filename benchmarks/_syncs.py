"""How often this process asks the disk to have written, as strace sees it.

Each `fsync`, `fdatasync`, `msync` and `sync_file_range` of every thread, with the file it was for.
strace slows the process down, so that nothing else is measured meanwhile.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

CALLS = "fsync,fdatasync,msync,sync_file_range"
_LONGEST_S = 10.0
_CALL = re.compile(r"\b(fsync|fdatasync|msync|sync_file_range)\((?:\d+<([^>]*)>)?")


def syncs_while(work: Callable[[], None]) -> Counter[str] | None:
    """Calls by the name of their file while `work` runs; None without strace, or when it may not
    look. A call of our own tells that it sees them.
    """
    if shutil.which("strace") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        told, probe = Path(folder) / "calls", Path(folder) / "probe"
        command = ["strace", "-f", "-y", "-qq", "-e", f"trace={CALLS}", "-o", str(told)]
        with subprocess.Popen(
            [*command, "-p", str(os.getpid())], stderr=subprocess.PIPE, text=True
        ) as tracer:
            if not _sees(tracer, probe, told):
                tracer.kill()
                return None
            work()
            tracer.send_signal(signal.SIGINT)
            tracer.wait(_LONGEST_S)
        calls = _CALL.finditer(told.read_text())
        names = Counter(Path(call[2] or call[1]).name for call in calls)
    del names[probe.name]
    return names


def _sees(tracer: subprocess.Popen[str], probe: Path, told: Path) -> bool:
    """Whether a call of this thread is noted."""
    end_s = time.perf_counter() + _LONGEST_S
    with probe.open("w") as file:
        while time.perf_counter() < end_s and tracer.poll() is None:
            os.fsync(file.fileno())
            if told.exists() and probe.name in told.read_text():
                return True
            time.sleep(0.05)
    return False
