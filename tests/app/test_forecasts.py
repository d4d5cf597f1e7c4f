"""What a change would cost is said before it is made; the clock changes only on request."""

from __future__ import annotations

import pytest

from app.forecasts import DELAY_MS
from engine.events import Failed, HostExited
from engine.types import CountTokens, PromptRequest, Stop, Text
from tests.app.fakes import World
from tests.app.steps import CAUSE, answer, count, finish, prompt


def forecasts(world: World) -> list[tuple[str, str]]:
    said: list[tuple[str, str]] = []
    world.chat.forecasted.connect(lambda kind, sentence: said.append((kind, sentence)))
    return said


def due(world: World) -> PromptRequest:
    """Typing pauses; what the engine is asked then."""
    (timer,) = world.timers(DELAY_MS)
    timer.run_out()
    return world.host.last(CountTokens).prompt


def texts(request: PromptRequest) -> list[str]:
    return [part.text for m in request.messages for part in m.parts if isinstance(part, Text)]


def test_an_edit_is_counted_as_it_would_be_asked(ready: World) -> None:
    said = forecasts(ready)
    answer(ready, "Why?", "Because.", 1)
    last = answer(ready, "And?", "So.", 2)
    assert last.parent is not None

    ready.chat.forecast("edit", message_id=last.parent, text="And then?")

    assert texts(due(ready)) == ["Why?", "Because.", "And then?"]
    count(ready, 400)
    assert said == [("edit", "needs 1,212 tokens, but the context holds 512")]


def test_only_the_newest_text_is_counted(ready: World) -> None:
    said = forecasts(ready)
    question = answer(ready, "Why?", "Because.", 1).parent or ""
    ready.chat.forecast("edit", message_id=question, text="Wh")
    ready.chat.forecast("edit", message_id=question, text="Who?")
    assert texts(due(ready)) == ["Who?"]
    first = ready.host.last(CountTokens)

    ready.chat.forecast("edit", message_id=question, text="Who else?")
    ready.host.deliver(Failed(request=first.request, kind="BadRequest", message="No."))
    assert said == []
    assert texts(due(ready)) == ["Who else?"]
    count(ready, 10)

    assert said == [("edit", "will read 10 of 22 tokens, about 2 s")]


def test_an_empty_text_costs_nothing_that_could_be_said(ready: World) -> None:
    said = forecasts(ready)
    question = answer(ready, "Why?", "Because.", 1).parent or ""

    ready.chat.forecast("edit", message_id=question, text=" ")

    assert said == [("edit", "")]
    assert ready.timers(DELAY_MS) == []


def test_a_retry_is_counted_from_its_question(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    answer(ready, "And?", "So.", 2)

    ready.chat.forecast("retry", message_id=first.id)

    assert texts(due(ready)) == ["Why?"]


def test_another_branch_is_counted_with_the_next_question(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    answer(ready, "And?", "So.", 2)
    ready.chat.retry(first.id)
    finish(ready, "Well.", 3)
    ready.chat.set_draft("What next?")

    ready.chat.forecast("branch", message_id=first.id)

    assert texts(due(ready)) == ["Why?", "Because.", "And?", "So.", "What next?"]


def test_a_changed_system_prompt_is_counted_and_not_changed(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)

    ready.chat.forecast("system_prompt", text="Be brief.")

    assert texts(due(ready)) == ["Be brief.", "Why?", "Because.", "…"]
    assert ready.chat.conversation.system_prompt == ""
    assert len(ready.chat.branch) == 2


def test_the_clock_is_counted_as_it_is_now_and_not_changed(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    ready.chat.conversation.clock = "2020-01-01T00:00:00+01:00"

    ready.chat.forecast("clock")

    assert due(ready).clock > "2026"
    assert ready.chat.conversation.clock == "2020-01-01T00:00:00+01:00"


def test_nothing_but_a_refresh_changes_the_clock(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    clock = ready.chat.conversation.clock = "2020-01-01T00:00:00+01:00"
    ready.chat.send("And?")
    assert prompt(ready).clock == clock
    finish(ready, "So.", 2)

    ready.chat.refresh_clock()
    ready.chat.send("And now?")

    assert prompt(ready).clock == ready.chat.conversation.clock > "2026"
    kept = ready.library.load(ready.chat.conversation.id)
    assert kept.clock == ready.chat.conversation.clock


@pytest.mark.parametrize("kind", ["clock", "system_prompt"])
def test_an_empty_conversation_has_nothing_to_read_again(ready: World, kind: str) -> None:
    said = forecasts(ready)

    ready.chat.forecast("clock" if kind == "clock" else "system_prompt", text="Be brief.")

    assert said == [(kind, "")]


def test_without_a_model_nobody_can_say(world: World) -> None:
    world.chat.send("Why?")
    said = forecasts(world)

    world.chat.forecast("retry", message_id=world.chat.branch[0].id)

    assert said == [("retry", "")]


def test_an_engine_that_has_stopped_is_not_started_for_a_forecast(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    ready.host.deliver(HostExited(message=CAUSE))

    ready.chat.forecast("clock")

    assert ready.host.all(CountTokens) == []
    assert ready.timers(DELAY_MS) == []


def test_a_forecast_stops_no_answer(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    ready.chat.forecast("retry", message_id=first.id)
    due(ready)

    ready.chat.forecast("retry", message_id=first.id)

    assert ready.host.all(Stop) == []


def test_what_is_being_edited_is_counted_again_by_another_model(ready: World) -> None:
    said = forecasts(ready)
    question = answer(ready, "Why?", "Because.", 1).parent or ""
    ready.chat.forecast("edit", message_id=question, text="Who?")
    due(ready)
    count(ready, 10)

    ready.load_model(tokenizer="vocabulary-b")
    assert texts(due(ready)) == ["Who?"]
    count(ready, 20)

    assert said == [
        ("edit", "will read 10 of 22 tokens, about 2 s"),
        ("edit", ""),  # while it was loading
        ("edit", "will read 20 of 32 tokens, about 2 s"),
    ]


def test_an_edit_begun_without_a_model_is_counted_when_there_is_one(world: World) -> None:
    said = forecasts(world)
    world.chat.insert("user", "Why?", below=None)
    question = world.chat.branch[0].id
    world.chat.forecast("edit", message_id=question, text="Who?")
    assert said == [("edit", "")]

    world.load_model()
    assert texts(due(world)) == ["Who?"]
    count(world, 10)

    assert said[-1] == ("edit", "will read 10 of 22 tokens, about 2 s")


def test_what_is_not_being_written_is_not_counted_again(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    ready.chat.forecast("clock")
    due(ready)
    count(ready, 10)

    ready.load_model(tokenizer="vocabulary-b")

    assert ready.timers(DELAY_MS) == []
