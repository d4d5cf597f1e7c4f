"""Deleted messages are out of sight, can come back, and go for good when they are old."""

from __future__ import annotations

import copy
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.conversation import Conversation, Mark, Message
from app.domain.trash import KEPT_DAYS
from app.domain.tree_changes import (
    Deletion,
    delete_branch,
    delete_one,
    insert_below,
    new_message,
    undo,
)
from app.store.library import Library
from engine.types import Text

DAY_MS = 24 * 60 * 60 * 1000


def talk() -> Conversation:
    conversation = Conversation(id="c", title="Sky", created_ms=0, clock="")
    for id, parent in (("q", None), ("a", "q"), ("q2", "a"), ("a2", "q2"), ("b", "q")):
        role = "user" if id.startswith("q") else "assistant"
        conversation.add(Message(id, parent, role, (Text(id),), 0))  # type: ignore[arg-type]
    conversation.show("a")
    return conversation


def write(library: Library, conversation: Conversation, deletion: Deletion) -> None:
    ids = [message.id for message in deletion.removed]
    moved = [conversation.messages[message.id] for message in deletion.moved]
    library.delete_messages(conversation.id, ids, moved, conversation.head)


def take_back(library: Library, conversation: Conversation, deletion: Deletion) -> None:
    moved = undo(conversation, deletion)
    ids = [message.id for message in deletion.removed]
    library.restore_messages(conversation.id, ids, moved, conversation.head)


def count(library: Library) -> int:
    with library._engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT count(*) FROM messages").scalar()
    assert isinstance(found, int)
    return found


def test_deleted_messages_are_not_loaded(library: Library) -> None:
    conversation = talk()
    library.create(conversation)

    write(library, conversation, delete_branch(conversation, "a"))

    assert library.load("c") == conversation
    assert [message.id for message in library.load("c").branch()] == ["q", "b"]
    assert count(library) == 5


def test_what_moved_up_is_loaded_where_it_is_now_with_its_mark(library: Library) -> None:
    conversation = talk()
    conversation.update(replace(conversation.messages["a2"], mark=Mark("q2", "They spoke.")))
    library.create(conversation)

    write(library, conversation, delete_one(conversation, "q2"))

    assert library.load("c") == conversation
    assert library.load("c").messages["a2"].mark == Mark("a2", "They spoke.")


def test_a_running_answer_that_was_deleted_is_not_found_at_the_next_start(
    library: Library,
) -> None:
    conversation = talk()
    conversation.update(replace(conversation.messages["b"], status="running"))
    library.create(conversation)

    write(library, conversation, delete_branch(conversation, "b"))

    assert library.running() == []


def test_old_deletions_are_removed_for_good(path: Path) -> None:
    now = [0]
    library = Library(path, now_ms=lambda: now[0])
    try:
        conversation = talk()
        library.create(conversation)
        write(library, conversation, delete_branch(conversation, "a2"))
        now[0] = 10 * DAY_MS
        write(library, conversation, delete_branch(conversation, "a"))

        now[0] = KEPT_DAYS * DAY_MS + 1
        library.remove_expired()
        assert count(library) == 4
        now[0] = 41 * DAY_MS
        library.remove_expired()

        assert count(library) == 2
        assert library.load("c") == conversation
    finally:
        library.close()


steps = st.tuples(
    st.sampled_from(["add", "insert", "one", "branch", "undo", "show", "mark", "expire"]),
    st.integers(0, 30),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=20))
def test_the_library_has_the_tree_that_is_in_memory(history: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        now = [0]
        library = Library(Path(folder) / "parley.db", now_ms=lambda: now[0])
        try:
            play(library, history, now)
        finally:
            library.close()


def play(library: Library, history: list[tuple[str, int]], now: list[int]) -> None:
    conversation = talk()
    library.create(copy.deepcopy(conversation))
    last: Deletion | None = None
    for number, (step, place) in enumerate(history):
        known = list(conversation.messages)
        chosen = known[place % len(known)] if known else None
        match step:
            case "add":
                conversation.add(Message(f"m{number}", chosen, "user", (Text("…"),), number))
                message = conversation.messages[f"m{number}"]
                library.save_message("c", message, conversation.head)
            case "insert":
                message = new_message("assistant", "…", chosen, created_ms=number)
                moved = insert_below(conversation, message)
                library.save_message("c", message, conversation.head)
                library.move_messages("c", moved, conversation.head)
            case "undo" if last is not None:
                take_back(library, conversation, last)
                last = None
            case "show" if chosen:
                conversation.show(chosen)
                library.set_head("c", conversation.head)
            case "mark" if chosen:
                mark = Mark(conversation.path_to(chosen)[0].id)
                message = replace(conversation.messages[chosen], mark=mark)
                conversation.update(message)
                library.save_message("c", message, conversation.head)
            case "one" | "branch" if chosen:
                delete = delete_one if step == "one" else delete_branch
                last = delete(conversation, chosen)
                write(library, conversation, last)
            case "expire":
                now[0] += (KEPT_DAYS + 1) * DAY_MS
                library.remove_expired()
                last = None
        assert library.load("c") == conversation
