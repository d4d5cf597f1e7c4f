"""Random histories of a conversation: whatever a user does, the tree stays sound."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.conversation import (
    Conversation,
    Mark,
    Message,
    MessageRole,
    new_answer,
    new_question,
)
from app.domain.prompt import prompt_request
from app.domain.tree_changes import (
    Deletion,
    branch_off,
    delete_branch,
    delete_one,
    edited_answer,
    insert_below,
    new_message,
    undo,
)
from engine.types import Text


def check(conversation: Conversation) -> None:
    """Every parent exists, nobody is their own ancestor, and the head is a leaf."""
    for message in conversation.messages.values():
        assert conversation.path_to(message.id)[0].parent is None
        assert message in conversation.children(message.parent)
    if conversation.messages:
        assert conversation.head is not None
        assert conversation.children(conversation.head) == []
    else:
        assert conversation.head is None
    prompt_request(conversation, conversation.branch())


STEPS = ("send", "edit", "retry", "delete one", "delete branch", "undo", "insert", "show", "mark")
histories = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 30)), max_size=25)


@settings(max_examples=150, deadline=None)
@given(histories)
def test_any_history_leaves_a_sound_tree(history: list[tuple[str, int]]) -> None:
    conversation = Conversation(id="c", title="Sky", created_ms=0, clock="")
    last: Deletion | None = None
    for number, (step, place) in enumerate(history):
        known = list(conversation.messages)
        if step == "send":
            send(conversation, number)
        elif step == "undo":
            if last is not None:
                undo(conversation, last)
            last = None
        elif known:
            last = CHANGES[step](conversation, known[place % len(known)], number) or last
        check(conversation)
        for message_id in conversation.messages:
            copy = branch_off(conversation, message_id, created_ms=number)
            check(copy)


def send(conversation: Conversation, number: int) -> None:
    conversation.add(new_question(f"{number}?", conversation.head, created_ms=number))
    assert conversation.head is not None
    conversation.add(new_answer(conversation.head, created_ms=number))


def edit(conversation: Conversation, message_id: str, number: int) -> None:
    message = conversation.messages[message_id]
    if message.role == "user":
        question = new_question("!", message.parent, created_ms=number, instead_of=message)
        conversation.add(question)
    else:
        conversation.add(edited_answer(message, "!", created_ms=number))


def retry(conversation: Conversation, message_id: str, number: int) -> None:
    message = conversation.messages[message_id]
    before = message.id if message.role == "user" else message.parent
    if before is not None:
        conversation.add(new_answer(before, created_ms=number))


def insert(conversation: Conversation, message_id: str, number: int) -> None:
    role: MessageRole = "user" if number % 2 else "assistant"
    insert_below(conversation, new_message(role, "…", message_id, created_ms=number))


def mark(conversation: Conversation, message_id: str, number: int) -> None:
    """The model sees a message of the branch and all after it, as when room is made."""
    path = conversation.path_to(message_id)
    first = path[number % len(path)].id
    message = path[-1]
    conversation.update(
        Message(
            message.id,
            message.parent,
            message.role,
            message.parts,
            message.created_ms,
            message.rounds,
            mark=Mark(first),
        )
    )


def show(conversation: Conversation, message_id: str, number: int) -> None:
    assert number >= 0
    conversation.show(message_id)


def deleting(
    delete: Callable[[Conversation, str], Deletion],
) -> Callable[[Conversation, str, int], Deletion]:
    """A deletion that can be taken back; that restores all there was."""

    def change(conversation: Conversation, message_id: str, number: int) -> Deletion:
        assert number >= 0
        before, head = list(conversation.messages.items()), conversation.head
        undo(conversation, delete(conversation, message_id))
        assert list(conversation.messages.items()) == before
        assert conversation.head == head
        return delete(conversation, message_id)

    return change


CHANGES: dict[str, Callable[[Conversation, str, int], Deletion | None]] = {
    "edit": edit,
    "retry": retry,
    "insert": insert,
    "mark": mark,
    "show": show,
    "delete one": deleting(delete_one),
    "delete branch": deleting(delete_branch),
}


@pytest.mark.parametrize("step", ["delete one", "delete branch"])
def test_undo_restores_a_tree_of_one_message(step: str) -> None:
    conversation = Conversation(id="c", title="Sky", created_ms=0, clock="")
    conversation.add(Message("q", None, "user", (Text("Why?"),), 0))

    CHANGES[step](conversation, "q", 0)

    assert conversation.messages == {}
