"""A copy has all that the conversation has, to the byte, and nothing in common with it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.domain.attachments import Attachment
from app.domain.conversation import Conversation, Message
from app.domain.search import Query
from app.store.duplicating import COPIED_WHILE_WRITTEN
from app.store.library import Library
from engine.types import Text

TABLES = ("parts", "rounds", "problems")


@pytest.fixture
def whole(conversation: Conversation) -> Conversation:
    """With a picture, too."""
    files = (
        Attachment(name="sea.png", kind="image", text="", size_bytes=6, data=b"\x89PNG\0\xff"),
    )
    conversation.add(Message("q3", "a1", "user", (Text("And this?"),), 5, attachments=files))
    return conversation


def rows(library: Library, table: str, conversation: str) -> list[tuple[Any, ...]]:
    """All columns of the rows but the message's id, in the order of the messages."""
    with library._engine.connect() as connection:
        found = connection.exec_driver_sql(
            f"SELECT m.sequence, x.* FROM {table} x JOIN messages m ON m.id = x.message"
            " WHERE m.conversation = ? ORDER BY m.sequence, x.position",
            (conversation,),
        )
        place = list(found.keys()).index("message")
        return [(*row[:place], *row[place + 1 :]) for row in found.all()]


def test_every_row_of_parts_and_rounds_is_the_same(library: Library, whole: Conversation) -> None:
    library.create(whole)
    copy = library.duplicate(whole.id, "Harbour (copy)")

    for table in TABLES:
        assert rows(library, table, copy) == rows(library, table, whole.id)
    assert rows(library, "parts", copy)
    assert rows(library, "rounds", copy)


def test_the_tree_is_the_same_under_new_ids(library: Library, whole: Conversation) -> None:
    library.create(whole)
    made, copy = library.load(whole.id), library.load(library.duplicate(whole.id, "Copy"))
    new = dict(zip(made.messages, copy.messages, strict=True))

    assert not set(new) & set(new.values())
    assert copy.head == new[made.head or ""]
    for old, message in zip(made.messages.values(), copy.messages.values(), strict=True):
        mark = old.mark and replace(old.mark, first_seen=new[old.mark.first_seen])
        parent = old.parent and new[old.parent]
        assert message == replace(old, id=new[old.id], parent=parent, mark=mark)
    same = ("system_prompt", "draft", "clock", "context_strategy", "draft_attachments")
    assert [getattr(copy, name) for name in same] == [getattr(made, name) for name in same]
    assert (copy.title, copy.id == made.id) == ("Copy", False)


def test_folder_and_tags_go_with_it_and_the_pin_does_not(
    library: Library, whole: Conversation
) -> None:
    library.create(whole)
    library.set_folder([whole.id], "Work")
    library.set_tag([whole.id], "sea", True)
    library.set_pinned([whole.id], True)
    copy = library.duplicate(whole.id, "Copy")

    listed = next(one for one in library.summaries() if one.id == copy)
    assert (listed.folder, listed.tags, listed.pinned) == ("Work", ("sea",), False)


def test_a_change_of_one_leaves_the_other(library: Library, whole: Conversation) -> None:
    library.create(whole)
    copy = library.duplicate(whole.id, "Copy")
    library.remove(whole.id)

    assert len(library.load(copy).messages) == len(whole.messages)
    assert {hit.conversation for hit in library.search(Query("ships"))} == {copy}


def test_what_was_deleted_of_it_is_not_copied(library: Library, whole: Conversation) -> None:
    library.create(whole)
    library.delete_messages(whole.id, ["q2"], (), "a2")
    copy = library.load(library.duplicate(whole.id, "Copy"))

    assert [message.text for message in copy.messages.values() if message.role == "user"] == [
        *("Which ships?\0 🚢", "And this?")
    ]


def test_an_answer_in_the_making_ends_in_the_copy(library: Library, whole: Conversation) -> None:
    library.create(whole)
    running = Message("r", "q2", "assistant", (Text("So f"),), 6, status="running")
    library.save_message(whole.id, running, "r")
    copy = library.load(library.duplicate(whole.id, "Copy"))

    last = list(copy.messages.values())[-1]
    assert (last.text, last.status, last.notice) == ("So f", "interrupted", COPIED_WHILE_WRITTEN)
    assert library.load(whole.id).messages["r"].status == "running"


def test_nobody_has_no_copy(library: Library) -> None:
    with pytest.raises(KeyError):
        library.duplicate("nobody", "Copy")

    assert library.summaries() == []
