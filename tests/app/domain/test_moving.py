"""Which model wrote last, and how long a conversation is for another."""

from __future__ import annotations

from app.domain.conversation import Conversation, Message
from app.domain.moving import about_tokens, seconds_to_read, written_with
from engine.types import Receipt, Round, Text


def conversation(*messages: Message) -> Conversation:
    last = messages[-1].id if messages else None
    return Conversation(
        "c", "", 0, "", "Be brief.", head=last, messages={one.id: one for one in messages}
    )


def question(id: str, parent: str | None, text: str) -> Message:
    return Message(id, parent, "user", (Text(text),), 0)


def answer(id: str, parent: str, model: str, *parts: Text, prompt: int = 0) -> Message:
    receipt = Receipt(
        prompt=prompt, reused=0, restored=0, read=prompt, written=20, prefill_seconds=2.0
    )
    rounds = (Round((1,), "t", "end_of_turn", receipt),) if prompt else ()
    return Message(id, parent, "assistant", parts, 0, rounds, model)


def test_the_model_that_wrote_last_counts_not_one_that_failed() -> None:
    found = conversation(
        question("1", None, "Why?"),
        answer("2", "1", "A", Text("So.")),
        question("3", "2", "And?"),
        answer("4", "3", "B"),
    )

    assert written_with(found.branch()) == "A"
    assert written_with([]) == ""


def test_what_has_a_receipt_is_known_and_the_rest_goes_by_its_letters() -> None:
    found = conversation(
        question("1", None, "Why?"),
        answer("2", "1", "A", Text("So."), prompt=300),
        question("3", "2", "x" * 41),
    )

    assert about_tokens(found) == 300 + 20 + 11


def test_without_a_receipt_all_goes_by_its_letters() -> None:
    assert about_tokens(conversation(question("1", None, "你好"))) == 2 + 3


def test_how_long_it_takes_is_known_from_what_the_model_has_read_here() -> None:
    found = conversation(
        question("1", None, "Why?"),
        answer("2", "1", "A", Text("So."), prompt=300),
        question("3", "2", "And?"),
        answer("4", "3", "B", Text("So."), prompt=9),
    )

    assert seconds_to_read(found, "A", 600) == 4.0
    assert seconds_to_read(found, "B", 600) == 0.0, "so few tokens say nothing"
    assert seconds_to_read(found, "C", 600) == 0.0
