"""Several requests at once: side jobs, candidates, forecasts, and models that cannot rewind."""

from __future__ import annotations

from dataclasses import replace

from engine.events import Failed, Finished, PromptPlanned
from engine.models import LoadOptions
from engine.types import CountTokens, PromptRequest
from tests.engine.driven import Engine, answer, receipt, text, tokens, user

LONG = user("x" * 300)
GENERATION = "<|im_end|>\n<|im_start|>assistant\n"


def test_several_answers_to_one_question_read_it_once() -> None:
    engine = Engine()
    requests = [engine.ask(LONG) for _ in range(3)]
    engine.run()
    receipts = [receipt(engine.one(Finished, request)) for request in requests]

    assert [each.read for each in receipts] == [receipts[0].prompt, 1, 1]
    assert any(len(batch) == 3 for batch in engine.backend.read_batches)


def test_a_short_question_is_answered_while_a_long_one_is_read() -> None:
    engine = Engine()
    long = engine.ask(user("x" * 2000), conversation="a")
    engine.loop.step()
    short = engine.ask(user("hi"), conversation="b")
    engine.run()

    order = [event.request for event in engine.all(Finished)]
    assert order == [short, long]


def test_a_side_job_runs_when_nothing_else_does() -> None:
    engine = Engine()
    side = engine.ask(user("a title"), side=True)
    asked = engine.ask(user("hi"))
    engine.run()

    assert [event.request for event in engine.all(Finished)] == [asked, side]


def test_a_side_job_runs_on_beside_a_request_that_comes_later() -> None:
    engine = Engine()
    side = engine.ask(LONG, side=True)
    engine.loop.step()
    asked = engine.ask(user("hi"))
    engine.run()

    assert text(engine.one(Finished, side)) == text(engine.one(Finished, asked)) == "hello"


def test_a_side_job_leaves_the_next_receipt_as_it_would_have_been() -> None:
    with_title, without = Engine(), Engine()
    receipts = []
    for engine in (with_title, without):
        first = engine.answered(LONG)
        if engine is with_title:
            title = engine.answered(LONG, answer(first), user("a title, please"), side=True)
        engine.settle()
        receipts.append(receipt(engine.answered(LONG, answer(first), user("more"))))

    assert receipt(title).reused > 300
    assert receipts[0] == receipts[1]


def test_a_side_job_never_takes_the_only_sequence() -> None:
    engine = Engine(options=LoadOptions(sequences=1))
    engine.answered(LONG)
    side = engine.ask(LONG, user("a title"), side=True)
    engine.run()

    assert engine.one(Failed, side).kind == "Unsupported"
    assert receipt(engine.answered(LONG)).read == 1


def test_what_does_not_fit_beside_a_running_answer_waits_for_it() -> None:
    engine = Engine(options=LoadOptions(context_tokens=512))
    requests = [engine.ask(user(name * 300), conversation=name) for name in "ab"]
    engine.run()

    assert [text(engine.one(Finished, request)) for request in requests] == ["hello"] * 2


def test_a_forecast_is_what_the_receipt_says_later() -> None:
    engine = Engine()
    first = engine.answered(LONG)
    prompt = PromptRequest(messages=(LONG, answer(first), replace(user("more"), key="third")))
    forecast = engine.forecast(prompt)
    paid = receipt(engine.answered(prompt=prompt))

    assert (forecast.reused, forecast.to_read) == (paid.reused, paid.read)
    assert dict(forecast.tokens_by_message)["third"] > 4
    assert sum(count for _, count in forecast.tokens_by_message) == forecast.prompt


def test_a_forecast_changes_nothing_and_names_the_cause() -> None:
    engine = Engine()
    engine.answered(LONG)
    held = [list(engine.backend.ids(number)) for number in range(8)]
    forecast = engine.forecast(PromptRequest(messages=(user("other " + "x" * 300),)))

    assert forecast.cause == "message 1 was edited"
    assert [engine.backend.ids(number) for number in range(8)] == held


def test_a_forecast_of_too_long_a_prompt_has_its_numbers() -> None:
    forecast = Engine().forecast(PromptRequest(messages=(user("x" * 9000),)))

    assert forecast.prompt > 9000
    assert forecast.seconds == 0.0


def test_a_forecast_without_a_model_fails() -> None:
    engine = Engine(load=False)
    request = engine.next()
    engine.loop.handle(CountTokens(request=request, conversation="a", prompt=PromptRequest(())))

    assert engine.one(Failed, request).kind == "NoModel"


def test_a_model_that_cannot_rewind_retries_from_its_checkpoint() -> None:
    engine = Engine(rewinds_freely=False)
    engine.answered(LONG)
    again = engine.answered(LONG)

    paid = receipt(again)
    assert paid.read == tokens(GENERATION)
    assert paid.cause == f"this model cannot rewind: went back to the checkpoint at {paid.reused:,}"
    assert text(again) == "hello"


def test_a_model_that_cannot_rewind_says_what_was_edited_too() -> None:
    engine = Engine(rewinds_freely=False)
    first = engine.answered(LONG)
    engine.answered(LONG, answer(first), user("more"))
    request = engine.ask(LONG, answer(first), user("less"))
    engine.run()

    planned = engine.one(PromptPlanned, request)
    assert planned.cause.startswith("message 3 was edited; this model cannot rewind")
    assert planned.first_difference is not None
    assert planned.reused < planned.first_difference
    assert planned.reused > 300


def test_a_model_that_cannot_rewind_goes_on_after_read_ahead() -> None:
    engine = Engine(rewinds_freely=False)
    first = engine.answered(LONG)
    engine.settle()
    second = receipt(engine.answered(LONG, answer(first), user("more")))
    edited = receipt(engine.answered(LONG, answer(first), user("less")))

    assert second.read == edited.read == tokens(f"\nmore{GENERATION}")
    assert second.read_ahead > 0
