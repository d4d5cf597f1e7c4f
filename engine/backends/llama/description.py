"""A loaded model in words and numbers, for the user and for the prompt's template."""

from __future__ import annotations

import ctypes
from typing import Literal

from engine.backends.llama.chatml import CHATML, NO_TEMPLATE_NOTE
from engine.backends.llama.library import Library
from engine.backends.llama.loading import NativeModel
from engine.backends.llama.tokenizer import LlamaTokenizer
from engine.gguf import GgufHeader, MemoryEstimate, estimate_memory
from engine.models import Capabilities, LoadOptions, ModelInfo, model_name

_TemplateSource = Literal["model", "chatml", "given"]
_DESCRIPTION_BYTES = 256


class Description:
    """Puts together what the file says, what the library measured and what was asked for."""

    def __init__(
        self, library: Library, native: NativeModel, header: GgufHeader, options: LoadOptions
    ) -> None:
        self._library = library
        self._native = native
        self._header = header
        self._options = options

    def model_info(self, tokenizer: LlamaTokenizer, *, rewinds_freely: bool) -> ModelInfo:
        api, model = self._library.api, self._native.model
        template, source, notes = self._template()
        memory = self._memory()
        return ModelInfo(
            path=str(self._header.path),
            name=model_name(self._header.path),
            architecture=self._header.architecture,
            description=self._text(),
            size_bytes=self._header.size_bytes,
            parameters=api.llama_model_n_params(model),
            context_tokens=self._native.context_tokens,
            trained_context_tokens=api.llama_model_n_ctx_train(model),
            vocabulary_size=tokenizer.size,
            device=self._device(),
            tokenizer=tokenizer.fingerprint,
            template=template,
            template_source=source,
            tool_template=self._header.tool_template if source == "model" else "",
            capabilities=Capabilities(rewinds_freely=rewinds_freely, forks=True, snapshots=True),
            notes=(*self._native.notes, *notes),
            weights_bytes=memory.weights,
            cache_bytes=memory.cache,
            buffer_bytes=memory.compute,
        )

    def _template(self) -> tuple[str, _TemplateSource, tuple[str, ...]]:
        if self._options.template:
            return self._options.template, "given", ()
        own: bytes | None = self._library.api.llama_model_chat_template(self._native.model, None)
        if own and own.strip():
            return own.decode("utf-8", "replace"), "model", ()
        return CHATML, "chatml", (NO_TEMPLATE_NOTE,)

    def _memory(self) -> MemoryEstimate:
        return estimate_memory(
            self._header,
            context_tokens=self._native.context_tokens,
            kv_type_k=self._options.kv_type_k,
            kv_type_v=self._options.kv_type_v,
            flash_attention=self._options.flash_attention != "off",
            physical_batch_tokens=self._options.physical_batch_tokens,
            sequences=self._options.sequences,
        )

    def _text(self) -> str:
        buffer = ctypes.create_string_buffer(_DESCRIPTION_BYTES)
        self._library.api.llama_model_desc(self._native.model, buffer, len(buffer))
        return buffer.value.decode("utf-8", "replace")

    def _device(self) -> str:
        threads = self._native.threads
        processor = _processor(threads)
        gpus = self._library.gpu_names() if self._options.gpu_layers else []
        return f"{', '.join(gpus)} and {processor}" if gpus else processor


def _processor(threads: int) -> str:
    return "CPU, 1 thread" if threads == 1 else f"CPU, {threads} threads"
