"""The frame of a call can be written without chance, while its values are sampled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.backends.base import Tokenizer
from engine.loop import Loop
from engine.models import LoadOptions
from engine.outbox import Outbox
from engine.types import Generate, LoadModel, Message, PromptRequest, Text
from tests.engine.recorded_turns import KEYS, RECORDED, open_recorded
from tests.engine.scripted import ScriptedBackend, ScriptedSampler

TOOLS = tuple(
    {
        "type": "function",
        "function": {
            "name": name,
            "description": "",
            "parameters": {"type": "object", "properties": properties},
        },
    }
    for name, properties in (("calculator", {"expression": {"type": "string"}}), ("clock", {}))
)


def samplers_of(path: str, *, greedy_frames: bool) -> list[ScriptedSampler]:
    """Those made for the first round of a recorded turn."""
    opened: list[ScriptedBackend] = []

    def open_backend(path: str, options: LoadOptions, _progress: object) -> ScriptedBackend:
        opened.append(open_recorded(path, options, lambda _: None))
        return opened[0]

    loop = Loop(open_backend=open_backend, outbox=Outbox(lambda _: None, lambda: 0.0))
    loop.handle(LoadModel(request=1, path=path))
    question = Message("user", (Text(RECORDED["question"]),))
    prompt = PromptRequest(messages=(question,), tools=TOOLS)
    loop.handle(Generate(request=2, conversation="a", prompt=prompt, greedy_frames=greedy_frames))
    while not loop.idle:
        loop.step()
    return opened[0].samplers


def text(ids: Sequence[int], tokenizer: Tokenizer) -> str:
    return b"".join(map(tokenizer.piece, ids)).decode()


def model(folder: Path, family: str) -> str:
    path = folder / f"{family}.json"
    path.write_text(json.dumps({"family": family}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("family", KEYS)
def test_only_the_frame_is_greedy(tmp_path: Path, family: str) -> None:
    path = model(tmp_path, family)
    sampled, greedy = samplers_of(path, greedy_frames=True)
    tokenizer = open_recorded(path, LoadOptions(), lambda _: None).tokenizer
    frame, whole = text(greedy.accepted, tokenizer), text(sampled.accepted, tokenizer)

    assert RECORDED["expressions"][0] in whole
    assert "expression" in frame
    assert RECORDED["expressions"][0] not in frame
    assert RECORDED["reasoning"][0][:20] not in frame
    assert len(greedy.accepted) < len(sampled.accepted)
    assert (sampled.closed, greedy.closed) == (True, True)


def test_the_frame_is_all_but_the_value(tmp_path: Path) -> None:
    path = model(tmp_path, "qwen3_coder")
    _, greedy = samplers_of(path, greedy_frames=True)
    tokenizer = open_recorded(path, LoadOptions(), lambda _: None).tokenizer

    # Whether to call at all, and when the value ends, is the model's choice.
    assert text(greedy.accepted, tokenizer) == (
        "calculator>\n<parameter=expression>\n\n</function>\n</tool_call>"
    )


def test_without_the_wish_everything_is_sampled(tmp_path: Path) -> None:
    path = model(tmp_path, "qwen3_coder")
    assert len(samplers_of(path, greedy_frames=False)) == 1
