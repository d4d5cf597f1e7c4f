"""Reading ahead goes to where the next message will start, whatever that will be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import TemplateFailed
from engine.prompt.ahead import ahead
from engine.prompt.assemble import assemble
from engine.types import Message, PromptRequest, ToolCall, ToolResult
from tests.engine.prompt.building import CLOCK, TOKENIZER, build, decoded, ids_of, user, wrote
from tests.engine.prompt.conversations import CONVERSATIONS, Step
from tests.engine.prompt.families import own_families
from tests.engine.prompt.simulated import Answer, Model, common_length
from tests.engine.prompt.templates import CHATML, KEEPS_REASONING, THINKING, template

SAMPLED = ids_of("v", "e", "ry")
REASONED = ids_of("<think>", "\n", "v", "e", "r", "y", "\n", "</think>", "\n", "\n", "i", "n", "to")
HEAD = "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
NEXT = "<|im_end|>\n<|im_start|>user"


def read_ahead(*messages: Message, source: str = CHATML, continues: bool = False) -> str:
    *before, answer = messages
    asked = (*before, Message("assistant", ())) if continues else tuple(before)
    request = PromptRequest(asked, clock=CLOCK, continues=continues)
    return decoded(ahead(request, answer, template=template(source), tokenizer=TOKENIZER))


def test_it_ends_before_the_last_token_of_the_next_header() -> None:
    """That token may become another with the first one typed."""
    assert read_ahead(user("hi"), wrote(SAMPLED)) == HEAD + "very" + NEXT


def test_the_sampled_ids_are_in_it() -> None:
    request = PromptRequest((user("hi"),), clock=CLOCK)
    held = build(user("hi")).ids + SAMPLED
    ids = ahead(request, wrote(SAMPLED), template=template(CHATML), tokenizer=TOKENIZER)
    assert ids[: len(held)] == held


def test_reasoning_that_will_be_dropped_is_not_in_it() -> None:
    assert read_ahead(user("hi"), wrote(REASONED), source=THINKING) == HEAD + "into" + NEXT


def test_reasoning_that_will_be_kept_is_in_it() -> None:
    found = read_ahead(user("hi"), wrote(REASONED), source=KEEPS_REASONING)
    assert found == HEAD + decoded(REASONED) + NEXT


def test_an_empty_answer_leaves_two_questions() -> None:
    found = read_ahead(user("hi"), Message("assistant", ()))
    assert found == "<|im_start|>user\nhi" + NEXT


def test_a_continued_answer_is_taken_whole() -> None:
    assert read_ahead(user("hi"), wrote(SAMPLED), continues=True) == HEAD + "very" + NEXT


def test_an_answer_after_a_tool_round() -> None:
    called = Message("assistant", (ToolCall("c", "clock", "{}"),))
    result = Message("tool", (ToolResult("c", "clock", "noon"),))
    found = read_ahead(user("hi"), called, result, wrote(SAMPLED), source=THINKING)
    assert found.endswith("<|im_start|>tool\nnoon<|im_end|>\n<|im_start|>assistant\nvery" + NEXT)


def test_an_answer_that_calls_a_tool_is_read_to_its_result() -> None:
    """Reasoning stays inside the loop, so there is more to keep than for a question."""
    answer = wrote(REASONED)
    answer = replace(answer, parts=(*answer.parts, ToolCall("c", "clock", "{}")))
    found = read_ahead(user("hi"), answer, source=THINKING)
    assert "<think>\nvery\n</think>\n\ninto\n<tool_call>" in found
    assert found.endswith("<|im_end|>\n<|im_start|>tool")


def test_a_template_that_refuses_says_so() -> None:
    source = "{% if messages[2] %}{{ raise_exception('One question only') }}{% endif %}" + CHATML
    with pytest.raises(TemplateFailed, match="One question only"):
        read_ahead(user("hi"), wrote(SAMPLED), source=source)


FAMILIES = {family.name: family for family in own_families()}


@pytest.mark.parametrize("name", FAMILIES)
def test_the_next_prompt_begins_with_what_was_read_ahead(name: str) -> None:
    """All of it, and it leaves out no more than the last token before what the user says."""
    family = FAMILIES[name]
    for settings in family.settings:
        model = Model(family.template, family.tokenizer(), family.ends, settings)
        for conversation in CONVERSATIONS.values():
            try:
                _check(model, conversation)
            except TemplateFailed:
                assert name == "strict_alternation"


def _check(model: Model, conversation: tuple[Step, ...]) -> None:
    messages: list[Message] = []
    read: tuple[int, ...] = ()
    for step in conversation:
        if isinstance(step, Answer):
            answer = model.answer(messages, step)
            request = model.request(messages)
            read = ahead(request, answer, template=model.template, tokenizer=model.tokenizer)
            messages.append(answer)
            continue
        messages.append(step)
        if read:
            prompt = assemble(
                model.request(messages), template=model.template, tokenizer=model.tokenizer
            )
            said = next(
                span
                for span in prompt.spans
                if span.message == len(messages) - 1 and span.part is not None
            )
            assert common_length(prompt.ids, read) == len(read)
            assert len(read) == said.start - 1
