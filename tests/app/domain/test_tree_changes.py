"""Deleting, taking back, inserting, editing answers, branching off."""

from __future__ import annotations

from app.domain.context import seen
from app.domain.conversation import (
    Conversation,
    Mark,
    Message,
    MessageRole,
    Problem,
)
from app.domain.prompt import prompt_request
from app.domain.tree_changes import (
    branch_off,
    delete_branch,
    delete_one,
    editable_text,
    edited_answer,
    insert_below,
    new_message,
    undo,
    was_edited,
)
from engine.types import Part, Reasoning, Round, Text, ToolCall, ToolResult, Written


def tree(*links: tuple[str, str | None]) -> Conversation:
    """Messages whose ids begin with q are questions, all others answers."""
    conversation = Conversation(id="c", title="Sky", created_ms=0, clock="2026")
    for id, parent in links:
        role: MessageRole = "user" if id.startswith("q") else "assistant"
        conversation.add(Message(id, parent, role, (Text(id),), 0))
    return conversation


def talk() -> Conversation:
    """Two answers to the first question; the conversation goes on below the first of them."""
    conversation = tree(("q", None), ("a", "q"), ("q2", "a"), ("a2", "q2"), ("b", "q"))
    conversation.show("a")
    return conversation


def ids(messages: list[Message]) -> list[str]:
    return [message.id for message in messages]


# ---- deleting


def test_a_branch_goes_with_all_that_follows_and_the_next_version_is_shown() -> None:
    conversation = talk()

    deletion = delete_branch(conversation, "a")

    assert [message.id for message in deletion.removed] == ["a", "q2", "a2"]
    assert ids(conversation.branch()) == ["q", "b"]


def test_without_another_version_the_parent_is_shown() -> None:
    conversation = talk()

    delete_branch(conversation, "q2")

    assert ids(conversation.branch()) == ["q", "a"]


def test_a_branch_that_is_not_shown_goes_without_a_change_on_screen() -> None:
    conversation = talk()

    delete_branch(conversation, "b")

    assert ids(conversation.branch()) == ["q", "a", "q2", "a2"]
    assert ids(conversation.siblings("a")) == ["a"]


def test_everything_may_go() -> None:
    conversation = talk()

    delete_branch(conversation, "q")

    assert conversation.branch() == []
    assert conversation.head is None


def test_a_message_goes_alone_and_its_children_move_up() -> None:
    conversation = talk()

    delete_one(conversation, "a")

    assert ids(conversation.branch()) == ["q", "q2", "a2"]
    assert ids(conversation.children("q")) == ["q2", "b"]


def test_two_questions_in_a_row_are_two_messages_of_the_prompt() -> None:
    conversation = talk()

    delete_one(conversation, "a")

    request = prompt_request(conversation, conversation.branch())
    assert [(m.role, m.key) for m in request.messages] == [
        ("user", "q"),
        ("user", "q2"),
        ("assistant", "a2"),
    ]


def test_what_the_model_sees_first_is_the_next_message_when_that_is_gone() -> None:
    conversation = talk()
    conversation.update(
        Message("a2", "q2", "assistant", (Text("a2"),), 0, mark=Mark("a", "They spoke."))
    )

    delete_one(conversation, "a")

    assert conversation.messages["a2"].mark == Mark("q2", "They spoke.")
    assert ids(seen(conversation.branch())) == ["q2", "a2"]


def test_a_mark_on_a_message_that_goes_is_inherited() -> None:
    conversation = talk()
    conversation.update(Message("q2", "a", "user", (Text("q2"),), 0, mark=Mark("q2")))

    delete_one(conversation, "q2")

    assert conversation.messages["a2"].mark == Mark("a2")


def test_taking_back_restores_order_parents_marks_and_what_is_shown() -> None:
    conversation = talk()
    conversation.update(Message("q2", "a", "user", (Text("q2"),), 0, mark=Mark("a")))
    before = conversation.branch()
    children = ids(conversation.children("q"))

    undo(conversation, delete_one(conversation, "a"))

    assert conversation.branch() == before
    assert ids(conversation.children("q")) == children
    undo(conversation, delete_branch(conversation, "a"))
    assert conversation.branch() == before
    assert ids(conversation.children("q")) == children


def test_what_was_written_since_stays_when_a_deletion_is_taken_back() -> None:
    conversation = talk()
    deletion = delete_one(conversation, "a")
    conversation.add(Message("q3", "a2", "user", (Text("q3"),), 0))

    undo(conversation, deletion)

    assert ids(conversation.branch()) == ["q", "a", "q2", "a2", "q3"]


