"""What the engine does while nobody asks: read ahead, keep within the budget, settle."""

from __future__ import annotations

import pytest

from engine.events import Finished, Settled, SideWork
from engine.models import CacheOptions, LoadOptions
from engine.types import Forget, Message, Settle, Stop, UnloadModel
from tests.engine.driven import REASONING, Engine, answer, receipt, text, tokens, user
from tests.engine.scripted import CHATML

NEXT_QUESTION = "more<|im_end|>\n<|im_start|>assistant\n"
THOUGHTFUL = "<think>" + "because " * 40 + "</think>hello " + "dear " * 40


def test_after_read_ahead_the_next_turn_reads_only_what_was_typed() -> None:
    """The token before it may merge with what is typed, so it is read again."""
    engine = Engine()
    first = engine.answered(user("hi"))
    engine.settle()
    second = receipt(engine.answered(user("hi"), answer(first), user("more")))

    assert second.read == tokens(NEXT_QUESTION) + 1
    assert second.read_ahead == tokens("<|im_end|>\n<|im_start|>user\n") - 1
    assert (second.first_difference, second.cause) == (None, "")
    assert [(work.kind, work.tokens) for work in engine.all(SideWork)] == [
        ("read_ahead", second.read_ahead)
    ]


@pytest.mark.parametrize("read_ahead", [True, False])
def test_a_template_that_drops_reasoning_costs_the_answer_only_without_read_ahead(
    read_ahead: bool,
) -> None:
    engine = Engine(THOUGHTFUL, template=REASONING, cache=CacheOptions(read_ahead=read_ahead))
    first = engine.answered(user("hi"))
    engine.settle()
    second = receipt(engine.answered(user("hi"), answer(first), user("more")))

    if read_ahead:
        assert second.read == tokens(NEXT_QUESTION) + 1
        assert second.cause == ""
    else:
        assert second.read > tokens("hello " + "dear " * 40)
        assert second.cause == "the template drops earlier reasoning"
        assert engine.all(SideWork) == []


def test_the_answers_own_sequence_stays_as_it_was() -> None:
    engine = Engine(THOUGHTFUL, template=REASONING)
    cut = engine.answered(user("hi"), max_tokens=20)
    engine.settle()
    whole = engine.answered(user("hi"), answer(cut), continues=True)
    engine.settle()
    again = engine.answered(user("hi"))

    assert receipt(whole).read == 1
    assert text(whole) == text(again) == ("hello " + "dear " * 40).strip()
    assert receipt(again).read == 1


def test_a_command_stops_read_ahead_and_finds_what_it_had_read() -> None:
    engine = Engine(THOUGHTFUL, template=REASONING)
    first = engine.answered(user("hi"))
    for _ in range(3):
        engine.loop.step()  # looks what to read, then two pieces of at least 64 tokens
    second = receipt(engine.answered(user("hi"), answer(first), user("more")))

    assert second.read_ahead == 128
    assert second.reused + second.read == second.prompt
    assert second.read > tokens(NEXT_QUESTION) + 1


def test_an_aborted_piece_is_read_later() -> None:
    engine = Engine()
    engine.answered(user("hi"))
    engine.loop.step()
    engine.loop.interrupt()
    engine.settle()

    assert len(engine.all(SideWork)) == 1


@pytest.mark.parametrize("template", [CHATML, REASONING])
def test_forks_of_old_turns_do_not_pile_up(template: str) -> None:
    """Another conversation stays in the cache, however long this one grows."""
    options = LoadOptions(context_tokens=8192)
    engine = Engine("<think>so</think>yes", options=options, template=template)
    engine.answered(user("a question of another conversation"), conversation="b")
    messages: list[Message] = []
    for _ in range(20):
        messages.append(user("more"))
        finished = engine.answered(*messages)
        messages.append(answer(finished))
        engine.settle()
    back = engine.answered(user("a question of another conversation"), conversation="b")

    assert receipt(back).read == 1
    assert receipt(finished).read <= tokens(NEXT_QUESTION) + 1


def test_nothing_is_read_ahead_at_another_conversations_cost() -> None:
    engine = Engine(options=LoadOptions(sequences=2))
    engine.answered(user("hi"), conversation="a")
    engine.answered(user("ho"), conversation="b")
    engine.settle()

    assert receipt(engine.answered(user("hi"), conversation="a")).read == 1


def test_nothing_is_read_ahead_past_the_end_of_the_context() -> None:
    engine = Engine("y" * 80, options=LoadOptions(context_tokens=64))
    finished = engine.answered(user("hi"))
    engine.settle()

    assert finished.ending == "context_full"
    assert engine.all(SideWork) == []


def test_nothing_is_read_ahead_after_an_answer_that_never_began() -> None:
    engine = Engine()
    request = engine.ask(user("x" * 500))
    engine.loop.step()
    engine.loop.handle(Stop(request=request))
    engine.settle()

    assert engine.one(Finished, request).parts == ()
    assert engine.all(SideWork) == []


def test_a_forgotten_conversation_is_not_read_ahead() -> None:
    engine = Engine()
    engine.answered(user("hi"))
    engine.loop.handle(Forget(conversation="a"))
    engine.settle()

    assert engine.all(SideWork) == []


def test_idle_sequences_over_their_budget_go_oldest_first() -> None:
    cache = CacheOptions(idle_tokens=150, read_ahead=False)
    engine = Engine(cache=cache)
    for name in "abc":
        engine.answered(user(name * 80), conversation=name)
    engine.settle()
    kept = receipt(engine.answered(user("b" * 80), conversation="b"))
    gone = receipt(engine.answered(user("a" * 80), conversation="a"))

    assert kept.read == 1
    assert gone.read > 80
    assert gone.cause == "evicted to make room"


def test_with_nothing_to_do_the_loop_waits_for_a_command() -> None:
    engine = Engine(load=False)
    assert engine.loop.wait_s() is None

    engine = Engine()
    assert engine.loop.wait_s() is None
    engine.ask(user("hi"))
    assert engine.loop.wait_s() == 0.0
    engine.run()
    assert engine.loop.wait_s() == 0.0  # there is something to read ahead
    engine.settle()
    assert engine.loop.wait_s() is None


def test_settle_waits_for_running_requests() -> None:
    engine = Engine()
    asked = engine.ask(user("hi"))
    settled = engine.settle()

    endings = [event for event in engine.events if isinstance(event, Finished | Settled)]
    assert [event.request for event in endings] == [asked, settled]


@pytest.mark.parametrize("loaded", [True, False])
def test_settle_is_answered_without_a_model_or_when_it_goes(loaded: bool) -> None:
    engine = Engine(load=loaded)
    if loaded:
        engine.ask(user("hi"))
    request = engine.next()
    engine.loop.handle(Settle(request=request))
    engine.loop.handle(UnloadModel(request=engine.next()))

    assert engine.endings(request) == [engine.one(Settled, request)]


def test_of_many_conversations_no_more_is_kept_than_the_cache_holds() -> None:
    """Each round of another conversation, without a moment of idleness."""
    engine = Engine(options=LoadOptions(sequences=2))
    for number in range(20):
        engine.answered(user("hi"), conversation=f"c{number}")
    steps = 0
    while engine.loop.wait_s() == 0.0:
        engine.loop.step()
        steps += 1

    assert steps < 20
