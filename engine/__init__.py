"""Parley's engine: runs a local language model and keeps its KV cache in step with the prompt.

Nothing here knows a window or a database. Words are in `types`, what comes out in `events`,
all that can go wrong in `errors`; `loop` does one step at a time on the inference thread.
"""
