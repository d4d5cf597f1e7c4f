"""What of the cache a prompt can use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backends.base import Chunk
from engine.cache.ledger import Ledger, common_prefix
from engine.cache.plan import carry_out, plan
from engine.types import LoadOptions
from tests.engine.scripted import ScriptedBackend


def ledger_holding(*sequences: list[int], number: int = 4) -> tuple[Ledger, ScriptedBackend]:
    """Sequence n holds the n-th list, for conversation "0", "1"…"""
    backend = ScriptedBackend(options=LoadOptions(sequences=number, context_tokens=64))
    ledger = Ledger(backend)
    for index, ids in enumerate(sequences):
        ledger.claim(index, conversation=str(index), request=index)
        ledger.forward([Chunk(index, ids, wants_logits=False)], abortable=False)
        ledger.release(index)
    return ledger, backend


def planned_reuse(ledger: Ledger, ids: list[int], conversation: str = "0") -> tuple[int, int]:
    """Plan and carry out; the target's number and what it holds."""
    chosen = plan(ids, ledger=ledger, conversation=conversation, forks=True)
    assert chosen is not None
    return chosen.target, carry_out(chosen, ids, ledger)


def test_a_prompt_that_goes_on_is_extended_in_place() -> None:
    ledger, _ = ledger_holding([1, 2, 3])

    assert planned_reuse(ledger, [1, 2, 3, 4]) == (0, 3)


def test_the_last_prompt_token_is_always_read() -> None:
    ledger, _ = ledger_holding([1, 2, 3])

    assert planned_reuse(ledger, [1, 2, 3])[1] == 2


def test_another_branch_leaves_the_old_one_alive() -> None:
    ledger, backend = ledger_holding([1, 2, 3, 4, 5])

    target, reused = planned_reuse(ledger, [1, 2, 9, 9])

    assert (target, reused) == (1, 2)
    assert backend.ids(0) == [1, 2, 3, 4, 5]
    assert planned_reuse(ledger, [1, 2, 3, 4, 5]) == (2, 4)


def test_without_another_sequence_the_tail_is_given_up() -> None:
    ledger, backend = ledger_holding([1, 2, 3, 4, 5], number=1)

    assert planned_reuse(ledger, [1, 2, 9, 9]) == (0, 2)
    assert backend.ids(0) == [1, 2]


def test_another_conversations_prefix_is_shared() -> None:
    """Two chats with the same system prompt read it once."""
    ledger, _ = ledger_holding([7, 7, 7, 1])

    assert planned_reuse(ledger, [7, 7, 7, 2], conversation="other") == (1, 3)


def test_the_longest_unused_sequence_makes_room() -> None:
    ledger, backend = ledger_holding([1], [2], [3], [4])

    assert planned_reuse(ledger, [9, 9]) == (0, 0)
    assert backend.ids(0) == []


def test_a_busy_sequence_is_copied_not_changed() -> None:
    ledger, backend = ledger_holding([1, 2, 3])
    ledger.claim(0, conversation="0", request=9)

    assert planned_reuse(ledger, [1, 2, 3, 4]) == (1, 3)
    assert backend.ids(0) == [1, 2, 3]


def test_no_plan_while_every_sequence_is_busy() -> None:
    ledger, _ = ledger_holding([1, 2, 3], number=1)
    ledger.claim(0, conversation="0", request=9)

    assert plan([1, 2, 3, 4], ledger=ledger, conversation="0", forks=True) is None


def test_the_first_difference_is_named() -> None:
    ledger, _ = ledger_holding([1, 2, 3, 4])

    chosen = plan([1, 2, 9], ledger=ledger, conversation="0", forks=True)

    assert chosen is not None
    assert chosen.first_difference == 2
    assert chosen.cause == "the prompt differs from what the cache held, at token 2"


def test_forget_frees_a_conversations_sequences() -> None:
    ledger, backend = ledger_holding([1, 2], [3])

    ledger.forget("0")

    assert backend.ids(0) == []
    assert backend.ids(1) == [3]


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [([], [1], 0), ([1, 2], [1, 2], 2), ([1, 2], [1, 3], 1), ([1, 2, 3], [1, 2], 2)],
)
def test_common_prefix(left: list[int], right: list[int], shared: int) -> None:
    assert common_prefix(left, right) == shared


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=8), min_size=1, max_size=12))
def test_whatever_is_asked_the_target_holds_a_prefix_of_the_prompt(
    prompts: list[list[int]],
) -> None:
    """Plans in any order never leave the ledger and the cache apart, and reuse what they say."""
    ledger, backend = ledger_holding(number=3)
    for request, ids in enumerate(prompts):
        target, reused = planned_reuse(ledger, ids, conversation=str(request % 2))
        ledger.claim(target, conversation=str(request % 2), request=request)
        ledger.forward([Chunk(target, ids[reused:], wants_logits=True)], abortable=False)
        ledger.release(target)

        assert backend.ids(target) == ids
        assert [s.ids for s in ledger.sequences] == [backend.ids(n) for n in range(3)]