# ---- inserting


def test_an_inserted_message_stands_between_its_parent_and_what_followed() -> None:
    conversation = talk()
    message = new_message("user", "Wait.", "a", created_ms=1)

    moved = insert_below(conversation, message)

    assert ids(conversation.branch()) == ["q", "a", message.id, "q2", "a2"]
    assert ids(moved) == ["q2"]


def test_at_the_end_an_inserted_message_is_the_one_shown() -> None:
    conversation = talk()
    message = new_message("assistant", "Indeed.", "a2", created_ms=1)

    assert insert_below(conversation, message) == []

    assert conversation.head == message.id
    assert (message.role, message.status) == ("assistant", "complete")


def test_an_inserted_message_begins_an_empty_conversation() -> None:
    conversation = tree()

    insert_below(conversation, new_message("user", "Why?", None, created_ms=1))

    assert [message.text for message in conversation.branch()] == ["Why?"]


def test_deleting_an_inserted_message_leaves_all_as_it_was() -> None:
    conversation = talk()
    before = dict(conversation.messages)
    message = new_message("user", "Wait.", "a", created_ms=1)
    insert_below(conversation, message)

    delete_one(conversation, message.id)

    assert conversation.messages == before


# ---- edited answers

FIRST = Round(ids=(1, 2), tokenizer="t", ending="tool_calls")
SECOND = Round(ids=(3, 4), tokenizer="t", ending="end_of_turn")
CALL = ToolCall("1", "tides", "{}", Written(0, 0, 9))
RESULT = ToolResult("1", "tides", "high")


def answer(*parts: Part, rounds: tuple[Round, ...]) -> Message:
    problems = (Problem("repaired", "It was repaired.", "{", 1),)
    return Message("a", "q", "assistant", parts, 0, rounds, "smol", problems=problems)


def test_an_edited_answer_loses_the_ids_of_the_round_of_its_last_words() -> None:
    before = answer(
        CALL,
        RESULT,
        Reasoning("Hm.", Written(1, 0, 3)),
        Text("High.", Written(1, 3, 8)),
        rounds=(FIRST, SECOND),
    )

    after = edited_answer(before, "Low.", created_ms=5)

    assert after.parts == (CALL, RESULT, Reasoning("Hm."), Text("Low."))
    assert after.rounds == (FIRST,)
    assert after.problems == ()
    assert (after.parent, after.model, after.status) == ("q", "smol", "complete")
    assert after.id != before.id
    assert was_edited(after)
    assert not was_edited(before)


def test_an_answer_without_words_gets_some() -> None:
    before = answer(CALL, RESULT, rounds=(FIRST,))

    after = edited_answer(before, "Low.", created_ms=5)

    assert after.parts == (CALL, RESULT, Text("Low."))
    assert after.rounds == (FIRST,)
    assert editable_text(before) == ""


def test_the_last_words_of_an_answer_are_edited_and_all_words_of_a_question() -> None:
    before = answer(Text("Look:"), CALL, RESULT, Text("High."), rounds=(FIRST, SECOND))
    question = Message("q", None, "user", (Text("One."), Text("Two.")), 0)

    assert editable_text(before) == "High."
    assert editable_text(question) == "One.\n\nTwo."


# ---- branching off


def test_a_branch_becomes_a_conversation_that_asks_for_the_same_prompt() -> None:
    conversation = talk()
    conversation.system_prompt = "Be brief."
    rounds = (SECOND,)
    conversation.update(Message("a", "q", "assistant", (Text("a"),), 0, rounds, mark=Mark("q")))

    branch = branch_off(conversation, "a", created_ms=9)

    def said(of: Conversation, path: list[Message]) -> list[tuple[object, ...]]:
        request = prompt_request(of, path)
        return [(m.role, m.parts, m.round) for m in request.messages]

    assert branch.title == "Sky (branch)"
    assert said(branch, branch.branch()) == said(conversation, conversation.path_to("a"))
    assert branch.clock == conversation.clock
    assert branch.branch()[1].mark == Mark(branch.branch()[0].id)
    assert not set(branch.messages) & set(conversation.messages)


def test_a_branch_of_a_branch_keeps_its_title() -> None:
    conversation = talk()
    conversation.title = "Sky (branch)"

    assert branch_off(conversation, "q", created_ms=9).title == "Sky (branch)"
