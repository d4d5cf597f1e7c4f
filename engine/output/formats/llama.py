"""Llama 3 (bare JSON) and Llama 4 (calls as Python writes them)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.output.calls import CallReading
from engine.output.formats.format import Format
from engine.output.grammars.block import Block
from engine.output.grammars.json_calls import JsonCalls
from engine.output.grammars.python_calls import PythonCalls
from engine.output.source import Steps


@dataclass(frozen=True, slots=True)
class JsonOrPython:
    """What models write behind a marker that does not say which of both follows."""

    json: JsonCalls
    python: PythonCalls

    def read(self, reading: CallReading) -> Steps[None]:
        start = reading.source.position
        symbol = yield from reading.source.skip_space()
        bracket = symbol is not None and symbol.text == "["
        if bracket:
            reading.source.take()
            symbol = yield from reading.source.skip_space()
        reading.source.position = start
        if symbol is not None and symbol.text == "{":
            yield from self.json.read(reading)
        else:
            yield from self.python.read(reading)


_DECLARED = JsonCalls(declared_only=True)
_BARE_JSON = Block(("{",), _DECLARED, bare=True, where="line")
_BARE_LIST = Block(
    ("[",), JsonOrPython(_DECLARED, PythonCalls(declared_only=True)), bare=True, where="line"
)
_BUILTIN = PythonCalls(declared_only=True, lists=False, suffix=".call")
_STOPS_3 = ("<|eot_id|>", "<|eom_id|>", "<|end_of_text|>")
LLAMA3 = Format(
    key="llama3",
    blocks=(
        Block(("<|python_tag|>",), JsonOrPython(JsonCalls(), _BUILTIN)),
        _BARE_JSON,
    ),
    calls_in_reasoning="end",
    stops=_STOPS_3,
)
LLAMA4 = Format(
    key="llama4",
    blocks=(
        Block(
            ("<|python_start|>",),
            JsonOrPython(JsonCalls(), PythonCalls(lists=False)),
            closes=("<|python_end|>",),
        ),
        _BARE_JSON,
        _BARE_LIST,
    ),
    calls_in_reasoning="end",
    stops=("<|eot|>", "<|eom|>", "<|end_of_text|>"),
)
LFM2 = Format(
    key="lfm2",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(
        Block(
            ("<|tool_call_start|>",),
            JsonOrPython(JsonCalls(), PythonCalls(lists=False)),
            closes=("<|tool_call_end|>",),
        ),
        _BARE_LIST,
    ),
    calls_in_reasoning="ignore",
    stops=("<|im_end|>",),
)
OLMO3 = Format(
    key="olmo3",
    reasoning_open="<think>",
    reasoning_close="</think>",
    blocks=(Block(("<function_calls>",), PythonCalls(lists=False), closes=("</function_calls>",)),),
    stops=("<|im_end|>", "<|endoftext|>"),
)
