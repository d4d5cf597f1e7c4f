"""The search: the newest query counts, and what is found can be opened where it stands."""

from __future__ import annotations

from functools import partial

import pytest

from app.domain.search import Found, Query
from app.searching import PAUSE_MS
from tests.app.fakes import FakeTimer, World
from tests.app.store.test_finding import one_step
from tests.app.test_session import talked


def pause(world: World) -> None:
    [timer] = [
        timer
        for timer in world.session.searching.findChildren(FakeTimer)
        if timer.interval() == PAUSE_MS
    ]
    timer.run_out()


def answers(world: World) -> list[Found]:
    found: list[Found] = []
    world.session.searching.found.connect(found.append)
    return found


def test_titles_and_messages_are_found_after_a_pause(ready: World) -> None:
    conversation = talked(ready, "Why is the sky blue?")
    found = answers(ready)
    ready.session.searching.ask(Query("sky"))
    assert found == []

    pause(ready)

    [one] = found
    assert [summary.id for summary in one.titles] == [conversation]
    assert [(hit.match, hit.role) for hit in one.hits] == [("sky", "user")]


def test_the_newest_query_is_answered_alone(ready: World) -> None:
    talked(ready, "Why is the sky blue?")
    found = answers(ready)
    ready.store.held = True
    for words in ("sky", "blue"):
        ready.session.searching.ask(Query(words))
        pause(ready)

    ready.store.run()

    assert [one.query.words for one in found] == ["blue"]


def test_a_search_that_was_ended_is_not_answered(ready: World) -> None:
    talked(ready, "Why is the sky blue?")
    found = answers(ready)
    ready.store.held = True
    ready.session.searching.ask(Query("sky"))
    pause(ready)
    ready.session.searching.ask(Query(""))

    ready.store.run()

    assert found == []


@pytest.fixture
def small_steps(ready: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """Each step of a search finds one message at most."""
    monkeypatch.setattr(ready.library, "look_on", partial(one_step, ready.library))
    return ready


def test_hits_are_told_as_they_are_found(small_steps: World) -> None:
    for text in ("blue sky", "blue sea"):
        talked(small_steps, text)
    found = answers(small_steps)

    small_steps.session.searching.ask(Query("blue"))
    pause(small_steps)

    texts = [[hit.match + hit.after for hit in one.hits] for one in found]
    assert texts[0] == ["blue sea"]
    assert texts[-1] == ["blue sea", "blue sky"]
    assert [one.looking for one in found] == [True] * (len(found) - 1) + [False]


def test_nothing_is_told_before_all_is_looked_through_in_vain(small_steps: World) -> None:
    talked(small_steps, "Why is the sky blue?")
    found = answers(small_steps)

    small_steps.session.searching.ask(Query("ky i", role="assistant"))
    pause(small_steps)

    assert [(one.hits, one.looking) for one in found] == [((), False)]


def test_a_letter_more_ends_the_search_before(small_steps: World) -> None:
    for text in ("blue sky", "blue sea"):
        talked(small_steps, text)
    found = answers(small_steps)
    searching = small_steps.session.searching
    searching.found.connect(lambda one: searching.ask(Query("")) if one.looking else None)

    searching.ask(Query("blue"))
    pause(small_steps)

    assert [len(one.hits) for one in found] == [1]


def test_models_that_answered_can_be_chosen_from(ready: World) -> None:
    talked(ready, "Why?")
    models: list[list[str]] = []
    ready.session.searching.models_known.connect(models.append)

    ready.session.searching.ask_models()

    assert models == [["tiny"]]


def places(world: World) -> list[tuple[str, str]]:
    wanted: list[tuple[str, str]] = []
    world.session.place_wanted.connect(lambda *place: wanted.append(place))
    return wanted


def test_a_message_is_shown_in_its_conversation(ready: World) -> None:
    conversation = talked(ready, "Why?")
    answer = ready.chat.branch[-1].id
    ready.session.new_conversation()
    wanted = places(ready)

    ready.session.open_message(conversation, answer, "Because")

    assert ready.chat.conversation.id == conversation
    assert wanted == [(answer, "Because")]


def test_a_message_of_another_branch_is_shown_with_its_branch(ready: World) -> None:
    conversation = talked(ready, "Why?")
    first = ready.chat.branch[0].id
    ready.chat.edit_answer(ready.chat.branch[-1].id, "In other words.")
    hidden = ready.chat.conversation.children(first)[0].id
    wanted = places(ready)

    ready.session.open_message(conversation, hidden, "Because")

    assert ready.chat.branch[-1].id == hidden
    assert wanted == [(hidden, "Because")]


def test_a_message_that_is_gone_is_not_looked_for(ready: World) -> None:
    conversation = talked(ready, "Why?")
    wanted = places(ready)

    ready.session.open_message(conversation, "gone", "Because")

    assert wanted == []


def test_another_wish_forgets_the_place(ready: World) -> None:
    first = talked(ready, "Why?")
    answer = ready.chat.branch[-1].id
    ready.session.new_conversation()
    second = talked(ready, "How?")
    wanted = places(ready)
    ready.session.new_conversation()
    ready.store.held = True

    ready.session.open_message(first, answer, "Because")
    ready.session.open_conversation(second)
    ready.store.run()

    assert ready.chat.conversation.id == second
    assert wanted == []


def test_while_older_messages_are_made_found_that_is_known(ready: World) -> None:
    talked(ready, "Why is the sky blue?")
    found = answers(ready)
    with ready.library._engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA user_version = 1")
    ready.session.searching.ask(Query("sky"))
    pause(ready)

    assert [one.incomplete for one in found] == [True]
