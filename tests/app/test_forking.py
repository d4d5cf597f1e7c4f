"""An answer goes on from one of its tokens with another in its place: a sibling."""

from __future__ import annotations

from dataclasses import replace

from app.answering import LIKELIEST
from app.chat import BUSY
from app.domain.conversation import Message
from app.forking import OTHER_MODEL
from engine.types import Generate, Text, ToolResult
from tests.app.fakes import World
from tests.app.steps import (
    answer,
    call,
    enable_tools,
    finish,
    finish_with_calls,
    prompt,
    results,
    stored,
)


def test_a_fork_begins_with_the_ids_before_the_token_and_the_alternative(ready: World) -> None:
    before = answer(ready, "Why?", "Because it is.", 1, 2, 3, 4)

    ready.chat.fork_at(before.id, 0, 2, 77)

    generate = ready.host.last(Generate)
    assert generate.begins_with == (1, 2, 77)
    assert generate.prompt == ready.host.all(Generate)[0].prompt
    finish(ready, "Because we like it.", 1, 2, 77, 9)
    fork = ready.chat.branch[-1]
    assert [m.id for m in ready.chat.conversation.siblings(fork.id)] == [before.id, fork.id]
    assert ready.chat.conversation.messages[before.id] == before
    assert fork.rounds[0].ids == (1, 2, 77, 9)
    assert stored(ready)[-1] == fork


def with_tools(world: World) -> Message:
    """An answer of two rounds: a call and its result, then text."""
    enable_tools(world)
    world.chat.send("How much?")
    finish_with_calls(world, call("one"), ids=(5, 6))
    world.tools.finish("one", "2")
    finish(world, "It is two.", 7, 8, 9)
    return world.chat.branch[-1]


def test_an_answer_whose_question_was_deleted_is_forked_like_any(ready: World) -> None:
    before = answer(ready, "Why?", "Because it is.", 1, 2, 3, 4)
    question = ready.chat.branch[0].id
    ready.chat.delete(question, following=False)
    assert [message.id for message in ready.chat.branch] == [before.id]

    ready.chat.fork_at(before.id, 0, 2, 77)

    assert ready.host.last(Generate).begins_with == (1, 2, 77)
    finish(ready, "Because we like it.", 1, 2, 77, 9)
    fork = ready.chat.branch[-1]
    assert (fork.parent, fork.rounds[0].ids) == (None, (1, 2, 77, 9))
    assert [m.id for m in ready.chat.conversation.siblings(fork.id)] == [before.id, fork.id]
    assert ready.problems == []


def test_earlier_rounds_stay_whole(ready: World) -> None:
    before = with_tools(ready)
    asked = ready.host.all(Generate)[1].prompt

    ready.chat.fork_at(before.id, 1, 1, 77)

    assert ready.host.last(Generate).begins_with == (7, 77)
    assert prompt(ready) == replace(asked, messages=_named(asked.messages, ready, before))
    finish(ready, "It makes two.", 7, 77)
    fork = ready.chat.branch[-1]
    assert fork.parts[:2] == before.parts[:2]
    assert fork.rounds[0] == before.rounds[0]
    assert fork.rounds[1].ids == (7, 77)
    assert isinstance(fork.parts[-1], Text)


def _named(messages: tuple, world: World, before: Message) -> tuple:  # type: ignore[type-arg]
    """The same messages of the new answer."""
    new = world.chat.branch[-1].id
    return tuple(replace(m, key=new) if m.key == before.id else m for m in messages)


def test_a_fork_in_the_first_round_leaves_out_what_came_later(ready: World) -> None:
    before = with_tools(ready)
    ready.chat.fork_at(before.id, 0, 0, 77)

    assert ready.host.last(Generate).begins_with == (77,)
    assert ready.chat.branch[-1].parts == ()


def test_only_the_forked_round_begins_with_ids(ready: World) -> None:
    before = with_tools(ready)
    ready.chat.fork_at(before.id, 0, 1, 77)
    finish_with_calls(ready, call("two"), ids=(5, 77))
    ready.tools.finish("two", "3")

    assert ready.host.last(Generate).begins_with == ()
    assert results(ready.chat.branch[-1])["two"] == ToolResult("two", "calculator", "3")


def test_ids_of_another_vocabulary_are_refused(ready: World) -> None:
    before = answer(ready, "Why?", "Because.", 1, 2)
    ready.load_model(tokenizer="vocabulary-b")
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)

    ready.chat.fork_at(before.id, 0, 1, 77)

    assert problems == [OTHER_MODEL]
    assert ready.chat.branch[-1] == before


def test_a_running_answer_is_not_left(ready: World) -> None:
    before = answer(ready, "Why?", "Because.", 1, 2)
    ready.chat.send("And?")
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)

    ready.chat.fork_at(before.id, 0, 1, 77)

    assert problems == [BUSY]


def test_choices_are_kept_when_they_are_wanted(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    assert ready.host.last(Generate).likeliest == 0

    changed = replace(ready.preferences.current, token_probabilities=True, seed=5)
    ready.preferences.change(changed)
    answer(ready, "And?", "So.", 2)

    assert ready.host.last(Generate).likeliest == LIKELIEST
    assert ready.host.last(Generate).sampling.seed == 5
