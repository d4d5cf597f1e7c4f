"""The prompt is looked at through the engine; the newest wish counts."""

from __future__ import annotations

import pytest

from app.inspection import Inspected
from engine.events import Failed, HostExited, PromptInspected
from engine.types import Generate, InspectPrompt
from tests.app.fakes import World
from tests.app.steps import answer, enable_tools


class Told:
    def __init__(self, world: World) -> None:
        self.inspected: list[Inspected] = []
        self.failed: list[tuple[str, str]] = []
        world.session.inspection.inspected.connect(self.inspected.append)
        world.session.inspection.failed.connect(
            lambda moment, sentence: self.failed.append((moment, sentence))
        )


def asked(world: World) -> list[InspectPrompt]:
    return [command for command in world.host.commands if isinstance(command, InspectPrompt)]


def found(request: int) -> PromptInspected:
    return PromptInspected(request=request, tokens=(), text="", reused=0, restored=0)


def test_the_prompt_is_the_one_that_was_asked(ready: World) -> None:
    told = Told(ready)
    enable_tools(ready)
    answer(ready, "Why?", "Because.", 1)
    conversation = ready.chat.conversation
    ready.session.inspection.ask(conversation, "answered")
    command = asked(ready)[-1]
    ready.host.deliver(found(command.request))

    assert [message.key for message in command.prompt.messages] == [ready.chat.branch[0].id]
    assert command.prompt.tools == ready.host.last(Generate).prompt.tools != ()
    assert told.inspected == [
        Inspected(conversation.id, "answered", command.prompt, found(command.request))
    ]


def test_only_the_newest_of_each_moment_is_told(ready: World) -> None:
    told = Told(ready)
    conversation = ready.chat.conversation
    for moment in ("answered", "next", "answered"):
        ready.session.inspection.ask(conversation, moment)
    first, other, newest = (command.request for command in asked(ready))
    ready.host.deliver(found(first), found(other), found(newest))

    assert [one.prompt.request for one in told.inspected] == [other, newest]


def test_a_failure_is_told_in_its_sentence(ready: World) -> None:
    told = Told(ready)
    ready.session.inspection.ask(ready.chat.conversation, "next")
    request = asked(ready)[-1].request
    ready.host.deliver(Failed(request=request, kind="TemplateFailed", message="No."))

    assert told.failed == [("next", "No.")]


@pytest.mark.parametrize("crashed", [False, True])
def test_nothing_is_asked_while_no_model_is_up(world: World, crashed: bool) -> None:
    """Looking must not load a model again that crashed."""
    if crashed:
        world.load_model()
        world.host.deliver(HostExited(message="It crashed."))
    world.session.inspection.ask(world.chat.conversation, "next")

    assert asked(world) == []
