"""The DeepSeek-V4 template prints what the model was trained on, whatever a conversation holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.__main__ import main
from engine.errors import TemplateFailed
from engine.models import LoadOptions
from engine.output.formats import detect
from engine.prompt.assemble import assemble
from engine.prompt.generation import GenerationPrompt
from engine.prompt.messages import from_openai
from engine.prompt.own_templates import FOLDER, own_template, with_own_templates
from engine.prompt.plain import render_text
from engine.prompt.template import ChatTemplate
from engine.types import PromptRequest
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.marked_tokenizer import MarkedTokenizer
from tests.engine.scripted import ScriptedBackend
from tests.tiny_models import Tiny, write_llama

DATA = Path(__file__).resolve().parents[2] / "data" / "deepseek_v4"
CLOCK = datetime(2026, 1, 1)
BOS, EOS, USER, ASSISTANT = (
    "<｜begin▁of▁sentence｜>",
    "<｜end▁of▁sentence｜>",
    "<｜User｜>",
    "<｜Assistant｜>",
)
Turn = dict[str, Any]


@pytest.fixture(scope="module")
def template() -> ChatTemplate:
    source = own_template("deepseek4")
    assert source is not None
    return ChatTemplate(source, bos="", eos="")


def say(role: str, text: str | None, **more: Any) -> Turn:
    return {"role": role, "content": text} | more


def call(name: str, arguments: Any, id: str = "call_1") -> Turn:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def answer(text: str | None = None, **more: Any) -> Turn:
    return say("assistant", text, **more)


def printed(template: ChatTemplate, *turns: Turn, tools: Any = None, **settings: Any) -> str:
    return template.render(list(turns), tools, settings, CLOCK, True)


def declared(name: str) -> Turn:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}


HELLO = say("user", "Hello")
THOUGHT = answer("Hi.", reasoning_content="A greeting.")
MORE = say("user", "More")


# ---- the golden rendering


def test_the_golden_conversation_comes_out_byte_for_byte(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    """With `--raw`, arguments that are a string stay one parameter."""
    arguments = ["render", "--template", str(FOLDER / "deepseek_v4.jinja"), "--raw"]
    arguments += ["--messages", str(DATA / "messages.json"), "--tools", str(DATA / "tools.json")]
    assert main([*arguments, "--set", "reasoning_effort=max"]) == 0
    assert capsysbinary.readouterr().out == (DATA / "rendering.txt").read_bytes()


def test_normalised_arguments_are_one_parameter_each(template: ChatTemplate) -> None:
    request = PromptRequest(
        messages=from_openai(json.loads((DATA / "messages.json").read_text("utf-8"))),
        tools=tuple(json.loads((DATA / "tools.json").read_text("utf-8"))),
        template_settings={"reasoning_effort": "max"},
    )
    golden = (DATA / "rendering.txt").read_text("utf-8")
    one = '<｜DSML｜parameter name="arguments" string="true">{"location": "Paris", '
    one += '"unit": "celsius"}</｜DSML｜parameter>'
    several = '<｜DSML｜parameter name="location" string="true">Paris</｜DSML｜parameter>\n'
    several += '<｜DSML｜parameter name="unit" string="true">celsius</｜DSML｜parameter>'
    text = render_text(request, template=template, add_generation_prompt=True)
    assert text == golden.replace(one, several)


def test_only_known_architectures_have_a_template_of_ours() -> None:
    assert own_template("qwen2") is None


@pytest.mark.parametrize(
    ("tiny", "chosen", "used"),
    [
        (Tiny(template=None, claims="deepseek4"), None, own_template("deepseek4")),
        (Tiny(template=None, claims="deepseek4"), "{{ 1 }}", "{{ 1 }}"),
        (Tiny(template="{{ 2 }}", claims="deepseek4"), None, None),
        (Tiny(template=None), None, None),
    ],
    ids=["none of its own", "chosen by hand", "its own", "another family"],
)
def test_a_file_without_a_template_is_opened_with_ours(
    tmp_path: Path, tiny: Tiny, chosen: str | None, used: str | None
) -> None:
    opened: list[tuple[str, LoadOptions]] = []

    def open_backend(
        path: str, options: LoadOptions, progress: Callable[[float], None]
    ) -> ScriptedBackend:
        opened.append((path, options))
        progress(1.0)
        return ScriptedBackend()

    model = str(write_llama(tmp_path / "model.gguf", tiny))
    with_own_templates(open_backend)(model, LoadOptions(template=chosen), lambda _: None)
    assert opened == [(model, LoadOptions(template=used))]


# ---- thinking


@pytest.mark.parametrize(("mode", "opening"), [("thinking", "<think>"), ("chat", "</think>")])
def test_the_mode_decides_how_an_answer_begins(
    template: ChatTemplate, mode: str, opening: str
) -> None:
    assert printed(template, HELLO, thinking_mode=mode) == f"{BOS}{USER}Hello{ASSISTANT}{opening}"


def test_reasoning_before_the_last_question_is_dropped(template: ChatTemplate) -> None:
    assert printed(template, HELLO, THOUGHT, MORE) == (
        f"{BOS}{USER}Hello{ASSISTANT}</think>Hi.{EOS}{USER}More{ASSISTANT}<think>"
    )


@pytest.mark.parametrize("keep", [{"drop_thinking": False}, {"tools": [declared("clock")]}])
def test_reasoning_is_kept_when_asked_for_or_with_tools(
    template: ChatTemplate, keep: dict[str, Any]
) -> None:
    text = printed(template, HELLO, THOUGHT, MORE, **keep)
    assert text.endswith(
        f"{USER}Hello{ASSISTANT}<think>A greeting.</think>Hi.{EOS}{USER}More{ASSISTANT}<think>"
    )


def test_each_rendering_begins_the_next_when_reasoning_is_kept(template: ChatTemplate) -> None:
    """So the cache is never cut in a conversation with tools."""
    turns = [HELLO, answer(tool_calls=[call("clock", {})], reasoning_content="When?")]
    turns += [say("tool", "12:00", tool_call_id="call_1"), THOUGHT, MORE]
    lengths = (1, 3, 5)
    texts = [printed(template, *turns[:n], tools=[declared("clock")]) for n in lengths]
    assert [b.startswith(a) for a, b in pairwise(texts)] == [True, True]


def test_high_effort_is_the_plain_prompt(template: ChatTemplate) -> None:
    assert printed(template, HELLO, reasoning_effort="high") == printed(template, HELLO)


def test_the_rendered_prompt_says_whether_reasoning_is_open(template: ChatTemplate) -> None:
    """What the reader of the answer starts from."""
    format = detect(template.source)
    modes = [{"thinking_mode": mode} for mode in ("thinking", "chat")]
    found = [
        GenerationPrompt(template.generation_text([], mode, CLOCK), format).opens_reasoning
        for mode in modes
    ]
    assert found == [True, False]


# ---- calls and results


def test_types_are_told_by_the_attribute(template: ChatTemplate) -> None:
    arguments = {"text": "3", "number": 3, "list": ["é", None], "on": True}
    text = printed(template, HELLO, answer(tool_calls=[call("f", arguments)]))
    assert [line for line in text.splitlines() if "parameter" in line] == [
        '<｜DSML｜parameter name="text" string="true">3</｜DSML｜parameter>',
        '<｜DSML｜parameter name="number" string="false">3</｜DSML｜parameter>',
        '<｜DSML｜parameter name="list" string="false">["é", null]</｜DSML｜parameter>',
        '<｜DSML｜parameter name="on" string="false">true</｜DSML｜parameter>',
    ]


def test_a_call_without_arguments_has_an_empty_line(template: ChatTemplate) -> None:
    text = printed(template, HELLO, answer(tool_calls=[call("f", {})]))
    assert '<｜DSML｜invoke name="f">\n\n</｜DSML｜invoke>' in text


@pytest.mark.parametrize(("value", "kind"), [("a{}b", "true"), (["{}"], "false")])
def test_a_closing_tag_inside_a_value_is_written_as_data(
    template: ChatTemplate, value: Any, kind: str
) -> None:
    tag, escaped = "</｜DSML｜parameter>", "&lt;/｜DSML｜parameter>"

    def filled(by: str) -> Any:
        return json.loads(json.dumps(value).replace("{}", by))

    text = printed(template, HELLO, answer(tool_calls=[call("f", {"x": filled(tag)})]))
    shown = filled(escaped) if kind == "true" else json.dumps(filled(escaped), ensure_ascii=False)
    assert f'<｜DSML｜parameter name="x" string="{kind}">{shown}{tag}' in text
    assert text.count(tag) == 1


def test_closing_tags_are_escaped_in_the_prompt_too() -> None:
    """There the engine keeps markers in data apart from the special token."""
    tokenizer = MarkedTokenizer(["｜DSML｜"])
    source = own_template("deepseek4")
    assert source is not None
    value = "a</｜DSML｜parameter>b DSML｜parameter> </｜DSML｜parameter>"
    messages = from_openai([HELLO, answer(tool_calls=[call("f", {"x": value})]), MORE])
    template = ChatTemplate(source, bos="", eos="")
    prompt = assemble(PromptRequest(messages=messages), template=template, tokenizer=tokenizer)
    escaped = "a&lt;/｜DSML｜parameter>b DSML｜parameter> &lt;/｜DSML｜parameter>"
    assert f'string="true">{escaped}</｜DSML｜parameter>\n' in prompt.text
    (marker,) = (id for id, text in tokenizer.special_pieces().items() if text == "｜DSML｜")
    assert prompt.ids.count(marker) == 6


def test_results_follow_the_order_of_the_calls(template: ChatTemplate) -> None:
    """They share a user turn with the question that follows; unknown ids come last."""
    calls = answer(tool_calls=[call("f", {}, "a"), call("f", {}, "b")])
    results = [say("tool", id.upper(), tool_call_id=id) for id in ("c", "b", "a")]
    text = printed(template, HELLO, calls, *results, MORE)
    assert text.endswith(
        f"{EOS}{USER}<tool_result>A</tool_result>\n\n<tool_result>B</tool_result>\n\n"
        f"<tool_result>C</tool_result>\n\nMore{ASSISTANT}<think>"
    )


def test_parts_of_a_result_are_joined_and_pictures_named(template: ChatTemplate) -> None:
    parts = [{"type": "text", "text": "one"}, {"type": "image"}]
    text = printed(template, HELLO, say("tool", None, tool_call_id="a") | {"content": parts})
    assert "<tool_result>one\n\n[Unsupported image]</tool_result>" in text


# ---- what only DeepSeek's own messages carry


def test_tools_and_schema_follow_the_system_prompt(template: ChatTemplate) -> None:
    schema = {"type": "object"}
    text = printed(
        template, say("system", "Be brief."), HELLO, tools=[declared("f")], response_format=schema
    )
    assert text.startswith(f"{BOS}Be brief.\n\n## Tools\n\n")
    assert text.index("## Tools") < text.index("## Response Format:") < text.index(USER)
    assert '{"type": "object"}<｜User｜>' in text


def test_tools_need_no_system_prompt(template: ChatTemplate) -> None:
    assert printed(template, HELLO, tools=[declared("f")]).startswith(f"{BOS}\n\n## Tools\n\n")


def test_a_message_may_bring_its_own_tools_and_schema(template: ChatTemplate) -> None:
    turn = say("developer", "Rules", tools=[declared("f")], response_format={"type": "array"})
    text = printed(template, turn)
    assert text.startswith(f"{BOS}{USER}Rules\n\n## Tools")
    assert '{"type": "array"}' in text


@pytest.mark.parametrize(
    ("task", "after"),
    [("title", "<｜title｜>"), ("action", f"{ASSISTANT}<think><｜action｜>")],
)
def test_a_task_ends_the_question(template: ChatTemplate, task: str, after: str) -> None:
    assert printed(template, say("user", "Hello", task=task)) == f"{BOS}{USER}Hello{after}"


def test_an_answer_to_a_task_shows_no_reasoning(template: ChatTemplate) -> None:
    text = printed(template, say("user", "Hello", task="title"), answer("A greeting"))
    assert text == f"{BOS}{USER}Hello<｜title｜>A greeting{EOS}"


def test_a_reminder_stands_after_the_hand_over(template: ChatTemplate) -> None:
    text = printed(template, HELLO, say("latest_reminder", "Today is Monday."))
    assert text == f"{BOS}{USER}Hello{ASSISTANT}<think><｜latest_reminder｜>Today is Monday."


def test_an_answer_may_go_without_its_end(template: ChatTemplate) -> None:
    assert printed(template, answer("Hi", wo_eos=True), thinking_mode="chat") == f"{BOS}Hi"


@pytest.mark.parametrize("turn", [say("user", "x", task="dance"), say("narrator", "x")])
def test_unknown_roles_and_tasks_are_refused(template: ChatTemplate, turn: Turn) -> None:
    with pytest.raises(TemplateFailed, match=r"Unknown role|Invalid task"):
        printed(template, turn)


def test_a_conversation_with_tools_is_assembled_as_it_is_printed(template: ChatTemplate) -> None:
    """Marks around parts and masked literals leave the text alone, sorted results too."""
    calls = answer("Look:", tool_calls=[call("f", {"x": "1"}, "a"), call("f", {"x": "2"}, "b")])
    results = [say("tool", f"Result {id}", tool_call_id=id) for id in ("b", "a")]
    messages = from_openai([say("system", "Be brief."), HELLO, calls, *results, MORE])
    request = PromptRequest(messages=messages, tools=(declared("f"),))
    prompt = assemble(request, template=template, tokenizer=FakeTokenizer())
    assert prompt.text == render_text(request, template=template, add_generation_prompt=True)
    assert prompt.opens_reasoning
