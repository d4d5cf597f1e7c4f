"""A message typed while an answer is written waits for its end, and is never lost."""

from __future__ import annotations

from app.domain.conversation import Message
from engine.events import Failed
from engine.types import Generate
from tests.app.fakes import World
from tests.app.steps import CAUSE, finish, prompt, stored, write


def texts(messages: list[Message]) -> list[str]:
    return [message.text for message in messages]


def draft(world: World) -> str:
    return world.library.load(world.chat.conversation.id).draft


def queued(world: World) -> list[str]:
    return [waiting.text for waiting in world.chat.conversation.queued]


def test_what_is_queued_is_sent_when_the_answer_has_ended(ready: World) -> None:
    ready.chat.send("Why?")
    assert ready.chat.queue("And?")
    assert queued(ready) == ["And?"]
    ready.chat.set_draft("And th")

    finish(ready, "Because.", 1)

    assert texts(ready.chat.branch) == ["Why?", "Because.", "And?", ""]
    assert not ready.chat.conversation.queued
    assert ready.chat.conversation.draft == "And th"
    assert len(prompt(ready).messages) == 3


def test_several_are_sent_one_after_the_other(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("One?")
    ready.chat.queue("Two?")

    finish(ready, "Because.", 1)
    assert queued(ready) == ["Two?"]
    finish(ready, "First.", 2)
    finish(ready, "Second.", 3)

    assert texts(stored(ready)) == ["Why?", "Because.", "One?", "First.", "Two?", "Second."]
    assert draft(ready) == ""


def test_nothing_is_queued_when_nothing_runs_or_nothing_was_written(ready: World) -> None:
    assert not ready.chat.queue("Why?")
    ready.chat.send("Why?")
    assert not ready.chat.queue(" \n")

    assert ready.chat.conversation.queued == ()


def test_the_queue_is_part_of_the_draft_on_disk(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("One?")
    ready.chat.queue("Two?")
    ready.chat.set_draft("Thr")
    ready.chat.flush_draft()

    assert draft(ready) == "One?\n\nTwo?\n\nThr"


def test_after_a_stop_what_was_queued_is_the_draft(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Be", 1)
    ready.chat.queue("And?")
    ready.chat.set_draft("Then")
    changed: list[bool] = []
    ready.chat.queue_changed.connect(lambda: changed.append(True))

    ready.chat.stop()
    finish(ready, "Be", 1, ending="stopped")

    assert (ready.chat.conversation.queued, ready.chat.conversation.draft) == ((), "And?\n\nThen")
    assert ready.chat.turn is None
    assert changed == [True]
    assert draft(ready) == "And?\n\nThen"


def test_after_a_failure_what_was_queued_is_the_draft(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("And?")
    request = ready.host.last(Generate).request

    ready.host.deliver(Failed(request=request, kind="HostDied", message=CAUSE))

    assert ready.chat.conversation.draft == "And?"
    assert len(ready.chat.branch) == 2


def test_a_queued_message_can_be_taken_out(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("One?")
    ready.chat.queue("Two?")

    assert ready.chat.take_queued(0) == "One?"

    assert queued(ready) == ["Two?"]
    assert draft(ready) == "Two?"


def test_a_deleted_conversation_sends_nothing_more(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("And?")
    id = ready.chat.conversation.id

    ready.session.delete(id)
    finish(ready, "Because.", 1)

    assert len([asked for asked in ready.host.all(Generate) if not asked.side]) == 1
    assert ready.library.load(id).draft == "And?"


def test_a_conversation_left_while_it_answers_sends_its_queue(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("And?")
    id = ready.chat.conversation.id
    ready.session.new_conversation()

    finish(ready, "Because.", 1)
    finish(ready, "So.", 2)

    assert texts(ready.library.load(id).branch()) == ["Why?", "Because.", "And?", "So."]


def test_a_closed_program_keeps_the_queue_as_draft(ready: World) -> None:
    ready.chat.send("Why?")
    ready.chat.queue("And?")
    ready.chat.set_draft("Then")

    ready.chat.close()

    assert draft(ready) == "And?\n\nThen"


def test_what_is_typed_is_told_once_for_each_change(ready: World) -> None:
    told: list[str] = []
    ready.chat.draft_changed.connect(lambda: told.append(ready.chat.conversation.draft))

    ready.chat.set_draft("W")
    ready.chat.set_draft("W")
    ready.chat.set_draft("Wh")

    assert told == ["W", "Wh"]
