"""What of the cache a prompt can use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backends.base import Chunk
from engine.cache.ledger import Ledger, common_prefix
from engine.cache.origins import Origins
from engine.cache.plan import Source, best_source, carry_out, plan
from engine.cache.room import Room
from engine.models import LoadOptions
from tests.engine.scripted import ScriptedBackend


class Cache:
    """A ledger whose sequence n holds the n-th list, for conversation "0", "1"…"""

    def __init__(self, *sequences: list[int], number: int = 4, rewinds_freely: bool = True) -> None:
        self.backend = ScriptedBackend(
            options=LoadOptions(sequences=number, context_tokens=64),
            rewinds_freely=rewinds_freely,
        )
        self.ledger = Ledger(self.backend)
        self.origins = Origins()
        self.room = Room(ledger=self.ledger, origins=self.origins, keeping=None)
        for index, ids in enumerate(sequences):
            self.hold(index, ids, conversation=str(index))

    def hold(self, number: int, ids: list[int], *, conversation: str) -> None:
        """Read ids into a sequence, which is idle afterwards."""
        self.ledger.claim(number, conversation=conversation, request=1)
        self.ledger.forward([Chunk(number, ids, wants_logits=False)], abortable=False)
        self.ledger.release(number)

    def source(self, ids: list[int], conversation: str = "0") -> Source:
        return best_source(ids, ledger=self.ledger, conversation=conversation)

    def reused(self, ids: list[int], conversation: str = "0") -> tuple[int, int]:
        """Plan and carry out; the target's number and what it holds."""
        chosen = plan(self.source(ids, conversation), room=self.room, forks=True)
        assert chosen is not None
        kept = carry_out(chosen, ids, ledger=self.ledger, room=self.room)
        return chosen.target.number, kept


def test_a_prompt_that_goes_on_is_extended_in_place() -> None:
    assert Cache([1, 2, 3]).reused([1, 2, 3, 4]) == (0, 3)


def test_the_last_prompt_token_is_always_read() -> None:
    assert Cache([1, 2, 3]).reused([1, 2, 3])[1] == 2


def test_another_branch_leaves_the_old_one_alive() -> None:
    cache = Cache([1, 2, 3, 4, 5])

    assert cache.reused([1, 2, 9, 9]) == (1, 2)
    assert cache.backend.ids(0) == [1, 2, 3, 4, 5]


def test_without_another_sequence_the_tail_is_given_up() -> None:
    cache = Cache([1, 2, 3, 4, 5], number=1)

    assert cache.reused([1, 2, 9, 9]) == (0, 2)
    assert cache.backend.ids(0) == [1, 2]


def test_another_conversations_prefix_is_shared() -> None:
    """Two chats with the same system prompt read it once."""
    assert Cache([7, 7, 7, 1]).reused([7, 7, 7, 2], conversation="other") == (1, 3)


def test_on_a_tie_the_sequence_that_can_be_extended_in_place_wins() -> None:
    assert Cache([1, 2, 8], [1, 2], [1, 2, 9]).reused([1, 2, 3], conversation="0") == (1, 2)


def test_on_a_tie_the_conversations_own_sequence_wins() -> None:
    cache = Cache([1, 2, 8], [1, 2, 9])
    source = cache.source([1, 2, 3], conversation="0").sequence

    assert source is not None
    assert source.number == 0


def test_the_sequence_unused_for_longest_makes_room() -> None:
    cache = Cache([1], [2], [3], [4])

    assert cache.reused([9, 9]) == (0, 0)
    assert cache.backend.ids(0) == []


def test_a_busy_sequence_is_copied_not_changed() -> None:
    cache = Cache([1, 2, 3])
    cache.ledger.claim(0, conversation="0", request=9)

    assert cache.reused([1, 2, 3, 4]) == (1, 3)
    assert cache.backend.ids(0) == [1, 2, 3]


def test_no_plan_while_every_sequence_is_busy() -> None:
    cache = Cache([1, 2, 3], number=1)
    cache.ledger.claim(0, conversation="0", request=9)

    assert plan(cache.source([1, 2, 3, 4]), room=cache.room, forks=True) is None


def test_a_source_to_be_kept_is_never_worked_in() -> None:
    cache = Cache([1, 2, 3])
    only = Cache([1, 2, 3], number=1)
    source = cache.source([1, 2, 3, 4])
    chosen = plan(source, room=cache.room, forks=True, keep_source=True)

    assert chosen is not None
    assert chosen.target.number == 1
    assert plan(only.source([1, 2, 3, 4]), room=only.room, forks=True, keep_source=True) is None


def test_what_cannot_be_rewound_counts_as_far_as_its_checkpoint() -> None:
    """Another sequence that can be used further wins over a longer common start."""
    cache = Cache([1, 2], [1, 2, 3, 4, 5, 6], rewinds_freely=False)
    cache.ledger.checkpoint(0)
    cache.hold(0, [3, 4, 9], conversation="0")

    source = cache.source([1, 2, 3, 4, 5, 7])

    assert (source.tokens, source.shared, source.went_back) == (2, 4, True)
    assert cache.reused([1, 2, 3, 4, 5, 7]) == (2, 2)
    assert cache.backend.ids(0) == [1, 2, 3, 4, 9]


def test_forget_frees_a_conversations_sequences() -> None:
    cache = Cache([1, 2], [3])

    cache.ledger.forget("0")

    assert cache.backend.ids(0) == []
    assert cache.backend.ids(1) == [3]


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [([], [1], 0), ([1, 2], [1, 2], 2), ([1, 2], [1, 3], 1), ([1, 2, 3], [1, 2], 2)],
)
def test_common_prefix(left: list[int], right: list[int], shared: int) -> None:
    assert common_prefix(left, right) == shared


@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=8), min_size=1, max_size=12),
    st.booleans(),
)
def test_whatever_is_asked_the_target_holds_a_prefix_of_the_prompt(
    prompts: list[list[int]], rewinds_freely: bool
) -> None:
    """Plans in any order never leave the ledger and the cache apart, and reuse what they say."""
    cache = Cache(number=3, rewinds_freely=rewinds_freely)
    for request, ids in enumerate(prompts):
        name = str(request % 2)
        target, reused = cache.reused(ids, conversation=name)
        cache.hold(target, ids[reused:], conversation=name)
        cache.ledger.checkpoint(target)

        assert cache.backend.ids(target) == ids
        assert [s.ids for s in cache.ledger.sequences] == [cache.backend.ids(n) for n in range(3)]
