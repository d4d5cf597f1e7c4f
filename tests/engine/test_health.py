"""The health card says what a template does, on templates whose habits are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.backends.llama.vocabulary import open_vocabulary
from engine.health import examine
from engine.models import HealthCard
from engine.prompt.template import ChatTemplate
from tests.engine.fake_tokenizer import FakeTokenizer
from tests.engine.prompt.families import families, own_families

OWN = {family.name: family.template.source for family in own_families()}
SHIPPED = {family.name: family.template.source for family in families()}
PRESERVING = OWN["drops_earlier_reasoning"].replace(
    "loop.index0 > found.last", "(preserve_thinking or loop.index0 > found.last)"
)
STUBBORN = OWN["drops_earlier_reasoning"] + "{% if preserve_thinking %}{% endif %}"


def card(source: str, tokenizer: FakeTokenizer | None = None) -> HealthCard:
    return examine(ChatTemplate(source, bos="", eos="</s>"), tokenizer)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("keeps_reasoning", ("kept", "nothing", "nothing")),
        ("bare_close", ("kept", "nothing", "nothing")),
        (
            "drops_earlier_reasoning",
            ("dropped after the next question", "the last turn", "nothing"),
        ),
        ("channels", ("dropped after the next question", "the last turn", "nothing")),
        ("prefilled_think", ("dropped after the next question", "the last turn", "the last turn")),
        ("drops_in_the_loop", ("dropped in the tool loop", "the last turn", "nothing")),
        ("instructions", ("none", "nothing", "nothing")),
        ("clock", ("none", "the last turn", "the last turn")),
    ],
)
def test_what_becomes_of_reasoning_and_what_is_read_again(
    name: str, expected: tuple[str, str, str]
) -> None:
    found = card(OWN[name])
    assert (found.reasoning, found.reread, found.reread_without_reasoning) == expected
    assert found.append_only == (expected[2] == "nothing")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("keeps_reasoning", "exact"),
        ("prefilled_think", "exact"),
        ("chatml", "call lost"),
        ("strict_alternation", "refused"),
    ],
)
def test_whether_a_tool_round_comes_back(name: str, expected: str) -> None:
    assert card(OWN[name]).tool_round_trip == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "call.function.arguments|tojson",
            "call.function.arguments|tojson|upper",
            "arguments changed",
        ),
        ("call.function.arguments|tojson", "'{}'", "arguments changed"),
        ("'\\n<tool_response>\\n' + message.content", "'\\n<tool_response>\\n'", "result lost"),
    ],
)
def test_what_is_lost_of_a_round_is_named(old: str, new: str, expected: str) -> None:
    source = OWN["drops_earlier_reasoning"]
    assert old in source
    assert card(source.replace(old, new)).tool_round_trip == expected


def test_a_switch_that_keeps_reasoning_is_found_by_trying_it() -> None:
    found = card(PRESERVING)
    assert found.switches == ("enable_thinking", "preserve_thinking")
    assert found.keeps_reasoning_with == {"preserve_thinking": True}
    assert card(STUBBORN).keeps_reasoning_with is None


def test_a_word_in_the_text_of_a_template_is_no_switch() -> None:
    assert card(OWN["chatml"] + "Say so if enable_thinking is on.").switches == ()


def test_roles_and_tokens() -> None:
    strict, kept = card(OWN["strict_alternation"]), card(OWN["keeps_reasoning"])
    assert (strict.system_role, kept.system_role) == (False, True)
    assert (strict.bos, kept.bos) == ("template", "none")
    assert (strict.stop_tokens, kept.stop_tokens) == (("<end_of_turn>",), ("<|im_end|>",))
    assert card(OWN["no_tokens"]).stop_tokens == ()
    assert card(OWN["prefilled_think"]).opens_reasoning


def test_a_vocabulary_knows_its_tokens_better() -> None:
    adding = FakeTokenizer(bos=258, adds_bos=True)
    assert card(OWN["chatml"], adding).bos == "tokenizer"
    assert card("<|endoftext|>" + OWN["chatml"], adding).bos == "template"
    assert card(OWN["chatml"], adding).stop_tokens == ("<|im_end|>", "<|endoftext|>")


def test_of_many_stop_tokens_the_one_that_is_printed_comes_first() -> None:
    found = card(OWN["chatml"].replace("<|im_end|>", "<|endoftext|>"), FakeTokenizer())
    assert found.stop_tokens == ("<|endoftext|>", "<|im_end|>")
    assert found.sentences[-1] == "A turn ends with <|endoftext|>, less often with <|im_end|>."


def test_the_card_is_said_in_plain_language() -> None:
    assert card(PRESERVING).sentences == (
        "The model writes the format hermes.",
        "Reasoning stays in the prompt until the next question.",
        "With preserve_thinking set to true all reasoning is kept: the cache stays valid, "
        "and the context fills sooner.",
        "It has these switches: enable_thinking, preserve_thinking.",
        "Tool calls come back as they were made, arguments included.",
        "After an answer with reasoning, the model reads the last turn again with the next "
        "question.",
        "After an answer without reasoning, the model reads only the next question.",
        "Prompts have no beginning-of-text token.",
        "A turn ends with <|im_end|>.",
    )


@pytest.mark.parametrize("source", ["{% if %}", "{{ raise_exception('never') }}"])
def test_a_broken_template_has_a_card_that_says_so(source: str) -> None:
    found = card(source)
    assert found.error is not None
    assert found.sentences == (f"This chat template does not work. {found.error}",)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_template_has_a_card(name: str) -> None:
    found = card(SHIPPED[name])
    assert found.sentences
    assert (found.error is None) == (name != "fireworks-ai-llama-3-firefunction-v2")


@pytest.mark.model
def test_the_card_of_a_real_model(qwen_coder: Path) -> None:
    with open_vocabulary(str(qwen_coder)) as vocabulary:
        template = ChatTemplate.of(vocabulary.template, vocabulary.tokenizer)
        found = examine(template, vocabulary.tokenizer)
    assert (found.reasoning, found.tool_round_trip, found.bos) == ("none", "exact", "none")
    assert found.stop_tokens[0] == "<|im_end|>"


def test_what_holds_only_beside_tools_is_not_claimed() -> None:
    """A template that keeps earlier reasoning when tools are offered drops it in a plain chat."""
    source = OWN["drops_earlier_reasoning"].replace(
        "loop.index0 > found.last", "(tools or loop.index0 > found.last)"
    )
    found = card(source)

    assert source != OWN["drops_earlier_reasoning"]
    assert (found.reasoning, found.reread) == ("dropped after the next question", "the last turn")
