"""A request's sampler: llama.cpp's chain in its default order, neutral samplers left out."""

from __future__ import annotations

import ctypes
import math
import secrets
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.backends.base import Allowed
from engine.errors import BadRequest
from engine.types import Sampling

_MIROSTAT_WINDOW = 100
_KEEP_AT_LEAST = 1
_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("probability", np.float32)])
"""llama_token_data"""


class LlamaSampler:
    """Owns a native chain; freed by `close`, or when it is forgotten.

    `chain` is for the backend that made it. A chain needs neither model nor context to be freed.
    """

    def __init__(self, api: Any, vocab: int, sampling: Sampling, context_tokens: int) -> None:
        _check(sampling, api.llama_vocab_n_tokens(vocab))
        self._api = api
        self._seed = secrets.randbits(32) if sampling.seed is None else sampling.seed & 0xFFFFFFFF
        if self._seed == api.LLAMA_DEFAULT_SEED:
            self._seed = 0  # the library reads this number as: draw one yourself
        self.chain: Any = api.llama_sampler_chain_init(api.llama_sampler_chain_default_params())
        self._free = weakref.finalize(self, api.llama_sampler_free, self.chain)
        build = _Builder(api, vocab, sampling, context_tokens, self._seed)
        for link in build.links():
            api.llama_sampler_chain_add(self.chain, link)

    @property
    def seed(self) -> int:
        return self._seed

    def names(self) -> list[str]:
        """The samplers in the chain, in order."""
        api = self._api
        links = range(api.llama_sampler_chain_n(self.chain))
        return [
            api.llama_sampler_name(api.llama_sampler_chain_get(self.chain, link)).decode()
            for link in links
        ]

    def accept(self, id: int) -> None:
        self._api.llama_sampler_accept(self.chain, id)

    def choose(self, logits: npt.NDArray[np.float32], allowed: Allowed) -> int:
        """Run the chain over the allowed ids alone, and remember the one it chose."""
        ids = np.flatnonzero(allowed)
        assert len(ids) > 0, "a mask must allow something"
        id = int(ids[0]) if len(ids) == 1 else self._choose_among(ids, logits[ids])
        self.accept(id)
        return id

    def _choose_among(self, ids: npt.NDArray[np.intp], logits: npt.NDArray[np.float32]) -> int:
        candidates = np.zeros(len(ids), dtype=_CANDIDATE)
        candidates["id"], candidates["logit"] = ids, logits
        first = candidates.ctypes.data_as(self._api.llama_token_data_p)
        found = self._api.llama_token_data_array(first, len(ids), -1, False)
        self._api.llama_sampler_apply(self.chain, ctypes.byref(found))
        id: int = found.data[found.selected].id
        return id

    def close(self) -> None:
        self._free()


def _check(sampling: Sampling, vocabulary_size: int) -> None:
    penalties = (sampling.frequency_penalty, sampling.presence_penalty, sampling.temperature)
    if not all(math.isfinite(value) for value in penalties):
        raise BadRequest("Temperature and penalties must be finite numbers.")
    if not 0 < sampling.repetition_penalty < math.inf:
        raise BadRequest("The repetition penalty must be above 0; 1 turns it off.")
    if not all(0 <= id < vocabulary_size for id, _ in sampling.logit_bias):
        raise BadRequest("A bias is given for a token that the vocabulary does not have.")


