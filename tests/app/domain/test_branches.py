"""Where each message stands on the map of the branches."""

from __future__ import annotations

from dataclasses import replace

from app.domain.branches import LONGEST_WORDS, branch_map, first_words
from app.domain.conversation import Conversation, Message, MessageRole
from engine.types import Text


def tree(*links: tuple[str, str | None]) -> Conversation:
    conversation = Conversation(id="c", title="", created_ms=0, clock="")
    for id, parent in links:
        role: MessageRole = "user" if id.startswith("q") else "assistant"
        conversation.add(Message(id, parent, role, (Text(f"Text of {id}"),), 0))
    return conversation


def test_versions_stand_beside_each_other_in_columns_of_their_own() -> None:
    conversation = tree(
        *(("q", None), ("a", "q"), ("q2", "a"), ("a2", "q2"), ("b2", "q2"), ("b", "q"))
    )
    conversation.show("a2")

    places = {dot.message_id: (dot.row, dot.column) for dot in branch_map(conversation)}

    assert places == {
        "q": (0, 0),
        "a": (1, 0),
        "q2": (2, 0),
        "a2": (3, 0),
        "b2": (3, 1),
        "b": (1, 2),
    }


def test_what_is_shown_is_known_and_each_dot_has_its_words() -> None:
    conversation = tree(("q", None), ("a", "q"), ("b", "q"))

    dots = branch_map(conversation)

    assert [dot.message_id for dot in dots if dot.shown] == ["q", "b"]
    assert dots[0].words == "Text of q"
    assert [dot.parent for dot in dots] == [None, "q", "q"]


def test_a_conversation_that_was_begun_twice_has_two_roots() -> None:
    dots = branch_map(tree(("q", None), ("a", "q"), ("q2", None)))

    assert [(dot.message_id, dot.column) for dot in dots] == [("q", 0), ("a", 0), ("q2", 1)]


def test_ten_thousand_messages_have_their_places() -> None:
    links: list[tuple[str, str | None]] = [("q0", None)]
    links += [(f"q{n}", f"q{n - 1}") for n in range(1, 10_000)]

    dots = branch_map(tree(*links))

    assert (dots[-1].row, dots[-1].column) == (9999, 0)


def test_first_words_are_one_line_of_limited_length() -> None:
    assert first_words("One\n\ntwo") == "One two"
    assert len(first_words("word " * 100)) <= LONGEST_WORDS


def test_marks_of_markdown_are_no_words_of_an_answer() -> None:
    conversation = tree(("q", None), ("a", "q"))
    said = "```python\ndef add(a, b):\n    return a + b\n```\n## Why **not**\n- `two` * 3"
    conversation.update(replace(conversation.messages["a"], role="assistant", parts=(Text(said),)))
    conversation.update(replace(conversation.messages["q"], role="user", parts=(Text("# `x`"),)))

    words = [dot.words for dot in branch_map(conversation)]

    assert words == ["# `x`", "def add(a, b): return a + b Why not two * 3"]
