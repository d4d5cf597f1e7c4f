"""What is left out of a prompt that no longer fits, in numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.context import (
    LEAST_ANSWER_TOKENS,
    Decision,
    Fits,
    LeaveOut,
    Refuse,
    TurnSize,
    decide,
    forecast_sentence,
    left_out_sentence,
    mark_of,
    marked,
    may_not_fit,
    refusal_sentence,
    seen,
    turn_sizes,
)
from app.domain.conversation import Mark, Message
from app.domain.conversation_settings import ContextStrategy
from engine.events import Forecast
from engine.types import Receipt, Round, Text

WINDOW = 640
TURNS = tuple(TurnSize(f"q{number}", 30) for number in range(1, 21))
"""20 turns of 30 tokens each: 600."""


def message(id: str, *, answered: Receipt | None = None, mark: Mark | None = None) -> Message:
    rounds = (Round(ids=(1,), tokenizer="t", receipt=answered),) if answered else ()
    return Message(
        id,
        None,
        "user" if id.startswith("q") else "assistant",
        (Text("x" * 50),),
        0,
        rounds=rounds,
        mark=mark,
    )


def forecast(prompt: int, by_message: tuple[tuple[str, int], ...] = ()) -> Forecast:
    return Forecast(
        request=1,
        prompt=prompt,
        reused=prompt,
        restored=0,
        to_read=0,
        seconds=0,
        tokens_by_message=by_message,
    )


def decided(
    prompt: int, sizes: tuple[TurnSize, ...] = TURNS, strategy: ContextStrategy = "drop_oldest"
) -> Decision:
    return decide(prompt, sizes, window=WINDOW, strategy=strategy, share=0.6)


# ---- decisions


@pytest.mark.parametrize(
    ("prompt", "decision"),
    [
        (1, Fits()),
        (560, Fits()),  # seven eighths of 640: an eighth is free for the answer
        (561, LeaveOut("q7", 6, 180)),  # 381 are left, 60 % of 640 is 384
        (632, LeaveOut("q10", 9, 270)),
        (639, LeaveOut("q10", 9, 270)),
        (640, LeaveOut("q10", 9, 270)),
        (641, LeaveOut("q10", 9, 270)),
        (1178, LeaveOut("q20", 19, 570)),  # all but the last
        (1179, Refuse(609)),  # 32 tokens are needed for the answer
    ],
)
def test_enough_of_the_oldest_turns_goes_at_once(prompt: int, decision: Decision) -> None:
    assert decided(prompt) == decision


@pytest.mark.parametrize(
    ("prompt", "decision"),
    [
        (560, Fits()),
        (608, Fits()),  # nothing can go, and 32 tokens are left for the answer
        (609, Refuse(609)),
        (639, Refuse(639)),
        (640, Refuse(640)),
        (641, Refuse(641)),
        (910, Refuse(910)),
    ],
)
def test_the_last_turn_never_goes(prompt: int, decision: Decision) -> None:
    assert decided(prompt, (TurnSize("q1", prompt - 20),)) == decision


def test_a_large_last_turn_stays_alone_when_it_fits() -> None:
    sizes = (TurnSize("q1", 100), TurnSize("q2", 60), TurnSize("q3", 460))

    assert decided(640, sizes) == LeaveOut("q3", 2, 160)


def test_the_system_prompt_stays_however_large_it_is() -> None:
    """620 tokens of it, then "hi": refused before anything is read, with the least possible."""
    assert decided(634, (TurnSize("q1", 6),)) == Refuse(634)
    assert decided(664, (TurnSize("q1", 30), TurnSize("q2", 6))) == Refuse(634)


@pytest.mark.parametrize(
    ("prompt", "decision"), [(560, Fits()), (608, Fits()), (609, Refuse(609)), (641, Refuse(641))]
)
def test_to_stop_means_that_nothing_is_left_out(prompt: int, decision: Decision) -> None:
    assert decided(prompt, strategy="stop") == decision


def test_a_summary_stands_for_the_same_turns() -> None:
    assert decided(632, strategy="summarise") == decided(632)


@given(
    st.lists(st.integers(1, 400), min_size=1, max_size=30),
    st.integers(0, 300),
    st.integers(256, 2000),
    st.floats(0.1, 0.9),
)
def test_what_remains_always_leaves_room_for_an_answer(
    tokens: list[int], fixed: int, window: int, share: float
) -> None:
    sizes = [TurnSize(f"q{number}", size) for number, size in enumerate(tokens)]
    prompt = fixed + sum(tokens)

    decision = decide(prompt, sizes, window=window, strategy="drop_oldest", share=share)

    room = window - LEAST_ANSWER_TOKENS
    match decision:
        case Fits():
            assert prompt <= room
        case LeaveOut():
            assert prompt - decision.tokens <= room
            assert 1 <= decision.turns < len(sizes)
            assert decision.first_seen == f"q{decision.turns}"
            assert decision.tokens == sum(tokens[: decision.turns])
        case Refuse():
            assert decision.needed == (fixed + tokens[-1]) > room


# ---- turns


def test_a_turn_counts_with_all_its_rounds() -> None:
    """Rounds and tool results of an answer have the answer's key."""
    by_message = (("system", 20), ("q1", 5), ("a1", 7), ("a1", 11), ("a1", 9), ("q2", 6), ("", 8))
    branch = [message("q1"), message("a1"), message("q2"), message("a2")]

    sizes = turn_sizes(branch, forecast(66, by_message))

    assert sizes == [TurnSize("q1", 32), TurnSize("q2", 6)]


