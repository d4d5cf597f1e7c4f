"""The loop over a scripted backend: every request ends once, and nothing is read twice."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

import pytest

from engine.errors import BadRequest
from engine.events import (
    ContentDelta,
    Failed,
    Finished,
    Loaded,
    PromptInspected,
    PromptPlanned,
    Queued,
)
from engine.models import LoadOptions
from engine.types import (
    Forget,
    InspectPrompt,
    LoadModel,
    PromptRequest,
    Round,
    Sampling,
    Stop,
    Text,
    ToolCall,
    UnloadModel,
)
from tests.engine.driven import Engine, answer, receipt, text, user
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.scripted import CHATML


def test_an_answer_streams_and_ends_with_its_ids() -> None:
    engine = Engine("hello world")
    finished = engine.answered(user("hi"))

    assert finished.ending == "end_of_turn"
    assert text(finished) == "hello world"
    assert bytes(finished.round.ids) == b"hello world"
    deltas = [e for e in engine.events if isinstance(e, ContentDelta)]
    assert "".join(delta.text for delta in deltas) == "hello world"


def test_ids_of_all_deltas_are_the_rounds_ids() -> None:
    engine = Engine("a € b")
    finished = engine.answered(user("hi"))

    ids = [id for e in engine.events if isinstance(e, ContentDelta) for id in e.ids]
    assert tuple(ids) == finished.round.ids


def test_the_next_turn_reads_only_what_is_new() -> None:
    """The last sampled id, the end of the turn, the new question and the generation prompt."""
    engine = Engine("hello")
    first = engine.answered(user("hi"))
    second = engine.answered(user("hi"), answer(first), user("more"))

    new = "<|im_end|>\n<|im_start|>user\nmore<|im_end|>\n<|im_start|>assistant\n"
    expected = len(FakeTokenizer().encode(new, special=True))
    assert receipt(second).read == expected
    assert receipt(second).reused == receipt(second).prompt - expected
    assert receipt(second).first_difference is None


def test_a_prompt_is_shown_token_by_token_with_what_is_in_the_cache() -> None:
    engine = Engine("hello")
    first = engine.answered(user("hi"))
    said = replace(user("more"), key="q")
    engine.loop.handle(
        InspectPrompt(
            request=77,
            conversation="c",
            prompt=PromptRequest(messages=(user("hi"), answer(first), said)),
        )
    )
    engine.run()

    shown = next(event for event in engine.events if isinstance(event, PromptInspected))
    asked = engine.answered(user("hi"), answer(first), said)
    assert (shown.reused, len(shown.tokens)) == (receipt(asked).reused, receipt(asked).prompt)
    assert "".join(token.text for token in shown.tokens) == shown.text
    assert (
        "".join(token.text for token in shown.tokens if token.message == "q" and token.part == 0)
        == "more"
    )
    assert {token.text for token in shown.tokens if token.special} == {"<|im_start|>", "<|im_end|>"}
    assert [token.role for token in shown.tokens if token.message == "q"][-1] == "user"


def test_a_retry_reads_one_token() -> None:
    engine = Engine("hello")
    engine.answered(user("hi"))
    again = engine.answered(user("hi"))

    assert receipt(again).read == 1


def test_both_branches_of_an_edit_stay_in_the_cache() -> None:
    engine = Engine("hello")
    engine.answered(user("first question"))
    edited = engine.answered(user("first thought"))
    back = engine.answered(user("first question"))

    assert receipt(edited).read < receipt(edited).prompt
    assert receipt(back).read == 1


def test_ids_the_tokenizer_would_not_produce_are_kept() -> None:
    """The model's own words are never tokenised again."""
    engine = Engine("x")
    odd = (104, 101, 108, 108, 111)
    first = engine.answered(user("hi"), forced_ids=odd)
    second = engine.answered(user("hi"), answer(first), user("more"))

    assert first.round.ids == odd
    assert receipt(second).first_difference is None


def test_max_tokens_ends_with_length() -> None:
    finished = Engine("hello").answered(user("hi"), max_tokens=2)

    assert (finished.ending, text(finished)) == ("length", "he")


def test_continue_goes_on_from_the_same_ids() -> None:
    engine = Engine("hello")
    cut = engine.answered(user("hi"), max_tokens=2)
    whole = engine.answered(user("hi"), answer(cut), continues=True)

    assert text(whole) == "hello"
    assert bytes(whole.round.ids) == b"hello"
    assert receipt(whole).read == 1


def test_a_stop_string_is_not_shown() -> None:
    finished = Engine("one two three").answered(user("hi"), stop=("two",))

    assert (finished.ending, text(finished)) == ("stop_string", "one")


def test_stop_comes_home_as_finished_with_what_was_written() -> None:
    engine = Engine("hello")
    request = engine.ask(user("hi"))
    for _ in range(4):
        engine.loop.step()
    engine.loop.handle(Stop(request=request))

    finished = engine.one(Finished, request)
    assert finished.ending == "stopped"
    assert "hello".startswith(text(finished))
    assert engine.loop.idle


def test_two_conversations_run_in_the_same_steps() -> None:
    engine = Engine("hello")
    first = engine.ask(user("hi"), conversation="a")
    second = engine.ask(user("ho"), conversation="b")
    engine.run()

    assert text(engine.one(Finished, first)) == text(engine.one(Finished, second)) == "hello"
    assert any(len(batch) == 2 for batch in engine.backend.read_batches)


