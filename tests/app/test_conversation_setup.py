"""What is set for one conversation goes into every request of it, and into no other's."""

from __future__ import annotations

from dataclasses import replace

from app.domain.conversation_settings import ConversationSettings, Setup
from app.domain.presets import BUILT_IN, Preset
from app.forecasts import DELAY_MS
from engine.events import Loaded
from engine.types import CountTokens, Generate, LoadModel, ReasoningBudget
from tests.app.cards import THINKER
from tests.app.fakes import FakeTimer, World, model_info
from tests.app.steps import answer, enable_tools, prompt, stored

OWN = ConversationSettings(
    temperature=0.1,
    seed=7,
    max_tokens=0,
    thinking=False,
    reasoning_tokens=100,
    keep_reasoning=True,
    tools_enabled=True,
    tool_names=("clock",),
)


def think(world: World) -> None:
    world.load_model()
    request = world.host.last(LoadModel).request
    world.host.deliver(Loaded(request=request, model=model_info(), card=THINKER))


def names(asked: Generate | CountTokens) -> list[str]:
    return [tool["function"]["name"] for tool in asked.prompt.tools]


def test_an_answer_is_asked_with_what_its_conversation_has(world: World) -> None:
    think(world)
    world.chat.setup.become(Setup("Be kind.", None, OWN))
    world.chat.send("Why?")
    asked = world.host.last(Generate)

    assert (asked.sampling.temperature, asked.sampling.seed, asked.max_tokens) == (0.1, 7, None)
    assert asked.sampling.top_k == world.preferences.current.top_k
    assert asked.reasoning_budget == ReasoningBudget(soft=80, hard=100)
    assert asked.prompt.template_settings == {"enable_thinking": False, "preserve_thinking": True}
    assert names(asked) == ["clock"]


def test_another_conversation_is_as_everywhere(world: World) -> None:
    think(world)
    world.chat.setup.become(Setup("Be kind.", None, OWN))
    answer(world, "Why?", "Because.", 1)
    world.session.new_conversation()
    world.chat.send("And here?")
    asked = world.host.last(Generate)

    assert asked.sampling == world.preferences.current.sampling()
    assert asked.prompt.template_settings == {}
    assert names(asked) == []


def test_a_conversation_may_go_without_the_tools_that_others_have(ready: World) -> None:
    enable_tools(ready)
    ready.chat.setup.set_value("tools_enabled", False)
    ready.chat.send("Why?")

    assert names(ready.host.last(Generate)) == []


def test_forecasts_and_the_ring_count_what_is_set(world: World) -> None:
    think(world)
    answer(world, "Why?", "Because.", 1)
    world.session.next_prompt.show(world.chat.conversation)
    world.chat.setup.become(Setup("", None, OWN))
    world.chat.forecast("settings")
    (timer,) = world.timers(DELAY_MS)
    timer.run_out()

    assert names(world.host.last(CountTokens)) == ["clock"]
    assert world.host.last(CountTokens).prompt.template_settings["enable_thinking"] is False


def test_a_changed_setup_is_counted_anew_at_once(ready: World) -> None:
    ready.session.next_prompt.show(ready.chat.conversation)
    (timer,) = ready.session.next_prompt.findChildren(FakeTimer)
    timer.run_out()
    assert not timer.isActive()

    ready.chat.setup.set_system_prompt("Be kind.")

    assert timer.isActive()


def test_it_is_kept_and_every_step_can_be_taken_back(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    setup, id = ready.chat.setup, ready.chat.conversation.id
    told: list[Setup] = []
    setup.changed.connect(lambda: told.append(setup.now))
    setup.set_system_prompt("Be kind.")
    setup.apply("Precise", BUILT_IN["Precise"])
    setup.set_value("seed", 5)
    setup.set_value("seed", 5)

    kept = ready.library.load(id)
    assert kept.settings == replace(BUILT_IN["Precise"].settings, preset="Precise", seed=5)
    assert kept.system_prompt == "Be kind."
    assert len(told) == 3, "what changes nothing is no step"

    for _ in range(3):
        assert setup.can_undo
        setup.undo()
    assert not setup.can_undo
    assert setup.now == Setup()
    assert ready.library.load(id).settings == ConversationSettings()
    assert len(stored(ready)) == 2


def test_what_is_cleared_leaves_the_system_prompt(ready: World) -> None:
    ready.chat.setup.become(Setup("Be kind.", "stop", OWN))
    ready.chat.setup.clear()

    assert ready.chat.setup.now == Setup("Be kind.")


def test_a_new_conversation_starts_with_the_preset_chosen_for_that(ready: World) -> None:
    pirate = Preset(BUILT_IN["Creative"].settings, "Answer like a pirate.", "stop")
    ready.session.presets.save("Pirate", pirate)
    ready.session.presets.start_with("Pirate")
    ready.session.new_conversation()
    answer(ready, "Why?", "Arr.", 1)

    assert prompt(ready).messages[0].role == "system"
    kept = ready.library.load(ready.chat.conversation.id)
    assert kept.system_prompt == "Answer like a pirate."
    assert kept.context_strategy == "stop"
    assert kept.settings.preset == "Pirate"


def test_a_branch_of_its_own_keeps_the_setup(ready: World) -> None:
    last = answer(ready, "Why?", "Because.", 1)
    ready.chat.setup.become(Setup("", None, OWN))
    first = ready.chat.conversation.id
    ready.chat.branch_off(last.id)

    assert ready.chat.conversation.id != first
    assert ready.library.load(ready.chat.conversation.id).settings == OWN


def test_a_renamed_preset_is_followed_in_open_and_stored_conversations(ready: World) -> None:
    preset = Preset(ConversationSettings(top_k=3))
    ids = []
    for name in ("Mine", "Mine", "Other"):
        ready.session.new_conversation()
        ready.chat.setup.apply(name, preset)
        ids.append(ready.chat.conversation.id)
    ready.session.open_conversation(ids[1])

    ready.session.preset_names.follow("Mine", "Ours")

    stored = [ready.library.load(id).settings for id in ids]
    assert [one.preset for one in stored] == ["Ours", "Ours", "Other"]
    assert {one.top_k for one in stored} == {3}
    assert ready.chat.setup.now.settings.preset == "Ours"
    ready.chat.setup.set_value("top_k", 5)
    ready.chat.setup.undo()
    assert ready.chat.setup.now.settings.preset == "Ours"
    assert ready.problems == []
