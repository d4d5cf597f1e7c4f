"""The search in steps: nothing is lost, found twice or out of order, whatever is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.conversation import Conversation, Message
from app.domain.search import Query, folded
from app.store.finding import Looked, look_on
from app.store.library import Library
from app.store.search import said_in
from engine.types import Text
from tests.app.store.test_search import said, stored

PIECES = (
    *("that", "That", "as", "the", "THE", "hat", "xylophone", "Straße", "CAFÉ", "ﬁne", "ＡＢ"),
    *("数据", "数据库", "据库", "库", "港口", "口", "機器", "ア", "・", "カ", "뷁", "鹬"),
    *("a*b", '"', "100 %", "(", "?!", "—", "，", "\0", "\n", "x" * 30, "\ud83d"),
)
JOINTS = ("", " ", ", ")


@dataclass(frozen=True)
class Talk:
    """What is in one conversation, the oldest first: text, whether a question, whether deleted."""

    said: list[tuple[str, bool, bool]]
    folder: str
    tags: tuple[str, ...]
    trashed: bool


@st.composite
def shelves(draw: st.DrawFn) -> tuple[list[Talk], Query]:
    """Of a few words only, so that the same ones stand in many messages."""
    pieces = st.sampled_from(draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3)))
    joint = draw(st.sampled_from(JOINTS))
    text = st.lists(pieces, max_size=6).map(joint.join)
    talk = st.builds(
        Talk,
        said=st.lists(st.tuples(text, st.booleans(), rarely(True, False)), min_size=1, max_size=6),
        folder=rarely("work", ""),
        tags=rarely(("a",), ("a", "b")),
        trashed=rarely(True, False),
    )
    query = st.builds(
        Query,
        words=st.lists(pieces, min_size=1, max_size=3).map(joint.join),
        role=rarely("user", None),
        model=rarely("smol", None),
        since_ms=rarely(5, None),
        until_ms=rarely(9, None),
        folder=rarely("work", None),
        tags=rarely(("b", "a"), ()),
    )
    return draw(st.lists(talk, min_size=1, max_size=3)), draw(query)


def rarely(one: object, other: object) -> st.SearchStrategy[Any]:
    return st.sampled_from([other] * 5 + [one])


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Library]:
    """A library that is emptied before each example."""
    with closing(Library(tmp_path / "parley.db")) as library:
        yield library


@given(on_shelf=shelves(), few=st.booleans(), most=st.integers(1, 9))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_is_found_as_by_reading_everything(
    shelf: Library, on_shelf: tuple[list[Talk], Query], few: bool, most: int
) -> None:
    talks, query = on_shelf
    shelf.remove(*(one.id for one in (*shelf.summaries(), *shelf.trashed())))
    expected = [id for id, talk, message in written(shelf, talks) if passes(query, talk, message)]
    expected = expected[::-1][:most] if wanted_of(query) else []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("app.store.finding.MOST_HITS", most)
        patch.setattr("app.store.finding.FEW", 4_000 if few else 0)

        assert [hit.message for hit in shelf.search(query)] == expected
        assert [hit.message for hit in looked(shelf, query).hits] == expected


def written(library: Library, talks: list[Talk]) -> list[tuple[str, Talk, Message]]:
    """Messages outside the trash that are not deleted, the one written first first."""
    result = []
    number = 0
    for index, talk in enumerate(talks):
        conversation = Conversation(id=f"c{index}", title="", created_ms=0, clock="")
        conversation.folder, conversation.tags = talk.folder, talk.tags
        deleted = []
        for text, asks, is_deleted in talk.said:
            number += 1
            role = "user" if asks else "assistant"
            message = said(f"m{number}", text, parent=conversation.head, role=role)
            conversation.add(message)
            if is_deleted:
                deleted.append(message.id)
            elif not talk.trashed:
                result.append((message.id, talk, message))
        library.create(conversation)
        library.delete_messages(conversation.id, deleted, (), conversation.head)
        if talk.trashed:
            library.trash(conversation.id)
    return result


def wanted_of(query: Query) -> str:
    """A null character is a space."""
    return folded(query.words.replace("\0", " ").strip())


def passes(query: Query, talk: Talk, message: Message) -> bool:
    return (
        wanted_of(query) in folded(said_in(message)).replace("\0", " ")
        and query.role in (None, message.role)
        and query.model in (None, message.model)
        and (query.since_ms is None or message.created_ms >= query.since_ms)
        and (query.until_ms is None or message.created_ms < query.until_ms)
        and query.folder in (None, talk.folder)
        and set(query.tags) <= set(talk.tags)
    )


def one_step(library: Library, query: Query, before: Looked | None) -> Looked:
    """The smallest there is: it ends with the first message that it can stop at."""
    with library._engine.connect() as connection:
        return look_on(connection, query, before, step_s=0)


def looked(library: Library, query: Query, before: Looked | None = None) -> Looked:
    """Looked to the end in the smallest steps; what was found stays as it is found."""
    while before is None or not before.ended:
        after = one_step(library, query, before)
        if before is not None:
            assert after.hits[: len(before.hits)] == before.hits
            assert after.below < before.below
        before = after
    return before


def ids(looked: Looked) -> list[str]:
    return [hit.message for hit in looked.hits]


def test_the_first_hits_come_before_older_messages_are_looked_at(library: Library) -> None:
    stored(library, *(said(f"m{number}", "that that") for number in range(1, 4)))

    first = one_step(library, Query("that that"), None)

    assert (ids(first), first.ended) == (["m3"], False)
    assert ids(looked(library, Query("that that"), first)) == ["m3", "m2", "m1"]


def test_one_can_stop_where_nothing_is_found(library: Library) -> None:
    """Not at every message, but often."""
    talk = [said(f"m{number}", "the theme") for number in range(1, 300)]
    stored(library, *talk)
    after, steps = one_step(library, Query("hem the"), None), 1
    while not after.ended:
        after, steps = one_step(library, Query("hem the"), after), steps + 1
    assert after.hits == ()
    assert steps == 1, "the index rules it out"

    after, steps = one_step(library, Query("q7"), None), 1
    while not after.ended:
        after, steps = one_step(library, Query("q7"), after), steps + 1
    assert after.hits == ()
    assert 2 <= steps <= 20


@pytest.mark.parametrize("again", ["m1", "m2", "m3"])
def test_a_message_written_anew_meanwhile_is_found_once(library: Library, again: str) -> None:
    """It is the newest from then on, where the search has been already."""
    stored(library, *(said(f"m{number}", "the same words") for number in range(1, 4)))
    first = one_step(library, Query("same words"), None)
    library.save_message("c", replace(said(again, "the same words"), parent=None), "m3")

    after = looked_anew(library, Query("same words"), first)

    assert ids(after) == [again, *(id for id in ("m3", "m2", "m1") if id != again)]


def looked_anew(library: Library, query: Query, before: Looked) -> Looked:
    while not before.ended:
        before = one_step(library, query, before)
    return before


def test_a_message_that_takes_the_number_of_a_removed_one_is_found(library: Library) -> None:
    stored(library, said("m1", "the same words"), id="a")
    stored(library, said("m2", "the same words"), said("m3", "the same words"), id="b")
    stored(library, said("m4", "the same words"), id="c")
    first = one_step(library, Query("same words"), None)
    assert ids(first) == ["m4"]
    library.remove("c")
    library.save_message("a", Message("m1", None, "user", (Text("the same words"),), 1), "m1")

    assert ids(looked_anew(library, Query("same words"), first)) == ["m1", "m3", "m2"]


def test_in_an_empty_store_nothing_is_looked_at(library: Library) -> None:
    assert one_step(library, Query("words"), None).ended
    assert one_step(library, Query("", folder="work"), None).ended
