"""A round's ids stay whole: with calls, after a crash, and before a part that was edited."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.prompt.assemble import Prompt
from engine.prompt.rendering import Place
from engine.types import (
    Ending,
    Message,
    Part,
    Reasoning,
    Round,
    Text,
    ToolCall,
    ToolResult,
    Written,
)
from tests.engine.prompt.building import TOKENIZER, build, decoded, encoded, ids_of, user, wrote
from tests.engine.prompt.templates import CHATML, KEEPS_REASONING, THINKING

ARGUMENTS = '{"city": "Paris", "days": 3}'
RESULT = Message("tool", (ToolResult("c", "weather", "sunny"),))
NEXT = "<|im_end|>\n<|im_start|>user\nmore<|im_end|>\n<|im_start|>assistant\n"
AFTER_CALL = "<|im_end|>\n<|im_start|>tool\nsunny<|im_end|>\n<|im_start|>assistant\n"


def called(raw: str, *texts: str, ending: Ending = "tool_calls") -> Message:
    """A message of texts and one call behind them, written as `raw`, byte by byte."""
    parts: list[Part] = []
    for text in texts:
        start = raw.index(text)
        written = Written(0, start, start + len(text))
        reasons = raw[:start].endswith("<think>")
        parts.append(Reasoning(text, written) if reasons else Text(text, written))
    end = parts[-1].written.end if parts else 0  # type: ignore[union-attr]
    start = raw.find("<", end) if "<tool_call>" in raw else end
    call = ToolCall("c", "weather", ARGUMENTS, Written(0, max(start, 0), len(raw)))
    sampled = Round(tuple(raw.encode()), TOKENIZER.fingerprint, ending)
    return Message("assistant", (*parts, call), sampled)


def goes_on(message: Message, *following: Message, source: str = KEEPS_REASONING) -> Prompt:
    """The next prompt, which begins with what was read and sampled."""
    assert message.round is not None
    held = build(user("hi"), source=source).ids + message.round.ids
    prompt = build(user("hi"), message, *following, source=source)
    assert prompt.ids[: len(held)] == held
    return prompt


WAYS = {
    "as the template prints it": f'<tool_call>\n{{"name": "weather", "arguments": {ARGUMENTS}}}\n'
    "</tool_call>",
    "other spacing": '<tool_call>{"name":"weather","arguments":{"city":"Paris","days":3}}'
    "</tool_call>",
    "other key order": '<tool_call>\n{"arguments": {"days": 3, "city": "Paris"}, '
    '"name": "weather"}\n</tool_call>',
    "in a code fence": '<tool_call>\n```json\n{"name": "weather", "arguments": '
    '{"city": "Paris", "days": 3}}\n```\n</tool_call>\n',
    "arguments as a string": '<tool_call>\n{"name": "weather", "arguments": '
    '"{\\"city\\": \\"Paris\\", \\"days\\": 3}"}\n</tool_call>',
    "without its closer": '<tool_call>\n{"name": "weather", "arguments": {"city": "Paris", '
    '"days": 3}}',
}


@pytest.mark.parametrize("raw", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("text", ["", "Let me look.", "Look:\n\n"])
def test_a_call_stays_as_the_model_wrote_it(raw: str, text: str) -> None:
    words = [text.strip()] if text else []
    message = called(text + raw, *words)
    prompt = goes_on(message, RESULT)
    assert prompt.ids == build(user("hi")).ids + tuple((text + raw).encode()) + encoded(AFTER_CALL)
    assert prompt.dropped == ()


def test_a_call_cut_off_ends_with_the_stop_text() -> None:
    """What the template would print of the repaired call is not put behind it."""
    raw = '<tool_call>\n{"name": "weather", "arguments": {"city": "Par'
    prompt = goes_on(called(raw, ending="length"), RESULT)
    assert prompt.text.endswith(raw + AFTER_CALL)


def test_reasoning_and_call_stay_in_the_loop_and_go_with_the_next_question() -> None:
    raw = '<think>why</think><tool_call>{"name":"weather"}</tool_call>'
    message = called(raw, "why")
    prompt = goes_on(message, RESULT, source=THINKING)
    assert (prompt.text.count("why"), prompt.dropped) == (1, ())
    answer = wrote(ids_of("v", "e", "ry"))
    later = build(user("hi"), message, RESULT, answer, user("more"), source=THINKING)
    assert later.dropped == (Place(1, 0),)
    assert "why" not in later.text
    assert ids_of("v", "e", "ry") + encoded(NEXT) == later.ids[-3 - len(encoded(NEXT)) :]


def test_text_in_front_of_a_call_keeps_its_ids_when_the_reasoning_goes() -> None:
    raw = '<think>why</think>\n\nvery <tool_call>{"name":"weather"}</tool_call>'
    message = called(raw, "why", "very")
    prompt = build(user("hi"), message, RESULT, user("more"), source=THINKING)
    assert 'very <tool_call>{"name":"weather"}</tool_call><|im_end|>' in prompt.text
    assert tuple(b"very <tool") not in [prompt.ids]
    start = len(build(user("hi"), source=THINKING).ids)
    assert prompt.ids[start : start + 4] == tuple(b"very")


def test_a_call_of_which_nothing_tells_the_end_is_printed_by_the_template() -> None:
    """Its template has no stop token, and the model wrote it in another way."""
    source = (
        "{% for m in messages %}[{{ m.role }}]{{ m.content }}"
        "{% for c in m.tool_calls or [] %}<{{ c.function.name }}:{{ c.function.arguments|tojson }}>"
        "{% endfor %}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}"
    )
    printed = f"very <weather:{ARGUMENTS}>"
    same = build(user("hi"), called(printed, "very"), RESULT, source=source)
    assert tuple(printed.encode()) == same.ids[len("[user]hi[assistant]") :][: len(printed)]
    other = called('very <weather:{"city":"Paris"}>', "very")
    prompt = build(user("hi"), other, RESULT, source=source)
    assert prompt.text == f"[user]hi[assistant]very<weather:{ARGUMENTS}>[tool]sunny[assistant]"
    assert prompt.ids[len("[user]hi[assistant]") :][:4] == tuple(b"very")


def test_a_call_inside_a_text_is_text() -> None:
    """As rounds are stored whose calls nobody has parsed."""
    raw = "I look: <tool_call>{}</tool_call>"
    answer = wrote(tuple(raw.encode()))
    assert [type(part) for part in answer.parts] == [Text]
    prompt = goes_on(answer, user("more"))
    assert prompt.text.endswith(raw + NEXT)


def test_a_stop_token_in_the_arguments_is_not_the_end_of_the_turn() -> None:
    raw = '<tool_call>{"name":"weather"}</tool_call>'
    message = called(raw)
    call = ToolCall("c", "weather", '{"city": "<|im_end|>"}', Written(0, 0, len(raw)))
    prompt = goes_on(replace(message, parts=(call,)), RESULT)
    assert prompt.ids == build(user("hi")).ids + tuple(raw.encode()) + encoded(AFTER_CALL)


def test_what_a_template_reads_from_a_name_does_not_change() -> None:
    """It asks for the name; calls then are without marks and printed by the template."""
    source = KEEPS_REASONING.replace(
        "{%- for call in m.tool_calls or [] %}",
        "{%- for call in m.tool_calls or [] %}"
        "{{- 'right' if call.function.name == 'weather' else 'wrong' }}",
    )
    message = called('very <tool_call>{"name":"weather"}</tool_call>', "very")
    prompt = build(user("hi"), message, RESULT, source=source)
    assert "veryright\n<tool_call>" in prompt.text
    assert prompt.ids[len(build(user("hi")).ids) :][:4] == tuple(b"very")


def test_a_template_that_refuses_unknown_names_is_asked_without_marks() -> None:
    source = KEEPS_REASONING.replace(
        "{%- for call in m.tool_calls or [] %}",
        "{%- for call in m.tool_calls or [] %}{% if call.function.name != 'weather' %}"
        "{{- raise_exception('No such tool') }}{% endif %}",
    )
    message = called('very <tool_call>{"name":"weather"}</tool_call>', "very")
    prompt = build(user("hi"), message, RESULT, source=source)
    assert prompt.ids[len(build(user("hi")).ids) :][:4] == tuple(b"very")


# ---- endings


@pytest.mark.parametrize("ending", ["end_of_turn", "length", "stop_string", "stopped", None])
@pytest.mark.parametrize("words", [("v", "e", "ry"), ("ve", "ry", "\n", " ")])
def test_every_ending_goes_on_from_its_ids(words: tuple[str, ...], ending: Any) -> None:
    prompt = goes_on(wrote(ids_of(*words), ending=ending), user("more"), source=CHATML)
    assert prompt.ids[-len(encoded(NEXT)) :] == encoded(NEXT)


def test_reasoning_cut_off_is_closed_by_the_template() -> None:
    answer = wrote(ids_of("<think>", "\n", "ve", "ry"), ending="length")
    prompt = goes_on(answer, user("more"))
    assert prompt.text.endswith("<think>\nvery\n</think>\n\n" + NEXT)


def test_closers_the_model_wrote_stand_for_those_of_the_template() -> None:
    source = CHATML.replace("{{ m.content }}", "{{ m.content }}{{ '</end>' if m.role != 'user' }}")
    for raw in ("very</end>", "very\n</end>\n"):
        message = Message(
            "assistant",
            (Text("very", Written(0, 0, 4)),),
            Round(tuple(raw.encode()), TOKENIZER.fingerprint, "end_of_turn"),
        )
        assert goes_on(message, user("more"), source=source).text.endswith(raw + NEXT)
        cut = replace(message, round=replace(message.round, ids=tuple(b"very"), ending="length"))  # type: ignore[type-var]
        assert goes_on(cut, user("more"), source=source).text.endswith("very</end>" + NEXT)


# ---- after a crash


def without_ranges(message: Message) -> Message:
    parts: list[Part] = []
    for part in message.parts:
        assert isinstance(part, (Text, Reasoning))
        parts.append(replace(part, written=None))
    return replace(message, parts=tuple(parts))


@pytest.mark.parametrize("opened", [False, True])
def test_ranges_that_were_not_written_down_are_found_again(opened: bool) -> None:
    ids = ids_of("v", "e", "ry", "\n", "</think>", "\n\n", "i", "n", "to")
    ids = ids if opened else (*ids_of("<think>", "\n"), *ids)
    answer = without_ranges(wrote(ids, opened=opened, ending=None))
    assert [type(part) for part in answer.parts] == [Reasoning, Text]
    for thinking in (True, None):
        prompt = build(
            user("hi"), answer, user("more"), source=KEEPS_REASONING, enable_thinking=thinking
        )
        kept = (*ids_of("v", "e", "ry", "\n"), *ids_of("</think>", "\n\n", "i", "n", "to"))
        assert kept == prompt.ids[prompt.ids.index(ids_of("v")[0]) :][: len(kept)]


def test_what_was_sampled_but_not_shown_before_a_crash_is_left_out() -> None:
    """Text held back as the beginning of a stop string."""
    shown = wrote(ids_of("v", "e", "ry"))
    assert shown.round is not None
    ids = ids_of("v", "e", "ry", "\n", "\n", "U")
    crashed = replace(without_ranges(shown), round=Round(ids, shown.round.tokenizer))
    prompt = build(user("hi"), crashed, user("more"))
    assert prompt.ids == build(user("hi")).ids + ids[:3] + encoded(NEXT)
    continued = build(user("hi"), crashed, continues=True)
    assert continued.continued_ids == ids


# ---- edited parts


def test_parts_before_an_edited_one_keep_their_ids() -> None:
    sampled = ids_of("<think>", "\n", "v", "e", "r", "y", "\n", "</think>", "\n", "\n", "i", "n")
    answer = wrote(sampled)
    edited = replace(answer, parts=(answer.parts[0], Text("into")))
    prompt = build(user("hi"), edited, user("more"), source=KEEPS_REASONING)
    start = build(user("hi"), source=KEEPS_REASONING).ids
    assert prompt.ids == start + sampled[:6] + encoded("\n</think>\n\ninto" + NEXT)


def test_an_edited_part_and_what_follows_it_are_new() -> None:
    sampled = ids_of("<think>", "\n", "v", "e", "r", "y", "\n", "</think>", "\n", "\n", "i", "n")
    answer = wrote(sampled)
    edited = replace(answer, parts=(Reasoning("into"), answer.parts[1]))
    prompt = build(user("hi"), edited, user("more"), source=KEEPS_REASONING)
    assert prompt.ids == encoded(prompt.text)


@pytest.mark.parametrize("change", ["Xvery", "ver", "very more", "ve ry"])
@pytest.mark.parametrize("keeps_range", [True, False])
def test_one_letter_changed_drops_the_ids(change: str, keeps_range: bool) -> None:
    """Whether or not the part still says where it was written."""
    answer = wrote(ids_of("v", "e", "r", "y"))
    origin = answer.parts[0].written if keeps_range else None  # type: ignore[union-attr]
    edited = replace(answer, parts=(Text(change, origin),))
    prompt = build(user("hi"), edited, user("more"))
    assert prompt.ids == encoded(prompt.text)
    continued = build(user("hi"), edited, continues=True)
    assert decoded(continued.continued_ids) == change
    assert continued.ids == encoded(continued.text)


def test_an_edited_answer_continues_behind_its_own_reasoning() -> None:
    sampled = ids_of("<think>", "\n", "v", "e", "r", "y", "\n", "</think>", "\n", "\n", "i", "n")
    answer = wrote(sampled)
    edited = replace(answer, parts=(answer.parts[0], Text("int")))
    prompt = build(user("hi"), edited, continues=True, source=KEEPS_REASONING)
    start = build(user("hi"), source=KEEPS_REASONING).ids
    assert prompt.ids == start + sampled[:6] + encoded("\n</think>\n\nint")
    assert prompt.continued_ids == sampled[:6] + encoded("\n</think>\n\nint")


def test_segments_that_were_joined_are_still_the_models_own() -> None:
    """The text of such a part is not that of its bytes."""
    sampled = encoded("in\n</think>\nto")
    answer = wrote(sampled)
    assert [getattr(part, "text", "") for part in answer.parts] == ["in\n\nto"]
    assert goes_on(answer, user("more"), source=CHATML).text.endswith("in\n</think>\nto" + NEXT)


def test_reasoning_between_texts_stays_where_it_was() -> None:
    """Templates print all reasoning in front."""
    raw = "a\n<think>\nb\n</think>\nc\n<think>\nd\n</think>\ne"
    answer = wrote(encoded(raw))
    assert len(answer.parts) == 5
    assert goes_on(answer, user("more")).text.endswith(raw + NEXT)


# ---- what the template leaves out


def test_dropped_parts_are_named() -> None:
    parts = (Reasoning("why"), Text("so"), ToolCall("c", "weather", "{}"))
    prompt = build(user("hi"), Message("assistant", parts), user("more"), source=CHATML)
    assert prompt.dropped == (Place(1, 0), Place(1, 2))
    kept = build(user("hi"), Message("assistant", parts), user("more"), source=KEEPS_REASONING)
    assert kept.dropped == ()
