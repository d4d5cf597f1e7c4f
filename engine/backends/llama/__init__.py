"""llama.cpp as a backend, through llama-cpp-python's low-level API.

`open_llama` keeps the contract of `engine.backends.base`. The native library is loaded when the
first model is opened, not when this package is imported.
"""

from engine.backends.llama.backend import LlamaBackend, open_llama

__all__ = ["LlamaBackend", "open_llama"]
