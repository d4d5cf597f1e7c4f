"""What a prompt is made of: the parts add up to it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

import engine.types
from app.domain.attachments import Attachment, for_model
from app.domain.context_map import (
    DRAFT_KEY,
    Piece,
    by_message,
    pieces,
    request_at,
    totals,
)
from app.domain.conversation import Conversation, Message
from engine.events import PromptToken
from engine.types import (
    PromptRequest,
    Reasoning,
    Role,
    Round,
    Text,
    ToolCall,
    ToolResult,
)

CALL = ToolCall("a", "clock", "{}")
RESULT = ToolResult("a", "clock", "noon")
TOOLS = ({"type": "function", "function": {"name": "clock"}},)


def token(
    text: str, key: str = "", role: Role | None = None, part: int | None = None
) -> PromptToken:
    return PromptToken(0, text, key, role, part, special=False)


def question(id: str = "q", parent: str | None = None, text: str = "Why?") -> Message:
    return Message(id, parent, "user", (Text(text),), created_ms=0)


def answer(*parts: engine.types.Part, id: str = "a", rounds: int = 1) -> Message:
    sampled = tuple(Round((number,), "t") for number in range(rounds))
    return Message(id, "q", "assistant", parts, created_ms=0, rounds=sampled)


def conversation(*messages: Message, system_prompt: str = "", draft: str = "") -> Conversation:
    found = Conversation("c", "", 0, "noon", system_prompt=system_prompt, draft=draft)
    for message in messages:
        found.add(message)
    return found


def keys(request: PromptRequest) -> list[tuple[str, str]]:
    return [(message.key, message.role) for message in request.messages]


# ---- which prompt


def test_the_newest_answers_prompt_ends_with_its_question() -> None:
    shown = conversation(question(), answer(Text("So.")), system_prompt="Be brief.")

    request = request_at(shown, "answered")

    assert keys(request) == [("system", "system"), ("q", "user")]
    assert request.clock == "noon"


def test_after_tools_it_ends_with_their_results() -> None:
    shown = conversation(question(), answer(CALL, RESULT, Text("It is noon."), rounds=2))

    request = request_at(shown, "answered", tools=TOOLS)

    assert keys(request) == [("q", "user"), ("a", "assistant"), ("a", "tool")]
    assert request.tools == TOOLS


def test_an_answer_in_which_nothing_was_written_was_asked_the_same() -> None:
    shown = conversation(question(), answer(rounds=0))

    assert keys(request_at(shown, "answered")) == [("q", "user")]


def test_the_next_message_is_the_draft_behind_all_of_the_branch() -> None:
    shown = conversation(question(), answer(Text("So.")), draft="And then?")

    request = request_at(shown, "next")

    assert keys(request) == [("q", "user"), ("a", "assistant"), (DRAFT_KEY, "user")]
    assert request.messages[-1].parts == (Text("And then?"),)


def test_an_empty_conversation_has_only_a_next_message() -> None:
    shown = conversation(system_prompt="Be brief.")

    assert request_at(shown, "answered") == request_at(shown, "next")


# ---- what it is made of


def test_each_part_has_its_kind_and_the_parts_add_up() -> None:
    request = PromptRequest(
        (
            engine.types.Message("system", (Text("S"),), key="system"),
            engine.types.Message("user", (Text("Q"),), key="q"),
            engine.types.Message("assistant", (Reasoning("R"), CALL), None, "a"),
            engine.types.Message("tool", (RESULT,), key="a"),
            engine.types.Message("assistant", (Text("A"),), None, "a"),
        ),
        tools=TOOLS,
    )
    tokens = [
        token("<s>"),
        token("system", "system", "system"),
        token("S", "system", "system", 0),
        token("# Tools", "system", "system"),
        token('{"name": "clock"}', "system", "system"),
        token("<e>"),
        token("user", "q", "user"),
        token("Q", "q", "user", 0),
        token("<e>"),
        token("R", "a", "assistant", 0),
        token('{"name": "clock"}', "a", "assistant", 1),
        token("noon", "a", "tool", 0),
        token("A", "a", "assistant", 0),
        token("<e>"),
    ]

    found = pieces(tokens, request)

    assert totals(found) == {"system": 3, "tools": 4, "files": 0, "reasoning": 1, "history": 6}
    assert by_message(found) == {"system": 3, "": 4, "q": 2, "a": 5}


def test_a_tools_name_that_a_user_writes_is_history() -> None:
    request = PromptRequest((engine.types.Message("user", (Text("x"),), key="q"),), tools=TOOLS)

    found = pieces([token('"clock"', "q", "user", 0)], request)

    assert found == [Piece("history", "q", 1)]


def test_a_summary_is_history() -> None:
    summary = engine.types.Message("system", (Text("x"),), key="summary")

    found = pieces([token("x", "summary", "system", 0)], PromptRequest((summary,)))

    assert found == [Piece("history", "summary", 1)]


roles: st.SearchStrategy[Role | None] = st.sampled_from([None, "system", "user", "assistant"])
tokens = st.builds(
    token, st.just("x"), st.sampled_from(["", "q", "a"]), roles, st.none() | st.integers(0, 3)
)


@given(st.lists(tokens, max_size=30))
def test_whatever_the_engine_says_every_token_counts_once(told: list[PromptToken]) -> None:
    request = PromptRequest((engine.types.Message("user", (Text("x"),), key="q"),), tools=TOOLS)

    found = pieces(told, request)

    assert sum(piece.tokens for piece in found) == len(told)
    assert sum(totals(found).values()) == len(told)
    assert sum(by_message(found).values()) == len(told)


def test_neighbours_are_one_piece() -> None:
    request = PromptRequest((engine.types.Message("user", (Text("x"),), key="q"),))
    one = token("x", "q", "user", 0)

    assert pieces([one, one._replace(part=None), one], request) == [Piece("history", "q", 3)]


def test_the_files_of_a_question_are_told_from_its_words() -> None:
    notes = Attachment("notes.txt", "text", "Buy milk.", 9)
    asked = replace(question(), attachments=(notes,))
    request = request_at(conversation(asked, draft="And?"), "next")
    tokens = [
        token("<user>"),
        token("milk", "q", "user", 0),
        token("Why?", "q", "user", 1),
        token("And?", DRAFT_KEY, "user", 0),
    ]

    found = pieces(tokens, request)

    assert totals(found) == {"system": 1, "tools": 0, "files": 1, "reasoning": 0, "history": 2}


def test_the_files_of_the_draft_are_in_the_next_prompt() -> None:
    notes = Attachment("notes.txt", "text", "Buy milk.", 9)
    asking = conversation()
    asking.draft_attachments = (notes,)

    request = request_at(asking, "next")

    assert request.messages[-1].parts == (Text(for_model(notes)),)
