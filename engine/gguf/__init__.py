"""GGUF model files: what a file says about itself, and what it would cost to load.

Pure Python over a memory map, so a file can be looked at before native code ever sees it:
`reader` parses within hard limits, `header` gives the facts names, `memory` estimates bytes.
"""

from engine.gguf.header import GgufHeader, read_header, require_chat_model
from engine.gguf.memory import MemoryEstimate, estimate_memory
from engine.gguf.reader import LongArray, MetadataValue

__all__ = [
    "GgufHeader",
    "LongArray",
    "MemoryEstimate",
    "MetadataValue",
    "estimate_memory",
    "read_header",
    "require_chat_model",
]