class _Builder:
    def __init__(
        self, api: Any, vocab: int, sampling: Sampling, context_tokens: int, seed: int
    ) -> None:
        self._api = api
        self._vocab = vocab
        self._vocabulary_size: int = api.llama_vocab_n_tokens(vocab)
        self._sampling = sampling
        self._context_tokens = context_tokens
        self._seed = seed

    def links(self) -> Iterator[Any]:
        yield from self._bias()
        yield from self._penalties()
        yield from self._dry()
        if self._sampling.temperature <= 0:
            yield self._api.llama_sampler_init_greedy()
        elif self._sampling.mirostat:
            yield from self._temperature()
            yield self._mirostat()
        else:
            yield from self._filters()
            yield from self._temperature()
            yield self._choice()

    def _bias(self) -> Iterator[Any]:
        biases = [*self._sampling.logit_bias, *((id, -math.inf) for id in self._suppressed())]
        if biases:
            entries = (self._api.llama_logit_bias * len(biases))(*biases)
            yield self._api.llama_sampler_init_logit_bias(
                self._vocabulary_size, len(biases), entries
            )

    def _suppressed(self) -> list[int]:
        """Ids the model's author never wants sampled."""
        count = ctypes.c_int32(0)
        ids = self._api.llama_vocab_get_suppress_tokens(self._vocab, ctypes.byref(count))
        return list(ids[: count.value]) if count.value else []

    def _penalties(self) -> Iterator[Any]:
        sampling = self._sampling
        last = self._last_tokens(sampling.penalty_last_tokens)
        penalties = (
            sampling.repetition_penalty,
            sampling.frequency_penalty,
            sampling.presence_penalty,
        )
        if last and penalties != (1.0, 0.0, 0.0):
            yield self._api.llama_sampler_init_penalties(self._vocabulary_size, last, *penalties)

    def _dry(self) -> Iterator[Any]:
        sampling = self._sampling
        last = self._last_tokens(sampling.dry_last_tokens)
        if not last or not sampling.dry_multiplier or sampling.dry_base < 1:
            return
        breakers = [text.encode() for text in sampling.dry_sequence_breakers if text]
        yield self._api.llama_sampler_init_dry(
            self._vocab,
            sampling.dry_multiplier,
            sampling.dry_base,
            sampling.dry_allowed_length,
            last,
            (ctypes.c_char_p * len(breakers))(*breakers),
            len(breakers),
        )

    def _last_tokens(self, count: int) -> int:
        # The library takes a negative count for none at all, users mean the whole context.
        return self._context_tokens if count < 0 else min(count, self._context_tokens)

    def _filters(self) -> Iterator[Any]:
        api, sampling = self._api, self._sampling
        if sampling.top_n_sigma > 0:
            yield api.llama_sampler_init_top_n_sigma(sampling.top_n_sigma)
        if 0 < sampling.top_k < self._vocabulary_size:
            yield api.llama_sampler_init_top_k(sampling.top_k)
        if sampling.typical_p < 1:
            yield api.llama_sampler_init_typical(sampling.typical_p, _KEEP_AT_LEAST)
        if sampling.top_p < 1:
            yield api.llama_sampler_init_top_p(sampling.top_p, _KEEP_AT_LEAST)
        if sampling.min_p > 0:
            yield api.llama_sampler_init_min_p(sampling.min_p, _KEEP_AT_LEAST)
        if sampling.xtc_probability > 0 and sampling.xtc_threshold <= 0.5:
            yield api.llama_sampler_init_xtc(
                sampling.xtc_probability, sampling.xtc_threshold, _KEEP_AT_LEAST, self._seed
            )

    def _temperature(self) -> Iterator[Any]:
        sampling = self._sampling
        if sampling.dynamic_temperature_range > 0:
            yield self._api.llama_sampler_init_temp_ext(
                sampling.temperature,
                sampling.dynamic_temperature_range,
                sampling.dynamic_temperature_exponent,
            )
        elif sampling.temperature != 1:
            yield self._api.llama_sampler_init_temp(sampling.temperature)

    def _mirostat(self) -> Any:
        tau, eta = self._sampling.mirostat_tau, self._sampling.mirostat_eta
        if self._sampling.mirostat == 1:
            return self._api.llama_sampler_init_mirostat(
                self._vocabulary_size, self._seed, tau, eta, _MIROSTAT_WINDOW
            )
        return self._api.llama_sampler_init_mirostat_v2(self._seed, tau, eta)

    def _choice(self) -> Any:
        sampling = self._sampling
        if sampling.adaptive_p_target >= 0:
            return self._api.llama_sampler_init_adaptive_p(
                sampling.adaptive_p_target, sampling.adaptive_p_decay, self._seed
            )
        return self._api.llama_sampler_init_dist(self._seed)
