"""What is chosen for a model goes into every request to it, and forecasts agree with answers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.model_choices import ModelChoices
from app.domain.prompt import SUMMARY_INSTRUCTION
from app.forecasts import DELAY_MS
from engine.events import Failed, HostExited, Loaded
from engine.models import HealthCard, LoadOptions
from engine.types import CountTokens, Generate, LoadModel, PromptRequest, ReasoningBudget, Text
from tests.app.cards import THINKER
from tests.app.fakes import World, model_info
from tests.app.steps import CAUSE, answer, count, finish, prompt

BUDGET = ReasoningBudget(soft=100, hard=200)
CHOSEN = ModelChoices(thinking=False, effort="low", keep_reasoning=True, budget=BUDGET)
SETTINGS = {"enable_thinking": False, "reasoning_effort": "low", "preserve_thinking": True}


def load(world: World, card: HealthCard | None = THINKER, file: str = "tiny.gguf") -> None:
    path = f"/models/{file}"
    world.session.load_model(Path(path))
    loaded(world, path, card)


def loaded(world: World, path: str, card: HealthCard | None = THINKER) -> None:
    request = world.host.last(LoadModel).request
    world.host.deliver(Loaded(request=request, model=model_info(path), card=card))


@pytest.fixture
def thinking(world: World) -> World:
    load(world)
    return world


def forecast(world: World) -> PromptRequest:
    (timer,) = world.timers(DELAY_MS)
    timer.run_out()
    return world.host.last(CountTokens).prompt


def test_without_choices_the_template_decides(thinking: World) -> None:
    thinking.chat.send("Why?")

    assert prompt(thinking).template_settings == {}
    assert thinking.host.last(Generate).reasoning_budget is None


def test_an_answer_is_asked_with_what_is_chosen(thinking: World) -> None:
    thinking.session.choose_for_model(CHOSEN)

    thinking.chat.send("Why?")

    assert prompt(thinking).template_settings == SETTINGS
    assert thinking.host.last(Generate).reasoning_budget == BUDGET


def test_an_edit_is_counted_as_it_is_then_sent(thinking: World) -> None:
    question = answer(thinking, "Why?", "Because.", 1).parent or ""
    thinking.session.choose_for_model(CHOSEN)

    thinking.chat.forecast("edit", message_id=question, text="Why not?")
    counted = forecast(thinking)
    thinking.chat.edit(question, "Why not?")

    asked = prompt(thinking)
    assert counted.template_settings == asked.template_settings == SETTINGS
    assert [message.parts for message in counted.messages] == [m.parts for m in asked.messages]


def test_a_changed_choice_is_counted_as_the_next_answer_is_asked(thinking: World) -> None:
    answer(thinking, "Why?", "Because.", 1)
    thinking.session.choose_for_model(CHOSEN)
    thinking.chat.set_draft("And then?")

    thinking.chat.forecast("settings")
    counted = forecast(thinking)
    thinking.chat.send("And then?")

    asked = prompt(thinking)
    assert counted.template_settings == asked.template_settings == SETTINGS
    assert [message.parts for message in counted.messages] == [m.parts for m in asked.messages]


def test_what_is_chosen_while_a_forecast_waits_is_in_it(thinking: World) -> None:
    question = answer(thinking, "Why?", "Because.", 1).parent or ""
    thinking.chat.forecast("edit", message_id=question, text="Why not?")

    thinking.session.choose_for_model(CHOSEN)

    assert forecast(thinking).template_settings == SETTINGS


def test_a_title_is_asked_with_the_same_settings(thinking: World) -> None:
    thinking.session.choose_for_model(CHOSEN)

    answer(thinking, "Why?", "Because.", 1)

    title = thinking.host.last(Generate)
    assert title.side
    assert title.prompt.template_settings == SETTINGS
    assert title.reasoning_budget == ReasoningBudget(0, 0)


def test_making_room_counts_and_summarises_with_the_same_settings(thinking: World) -> None:
    for number in range(1, 5):
        answer(thinking, f"Question {number}?", f"Answer {number}.", number)
    thinking.chat.send("Question 5?")
    finish(thinking, "Answer 5.", 5, prompt=440)
    thinking.chat.setup.set_context_strategy("summarise")
    thinking.session.choose_for_model(CHOSEN)

    thinking.chat.send("Question 6?")
    counted = thinking.host.last(CountTokens).prompt
    count(thinking, 40)

    summary = thinking.host.last(Generate)
    assert summary.prompt.messages[-1].parts == (Text(SUMMARY_INSTRUCTION),)
    assert counted.template_settings == summary.prompt.template_settings == SETTINGS
    assert summary.reasoning_budget == BUDGET


def test_choices_belong_to_a_model_and_survive_a_restart(thinking: World) -> None:
    thinking.session.choose_for_model(CHOSEN)

    load(thinking, file="other.gguf")
    assert thinking.session.model.choices == ModelChoices()
    load(thinking)

    assert thinking.session.model.choices == CHOSEN
    again = World(thinking.folder, thinking.application)
    again.session.start(None)
    load(again)
    assert again.session.model.choices == CHOSEN
    again.close()


def test_files_of_one_model_share_its_choices(thinking: World) -> None:
    load(thinking, file="Qwen3-8B-Q4_K_M.gguf")
    thinking.session.choose_for_model(CHOSEN)

    load(thinking, file="Qwen3-8B-Q8_0.gguf")

    assert thinking.session.model.choices == CHOSEN


def test_a_chosen_format_holds_when_the_model_is_loaded_again(thinking: World) -> None:
    thinking.session.choose_for_model(ModelChoices(format="harmony"))
    assert thinking.host.last(LoadModel).options == LoadOptions()
    assert thinking.session.model.loaded_format is None

    load(thinking)

    assert thinking.host.last(LoadModel).options == LoadOptions(format="harmony")
    assert thinking.session.model.loaded_format == "harmony"


def test_a_model_loaded_again_after_a_crash_keeps_its_choices(thinking: World) -> None:
    thinking.session.choose_for_model(CHOSEN)
    thinking.host.deliver(HostExited(message=CAUSE))

    loaded(thinking, "/models/tiny.gguf")
    thinking.chat.send("Why?")

    assert prompt(thinking).template_settings == SETTINGS


def test_a_model_that_cannot_be_loaded_has_no_card(thinking: World) -> None:
    thinking.session.load_model(Path("/models/tiny.gguf"))
    request = thinking.host.last(LoadModel).request
    thinking.host.deliver(Failed(request=request, kind="LoadFailed", message="No room."))

    assert thinking.session.model.card is None


def test_a_model_without_a_card_is_told_nothing(world: World) -> None:
    load(world, card=None)
    world.session.choose_for_model(CHOSEN)

    world.chat.send("Why?")

    assert prompt(world).template_settings == {}


def test_a_trace_is_written_only_when_it_is_wanted(world: World) -> None:
    load(world)
    assert world.host.last(LoadModel).trace is None

    world.preferences.change(replace(world.preferences.current, trace=True))
    load(world)

    assert world.host.last(LoadModel).trace == str(world.folder / "logs" / "trace.jsonl")
