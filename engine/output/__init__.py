"""From token ids to what a model said: text, reasoning, calls, and what did not parse.

ids -> detokenize (characters, marker tokens) -> stop_strings -> markup (by format) -> deltas

A format is run by `answer` or, where every message has a header, by `channels`. Both read from a
`source`, hand blocks of calls to a grammar (`blocks`, `calls`, `grammars/`), and write to `parts`.
"""
