"""The ledger: rewinds by checkpoint, and what goes to a snapshot and comes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.backends.base import Chunk
from engine.cache.checkpoints import Limits
from engine.cache.ledger import Ledger
from engine.errors import SnapshotDamaged
from engine.models import LoadOptions
from tests.engine.scripted import ScriptedBackend


def backend_of(*, rewinds_freely: bool, cells: int = 64, sequences: int = 3) -> ScriptedBackend:
    options = LoadOptions(sequences=sequences, context_tokens=cells)
    return ScriptedBackend(options=options, rewinds_freely=rewinds_freely)


def read(ledger: Ledger, number: int, *ids: int) -> None:
    ledger.forward([Chunk(number, ids, wants_logits=False)], abortable=False)


# ---- checkpoints


def test_a_rewind_goes_back_to_the_newest_checkpoint_before_it() -> None:
    backend = backend_of(rewinds_freely=False)
    ledger = Ledger(backend)
    for ids in ([1, 2, 3], [4, 5], [6, 7, 8]):
        read(ledger, 0, *ids)
        ledger.checkpoint(0)

    assert ledger.can_keep(ledger.sequences[0], 7) == 5
    assert ledger.rewind(0, 7) == 5
    assert backend.ids(0) == ledger.sequences[0].ids == [1, 2, 3, 4, 5]
    assert [each.length for each in ledger.sequences[0].checkpoints] == [3, 5]


def test_a_rewind_before_every_checkpoint_keeps_nothing() -> None:
    backend = backend_of(rewinds_freely=False)
    ledger = Ledger(backend)
    read(ledger, 0, 1, 2, 3)
    ledger.checkpoint(0)

    assert ledger.can_keep(ledger.sequences[0], 2) == 0
    assert ledger.rewind(0, 2) == 0
    assert backend.ids(0) == ledger.sequences[0].ids == []
    assert ledger.sequences[0].checkpoints == []


def test_models_that_rewind_freely_take_no_checkpoints() -> None:
    ledger = Ledger(backend_of(rewinds_freely=True))
    read(ledger, 0, 1, 2, 3)
    ledger.checkpoint(0)

    assert ledger.sequences[0].checkpoints == []
    assert ledger.can_keep(ledger.sequences[0], 2) == 2
    assert ledger.rewind(0, 2) == 2


def test_one_checkpoint_a_length_and_none_of_nothing() -> None:
    ledger = Ledger(backend_of(rewinds_freely=False))
    ledger.checkpoint(0)
    read(ledger, 0, 1, 2)
    ledger.checkpoint(0)
    ledger.checkpoint(0)

    assert [each.length for each in ledger.sequences[0].checkpoints] == [2]


def test_a_fork_can_go_back_as_far_and_changes_nothing_in_its_source() -> None:
    backend = backend_of(rewinds_freely=False)
    ledger = Ledger(backend)
    read(ledger, 0, 1, 2)
    ledger.checkpoint(0)
    read(ledger, 0, 3)
    ledger.fork(0, 1)

    assert ledger.rewind(1, 2) == 2
    ledger.clear(1)
    assert backend.ids(0) == [1, 2, 3]
    assert [each.length for each in ledger.sequences[0].checkpoints] == [2]


def test_the_ring_is_bounded() -> None:
    ledger = Ledger(backend_of(rewinds_freely=False), limits=Limits(count=2))
    for id in range(5):
        read(ledger, 0, id)
        ledger.checkpoint(0)

    assert len(ledger.sequences[0].checkpoints) == 2
    assert ledger.sequences[0].checkpoints[-1].length == 5


class LosesCheckpoints(ScriptedBackend):
    """Every checkpoint it gives out is no good, as native code may find."""

    def checkpoint(self, sequence: int) -> bytes:
        return b"lost" + super().checkpoint(sequence)


def test_a_refused_checkpoint_leaves_an_empty_sequence() -> None:
    ledger = Ledger(LosesCheckpoints(rewinds_freely=False))
    read(ledger, 0, 1, 2)
    ledger.checkpoint(0)
    read(ledger, 0, 3)

    assert ledger.rewind(0, 2) == 0
    assert ledger.sequences[0].ids == []
    ledger.verify(0)


# ---- snapshots


@pytest.mark.parametrize("rewinds_freely", [True, False])
def test_a_snapshot_comes_back_with_its_checkpoints(rewinds_freely: bool) -> None:
    backend = backend_of(rewinds_freely=rewinds_freely)
    ledger = Ledger(backend)
    read(ledger, 0, 1, 2)
    ledger.checkpoint(0)
    read(ledger, 0, 3, 4)
    snapshot = ledger.snapshot(0)

    assert backend.ids(0) == [1, 2, 3, 4]
    assert backend.ids(1) == backend.ids(2) == []
    assert ledger.restore(1, snapshot, 4) == 4
    assert ledger.restore(2, snapshot, 2) == 2
    assert [backend.ids(number) for number in (1, 2)] == [[1, 2, 3, 4], [1, 2]]


def test_a_snapshot_without_room_is_not_blamed() -> None:
    backend = backend_of(rewinds_freely=True, cells=8)
    ledger = Ledger(backend)
    read(ledger, 0, 1, 2, 3, 4, 5)
    snapshot = ledger.snapshot(0)
    ledger.clear(0)
    read(ledger, 1, 9, 9, 9, 9)

    assert ledger.restore(0, snapshot, 5) == 0
    assert ledger.sequences[0].ids == []
    assert backend.ids(1) == [9, 9, 9, 9]


def test_a_state_that_does_not_fit_its_ids_is_damage() -> None:
    ledger = Ledger(backend_of(rewinds_freely=True))
    read(ledger, 0, 1, 2, 3)
    snapshot = replace(ledger.snapshot(0), ids=(1, 2))

    with pytest.raises(SnapshotDamaged):
        ledger.restore(1, snapshot, 2)
    assert ledger.sequences[1].ids == []
    ledger.verify(1)


def test_a_model_that_now_says_something_else_is_damage() -> None:
    """The state has the right length and is another text's."""
    ledger = Ledger(backend_of(rewinds_freely=True, sequences=4))
    read(ledger, 0, 10, 11, 12)
    read(ledger, 1, 20, 21, 22)
    snapshot = replace(ledger.snapshot(0), likeliest=((7, 0.0),))

    with pytest.raises(SnapshotDamaged):
        ledger.restore(2, snapshot, 3)
    assert ledger.sequences[2].ids == []
    ledger.verify(2)


def test_a_full_cache_only_leaves_out_the_sanity_check() -> None:
    ledger = Ledger(backend_of(rewinds_freely=True, cells=3))
    read(ledger, 0, 1, 2, 3)

    snapshot = ledger.snapshot(0)

    assert snapshot.likeliest == ()
    assert ledger.sequences[0].ids == [1, 2, 3]
    assert ledger.restore(0, snapshot, 3) == 3
