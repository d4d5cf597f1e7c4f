"""A small real model under constraints: what it writes always has the form asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine.backends.base import Backend, Chunk
from engine.backends.llama import open_llama
from engine.constraint.constraint import Constraint
from engine.constraint.constraints import Constraints
from engine.models import LoadOptions
from engine.prompt.assemble import assemble
from engine.prompt.messages import from_openai
from engine.prompt.template import ChatTemplate
from engine.types import PromptRequest, Sampling

pytestmark = pytest.mark.model

SUBJECTS = ("a cat", "Paris", "a poet", "tea", "天气", "a robot", "rain", "a bridge", "bread", "42")
THING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 20},
        "mood": {"enum": ["happy", "sad", "天气"]},
        "age": {"type": ["integer", "null"], "minimum": 0, "maximum": 999},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 12}, "maxItems": 3},
    },
    "required": ["name", "mood", "age", "tags"],
    "additionalProperties": False,
}
CALCULATOR: dict[str, Any] = {
    "type": "function",
    "function": {
        "name": "calculator",
        "description": "Computes the value of an arithmetic expression.",
        "parameters": {
            "type": "object",
            "properties": {"expression": {"type": "string", "maxLength": 30}},
            "required": ["expression"],
        },
    },
}


class Asking:
    """One model, asked one thing after the other at temperature 1."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._template = ChatTemplate.of(backend.info.template, backend.tokenizer)
        self.constraints = Constraints(backend.tokenizer)

    def answer(
        self, question: str, constraint: Constraint, *, tools: tuple[Any, ...] = (), seed: int = 1
    ) -> str:
        messages = from_openai([{"role": "user", "content": question}])
        request = PromptRequest(messages=messages, tools=tools)
        backend, tokenizer = self._backend, self._backend.tokenizer
        prompt = assemble(request, template=self._template, tokenizer=tokenizer)
        backend.rewind(0, 0)
        backend.forward([Chunk(0, prompt.ids, True)])
        sampler, written = backend.new_sampler(Sampling(temperature=1.0, seed=seed)), b""
        while not tokenizer.is_end(id := backend.sample(0, sampler, constraint.mask())):
            constraint.accept(id)
            written += tokenizer.piece(id)
            backend.forward([Chunk(0, [id], True)])
        assert constraint.is_complete
        return written.decode()


@pytest.fixture(scope="module")
def asking(qwen_coder: Path) -> Iterator[Asking]:
    backend = open_llama(str(qwen_coder), LoadOptions(), lambda _: None)
    yield Asking(backend)
    backend.close()


def test_ten_answers_keep_their_schema(asking: Asking) -> None:
    for seed, subject in enumerate(SUBJECTS):
        constraint = asking.constraints.answer(THING)
        text = asking.answer(f"Describe {subject} as JSON.", constraint, seed=seed)
        jsonschema.validate(json.loads(text), THING)


@pytest.mark.parametrize("family", ["hermes", "bare_json"])
def test_a_required_call_can_be_read(asking: Asking, family: str) -> None:
    """Whether or not the question needs the tool."""
    for question in ("What is 12.5 + 30? Use the tool.", "Hello! How are you?"):
        tools = (CALCULATOR,)
        constraint = asking.constraints.calls(
            tools, choice="required", family=family, several=False
        )
        text = asking.answer(question, constraint, tools=tools)
        inner = text.removeprefix("<tool_call>\n").removesuffix("\n</tool_call>")
        assert (inner != text) == (family == "hermes")
        call = json.loads(inner)
        assert call["name"] == "calculator"
        jsonschema.validate(call["arguments"], CALCULATOR["function"]["parameters"])
