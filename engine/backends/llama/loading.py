"""Open a model and its context with the options of a load, or say why that failed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psutil

from engine.backends.llama.library import Library
from engine.errors import EngineError, LoadFailed, OutOfMemory, Unsupported
from engine.gguf import GgufHeader, estimate_memory
from engine.models import LoadOptions

_GGML_TYPES = {
    "f32": "GGML_TYPE_F32",
    "f16": "GGML_TYPE_F16",
    "q8_0": "GGML_TYPE_Q8_0",
    "q5_1": "GGML_TYPE_Q5_1",
    "q5_0": "GGML_TYPE_Q5_0",
    "q4_1": "GGML_TYPE_Q4_1",
    "q4_0": "GGML_TYPE_Q4_0",
}
_GGML_TYPE_BF16 = 30  # the one type the bindings have no name for
_UNQUANTIZED = ("f32", "f16", "bf16")
_FLASH_ATTENTION = {"auto": -1, "off": 0, "on": 1}
_OUT_OF_MEMORY = re.compile(r"out of memory|alloc|unable to create .* buffer", re.IGNORECASE)
_FUNCTION_PREFIX = re.compile(r"^(?:(?:[\w.:~]+|error loading model): )*")


@dataclass(frozen=True, slots=True)
class NativeModel:
    """Native handles; `resources` frees both, the context first."""

    model: int
    context: int
    context_tokens: int
    threads: int
    notes: tuple[str, ...]
    resources: ExitStack


def open_native(
    library: Library,
    header: GgufHeader,
    options: LoadOptions,
    progress: Callable[[float], None],
) -> NativeModel:
    """Load weights and make the context; what was opened is closed again on any failure.

    Raises LoadFailed, OutOfMemory, Unsupported.
    """
    _check_options(options)
    context_tokens, notes = _context_tokens(header, options)
    if not library.gpu_names():
        _check_memory(header, options, context_tokens)
    threads = options.threads or default_threads()
    library.log.clear()
    with ExitStack() as resources:
        model = _load_weights(library, header, options, progress)
        resources.callback(library.api.llama_model_free, model)
        if not library.api.llama_model_has_decoder(model):
            raise Unsupported(f"{header.path.name} has no decoder, so it cannot answer.")
        context = _make_context(library, model, options, context_tokens, threads)
        resources.callback(library.api.llama_free, context)
        kept = resources.pop_all()
    return NativeModel(model, context, context_tokens, threads, notes, kept)


def default_threads() -> int:
    """One per physical core but one, which the window and the system keep."""
    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    return max(1, cores - 1)


def _check_options(options: LoadOptions) -> None:
    if options.kv_type_v not in _UNQUANTIZED and options.flash_attention == "off":
        raise Unsupported(
            f"Values can only be cached as {options.kv_type_v} with flash attention on."
        )


def _context_tokens(header: GgufHeader, options: LoadOptions) -> tuple[int, tuple[str, ...]]:
    trained = header.context_length
    wanted = options.context_tokens
    if wanted <= 0:
        return trained or LoadOptions().context_tokens, ()
    if not trained or wanted <= trained:
        return wanted, ()
    note = (
        f"This model was trained on {trained:,} tokens, so the context is that and not {wanted:,}."
    )
    return trained, (note,)


def _check_memory(header: GgufHeader, options: LoadOptions, context_tokens: int) -> None:
    """Refuse what cannot work: the system would end the process instead of failing cleanly."""
    estimate = estimate_memory(
        header,
        context_tokens=context_tokens,
        kv_type_k=options.kv_type_k,
        kv_type_v=options.kv_type_v,
        flash_attention=options.flash_attention != "off",
        physical_batch_tokens=options.physical_batch_tokens,
        sequences=options.sequences,
    )
    machine = psutil.virtual_memory().total + psutil.swap_memory().total
    if estimate.cache + estimate.compute > machine:
        raise OutOfMemory(
            f"A context of {context_tokens:,} tokens takes {estimate.cache / 1e9:.1f} GB, and this "
            f"machine has {machine / 1e9:.1f} GB; load the model with a smaller context."
        )


def _load_weights(
    library: Library,
    header: GgufHeader,
    options: LoadOptions,
    progress: Callable[[float], None],
) -> int:
    api = library.api

    def on_progress(fraction: float, _: object) -> bool:
        progress(fraction)
        return True

    parameters = api.llama_model_default_params()
    parameters.n_gpu_layers = options.gpu_layers
    parameters.load_mode = (
        api.LLAMA_LOAD_MODE_MMAP if options.memory_map else api.LLAMA_LOAD_MODE_NONE
    )
    parameters.use_extra_bufts = options.extra_buffers
    callback = api.llama_progress_callback(on_progress)
    parameters.progress_callback = callback
    model: int | None = api.llama_model_load_from_file(os.fsencode(header.path), parameters)
    if model is None:
        raise _failure(library, f"{header.path.name} could not be loaded")
    return model


def _make_context(
    library: Library, model: int, options: LoadOptions, context_tokens: int, threads: int
) -> int:
    api = library.api
    parameters = api.llama_context_default_params()
    parameters.n_ctx = context_tokens
    parameters.n_batch = max(1, options.batch_tokens)
    parameters.n_ubatch = max(1, min(options.physical_batch_tokens, options.batch_tokens))
    parameters.n_seq_max = max(1, options.sequences)
    parameters.kv_unified = True
    parameters.swa_full = False
    parameters.n_threads = threads
    parameters.n_threads_batch = threads
    parameters.type_k = _ggml_type(api, options.kv_type_k)
    parameters.type_v = _ggml_type(api, options.kv_type_v)
    parameters.flash_attn_type = _FLASH_ATTENTION[options.flash_attention]
    parameters.no_perf = True
    context: int | None = api.llama_init_from_model(model, parameters)
    if context is None:
        raise _failure(library, f"The context of {context_tokens:,} tokens could not be made")
    return context


def _ggml_type(api: Any, kind: str) -> int:
    number: int = _GGML_TYPE_BF16 if kind == "bf16" else getattr(api, _GGML_TYPES[kind])
    return number


def _failure(library: Library, what: str) -> EngineError:
    cause = _cause(library.log.lines())
    if _OUT_OF_MEMORY.search(cause):
        return OutOfMemory(
            f"{what}: there is not enough memory ({cause}). "
            "Choose a smaller model or a smaller context."
        )
    return LoadFailed(f"{what}: {cause or 'llama.cpp gave no reason'}.")


def _cause(lines: list[str]) -> str:
    """The line that says why: the last ones usually only say that loading failed."""
    reasons = [
        line
        for line in lines
        if not re.search(r"failed to (load|create|initialize) (model|the model|context)\b", line)
    ]
    line = (reasons or lines or [""])[-1]
    return _FUNCTION_PREFIX.sub("", line.strip()).rstrip(".")
