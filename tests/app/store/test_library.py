"""What goes into the library comes out unchanged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.domain.conversation import Conversation, Mark, Message, Summary
from app.domain.conversation_settings import ConversationSettings, Setup
from app.store.library import Library
from engine.types import Reasoning, Round, Text
from tests.app.store.conftest import OpenLibrary


def running_answer(text: str, ids: tuple[int, ...] = ()) -> Message:
    rounds = (Round(ids, tokenizer="t0"),)
    return Message("a3", "q2", "assistant", (Text(text),), 5, rounds, "smol", "running")


def test_a_conversation_comes_back_as_it_was(
    path: Path, open_library: OpenLibrary, conversation: Conversation
) -> None:
    """Also after closing and opening, with every kind of part, rounds, receipts and siblings."""
    first = open_library(path)
    first.create(conversation)
    assert first.load("c1") == conversation
    first.close()

    assert open_library(path).load("c1") == conversation


def test_siblings_come_back_in_the_order_they_were_made(
    library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    library.save_message("c1", replace(conversation.messages["a1"], notice="changed"), "a1")
    library.save_message("c1", Message("a0", "q1", "assistant", (Text("third"),), 0), "a0")

    assert [message.id for message in library.load("c1").siblings("a0")] == ["a1", "a2", "a0"]


def test_text_without_a_utf_8_form_is_saved_with_replacement_characters(
    library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    library.set_draft("c1", "half \ud83d, whole \ud83d\ude80")

    assert library.load("c1").draft == "half �, whole 🚀"


def test_save_message_replaces_parts_and_rounds(
    library: Library, conversation: Conversation
) -> None:
    """A newer state with fewer parts leaves none of the old ones behind."""
    library.create(conversation)
    shorter = replace(conversation.messages["a2"], parts=(Text("gone"),), rounds=())
    library.save_message("c1", shorter, "q2")

    conversation.update(shorter)
    conversation.head = "q2"
    assert library.load("c1") == conversation


def test_a_mark_is_set_changed_and_taken_away(library: Library, conversation: Conversation) -> None:
    library.create(conversation)
    question = conversation.messages["q2"]
    for mark in (Mark("q1"), Mark("q2", "Another summary."), None):
        library.save_message("c1", replace(question, mark=mark), "q2")

        assert library.load("c1").messages["q2"].mark == mark


def test_the_clock_and_the_setup_are_changed_by_themselves(
    library: Library, conversation: Conversation
) -> None:
    library.create(conversation)

    library.set_clock("c1", "2027-01-01T00:00:00+01:00")
    settings = ConversationSettings(temperature=0.2, max_tokens=0, tool_names=("clock",))
    library.set_setup("c1", Setup("Be odd.", "stop", settings))

    conversation.clock = "2027-01-01T00:00:00+01:00"
    conversation.system_prompt = "Be odd."
    conversation.context_strategy = "stop"
    conversation.settings = settings
    assert library.load("c1") == conversation


def test_the_journal_of_a_running_answer_is_exact_at_every_step(
    library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    states = [
        running_answer("", ()),
        running_answer("He", (1,)),
        running_answer("Hello", (1, 2)),
        replace(running_answer("", (1, 2)), parts=(Reasoning("Hm"), Text("Hello"))),
        replace(running_answer("Hello!", (1, 2, 3)), status="complete"),
        replace(running_answer("", ()), parts=(), rounds=(), status="complete"),
    ]
    for state in states:
        library.save_message("c1", state, "a3")
        assert library.load("c1").messages["a3"] == state


def test_the_journal_writes_only_the_part_and_the_round_that_grew(
    path: Path, library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    first = replace(
        running_answer("", (1,)),
        parts=(Reasoning("long ago"), Text("He")),
        rounds=(Round((1,), "t0"), Round((2,), "t0")),
    )
    library.save_message("c1", first, "a3")
    with closing(sqlite3.connect(path)) as connection:
        _note_writes(connection)
    grown = replace(
        first,
        parts=(Reasoning("long ago"), Text("Hello")),
        rounds=(Round((1,), "t0"), Round((2, 3), "t0")),
    )
    library.save_message("c1", grown, "a3")

    with closing(sqlite3.connect(path)) as connection:
        written = connection.execute("SELECT * FROM written ORDER BY 1").fetchall()
    assert written == [("parts", 1), ("rounds", 1)]


def _note_writes(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE written (name TEXT, position INTEGER)")
    for table in ("parts", "rounds"):
        for change in ("INSERT", "UPDATE"):
            connection.execute(
                f"CREATE TRIGGER {table}_{change} AFTER {change} ON {table} "
                f"BEGIN INSERT INTO written VALUES ('{table}', new.position); END"
            )
    connection.commit()


def test_running_finds_what_a_killed_app_left(library: Library, conversation: Conversation) -> None:
    """With the id of its conversation, even when that is in the trash."""
    library.create(conversation)
    answer = running_answer("Hel", (1, 2))
    library.save_message("c1", answer, "a3")
    library.trash("c1")
    assert library.running() == [("c1", answer)]

    library.save_message("c1", replace(answer, status="interrupted", notice="Killed."), "a3")
    assert library.running() == []


def test_summaries_list_the_conversation_changed_last_first(path: Path) -> None:
    """A message counts as a change; a title, a draft or another branch does not."""
    ticks = iter(range(100, 200))
    library = Library(path, now_ms=lambda: next(ticks))
    for name in ("one", "two"):
        library.create(Conversation(id=name, title=name, created_ms=1, clock=""))
    library.save_message("one", Message("m", None, "user", (Text("hi"),), 1), "m")
    library.set_title("two", "zwei")
    library.set_draft("two", "d")
    library.set_setup("two", Setup("s"))
    library.set_head("one", None)
    summaries = library.summaries()
    library.close()

    assert summaries == [Summary("one", "one", 1, 102), Summary("two", "zwei", 1, 101)]


def test_a_trashed_conversation_is_not_listed_and_comes_back_whole(
    library: Library, conversation: Conversation
) -> None:
    library.create(conversation)
    library.trash("c1")
    assert library.summaries() == []

    library.restore("c1")
    assert [summary.id for summary in library.summaries()] == ["c1"]
    assert library.load("c1") == conversation


def test_changes_to_a_conversation_are_kept(library: Library, conversation: Conversation) -> None:
    library.create(conversation)
    library.set_title("c1", "Ships")
    library.set_draft("c1", "")
    library.set_setup("c1", Setup("Be long."))
    library.set_head("c1", "q2")

    loaded = library.load("c1")
    assert (loaded.title, loaded.draft, loaded.system_prompt) == ("Ships", "", "Be long.")
    assert loaded.branch() == conversation.path_to("q2")


def test_an_unknown_conversation_is_a_bug_of_the_caller(library: Library) -> None:
    with pytest.raises(KeyError):
        library.load("nobody")
    with pytest.raises(KeyError):
        library.set_draft("nobody", "text")
    with pytest.raises(KeyError):
        library.save_message("nobody", Message("m", None, "user", (), 1), "m")


def test_settings_that_cannot_be_read_are_as_everywhere(
    library: Library, conversation: Conversation, path: Path
) -> None:
    library.create(conversation)
    library.close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE conversations SET settings = '{'")
    database.close()

    assert Library(path).load("c1").settings == ConversationSettings()
