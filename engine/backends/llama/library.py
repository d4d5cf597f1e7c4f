"""The native library: loaded once per process, its log kept instead of printed."""

from __future__ import annotations

import ctypes
import logging
from collections import deque
from functools import cache
from typing import Any

logger = logging.getLogger(__name__)

_WARNING = 3
_ERROR = 4
_CONTINUED = 5
_KEPT_LINES = 50
_DEVICE_IS_GPU = (1, 2)


class NativeLog:
    """The newest warnings and errors of llama.cpp, which logs per process, not per model."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=_KEPT_LINES)
        self._keeps = False

    def receive(self, level: int, text: bytes, _: object) -> None:
        """Take one piece of log from native code, on whatever thread it runs."""
        continued = level == _CONTINUED
        self._keeps = self._keeps if continued else level in (_WARNING, _ERROR)
        if not self._keeps:
            return
        line = text.decode("utf-8", "replace").rstrip("\n")
        if continued and self._lines:
            line = self._lines.pop() + line
        self._lines.append(line)
        logger.info("llama.cpp: %s", line)

    def clear(self) -> None:
        self._lines.clear()

    def lines(self) -> list[str]:
        """Oldest first."""
        return [line for line in self._lines if line.strip()]


class Library:
    """`api` is the module `llama_cpp.llama_cpp`: names and arguments are those of llama.h."""

    def __init__(self) -> None:
        import llama_cpp
        import llama_cpp.llama_cpp as api
        from llama_cpp._ctypes_extensions import load_shared_library

        self.api: Any = api
        self._version: str = llama_cpp.__version__
        self.log = NativeLog()
        # Native code keeps the address: the callback must live as long as the process.
        self._log_callback = api.llama_log_callback(self.log.receive)
        api.llama_log_set(self._log_callback, None)
        self._ggml = load_shared_library("ggml", api._base_path)
        self._ggml_base = load_shared_library("ggml-base", api._base_path)
        self._declare_devices()
        if self._ggml.ggml_backend_dev_count() == 0:
            self._ggml.ggml_backend_load_all()  # a build whose backends are separate files
        api.llama_backend_init()

    def _declare_devices(self) -> None:
        self._ggml.ggml_backend_dev_count.restype = ctypes.c_size_t
        self._ggml.ggml_backend_dev_get.argtypes = [ctypes.c_size_t]
        self._ggml.ggml_backend_dev_get.restype = ctypes.c_void_p
        self._ggml_base.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
        self._ggml_base.ggml_backend_dev_description.argtypes = [ctypes.c_void_p]
        self._ggml_base.ggml_backend_dev_description.restype = ctypes.c_char_p

    def build(self) -> str:
        """Version, what of the processor it uses, and the graphics processors."""
        system: bytes = self.api.llama_print_system_info()
        version = f"llama-cpp-python {self._version}"
        return " | ".join([version, system.decode("utf-8", "replace").strip(), *self.gpu_names()])

    def gpu_names(self) -> list[str]:
        """What the drivers call the graphics processors found, in their order."""
        devices = [
            self._ggml.ggml_backend_dev_get(index)
            for index in range(self._ggml.ggml_backend_dev_count())
        ]
        return [
            self._ggml_base.ggml_backend_dev_description(device).decode("utf-8", "replace")
            for device in devices
            if self._ggml_base.ggml_backend_dev_type(device) in _DEVICE_IS_GPU
        ]


@cache
def load_library() -> Library:
    """The one library of this process; loading it takes about 0.3 s."""
    return Library()
