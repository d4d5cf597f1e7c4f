"""A quick end."""

from __future__ import annotations

import logging
import os
import sys
from typing import NoReturn


def leave(status: int) -> NoReturn:
    """End the process now: all is saved, and taking the interpreter apart takes 0.3 s."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # there is none in a frozen build with a window
            stream.flush()
    os._exit(status)
