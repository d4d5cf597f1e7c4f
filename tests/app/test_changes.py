"""Deleting, inserting and editing answers in an open conversation, as sentences."""

from __future__ import annotations

import pytest

from app.changes import EMPTY, ONE_DELETED
from app.chat import BUSY, NOTHING_TO_ANSWER
from app.domain.answer_options import AnswerOptions
from app.domain.conversation import Message
from app.forecasts import DELAY_MS
from engine.types import CountTokens, Generate, Text
from tests.app.fakes import World
from tests.app.steps import answer, count, finish, prompt, stored


def texts(messages: list[Message]) -> list[str]:
    return [message.text for message in messages]


def two_turns(world: World) -> list[Message]:
    answer(world, "Why?", "Because.", 1)
    answer(world, "And?", "So.", 2)
    return world.chat.branch


def test_a_message_is_deleted_with_what_follows_and_comes_back(ready: World) -> None:
    _, first, _, _ = before = two_turns(ready)
    said: list[str] = []
    ready.chat.deleted.connect(said.append)

    ready.chat.delete(first.id, following=True)

    assert texts(ready.chat.branch) == texts(stored(ready)) == ["Why?"]
    assert said == ["3 messages are deleted."]
    ready.chat.undo_delete()
    assert ready.chat.branch == stored(ready) == before


def test_a_message_is_deleted_alone_and_comes_back(ready: World) -> None:
    _, first, _, _ = before = two_turns(ready)
    said: list[str] = []
    ready.chat.deleted.connect(said.append)

    ready.chat.delete(first.id, following=False)

    assert texts(ready.chat.branch) == texts(stored(ready)) == ["Why?", "And?", "So."]
    assert said == [ONE_DELETED]
    ready.chat.undo_delete()
    assert ready.chat.branch == stored(ready) == before


def test_a_deletion_is_taken_back_once(ready: World) -> None:
    two_turns(ready)
    ready.chat.delete(ready.chat.branch[-1].id, following=True)
    ready.chat.undo_delete()
    rebuilt: list[bool] = []
    ready.chat.branch_changed.connect(lambda: rebuilt.append(True))

    ready.chat.undo_delete()

    assert rebuilt == []


def test_a_deletion_that_cannot_be_taken_back_now_is_offered_again(ready: World) -> None:
    *_, last = two_turns(ready)
    ready.chat.delete(last.id, following=True)
    ready.chat.retry(ready.chat.branch[-1].id)
    said: list[str] = []
    ready.chat.deleted.connect(said.append)

    ready.chat.undo_delete()
    assert said == [ONE_DELETED]
    finish(ready, "Well.", 3)
    ready.chat.undo_delete()

    siblings = ready.chat.conversation.siblings(last.id)
    assert texts(siblings) == ["So.", "Well."]
    assert ready.chat.branch[-1] == last


def test_after_a_deleted_answer_two_questions_follow_each_other(ready: World) -> None:
    _, first, _, _ = two_turns(ready)
    ready.chat.delete(first.id, following=False)

    ready.chat.retry(ready.chat.branch[-1].id)

    assert [m.role for m in prompt(ready).messages] == ["user", "user"]


def test_an_answer_at_the_very_beginning_cannot_be_asked_for_again(ready: World) -> None:
    question, first, _, _ = two_turns(ready)
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)
    ready.chat.delete(question.id, following=False)

    ready.chat.retry(first.id)

    assert problems == [NOTHING_TO_ANSWER]
    assert ready.chat.turn is None


def test_nothing_changes_while_an_answer_is_written(ready: World) -> None:
    two_turns(ready)
    ready.chat.send("Really?")
    question = ready.chat.branch[0].id
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)

    ready.chat.delete(question, following=True)
    ready.chat.insert("user", "Hm.", below=question)
    ready.chat.edit_answer(ready.chat.branch[1].id, "No.")
    ready.chat.show_branch(question)
    ready.chat.undo_mark()

    assert problems == [BUSY] * 5
    assert len(ready.chat.branch) == 6


