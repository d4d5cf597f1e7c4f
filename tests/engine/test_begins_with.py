"""A round that begins with given ids: told as if sampled, read only where the cache lacks them."""

from __future__ import annotations

import pytest

from engine.events import CallFinished, ContentDelta, Failed, Finished, ReasoningDelta
from engine.models import LoadOptions
from engine.types import PromptRequest, Reasoning, Sampling, Text, ToolCall
from tests.engine.driven import Engine, answer, receipt, text, user
from tests.engine.fake_tokenizer import END_THINK, IM_END, THINK, FakeTokenizer
from tests.engine.output.declared import tool

WEATHER = {"type": "function", "function": tool("get_weather", city="string")}
TOKENIZER = FakeTokenizer()


def ids(text: str) -> tuple[int, ...]:
    return tuple(TOKENIZER.encode(text, special=True))


def told(engine: Engine, request: int) -> tuple[int, ...]:
    """The ids of a request's deltas."""
    deltas = (ContentDelta, ReasoningDelta)
    found = [e for e in engine.events if isinstance(e, deltas) and e.request == request]
    return tuple(id for delta in found for id in delta.ids)


def test_the_answer_goes_on_behind_them_and_has_them_in_its_ids() -> None:
    engine = Engine("hello")
    request = engine.ask(user("hi"), begins_with=ids("hel"), max_tokens=10)
    engine.run()
    finished = engine.one(Finished, request)

    assert (finished.ending, text(finished)) == ("end_of_turn", "hello")
    assert finished.round.ids == ids("hello") == told(engine, request)
    assert receipt(finished).written == 2


@pytest.mark.parametrize("kept", range(6))
def test_a_fork_inside_an_answer_in_the_cache_reads_one_token(kept: int) -> None:
    """Whether the next id is another or the answer just goes on."""
    engine = Engine("hello")
    engine.answered(user("hi"))
    prompt = receipt(engine.answered(user("hi"))).prompt
    again = engine.answered(user("hi"), begins_with=ids("hello")[:kept])
    other = engine.answered(user("hi"), begins_with=(*ids("hello")[:kept], *ids("X")))

    assert (receipt(again).read, receipt(other).read) == (1, 1)
    assert (receipt(again).prompt, receipt(other).prompt) == (prompt + kept, prompt + kept + 1)
    assert receipt(again).cause == receipt(other).cause == ""
    assert text(other).startswith("hello"[:kept] + "X")


def test_the_first_branch_stays_in_the_cache() -> None:
    engine = Engine("hello")
    first = engine.answered(user("hi"))
    engine.answered(user("hi"), begins_with=ids("heX"))
    further = engine.answered(user("hi"), answer(first), user("more"))

    new = "<|im_end|>\n<|im_start|>user\nmore<|im_end|>\n<|im_start|>assistant\n"
    assert receipt(further).read == len(ids(new))


def test_only_what_is_new_counts_against_the_limit() -> None:
    finished = Engine("hello").answered(user("hi"), begins_with=ids("hel"), max_tokens=1)

    assert (finished.ending, text(finished)) == ("length", "hell")


def test_reasoning_and_calls_in_them_are_read() -> None:
    call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Ulm"}}\n</tool_call>'
    engine = Engine("unused")
    begun = (THINK, *ids("Hm."), END_THINK, *ids(f"\n\nLooking.\n{call}"), IM_END)
    template = "{# <tool_call> #}" + engine.backend.info.template
    engine = Engine("unused", template=template)
    prompt = PromptRequest(messages=(user("hi"),), tools=(WEATHER,))
    request = engine.ask(prompt=prompt, begins_with=begun)
    engine.run()
    finished = engine.one(Finished, request)

    assert [type(part) for part in finished.parts] == [Reasoning, Text, ToolCall]
    assert finished.ending == "tool_calls"
    assert engine.one(CallFinished, request).complete
    assert finished.round.ids == begun[:-1]
    assert receipt(finished).written == 0


def test_what_follows_the_end_of_the_turn_is_left_out() -> None:
    finished = Engine("hello").answered(user("hi"), begins_with=(*ids("he"), IM_END, *ids("no")))

    assert (finished.ending, text(finished)) == ("end_of_turn", "he")


def test_a_stop_string_in_them_ends_the_round() -> None:
    finished = Engine("hello").answered(user("hi"), begins_with=ids("hel"), stop=("el",))

    assert (finished.ending, text(finished), receipt(finished).written) == ("stop_string", "h", 0)


def test_the_sampler_knows_them() -> None:
    """Penalties look back at them as at any token of the answer."""
    engine = Engine("hello")
    sampling = Sampling(repetition_penalty=1.1)
    engine.answered(user("hi"), begins_with=ids("hel"), sampling=sampling)

    assert engine.backend.samplers[-1].accepted[-6:] == [*ids("hello"), IM_END]


def test_they_go_behind_a_continued_start() -> None:
    engine = Engine("hello")
    cut = engine.answered(user("hi"), max_tokens=2)
    whole = engine.answered(user("hi"), answer(cut), continues=True, begins_with=ids("l"))

    assert whole.round.ids == ids("hello")


@pytest.mark.parametrize("given", ["begins_with", "forced_ids"])
@pytest.mark.parametrize("id", [9999, -1])
def test_an_id_that_is_none_is_refused(given: str, id: int) -> None:
    engine = Engine()
    request = engine.ask(user("hi"), **{given: (id,)})  # type: ignore[arg-type]
    engine.run()
    failed = engine.one(Failed, request)

    assert failed.kind == "BadRequest"
    assert failed.message.startswith(f"The answer cannot have token {id} in it")


def test_a_limit_of_nothing_writes_nothing() -> None:
    """But the end of the turn, where it was given, is one."""
    whole = Engine("hello").answered(user("hi"), max_tokens=0)
    begun = Engine("hello").answered(user("hi"), begins_with=ids("hel"), max_tokens=0)
    ended = Engine("hello").answered(user("hi"), begins_with=(*ids("hel"), IM_END), max_tokens=0)

    assert (whole.ending, whole.parts, receipt(whole).written) == ("length", (), 0)
    assert (begun.ending, text(begun), receipt(begun).written) == ("length", "hel", 0)
    assert (ended.ending, text(ended)) == ("end_of_turn", "hel")


def test_half_a_character_is_gone_on_with() -> None:
    engine = Engine("h\u00e9 wie")
    cut = engine.answered(user("hi"), begins_with=ids("h\u00e9")[:2], max_tokens=0)
    whole = engine.answered(user("hi"), answer(cut), continues=True)

    assert (text(cut), text(whole)) == ("h", "h\u00e9 wie")
    assert receipt(whole).read == 1


def test_they_need_room_as_a_prompt_does() -> None:
    engine = Engine(options=LoadOptions(context_tokens=64))
    request = engine.ask(user("hi"), begins_with=ids("x" * 60))
    engine.run()

    assert engine.one(Failed, request).kind == "ContextTooLong"
