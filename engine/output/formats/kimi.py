"""Kimi K2 (sections of markers) and K3 (channels of tags)."""

from __future__ import annotations

from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.headed import Headed
from engine.output.grammars.sections import Sections

_CALL_OPEN, _CALL_CLOSE = "<|tool_call_begin|>", "<|tool_call_end|>"
_OPEN, _CLOSE = "<|tool_calls_section_begin|>", "<|tool_calls_section_end|>"
_ARGUMENTS = "<|tool_call_argument_begin|>"
_CALLS = Headed(opens=(_CALL_OPEN,), after_name=(_ARGUMENTS,), closes=(_CALL_CLOSE,))
K2 = Format(
    key="kimi_k2",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(
        Block((_OPEN,), _CALLS, closes=(_CALL_CLOSE, _CLOSE)),
        Block((_CALL_OPEN,), _CALLS, closes=(_CALL_CLOSE, _CLOSE), bare=True),
    ),
    calls_in_reasoning="end",
    stops=("<|im_end|>", "[EOS]"),
    tokens=(_CALL_OPEN, _ARGUMENTS),
)

_SECTION, _END_SECTION, _SEP = "<|open|>", "<|close|>", "<|sep|>"
K3 = Format(
    key="kimi_k3",
    reasoning_open=f"{_SECTION}think{_SEP}",
    reasoning_close=f"{_END_SECTION}think{_SEP}",
    opens_where="anywhere",
    drops_stray_closers=True,
    content_open=(f"{_SECTION}response{_SEP}", f"{_SECTION}message{_SEP}"),
    content_close=(f"{_END_SECTION}response{_SEP}", f"{_END_SECTION}message{_SEP}"),
    blocks=(
        Block(
            (f"{_SECTION}tools{_SEP}",),
            Sections(open=_SECTION, close=_END_SECTION, end=_SEP),
            closes=(f"{_END_SECTION}tools{_SEP}",),
        ),
    ),
    calls_in_reasoning="end",
    stops=("<|end_of_msg|>",),
    tokens=(_SECTION, _END_SECTION, _SEP),
    writes=(
        f"{_SECTION}think{_SEP}",
        f"{_END_SECTION}think{_SEP}{_SECTION}response{_SEP}",
        "",
    ),
)
