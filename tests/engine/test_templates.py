"""Which template and which format a request gets: the model's own, one for tools, a chosen one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.backends.llama import open_llama
from engine.events import Failed, Loaded, PromptInspected
from engine.loop import Loop
from engine.models import HealthCard, LoadOptions
from engine.outbox import Outbox
from engine.types import InspectPrompt, LoadModel, PromptRequest, Reasoning, Text
from tests.engine.cli.processes import engine
from tests.engine.driven import Engine, answer, receipt, text, tokens, user
from tests.engine.output.declared import tool
from tests.engine.scripted import CHATML
from tests.tiny_models import TEMPLATE, Tiny, write_llama

WITH_TOOLS = "{% if tools %}[{{ tools|length }} tools]{% endif %}" + TEMPLATE
TOOLS = ({"type": "function", "function": tool("now")},)


def card(driven: Engine) -> HealthCard:
    (loaded,) = driven.all(Loaded)
    assert loaded.card is not None
    return loaded.card


@pytest.fixture(scope="module")
def two_templates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model file with a template for tools beside its main one."""
    tiny = Tiny(metadata={"tokenizer.chat_template.tool_use": WITH_TOOLS})
    return write_llama(tmp_path_factory.mktemp("two") / "two.gguf", tiny)


def test_a_loaded_model_has_its_card() -> None:
    assert card(Engine()).sentences[0] == "The model writes the format think_prefilled."


@pytest.mark.parametrize("template", ["{% if %}", "{{ raise_exception('never') }}", "{% for"])
def test_a_model_with_a_broken_template_loads_with_a_card_that_says_so(template: str) -> None:
    driven = Engine(template=template)
    request = driven.ask(user("hi"))
    driven.run()

    assert card(driven).error is not None
    assert card(driven).sentences == (f"This chat template does not work. {card(driven).error}",)
    assert driven.one(Failed, request).kind == "TemplateFailed"


def test_the_template_for_tools_is_used_with_tools_only(two_templates: Path) -> None:
    events: list[object] = []
    loop = Loop(open_backend=open_llama, outbox=Outbox(events.extend, lambda: 0.0))
    options = LoadOptions(context_tokens=256, threads=1)
    loop.handle(LoadModel(request=1, path=str(two_templates), options=options))
    for request, tools in ((2, ()), (3, TOOLS)):
        prompt = PromptRequest(messages=(user("hi"),), tools=tools)
        loop.handle(InspectPrompt(request=request, conversation="a", prompt=prompt))
    loop.close()
    plain, offered = [event.text for event in events if isinstance(event, PromptInspected)]
    (loaded,) = [event for event in events if isinstance(event, Loaded)]

    assert offered == f"[1 tools]{plain}"
    assert (loaded.model.template, loaded.model.tool_template) == (TEMPLATE, WITH_TOOLS)
    assert loaded.card is not None
    assert "With tools, the model's other template is used" in loaded.card.sentences[-1]


def test_the_command_line_knows_both_templates(two_templates: Path, tmp_path: Path) -> None:
    messages, tools = tmp_path / "m.json", tmp_path / "t.json"
    messages.write_text('[{"role": "user", "content": "hi"}]', encoding="utf-8")
    tools.write_text(json.dumps(TOOLS), encoding="utf-8")
    of_model = ("--model", two_templates, "--messages", messages)
    plain = engine("render", *of_model).stdout
    offered = engine("render", *of_model, "--tools", tools).stdout
    found = json.loads(engine("detect", "--model", two_templates, "--format", "kimi_k2").stdout)

    assert offered == f"[1 tools]{plain}"
    assert found["format"] == "kimi_k2"
    assert "With tools" in found["sentences"][-1]


def test_a_template_that_was_given_is_used_for_everything(two_templates: Path) -> None:
    backend = open_llama(
        str(two_templates), LoadOptions(context_tokens=256, template=TEMPLATE), lambda _: None
    )
    info = backend.info
    backend.close()

    assert (info.template_source, info.tool_template) == ("given", "")


def test_reading_ahead_uses_the_same_template_as_the_next_request() -> None:
    """With tools, the next turn reads what was typed, as it does without them."""
    marked = "[tools]" + CHATML.replace("<|im_end|>\n", "<|im_end|>\n\n")
    driven = Engine("hello", tool_template=marked)
    first = driven.answered(prompt=PromptRequest(messages=(user("hi"),), tools=TOOLS))
    driven.settle()
    messages = (user("hi"), answer(first), user("more"))
    second = receipt(driven.answered(prompt=PromptRequest(messages=messages, tools=TOOLS)))

    assert second.read == tokens("more<|im_end|>\n\n<|im_start|>assistant\n") + 1
    assert second.first_difference is None


def test_a_chosen_format_reads_the_answers() -> None:
    said = "<think>Hm.</think>Yes."
    detected = Engine(said).answered(user("hi"))
    plain = Engine(said, options=LoadOptions(format="plain")).answered(user("hi"))
    other = Engine("[THINK]Hm.[/THINK]Yes.", options=LoadOptions(format="mistral_v13"))

    assert [type(part) for part in detected.parts] == [Reasoning, Text]
    assert text(plain) == said
    assert [type(part) for part in other.answered(user("hi")).parts] == [Reasoning, Text]
    assert card(other).format == "mistral_v13"


def test_a_format_nobody_knows_is_refused_with_those_that_are_known() -> None:
    driven = Engine(options=LoadOptions(format="klingon"))
    (failed,) = driven.all(Failed)

    assert failed.kind == "BadRequest"
    assert failed.message.startswith("There is no format named klingon. Known are: apertus, ")
