"""A model file's tokenizer and template alone: rendering and counting need no weights."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.backends.base import Tokenizer
from engine.backends.llama.chatml import CHATML
from engine.backends.llama.library import load_library
from engine.backends.llama.tokenizer import LlamaTokenizer
from engine.errors import LoadFailed
from engine.gguf import read_header, require_chat_model


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`template` is the model's own chat template, ChatML where it has none.

    `tool_template` is the one for requests with tools, "" where it is no other.
    """

    tokenizer: Tokenizer
    template: str
    tool_template: str

    def template_for(self, *, with_tools: bool) -> str:
        return (self.tool_template if with_tools else "") or self.template


@contextmanager
def open_vocabulary(path: str) -> Iterator[Vocabulary]:
    """Open a GGUF file without its weights; the tokenizer is gone with the context.

    Raises BadModelFile, LoadFailed, Unsupported.
    """
    header = read_header(Path(path))
    require_chat_model(header)
    api = load_library().api
    parameters = api.llama_model_default_params()
    parameters.vocab_only = True
    model = api.llama_model_load_from_file(os.fsencode(header.path), parameters)
    if model is None:
        raise LoadFailed(f"The vocabulary of {header.path.name} could not be read.")
    try:
        tokenizer = LlamaTokenizer(api, api.llama_model_get_vocab(model))
        template = header.chat_templates.get("default") or CHATML
        yield Vocabulary(tokenizer, template, header.tool_template)
    finally:
        api.llama_model_free(model)
