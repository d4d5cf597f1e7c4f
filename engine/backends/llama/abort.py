"""Stops a computation that runs in native code, from any thread."""

from __future__ import annotations

import ctypes
import os
from typing import Any


class AbortSwitch:
    """A flag that llama.cpp looks at before each operation of an abortable step.

    llama.cpp asks through a C function from address to bool. Python code there would wait for
    the interpreter lock a thousand times a step, so the function is C's own `strlen`, over a
    buffer that is the empty string until `abort` writes one character.
    """

    def __init__(self, api: Any, context: int) -> None:
        self._api = api
        self._context = context
        self._flag = ctypes.create_string_buffer(2)
        self._runtime = ctypes.CDLL("msvcrt" if os.name == "nt" else None)
        address = ctypes.cast(self._runtime.strlen, ctypes.c_void_p).value
        self._is_set = api.ggml_abort_callback(address)
        self._nothing = api.ggml_abort_callback()

    def abort(self) -> None:
        """Any thread."""
        self._flag[0] = b"!"

    def take(self) -> bool:
        """Whether an abort came since the last look; forgets it."""
        came = self._flag[0] != b"\0"
        self._flag[0] = b"\0"
        return came

    def watch(self) -> None:
        """From here on the flag ends computations."""
        self._api.llama_set_abort_callback(
            self._context, self._is_set, ctypes.addressof(self._flag)
        )

    def ignore(self) -> None:
        """From here on the flag is only kept."""
        self._api.llama_set_abort_callback(self._context, self._nothing, None)