def test_an_inserted_message_asks_no_model(ready: World) -> None:
    _, first, _, _ = two_turns(ready)
    asked = len(ready.host.all(Generate))

    ready.chat.insert("user", "Wait.", below=first.id)
    ready.chat.insert("assistant", "Indeed.", below=ready.chat.branch[-1].id)

    expected = ["Why?", "Because.", "Wait.", "And?", "So.", "Indeed."]
    assert texts(ready.chat.branch) == texts(stored(ready)) == expected
    assert len(ready.host.all(Generate)) == asked


def test_an_inserted_question_begins_a_conversation_and_gives_it_a_title(ready: World) -> None:
    ready.chat.insert("user", "Why?", below=None)

    assert texts(stored(ready)) == ["Why?"]
    assert ready.session.summaries[0].title == "Why?"
    ready.chat.retry(ready.chat.branch[0].id)
    assert prompt(ready).messages[-1].parts == (Text("Why?"),)


@pytest.mark.parametrize("text", ["", " \n"])
def test_empty_messages_are_refused(ready: World, text: str) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)

    ready.chat.insert("user", text, below=first.id)
    ready.chat.edit_answer(first.id, text)

    assert problems == [EMPTY, EMPTY]
    assert len(ready.chat.conversation.messages) == 2


def test_an_edited_answer_is_a_sibling_and_goes_on_without_ids(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)

    ready.chat.edit_answer(first.id, "Who knows?")

    edited = ready.chat.branch[-1]
    assert texts(ready.chat.conversation.siblings(edited.id)) == ["Because.", "Who knows?"]
    assert (edited.status, edited.rounds, edited.model) == ("complete", (), "tiny")
    assert stored(ready)[-1] == edited
    ready.chat.send("And?")
    message = prompt(ready).messages[1]
    assert (message.parts, message.round) == ((Text("Who knows?"),), None)


def test_an_edited_answer_is_counted_with_the_next_question(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    said: list[tuple[str, str]] = []
    ready.chat.forecasted.connect(lambda kind, sentence: said.append((kind, sentence)))

    ready.chat.forecast("edit_answer", message_id=first.id, text="Who knows?")
    (timer,) = ready.timers(DELAY_MS)
    timer.run_out()

    asked = ready.host.last(CountTokens).prompt
    assert [part.text for m in asked.messages for part in m.parts if isinstance(part, Text)] == [
        *("Why?", "Who knows?", "…")
    ]
    count(ready, 10)
    assert said == [("edit_answer", "will read 30 of 42 tokens, about 2 s")]


def test_a_branch_is_shown_by_any_message_of_it(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    answer(ready, "And?", "So.", 2)
    ready.chat.retry(first.id)
    finish(ready, "Well.", 3)

    ready.chat.show_branch(first.id)

    assert texts(ready.chat.branch) == texts(stored(ready)) == ["Why?", "Because.", "And?", "So."]


def test_one_answer_may_have_settings_of_its_own(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)

    ready.chat.retry(first.id, AnswerOptions(0.2, {"enable_thinking": False}))
    asked = ready.host.last(Generate)
    finish(ready, "Well.", 2)
    ready.chat.retry(first.id)

    assert asked.sampling.temperature == 0.2
    assert asked.prompt.template_settings == {"enable_thinking": False}
    usual = ready.host.last(Generate)
    assert usual.sampling == ready.preferences.current.sampling()
    assert usual.prompt.template_settings == {}


def test_who_asks_for_a_change_learns_whether_it_was_made(ready: World) -> None:
    question, first, _, _ = two_turns(ready)
    assert ready.chat.edit_answer(first.id, "No.")
    assert ready.chat.insert("user", "Hm.", below=question.id)
    assert not ready.chat.insert("user", " ", below=question.id)
    assert ready.chat.edit(question.id, "Why not?")

    assert not ready.chat.edit(question.id, "Why?")
    assert not ready.chat.edit_answer(first.id, "No.")
    assert not ready.chat.insert("user", "Hm.", below=question.id)