# ---- what the model sees


def test_the_newest_mark_on_the_branch_holds() -> None:
    first, second = Mark("q1"), Mark("q2", "A summary.")
    branch = [message("q1"), message("q2", mark=first), message("q3", mark=second), message("a3")]

    assert mark_of(branch) == second
    assert [one.id for one in seen(branch)] == ["q2", "q3", "a3"]
    assert mark_of(branch[:2]) == first
    assert mark_of(branch[:1]) is None
    assert seen(branch[:1]) == branch[:1]


def test_a_mark_is_set_on_the_last_question_also_of_an_answer_gone_on_with() -> None:
    branch = [message("q1"), message("a1"), message("q2"), message("a2")]

    changed = marked(branch, Mark("q2"))

    assert [one.mark for one in changed] == [None, None, Mark("q2"), None]
    assert branch[2].mark is None


# ---- whether counting is worth it


def test_a_small_question_is_not_counted_and_a_large_one_is() -> None:
    """50 bytes are at most 50 tokens; the template adds at most 32 to each message."""
    assert not may_not_fit([message("q1")], "", window=256)
    assert may_not_fit([message("q1")], "x" * 120, window=256)


def test_after_an_answer_its_receipt_says_how_full_the_context_is() -> None:
    receipt = Receipt(prompt=400, reused=0, restored=0, read=400, written=70)
    branch = [message("q1"), message("a1", answered=receipt), message("q2")]

    assert not may_not_fit(branch, "x" * 9000, window=640)
    assert may_not_fit(branch, "", window=620)


def test_an_answer_gone_on_with_counts_in_full() -> None:
    receipt = Receipt(prompt=500, reused=0, restored=0, read=500, written=100)

    assert may_not_fit([message("q1"), message("a1", answered=receipt)], "", window=640)


# ---- sentences


@pytest.mark.parametrize(
    ("seconds", "end"),
    [
        (0.0, ""),
        (0.2, ", under 1 s"),
        (3.2, ", about 3 s"),
        (89.0, ", about 89 s"),
        (120.0, ", about 2 min"),
    ],
)
def test_a_forecast_says_tokens_and_time(seconds: float, end: str) -> None:
    cost = Forecast(request=1, prompt=1204, reused=792, restored=0, to_read=412, seconds=seconds)

    assert forecast_sentence(cost, 4096) == f"will read 412 of 1,204 tokens{end}"


def test_a_forecast_says_what_comes_from_disk() -> None:
    cost = Forecast(request=1, prompt=1204, reused=66, restored=1100, to_read=38, seconds=0.5)

    expected = "will read 38 of 1,204 tokens, 1,100 from disk, under 1 s"
    assert forecast_sentence(cost, 4096) == expected


def test_a_forecast_of_what_does_not_fit_says_so() -> None:
    assert forecast_sentence(forecast(5010), 4096) == (
        "needs 5,010 tokens, but the context holds 4,096"
    )


def test_what_was_left_out_is_said_with_its_cost() -> None:
    cost = Forecast(request=1, prompt=392, reused=20, restored=0, to_read=372, seconds=2.6)

    dropped = left_out_sentence(turns=9, tokens=270, summarised=False, forecast=cost, window=640)
    summarised = left_out_sentence(turns=1, tokens=70, summarised=True, forecast=cost, window=640)

    assert dropped == (
        "The 9 oldest turns (270 tokens) are no longer seen by the model, because the context of "
        "640 tokens is full. The answer will read 372 of 392 tokens, about 3 s."
    )
    assert summarised == (
        "The oldest turn (70 tokens) is replaced by a summary, because the context of "
        "640 tokens is full. The answer will read 372 of 392 tokens, about 3 s."
    )


def test_a_refusal_says_the_numbers_and_what_can_be_done() -> None:
    sentence = refusal_sentence(910, 640, could_leave_out=False)

    assert sentence == (
        "The prompt has 910 tokens, but the context holds 640 and the answer needs 32 of them. "
        "Shorten the message, start a new conversation or load the model with more context."
    )
    assert "summarised" in refusal_sentence(910, 640, could_leave_out=True)
