"""The llama.cpp backend keeps the contract, on each kind of cache and on a real model."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engine.backends.base import Chunk
from engine.backends.llama import LlamaBackend, open_llama
from engine.backends.llama.batch import Entry
from engine.backends.llama.library import load_library
from engine.backends.llama.loading import open_native
from engine.errors import BadModelFile, LoadFailed, OutOfMemory, Unsupported
from engine.gguf import read_header
from engine.models import LoadOptions
from tests.engine.backends.conformance import CACHE_CHECKS, CHECKS, TEXT, Case, distance, open_case
from tests.tiny_models import Tiny, write_llama

EXACT = LoadOptions(threads=1, flash_attention="off", kv_type_k="f32", kv_type_v="f32")
KINDS = ("tiny_llama", "tiny_qwen2", "tiny_mamba", "tiny_gemma3", "tiny_lfm2")


def opened(path: Path, options: LoadOptions = EXACT) -> LlamaBackend:
    return open_llama(str(path), options, lambda _: None)


@pytest.fixture
def backend(tiny_llama: Path) -> Iterator[LlamaBackend]:
    backend = opened(tiny_llama)
    yield backend
    backend.close()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("kind", KINDS)
def test_tiny_models_keep_the_contract(
    kind: str, check: Callable[[Case], None], request: pytest.FixtureRequest
) -> None:
    """In 32 bits without flash attention, how ids are cut into steps changes nothing at all."""
    path = request.getfixturevalue(kind)
    with open_case(open_llama, path, EXACT, loose=1e-3) as case:
        check(case)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_steps_larger_than_the_batch_keep_the_contract(
    tiny_llama: Path, check: Callable[[Case], None]
) -> None:
    """Steps are cut to the batch size, and every sequence still gets its logits."""
    options = LoadOptions(threads=1, batch_tokens=16, physical_batch_tokens=16)
    with open_case(open_llama, tiny_llama, options, tight=0.1, loose=0.1) as case:
        check(case)


@pytest.mark.model
@pytest.mark.parametrize("check", CACHE_CHECKS, ids=lambda check: check.__name__)
def test_smollm2_keeps_the_contract_exactly(smollm2: Path, check: Callable[[Case], None]) -> None:
    options = LoadOptions(threads=1, flash_attention="off")
    with open_case(open_llama, smollm2, options, loose=1.0) as case:
        check(case)


# ---- abort


class AbortsWhileReading(LlamaBackend):
    """Aborts itself when the second part of a step is about to be read."""

    def _decode(self, part: Sequence[Entry]) -> int:
        if part[0].position > 0:
            self.abort()
        return super()._decode(part)


@pytest.mark.parametrize("kind", KINDS)
def test_an_aborted_step_leaves_no_trace(kind: str, request: pytest.FixtureRequest) -> None:
    """Half a step was read when it was aborted; reading on gives what it would have given."""
    header = read_header(request.getfixturevalue(kind))
    options = LoadOptions(threads=1, batch_tokens=64, physical_batch_tokens=64)
    native = open_native(load_library(), header, options, lambda _: None)
    backend = AbortsWhileReading(load_library(), native, header, options)
    ids = backend.tokenizer.encode(TEXT * 40, special=False)[:400]
    assert LlamaBackend.forward(backend, [Chunk(0, ids[:64], False)])
    assert not backend.forward([Chunk(0, ids[64:], True), Chunk(1, ids[:9], True)], abortable=True)
    assert [backend.length(0), backend.length(1)] == [64, 0]
    assert backend.forward([Chunk(0, ids[64:], True)])
    after = backend.logits(0)
    backend.rewind(0, 0)
    assert backend.forward([Chunk(0, ids[:64], False)])
    assert backend.forward([Chunk(0, ids[64:], True)])
    assert distance(after, backend.logits(0)) <= 1e-3
    backend.close()


@pytest.mark.model
def test_a_long_prefill_is_aborted_within_a_moment(smollm2: Path) -> None:
    """From another thread, in the middle of reading 2,000 tokens."""
    with open_case(open_llama, smollm2) as case:
        backend, ids = case.backend, (case.ids * 21)[:2000]
        case.read(0, ids[:100])
        computed_s: list[float] = []

        def abort() -> None:
            computed_s.append(time.process_time())
            backend.abort()

        timer = threading.Timer(0.2, abort)
        timer.start()
        assert not backend.forward([Chunk(0, ids[100:], True)], abortable=True)
        assert time.process_time() - computed_s[0] < 0.5
        assert backend.length(0) == 100
        timer.join()


# ---- rewind where not everything is kept


@pytest.mark.parametrize("kind", ["tiny_mamba", "tiny_lfm2"])
def test_a_recurrent_state_keeps_nothing(kind: str, request: pytest.FixtureRequest) -> None:
    with open_case(open_llama, request.getfixturevalue(kind), EXACT) as case:
        assert not case.backend.info.capabilities.rewinds_freely
        case.read(0, case.ids)
        assert case.backend.rewind(0, len(case.ids) - 1) == 0
        assert case.backend.length(0) == 0


def test_a_sliding_window_keeps_what_is_still_there(tiny_gemma3: Path) -> None:
    """A short rewind is free; a far one, past what the window let go, keeps nothing."""
    options = LoadOptions(threads=1, sequences=1, physical_batch_tokens=64, flash_attention="off")
    with open_case(open_llama, tiny_gemma3, options) as case:
        ids = case.ids * 10
        whole = case.fresh_logits(0, ids)
        assert case.backend.rewind(0, len(ids) - 64) == len(ids) - 64
        case.read(0, ids[-64:])
        assert distance(case.logits(0), whole) <= case.tight
        assert case.backend.rewind(0, 100) == 0


def test_a_checkpoint_brings_back_what_the_window_let_go(tiny_gemma3: Path) -> None:
    options = LoadOptions(threads=1, sequences=1, physical_batch_tokens=64, flash_attention="off")
    with open_case(open_llama, tiny_gemma3, options) as case:
        ids = case.ids * 10
        case.read(0, ids[:200])
        state = case.backend.checkpoint(0)
        case.read(0, ids[200:])
        assert not case.backend.can_rewind(0, 200)
        assert case.backend.restore_checkpoint(0, state, 200)
        case.read(0, ids[300:500])
        walked = case.logits(0)
        fresh = case.fresh_logits(0, [*ids[:200], *ids[300:500]])
        assert distance(walked, fresh) <= 0.02


# ---- what is said about a model


def test_info_says_what_was_opened(backend: LlamaBackend, tiny_llama: Path) -> None:
    info = backend.info
    assert (info.path, info.name, info.architecture) == (str(tiny_llama), "llama", "llama")
    assert (info.context_tokens, info.trained_context_tokens) == (4096, 4096)
    assert info.device == "CPU, 1 thread"
    assert info.template_source == "model"
    assert info.notes == ()
    assert info.vocabulary_size == backend.tokenizer.size


def test_without_a_template_chatml_is_used_and_said(tmp_path: Path) -> None:
    backend = opened(write_llama(tmp_path / "plain.gguf", Tiny(template=None)))
    assert backend.info.template_source == "chatml"
    assert "<|im_start|>" in backend.info.template
    assert len(backend.info.notes) == 1
    backend.close()


def test_a_given_template_wins(tiny_llama: Path) -> None:
    backend = opened(tiny_llama, LoadOptions(template="{{ messages }}"))
    assert (backend.info.template, backend.info.template_source) == ("{{ messages }}", "given")
    backend.close()


@pytest.mark.parametrize(("wanted", "notes"), [(0, 0), (100_000, 1)])
def test_the_context_is_at_most_what_was_trained(tiny_llama: Path, wanted: int, notes: int) -> None:
    backend = opened(tiny_llama, LoadOptions(context_tokens=wanted))
    assert backend.info.context_tokens == 4096
    assert len(backend.info.notes) == notes
    backend.close()


def test_the_fingerprint_follows_the_vocabulary(tmp_path: Path, backend: LlamaBackend) -> None:
    """Other weights, same vocabulary: same fingerprint. Another start token rule: another."""
    same = opened(write_llama(tmp_path / "same.gguf", Tiny(seed=2)))
    other = opened(write_llama(tmp_path / "other.gguf", Tiny(adds_bos=True)))
    assert same.tokenizer.fingerprint == backend.tokenizer.fingerprint
    assert other.tokenizer.fingerprint != backend.tokenizer.fingerprint
    assert (other.tokenizer.adds_bos, backend.tokenizer.adds_bos) == (True, False)
    same.close()
    other.close()


def test_user_defined_tokens_match_in_both_ways(backend: LlamaBackend) -> None:
    """They are no control tokens, so plain text turns into them even without `special`."""
    (tag,) = backend.tokenizer.encode("<tool_call>", special=False)
    assert backend.tokenizer.encode("<tool_call>", special=True) == [tag]
    assert not backend.tokenizer.is_control(tag)
    assert backend.tokenizer.special_pieces()[tag] == "<tool_call>"


def test_only_the_end_of_turn_ends(backend: LlamaBackend) -> None:
    ends = [id for id in range(backend.tokenizer.size) if backend.tokenizer.is_end(id)]
    assert [backend.tokenizer.piece(id) for id in ends] == [b"<|endoftext|>", b"<|im_end|>"]
    assert (backend.tokenizer.bos, backend.tokenizer.eos) == (1, 2)


def test_progress_goes_from_nothing_to_all(tiny_llama: Path) -> None:
    fractions: list[float] = []
    open_llama(str(tiny_llama), EXACT, fractions.append).close()
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0


# ---- failures


def test_a_bad_file_is_refused_before_native_code_sees_it(tmp_path: Path) -> None:
    with pytest.raises(BadModelFile, match="no file"):
        opened(tmp_path / "missing.gguf")


def test_an_unknown_architecture_is_named(tmp_path: Path) -> None:
    path = write_llama(tmp_path / "odd.gguf", Tiny(claims="oddity"))
    with pytest.raises(LoadFailed, match="unknown model architecture: 'oddity'"):
        opened(path)


def test_a_model_without_its_tensors_says_so(tmp_path: Path) -> None:
    with pytest.raises(LoadFailed, match=r"loaded: tensor .blk.1.attn_q.weight. not found\.$"):
        opened(write_llama(tmp_path / "hole.gguf", Tiny(leaves_out="blk.1.attn_q.weight")))


def test_an_embedding_model_is_refused(tmp_path: Path) -> None:
    path = write_llama(tmp_path / "embed.gguf", Tiny(metadata={"llama.pooling_type": 1}))
    with pytest.raises(Unsupported, match="embedding model"):
        opened(path)


def test_quantized_values_need_flash_attention(tiny_llama: Path) -> None:
    with pytest.raises(Unsupported, match="flash attention"):
        opened(tiny_llama, LoadOptions(kv_type_v="q8_0", flash_attention="off"))


def test_a_context_larger_than_the_machine_is_refused(tmp_path: Path) -> None:
    path = write_llama(tmp_path / "long.gguf", Tiny(context_length=2**31 - 1))
    with pytest.raises(OutOfMemory, match="smaller context"):
        opened(path, LoadOptions(context_tokens=2**31 - 1))
