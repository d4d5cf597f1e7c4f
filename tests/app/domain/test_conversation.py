"""The tree of messages and the branch on screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.conversation import Conversation, Mark, Message, Status, new_question
from engine.types import Ending, Reasoning, Round, Text


def tree(*links: tuple[str, str | None]) -> Conversation:
    conversation = Conversation(id="c", title="", created_ms=0, clock="")
    for id, parent in links:
        conversation.add(Message(id, parent, "user", (Text(id),), 0))
    return conversation


def ids(messages: list[Message]) -> list[str]:
    return [message.id for message in messages]


def test_a_new_message_is_shown() -> None:
    conversation = tree(("q", None), ("a", "q"), ("b", "q"))

    assert ids(conversation.branch()) == ["q", "b"]
    assert ids(conversation.siblings("b")) == ["a", "b"]


def test_a_message_needs_a_known_parent() -> None:
    with pytest.raises(ValueError, match="unknown parent"):
        tree(("a", "q"))


def test_show_goes_down_to_the_newest_leaf() -> None:
    conversation = tree(("q", None), ("a", "q"), ("q2", "a"), ("a2", "q2"), ("b", "q"))

    conversation.show("a")

    assert ids(conversation.branch()) == ["q", "a", "q2", "a2"]


def test_a_message_keeps_its_parent() -> None:
    conversation = tree(("q", None), ("a", "q"))

    with pytest.raises(ValueError, match="keeps its parent"):
        conversation.update(replace(conversation.messages["a"], parent=None))


def test_a_loaded_tree_knows_its_siblings() -> None:
    stored = tree(("q", None), ("a", "q"), ("b", "q")).messages

    conversation = Conversation(id="c", title="", created_ms=0, clock="", messages=stored)

    assert ids(conversation.siblings("a")) == ["a", "b"]
    assert [conversation.version(id) for id in "qab"] == [(1, 1), (1, 2), (2, 2)]


def test_running_answers_of_a_killed_app_become_interrupted() -> None:
    conversation = tree(("q", None))
    conversation.add(Message("a", "q", "assistant", (Text("Be"),), 0, status="running"))

    closed = conversation.close_unfinished("Killed.")

    assert [(m.id, m.status, m.notice) for m in closed] == [("a", "interrupted", "Killed.")]
    assert conversation.messages["a"] == closed[0]


@pytest.mark.parametrize(
    ("status", "ending", "expected"),
    [
        ("complete", "end_of_turn", False),
        ("complete", "length", True),
        ("complete", "stopped", True),
        ("complete", "context_full", True),
        ("interrupted", None, True),
        ("running", None, False),
    ],
)
def test_an_answer_without_a_proper_end_can_be_continued(
    status: Status, ending: Ending | None, expected: bool
) -> None:
    rounds = (Round(ids=(1,), tokenizer="t", ending=ending),)
    message = Message("a", "q", "assistant", (Text("Be"),), 0, rounds=rounds, status=status)

    assert message.can_continue == expected


def test_an_answer_that_never_began_cannot_be_continued() -> None:
    message = Message("a", "q", "assistant", (), 0, status="failed")

    assert not message.can_continue


def test_the_text_of_a_message_leaves_out_reasoning() -> None:
    parts = (Reasoning("Hm."), Text("One."), Text("Two."))
    message = Message("a", "q", "assistant", parts, 0)

    assert (message.text, message.reasoning) == ("One.\n\nTwo.", "Hm.")


def test_a_question_asked_in_other_words_keeps_what_the_model_sees() -> None:
    before = Message("q3", "a2", "user", (Text("Why?"),), 0, mark=Mark("q2", "They spoke."))

    again = new_question("How?", "a2", created_ms=1, instead_of=before)

    assert (again.text, again.parent, again.mark) == ("How?", "a2", before.mark)


def test_a_question_that_is_the_first_the_model_sees_stays_so_in_other_words() -> None:
    before = Message("q3", "a2", "user", (Text("Why?"),), 0, mark=Mark("q3"))

    again = new_question("How?", "a2", created_ms=1, instead_of=before)

    assert again.mark == Mark(again.id)
