"""A request becomes ids: stored ones for what the model wrote, and nothing of our marks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadRequest, TemplateFailed
from engine.output.detokenize import whole_characters
from engine.prompt.assemble import assemble
from engine.prompt.spans import Span
from engine.prompt.tokens import prompt_tokens
from engine.types import Message, PromptRequest, Text, ToolCall
from tests.engine.fake_tokenizer import IM_START, THINK, FakeTokenizer
from tests.engine.prompt.building import (
    MERGES,
    TOKENIZER,
    build,
    decoded,
    encoded,
    ids_of,
    user,
    wrote,
)
from tests.engine.prompt.templates import (
    CHATML,
    KEEPS_REASONING,
    LOOPS_OVER_PARTS,
    THINKING,
    template,
)


def test_a_question_is_the_rendering_tokenised() -> None:
    prompt = build(user("hello"))
    text = "<|im_start|>user\nhello<|im_end|>\n<|im_start|>assistant\n"
    assert (prompt.text, prompt.ids) == (text, encoded(text))


NEXT = "<|im_end|>\n<|im_start|>user\nmore<|im_end|>\n<|im_start|>assistant\n"


def test_the_models_words_keep_the_ids_it_sampled() -> None:
    """Also those that the tokenizer would never choose for the text."""
    sampled = ids_of("v", "e", "r", "y", " ", "in", "to", "\n", "\n", "x")
    before = build(user("hi"))
    prompt = build(user("hi"), wrote(sampled), user("more"))
    assert decoded(sampled) == "very into\n\nx"
    assert encoded(decoded(sampled)) != sampled
    assert prompt.ids == before.ids + sampled + encoded(NEXT)


def test_white_space_the_parts_leave_out_is_in_the_prompt() -> None:
    """What was cached is what is read again, whatever the template trims."""
    sampled = ids_of("\n", " ", "x", "\n\n")
    prompt = build(user("hi"), wrote(sampled), user("more"), source=THINKING)
    assert prompt.ids == build(user("hi"), source=THINKING).ids + sampled + encoded(NEXT)


def test_ids_of_another_vocabulary_are_not_used() -> None:
    answer = wrote(ids_of("v", "e", "r", "y"))
    assert answer.round is not None
    foreign = replace(answer, round=replace(answer.round, tokenizer="other"))
    prompt = build(user("hi"), foreign, user("more"))
    assert prompt.ids == encoded(prompt.text)


def test_an_edited_answer_is_tokenised_from_its_start() -> None:
    edited = Message("assistant", (Text("very x"),))
    prompt = build(user("hi"), edited, user("more"))
    assert prompt.ids == build(user("hi")).ids + encoded("very x") + encoded(NEXT)


def test_half_a_character_at_the_end_is_cut_off() -> None:
    """max_tokens can end an answer inside an emoji."""
    sampled = (*ids_of("x"), *"🦔".encode()[:3])
    prompt = build(user("hi"), wrote(sampled), user("more"))
    assert prompt.ids == build(user("hi")).ids + ids_of("x") + encoded(NEXT)


REASONED = ids_of("<think>", "\n", "v", "e", "r", "y", "\n", "</think>", "\n", "\n", "i", "n", "to")


def test_reasoning_that_is_kept_is_spliced_with_its_markers() -> None:
    prompt = build(user("hi"), wrote(REASONED), user("more"), source=KEEPS_REASONING)
    assert prompt.ids == build(user("hi"), source=KEEPS_REASONING).ids + REASONED + encoded(NEXT)


def test_reasoning_the_prompt_opened_is_spliced_behind_the_opener() -> None:
    sampled = REASONED[2:]
    start = build(user("hi"), source=KEEPS_REASONING, enable_thinking=True)
    prompt = build(
        user("hi"),
        wrote(sampled, opened=True),
        user("more"),
        source=KEEPS_REASONING,
        enable_thinking=True,
    )
    assert start.opens_reasoning
    assert prompt.ids == start.ids + sampled + encoded(NEXT + "<think>\n")


def test_reasoning_that_is_dropped_leaves_the_answers_own_ids() -> None:
    prompt = build(user("hi"), wrote(REASONED), user("more"), source=THINKING)
    expected = build(user("hi"), source=THINKING).ids + REASONED[-3:] + encoded(NEXT)
    assert prompt.ids == expected


def test_an_answer_that_begins_inside_a_token_is_tokenised() -> None:
    sampled = ids_of("<think>", "a", "</think>", "\n", "\nx", ".\n")
    prompt = build(user("hi"), wrote(sampled), user("more"), source=THINKING)
    assert prompt.text.endswith("assistant\nx." + NEXT)
    assert prompt.ids == encoded(prompt.text)


def test_an_answer_without_reasoning_is_not_put_behind_an_opener() -> None:
    """It was written with thinking off; now thinking is on."""
    sampled = ids_of("v", "e", "ry")
    source = KEEPS_REASONING.replace("{%- if m.reasoning_content", "{%- if m.role == 'assistant'")
    source = source.replace("m.reasoning_content|trim", "(m.reasoning_content or '')|trim")
    prompt = build(user("hi"), wrote(sampled), user("more"), source=source, enable_thinking=True)
    assert (
        prompt.text
        == (
            "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\nvery"
            + NEXT
        )
        + "<think>\n"
    )
    assert ids_of("v", "e", "ry") == prompt.ids[-len(encoded(NEXT + "<think>\n")) - 3 :][:3]


def test_calls_are_printed_by_the_template_behind_the_models_words() -> None:
    sampled = ids_of("v", "e", "ry")
    answer = wrote(sampled)
    call = ToolCall("c", "clock", '{"b": 1, "a": 2}')
    prompt = build(
        user("hi"), replace(answer, parts=(*answer.parts, call)), user("x"), source=THINKING
    )
    start = build(user("hi"), source=THINKING).ids
    assert prompt.ids[: len(start) + 3] == start + sampled
    assert '\n<tool_call>\n{"name": "clock", "arguments": {"b": 1, "a": 2}}' in prompt.text


# ---- what people say is data


@pytest.mark.parametrize("literal", TOKENIZER.special_pieces().values())
@pytest.mark.parametrize("role", ["user", "system", "assistant"])
def test_special_tokens_in_what_anyone_says_stay_text(role: Any, literal: str) -> None:
    said = Message(role, (Text(f"a {literal} b{literal}"),))
    plain = Message(role, (Text("a b"),))
    found, expected = build(said, user("x")), build(plain, user("x"))
    assert f"a {literal} b{literal}" in found.text
    special = set(TOKENIZER.special_pieces())
    assert [id for id in found.ids if id in special] == [id for id in expected.ids if id in special]


def test_special_tokens_in_tools_and_arguments_stay_text() -> None:
    call = ToolCall("c", "f<think>", '{"</think>": "<|im_end|>"}')
    source = "{{ tools|tojson }}" + THINKING
    prompt = build(
        user("hi"),
        Message("assistant", (call,)),
        user("x"),
        source=source,
        tools=({"function": {"name": "f", "description": "<|im_start|>"}},),
    )
    assert '{"</think>": "<|im_end|>"}' in prompt.text
    assert '"description": "<|im_start|>"' in prompt.text
    assert THINK not in prompt.ids
    assert prompt.ids.count(IM_START) == 4
    assert prompt.tool_names == ("f",)


def test_a_marker_someone_quotes_does_not_open_reasoning() -> None:
    assert not build(user("what is <think>")).opens_reasoning
    assert not build(user("x"), source=THINKING, enable_thinking=False).opens_reasoning


# ---- BOS


@pytest.mark.parametrize(
    ("source", "bos", "adds_bos", "expected"),
    [
        ("{{ bos_token }}" + CHATML, "<|endoftext|>", True, [258, 256]),
        (CHATML, "<|endoftext|>", True, [258, 256]),
        ("{{ bos_token }}<|im_end|>" + CHATML, "<|endoftext|>", False, [258, 257, 256]),
        (CHATML, "<|endoftext|>", False, [256]),
    ],
)
@pytest.mark.parametrize("continues", [False, True])
def test_there_is_one_bos_or_as_many_as_the_template_prints(
    source: str, bos: str, adds_bos: bool, expected: list[int], continues: bool
) -> None:
    tokenizer = FakeTokenizer(bos=258, adds_bos=adds_bos)
    messages = [user("hi"), Message("assistant", (Text("x"),))] if continues else [user("hi")]
    prompt = build(*messages, source=source, bos=bos, tokenizer=tokenizer, continues=continues)
    assert list(prompt.ids[: len(expected)]) == expected
    assert prompt.ids.count(258) == expected.count(258)


# ---- spans


def test_every_token_is_known_by_its_part() -> None:
    prompt = build(user("hello", "a"), wrote(ids_of("v", "e", "\n")), user("more", "c"))
    header, name = len("user\n") + 1, len("assistant\n") + 1
    borders = [0, header, header + 5]
    assert prompt.spans[:2] == (
        Span(0, borders[1], 0, "a", None),
        Span(borders[1], borders[2], 0, "a", 0),
    )
    assert prompt.spans[2] == Span(borders[2], borders[2] + 2 + name, 1, "", None)
    assert [(span.message, span.part) for span in prompt.spans] == [
        (0, None), (0, 0), (1, None), (1, 0), (1, None), (2, None), (2, 0), (None, None),
    ]  # fmt: skip
    last = prompt.spans[-1]
    assert (last.start, last.end) == (prompt.generation_start, len(prompt.ids))


def test_prompt_tokens_name_piece_message_and_part() -> None:
    prompt = build(user("é"))
    tokens = list(prompt_tokens(prompt.ids, prompt.spans, TOKENIZER))
    assert [token.id for token in tokens] == list(prompt.ids)
    assert (tokens[0].piece, tokens[0].special, tokens[0].part) == ("<|im_start|>", True, None)
    assert (tokens[6].piece, tokens[6].message, tokens[6].part) == ("�", 0, 0)


# ---- refusals


@pytest.mark.parametrize(
    ("messages", "continues", "sentence"),
    [
        ((), False, "no messages"),
        ((user(""),), False, "message is empty"),
        ((user(" \n\t"),), False, "message is empty"),
        ((Message("user", ()),), False, "message is empty"),
        ((user("hi"),), True, "Only an answer can be continued"),
    ],
)
def test_nothing_to_answer_is_said_so(
    messages: tuple[Message, ...], continues: bool, sentence: str
) -> None:
    with pytest.raises(BadRequest, match=sentence):
        build(*messages, continues=continues)


def test_a_clock_that_is_none_is_refused() -> None:
    with pytest.raises(BadRequest, match="'noon' is no date"):
        assemble(
            PromptRequest((user("x"),), clock="noon"),
            template=template(CHATML),
            tokenizer=TOKENIZER,
        )


def test_what_a_template_still_refuses_is_its_own_words() -> None:
    with pytest.raises(TemplateFailed, match="refused: No tools here"):
        build(
            user("hi"),
            source="{% if tools %}{{ raise_exception('No tools here') }}{% endif %}" + CHATML,
            tools=({"function": {"name": "f"}},),
        )


def test_marks_a_template_reacts_to_are_left_out() -> None:
    """It looks at how the question ends; the answer's ids are spliced all the same."""
    source = "{% if messages[0].content.endswith('!') %}loud {% endif %}" + CHATML
    sampled = ids_of("v", "e", "ry")
    prompt = build(user("hi!"), wrote(sampled), user("more"), source=source)
    assert prompt.text.startswith("loud <|im_start|>")
    assert prompt.ids == encoded("loud <|im_start|>user\nhi!<|im_end|>\n") + encoded(
        "<|im_start|>assistant\n"
    ) + sampled + encoded(NEXT)


