"""From token ids to what a model said: text, reasoning, and what did not parse.

ids -> detokenize (characters) -> stop_strings -> splitter (a format's rules) -> parts and deltas
"""