def test_a_request_waits_when_all_sequences_are_busy() -> None:
    engine = Engine("hello", options=LoadOptions(sequences=1))
    engine.ask(user("hi"), conversation="a")
    engine.loop.step()
    second = engine.ask(user("hi"), conversation="b")
    third = engine.ask(user("hi"), conversation="c")
    engine.run()

    assert text(engine.one(Finished, second)) == "hello"
    assert engine.one(Queued, third).ahead == 1


def test_a_prompt_longer_than_the_context_fails_with_the_numbers() -> None:
    engine = Engine("hello", options=LoadOptions(context_tokens=64))
    request = engine.ask(user("x" * 100))
    engine.run()

    failed = engine.one(Failed, request)
    assert failed.kind == "ContextTooLong"
    assert "119 tokens" in failed.message
    assert "64" in failed.message


def test_an_answer_that_fills_the_context_says_so() -> None:
    engine = Engine("y" * 100, options=LoadOptions(context_tokens=64))
    finished = engine.answered(user("hi"))

    assert finished.ending == "context_full"
    assert len(text(finished)) == 64 - receipt(finished).prompt + 1


def test_old_sequences_make_room_for_new_tokens() -> None:
    engine = Engine("hello", options=LoadOptions(context_tokens=128))
    for name in "abcd":
        finished = engine.answered(user(name * 30), conversation=name)
        assert text(finished) == "hello"


def test_without_a_model_the_user_is_told() -> None:
    engine = Engine(load=False)
    request = engine.ask(user("hi"))

    assert engine.one(Failed, request).kind == "NoModel"


def test_a_model_that_cannot_be_loaded_fails_its_request_only() -> None:
    engine = Engine(load=False)
    engine.loop.handle(LoadModel(request=77, path="bad"))
    engine.loop.handle(LoadModel(request=78, path="good"))

    assert engine.one(Failed, 77).message == "This model cannot be started."
    assert engine.one(Loaded, 78).model.name == "Scripted"


@pytest.mark.parametrize("how", ["unload", "load"])
def test_taking_the_model_away_ends_its_requests_as_stopped(how: str) -> None:
    engine = Engine("hello")
    backend = engine.backend
    request = engine.ask(user("hi"))
    engine.loop.step()
    if how == "unload":
        engine.loop.handle(UnloadModel(request=engine.next()))
    else:
        engine.loop.handle(LoadModel(request=engine.next(), path="other"))

    assert engine.one(Finished, request).ending == "stopped"
    assert backend.closed
    assert all(sampler.closed for sampler in backend.samplers)


def test_every_request_ends_exactly_once() -> None:
    engine = Engine("hello")
    requests = [engine.ask(user("hi"), conversation=str(n), max_tokens=3) for n in range(12)]
    for request in requests[::3]:
        engine.loop.handle(Stop(request=request))
        engine.loop.handle(Stop(request=request))
    engine.run()
    engine.loop.close()

    assert [len(engine.endings(request)) for request in requests] == [1] * 12


def test_an_empty_message_is_refused() -> None:
    engine = Engine()
    request = engine.ask(user("  \n"))
    engine.run()

    assert engine.one(Failed, request).kind == "BadRequest"


def test_with_no_choice_of_tools_what_looks_like_a_call_is_the_answer() -> None:
    said = 'I call:\n<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>'
    tools = ({"type": "function", "function": {"name": "now"}},)
    prompt = PromptRequest(messages=(user("hi"),), tools=tools)
    engine = Engine(said, template="{# <tool_call> #}" + CHATML)

    assert [type(part) for part in engine.answered(prompt=prompt).parts] == [Text, ToolCall]
    assert text(engine.answered(prompt=prompt, tool_choice="none")) == said


def test_a_request_that_fails_as_it_begins_leaves_its_sequence_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A sampler that cannot be made is found out when the request has its sequence already."""
    engine = Engine("hello", options=LoadOptions(sequences=1))

    def refuse(_: Sampling) -> NoReturn:
        raise BadRequest("The repetition penalty must be above 0.")

    with monkeypatch.context() as patch:
        patch.setattr(engine.backend, "new_sampler", refuse)
        request = engine.ask(user("hi"))
        engine.run()

    assert engine.one(Failed, request).kind == "BadRequest"
    assert text(engine.answered(user("hi"))) == "hello"


def test_forget_frees_what_the_cache_held() -> None:
    engine = Engine("hello")
    engine.answered(user("hi"))
    engine.loop.handle(Forget(conversation="a"))
    again = engine.answered(user("hi"))

    assert receipt(again).reused == 0


def test_the_plan_is_told_before_the_first_token() -> None:
    engine = Engine("hello")
    engine.answered(user("hi"))
    request = engine.ask(user("hi"))
    engine.run()

    planned = engine.one(PromptPlanned, request)
    assert (planned.reused, planned.to_read) == (planned.prompt - 1, 1)


def test_a_round_cut_off_before_its_first_id_is_empty() -> None:
    engine = Engine("hello")
    request = engine.ask(user("hi"))
    engine.loop.handle(Stop(request=request))

    expected = Round(ids=(), tokenizer=FakeTokenizer().fingerprint, ending="stopped")
    assert engine.one(Finished, request).round == expected