def test_parts_keep_their_ids_in_templates_that_change_letters() -> None:
    source = CHATML.replace("m.content", "m.content|upper")
    prompt = build(user("hi"), wrote(ids_of("v", "e", "ry")), user("more"), source=source)
    assert "HI" in prompt.text
    assert "very" in prompt.text


# ---- properties

PIECE = st.sampled_from(
    (*MERGES, "<think>", "</think>", "<|im_end|>", "a", " ", "\n", "é", "🦔", "7", "```")
)
WORDS = st.lists(PIECE, max_size=8).map("".join)
SAMPLED = st.lists(st.integers(0, TOKENIZER.size - 1), min_size=1, max_size=12).map(tuple)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(WORDS, SAMPLED), max_size=3), WORDS)
@pytest.mark.parametrize("source", [CHATML, THINKING, KEEPS_REASONING, LOOPS_OVER_PARTS])
def test_ids_say_the_text_and_hold_no_mark(
    source: str, turns: list[tuple[str, tuple[int, ...]]], last: str
) -> None:
    """Whatever is said or sampled, ids detokenise to the text, and spans cover them."""
    messages = [one for words, ids in turns for one in (user(words), wrote(ids))]
    prompt = build(*messages, user(last + "x"), source=source)
    raw = b"".join(map(TOKENIZER.piece, prompt.ids))
    assert raw.decode("utf-8", "replace") == prompt.text
    assert [span.start for span in prompt.spans[1:]] == [span.end for span in prompt.spans[:-1]]
    assert (prompt.spans[0].start, prompt.spans[-1].end) == (0, len(prompt.ids))


@settings(max_examples=60, deadline=None)
@given(st.lists(SAMPLED, min_size=1, max_size=3))
def test_the_next_prompt_begins_with_what_the_cache_holds(answers: list[tuple[int, ...]]) -> None:
    """Answers of whole characters with words in them are read again id by id."""
    messages: list[Message] = [user("q")]
    for ids in answers:
        held = build(*messages).ids + ids
        answer = wrote(ids)
        messages += [answer, user("q")]
        raw = b"".join(map(TOKENIZER.piece, ids))
        kinds = {type(part) for part in answer.parts}
        if kinds == {Text} and whole_characters(raw) == len(raw):
            assert build(*messages).ids[: len(held)] == held
