"""How full the context will be is counted when typing pauses; only the newest draft counts."""

from __future__ import annotations

from app.next_prompt import COUNT_DELAY_MS, ContextUse, NextPrompt
from engine.events import Failed, Forecast, HostExited
from engine.types import CountTokens, Text
from tests.app.fakes import FakeTimer, World
from tests.app.steps import answer, write


def shown(world: World) -> NextPrompt:
    """The ring of the window, looking at the chat that is shown."""
    world.session.next_prompt.show(world.chat.conversation)
    return world.session.next_prompt


def timer(world: World) -> FakeTimer:
    found = world.session.next_prompt.findChildren(FakeTimer)
    (timer,) = [one for one in found if one.interval() == COUNT_DELAY_MS]
    return timer


def asked(world: World) -> str:
    """The question that is counted."""
    (part,) = world.host.last(CountTokens).prompt.messages[-1].parts
    assert isinstance(part, Text)
    return part.text


def counted(world: World, prompt: int) -> None:
    forecast = Forecast(
        request=world.host.last(CountTokens).request,
        prompt=prompt,
        reused=60,
        restored=0,
        to_read=prompt - 60,
        seconds=2.5,
    )
    world.host.deliver(forecast)


def test_the_draft_is_counted_after_a_pause(ready: World) -> None:
    next_prompt = shown(ready)
    ready.chat.set_draft("What is a heron?")
    next_prompt.ask()
    assert ready.host.all(CountTokens) == []

    timer(ready).run_out()
    assert asked(ready) == "…"
    counted(ready, 73)
    assert asked(ready) == "What is a heron?"
    counted(ready, 112)

    sentence = "The next message will read 52 of 112 tokens, about 2 s."
    assert next_prompt.use == ContextUse(112, 512, 40, sentence)
    assert next_prompt.use.share == 112 / 512


def test_what_stands_before_the_draft_is_counted_once(ready: World) -> None:
    next_prompt = shown(ready)
    timer(ready).run_out()
    counted(ready, 73)
    ready.chat.set_draft("What is a heron?")
    next_prompt.ask()
    timer(ready).run_out()
    assert asked(ready) == "What is a heron?"
    counted(ready, 112)

    answer(ready, "What is a heron?", "A bird.", 1)
    ready.chat.set_draft("And an egret?")
    next_prompt.ask()
    timer(ready).run_out()

    assert asked(ready) == "…"


def test_an_empty_draft_has_no_tokens(ready: World) -> None:
    next_prompt = shown(ready)
    timer(ready).run_out()

    counted(ready, 73)

    assert next_prompt.use is not None
    assert (next_prompt.use.tokens, next_prompt.use.draft) == (73, 0)


def test_only_the_newest_draft_counts(ready: World) -> None:
    next_prompt = shown(ready)
    timer(ready).run_out()
    first = ready.host.last(CountTokens)
    ready.chat.set_draft("More")
    next_prompt.ask()

    ready.host.deliver(Failed(request=first.request, kind="BadRequest", message="No."))
    timer(ready).run_out()
    counted(ready, 73)
    counted(ready, 79)

    assert next_prompt.use is not None
    assert next_prompt.use.draft == 7


def test_nothing_is_counted_without_a_model(world: World) -> None:
    next_prompt = shown(world)

    assert not timer(world).isActive()
    world.load_model()
    timer(world).run_out()
    counted(world, 7)
    assert next_prompt.use is not None

    world.host.deliver(HostExited(message="It died."))
    assert next_prompt.use is None


def test_another_conversation_starts_without_figures(ready: World) -> None:
    next_prompt = shown(ready)
    timer(ready).run_out()
    counted(ready, 7)

    ready.session.new_conversation()
    shown(ready)

    assert next_prompt.use is None


def test_while_an_answer_is_written_the_figures_stay(ready: World) -> None:
    next_prompt = shown(ready)
    timer(ready).run_out()
    counted(ready, 7)
    use = next_prompt.use
    before = len(ready.host.all(CountTokens))
    answer(ready, "Why?", "Because.", 1)
    ready.chat.send("And?")
    write(ready, "So", 2)
    next_prompt.ask()

    timer(ready).run_out()

    assert len(ready.host.all(CountTokens)) == before
    assert next_prompt.use == use
