"""A branch as the request that decides the prompt."""

from __future__ import annotations

from dataclasses import replace

import engine.types
from app.domain.conversation import Conversation, Mark, Message, Problem
from app.domain.problems import INVALID_DSML
from app.domain.prompt import (
    SUMMARY_HEADING,
    SUMMARY_INSTRUCTION,
    TITLE_INSTRUCTION,
    prompt_request,
    summary_request,
    title_request,
)
from engine.types import Part, Reasoning, Round, Text, ToolCall, ToolResult, Written

FIRST = Round(ids=(1, 2), tokenizer="t", ending="tool_calls")
SECOND = Round(ids=(3, 4), tokenizer="t", ending="end_of_turn")


def conversation(*parts: Part, rounds: tuple[Round, ...] = (), system: str = "") -> Conversation:
    """A question and an answer with these parts."""
    result = Conversation(
        id="c", title="", created_ms=0, clock="2026-08-22T14:03:00+02:00", system_prompt=system
    )
    result.add(Message("q", None, "user", (Text("Why?"),), 0))
    result.add(Message("a", "q", "assistant", parts, 0, rounds=rounds))
    return result


def messages(asked: Conversation) -> tuple[engine.types.Message, ...]:
    return prompt_request(asked, asked.branch()).messages


def test_question_and_answer_keep_their_ids_as_keys() -> None:
    parts = (Reasoning("Hm.", Written(0, 0, 3)), Text("So.", Written(0, 3, 6)))

    assert messages(conversation(*parts, rounds=(SECOND,))) == (
        engine.types.Message("user", (Text("Why?"),), None, "q"),
        engine.types.Message("assistant", parts, SECOND, "a"),
    )


def test_a_call_that_could_not_be_read_is_shown_to_the_model_with_the_error() -> None:
    """As a result to models of the DSML family, and as a question to all others."""
    for text, role in ((f"{INVALID_DSML}\nNo.", "tool"), ("Tool error: no.", "user")):
        error = ToolResult("", "", text, is_error=True)
        asked = conversation(Text(""), error, Text("So."), rounds=(FIRST, SECOND))
        told = Problem("tool_call_malformed", "No.", "<oops>", 0)
        asked.update(replace(asked.messages["a"], problems=(told,)))

        _, wrote, heard, answered = messages(asked)

        assert wrote == engine.types.Message("assistant", (Text("<oops>"),), FIRST, "a")
        assert (heard.role, heard.key) == (role, "a")
        assert heard.parts == ((error,) if role == "tool" else (Text(text),))
        assert answered.round == SECOND


def test_a_call_that_could_not_be_read_and_was_not_told_of_is_left_out() -> None:
    asked = conversation(Text("So."), rounds=(FIRST,))
    told = Problem("tool_call_malformed", "No.", "<oops>", 0)
    asked.update(replace(asked.messages["a"], problems=(told,)))

    assert messages(asked)[1].parts == (Text("So."),)


def test_the_clock_is_the_conversations() -> None:
    asked = conversation()

    assert prompt_request(asked, asked.branch()).clock == asked.clock


def test_a_system_prompt_comes_first_and_a_blank_one_not_at_all() -> None:
    assert messages(conversation(system="Be brief."))[0].role == "system"
    assert messages(conversation(system=" \n"))[0].role == "user"


def test_an_answer_without_a_word_is_left_out() -> None:
    assert [message.role for message in messages(conversation())] == ["user"]


def test_an_answer_of_two_rounds_is_two_messages_around_the_result() -> None:
    call = ToolCall("1", "tides", "{}", Written(0, 0, 9))
    result = ToolResult("1", "tides", "high")
    last = Text("High.", Written(1, 0, 5))

    assert messages(conversation(call, result, last, rounds=(FIRST, SECOND)))[1:] == (
        engine.types.Message("assistant", (call,), FIRST, "a"),
        engine.types.Message("tool", (result,), None, "a"),
        engine.types.Message("assistant", (last,), SECOND, "a"),
    )


def test_an_unfinished_part_belongs_to_the_last_round() -> None:
    partial = Round(ids=(1,), tokenizer="t")

    (_, message) = messages(conversation(Text("Be"), rounds=(partial,)))

    assert message.round == partial


def test_words_nobody_sampled_have_no_round() -> None:
    (_, message) = messages(conversation(Text("Edited.")))

    assert message.round is None


def test_a_continued_answer_is_the_last_message() -> None:
    asked = conversation(Text("Be"))

    request = prompt_request(asked, asked.branch(), continues=True)

    assert request.continues
    assert request.messages[-1].parts == (Text("Be"),)


def marked(mark: Mark) -> Conversation:
    """Two turns; the second question has this mark."""
    asked = conversation(Text("So."), system="Be brief.")
    asked.add(Message("q2", "a", "user", (Text("And?"),), 0, mark=mark))
    return asked


def test_what_is_left_out_is_not_in_the_prompt() -> None:
    assert messages(marked(Mark("q2"))) == (
        engine.types.Message("system", (Text("Be brief."),), key="system"),
        engine.types.Message("user", (Text("And?"),), key="q2"),
    )


def test_a_summary_follows_the_system_prompt() -> None:
    summary = (Text(f"{SUMMARY_HEADING}\nThey spoke."),)

    assert messages(marked(Mark("q2", "They spoke."))) == (
        engine.types.Message("system", (Text("Be brief."),), key="system"),
        engine.types.Message("system", summary, key="summary"),
        engine.types.Message("user", (Text("And?"),), key="q2"),
    )


def test_a_summary_is_asked_for_after_the_words_it_is_about() -> None:
    asked = marked(Mark("q2"))

    request = summary_request(asked, asked.branch()[:2], "Earlier.")

    assert [message.key for message in request.messages] == [
        *("system", "summary", "q", "a", "instruction")
    ]
    assert request.messages[-1].parts == (Text(SUMMARY_INSTRUCTION),)
    assert request.clock == asked.clock


def test_a_title_is_asked_for_after_the_conversation() -> None:
    asked = conversation(Text("So."))

    request = title_request(asked, asked.branch())

    assert request.messages[:-1] == messages(asked)
    assert request.messages[-1].parts == (Text(TITLE_INSTRUCTION),)


def test_what_tokens_were_chosen_from_goes_along_only_with_what_is_gone_on_with() -> None:
    """It takes more room than all else, and each request would carry it to the engine again."""
    first, second = replace(FIRST, choices=b"[null]"), replace(SECOND, choices=b"[null,null]")
    call = ToolCall("1", "clock", "{}")
    parts = (call, ToolResult("1", "clock", "noon"), Text("So."))
    asked = conversation(*parts, rounds=(first, second))

    ended = prompt_request(asked, asked.branch()).messages
    gone_on_with = prompt_request(asked, asked.branch(), continues=True).messages

    assert [message.round for message in ended] == [None, FIRST, None, SECOND]
    assert [message.round for message in gone_on_with] == [None, FIRST, None, second]
