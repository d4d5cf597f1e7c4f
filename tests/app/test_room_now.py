"""Room in the context because the user wants it: counted, said, done, taken back.

The context of the fake model holds 512 tokens; six tenths of what there is are kept.
"""

from __future__ import annotations

import pytest

from app.domain.conversation import Mark
from app.domain.prompt import SUMMARY_HEADING, SUMMARY_INSTRUCTION
from app.room_now import CHANGED, NO_MODEL, NO_SUMMARY, NOTHING, Plan, Way
from engine.events import Failed, Finished
from engine.types import CountTokens, Generate, Round, Stop
from tests.app.fakes import TOKENIZER, World
from tests.app.steps import answer, count, finish, prompt, stored
from tests.app.test_full_context import texts


@pytest.fixture
def talk(ready: World) -> World:
    """Five turns that fit."""
    for number in range(1, 6):
        answer(ready, f"Question {number}?", f"Answer {number}.", number)
    return ready


NOTHING_WRITTEN = Round(ids=(), tokenizer=TOKENIZER, ending="end_of_turn", receipt=None)


def plan(world: World, way: Way) -> Plan:
    found: list[Plan] = []
    world.chat.room.planned.connect(found.append)
    world.chat.room.plan(way)
    count(world, 40)
    count(world, 40)
    world.chat.room.planned.disconnect(found.append)
    return found[0]


def heard(world: World) -> list[str]:
    said: list[str] = []
    world.chat.room.made.connect(said.append)
    world.chat.problem.connect(said.append)
    return said


def marks(world: World) -> list[Mark]:
    return [message.mark for message in stored(world) if message.mark]


def test_what_it_would_cost_is_said_and_nothing_is_changed(talk: World) -> None:
    """11 messages of 40 tokens and 12 more; without three turns 212 are left."""
    sentence = plan(talk, "leave out").sentence

    assert sentence == (
        "The model would no longer see the 3 oldest turns (240 tokens). "
        "The next message will read 200 of 212 tokens, about 2 s."
    )
    assert marks(talk) == []


def test_the_oldest_turns_are_left_out_and_come_back(talk: World) -> None:
    said = heard(talk)
    plan(talk, "leave out")
    talk.chat.room.do()

    assert said == ["The 3 oldest turns (240 tokens) are no longer seen by the model."]
    assert marks(talk) == [Mark(stored(talk)[6].id)]
    talk.chat.send("Question 6?")
    assert texts(prompt(talk))[0] == "Question 4?"
    finish(talk, "Answer 6.", 6)

    talk.chat.room.undo()

    assert marks(talk) == []
    talk.chat.send("Question 7?")
    assert texts(prompt(talk))[0] == "Question 1?"


def test_a_mark_of_before_is_what_undo_leads_back_to(talk: World) -> None:
    plan(talk, "leave out")
    talk.chat.room.do()
    before = marks(talk)
    talk.chat.room.plan("leave out")
    count(talk, 40)
    count(talk, 40)
    talk.chat.room.do()
    assert marks(talk) != before

    talk.chat.room.undo()

    assert marks(talk) == before


def test_a_summary_is_written_first(talk: World) -> None:
    said = heard(talk)
    sentence = plan(talk, "summarise").sentence
    assert sentence.startswith(
        "The model would first write a summary of the 3 oldest turns (240 tokens), "
        "of at most 64 tokens, and then see only that of them."
    )
    talk.chat.room.do()

    asked = talk.host.last(Generate)
    assert asked.side
    assert (texts(asked.prompt)[0], texts(asked.prompt)[-1]) == ("Question 1?", SUMMARY_INSTRUCTION)
    assert "Question 4?" not in texts(asked.prompt)
    finish(talk, "They counted to three.", 7)

    assert said == ["The 3 oldest turns (240 tokens) are replaced by a summary."]
    assert marks(talk) == [Mark(stored(talk)[6].id, "They counted to three.")]
    talk.chat.send("Question 6?")
    assert texts(prompt(talk))[0] == f"{SUMMARY_HEADING}\nThey counted to three."


def test_without_a_summary_nothing_is_left_out(talk: World) -> None:
    said = heard(talk)
    plan(talk, "summarise")
    talk.chat.room.do()
    request = talk.host.last(Generate).request
    talk.host.deliver(
        Finished(request=request, ending="end_of_turn", round=NOTHING_WRITTEN, parts=())
    )

    plan(talk, "summarise")
    talk.chat.room.do()
    request = talk.host.last(Generate).request
    talk.host.deliver(Failed(request=request, kind="Died", message="The engine ended."))

    assert said == [NO_SUMMARY, "The engine ended."]
    assert marks(talk) == []


def test_a_message_that_is_sent_ends_the_summary(talk: World) -> None:
    plan(talk, "summarise")
    talk.chat.room.do()
    request = talk.host.last(Generate).request

    talk.chat.send("Question 6?")

    assert Stop(request=request) in talk.host.all(Stop)
    assert texts(prompt(talk))[0] == "Question 1?"


def test_a_plan_holds_for_the_branch_it_was_made_for(talk: World) -> None:
    said = heard(talk)
    plan(talk, "leave out")
    talk.chat.delete(talk.chat.branch[-1].id, following=True)
    talk.chat.room.do()

    assert said == [CHANGED]
    assert marks(talk) == []


def test_why_there_is_no_plan(ready: World) -> None:
    said = heard(ready)
    answer(ready, "Question 1?", "Answer 1.", 1)

    ready.chat.room.plan("leave out")

    assert said == [NOTHING]
    assert ready.host.all(CountTokens) == []


def test_without_a_model_nobody_can_count(world: World) -> None:
    said = heard(world)

    world.chat.room.plan("summarise")

    assert said == [NO_MODEL]
