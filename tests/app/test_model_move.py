"""When another model is loaded than the one that answered, what that costs is known."""

from __future__ import annotations

from pathlib import Path

from app.domain.moving import Move
from engine.events import Failed, Forecast, HostExited, Loaded
from engine.types import CountTokens, LoadModel
from tests.app.fakes import World, model_info
from tests.app.steps import answer


def load(world: World, name: str) -> None:
    world.session.load_model(Path(f"/models/{name}.gguf"))
    request = world.host.last(LoadModel).request
    info = model_info(f"/models/{name}.gguf", tokenizer=name)
    world.host.deliver(Loaded(request=request, model=info))


def counted(world: World, to_read: int) -> Forecast:
    forecast = Forecast(
        request=world.host.last(CountTokens).request,
        prompt=400,
        reused=400 - to_read,
        restored=0,
        to_read=to_read,
        seconds=2.0,
    )
    world.host.deliver(forecast)
    return forecast


def test_the_model_that_answered_has_nothing_to_say(world: World) -> None:
    load(world, "a")
    answer(world, "Why?", "Because.", 1)
    world.chat.model_move.look()

    assert world.chat.model_move.move is None
    assert world.host.all(CountTokens) == []


def test_another_model_is_counted_and_it_goes_back_and_forth(world: World) -> None:
    load(world, "a")
    answer(world, "Why?", "Because.", 1)
    load(world, "b")
    move = world.chat.model_move
    move.look()
    assert world.host.last(CountTokens).prompt.messages[1].round is not None, "the ids are kept"
    forecast = counted(world, 390)
    assert move.move == Move("a", "b", 512, forecast)

    answer(world, "And?", "So.", 2)
    move.look()
    assert move.move is None
    load(world, "a")
    move.look()
    forecast = counted(world, 40)

    assert move.move == Move("b", "a", 512, forecast)
    assert [m.model for m in world.chat.branch if m.role == "assistant"] == ["a", "b"]


def test_what_was_accepted_is_not_said_again_until_it_goes_back(world: World) -> None:
    load(world, "a")
    answer(world, "Why?", "Because.", 1)
    load(world, "b")
    move = world.chat.model_move
    move.look()
    counted(world, 390)
    told: list[Move | None] = []
    move.changed.connect(lambda: told.append(move.move))
    move.accept()
    move.look()
    assert told == [None]

    load(world, "a")
    move.look()
    load(world, "b")
    move.look()
    counted(world, 390)
    assert move.move is not None


def test_a_model_that_cannot_count_is_told_all_the_same(world: World) -> None:
    load(world, "a")
    answer(world, "Why?", "Because.", 1)
    load(world, "b")
    world.chat.model_move.look()
    request = world.host.last(CountTokens).request
    world.host.deliver(Failed(request=request, kind="BadRequest", message="No."))

    assert world.chat.model_move.move == Move("a", "b", 512)


def test_nothing_is_counted_while_no_model_is_up(world: World) -> None:
    load(world, "a")
    answer(world, "Why?", "Because.", 1)
    load(world, "b")
    world.host.deliver(HostExited(message="It died."))
    world.chat.model_move.look()

    assert world.host.all(CountTokens) == []
    assert world.chat.model_move.move is None


def test_the_length_for_any_other_model_is_told_roughly(world: World) -> None:
    assert world.chat.model_move.about_tokens == 0
    load(world, "a")
    answer(world, "Why?", "Because.", 1)

    assert world.chat.model_move.about_tokens == 9 + 1
