"""Splices and literals with the vocabularies and templates of the test models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backends.llama.vocabulary import Vocabulary, open_vocabulary
from engine.output.formats import detect
from engine.output.reader import OutputReader
from engine.prompt.assemble import Prompt, assemble
from engine.prompt.plain import render_text
from engine.prompt.template import ChatTemplate
from engine.types import (
    Message,
    PromptRequest,
    Reasoning,
    Round,
    Text,
    ToolCall,
    ToolResult,
)

pytestmark = pytest.mark.model


@pytest.fixture(scope="module", params=["smollm2", "qwen_coder"])
def vocabulary(request: pytest.FixtureRequest) -> Iterator[Vocabulary]:
    path: Path = request.getfixturevalue(request.param)
    with open_vocabulary(str(path)) as opened:
        yield opened


def user(text: str) -> Message:
    return Message("user", (Text(text),))


def build(vocabulary: Vocabulary, *messages: Message, continues: bool = False) -> Prompt:
    template = ChatTemplate.of(vocabulary.template, vocabulary.tokenizer)
    request = PromptRequest(messages, clock="2026-03-05", continues=continues)
    return assemble(request, template=template, tokenizer=vocabulary.tokenizer)


def wrote(vocabulary: Vocabulary, ids: tuple[int, ...]) -> Message:
    reader = OutputReader(
        tokenizer=vocabulary.tokenizer,
        format=detect(vocabulary.template),
        opens_reasoning=False,
        stop=(),
    )
    for id in ids:
        reader.feed(id)
    reader.finish("end_of_turn")
    return Message("assistant", reader.parts(), Round(reader.ids, vocabulary.tokenizer.fingerprint))


def decoded(vocabulary: Vocabulary, ids: tuple[int, ...]) -> str:
    return b"".join(map(vocabulary.tokenizer.piece, ids)).decode()


def unusual_ids(vocabulary: Vocabulary) -> tuple[int, ...]:
    """'Sure?\\n\\nYes into', or 'very', in ids that are not the tokenizer's own."""
    encode = vocabulary.tokenizer.encode
    if vocabulary.tokenizer.piece(271) == b"\n\n":
        return (*encode("Sure", special=False), 30, 271, 9454, 258, 983)
    return (*encode("Sure", special=False), 47, 1116, 10539, *encode(" ", special=False), 331, 105)


def test_sampled_ids_survive_that_the_tokenizer_would_not_choose(vocabulary: Vocabulary) -> None:
    sampled = unusual_ids(vocabulary)
    encode = vocabulary.tokenizer.encode
    assert tuple(encode(decoded(vocabulary, sampled), special=False)) != sampled
    held = build(vocabulary, user("Hi?")).ids + sampled
    prompt = build(vocabulary, user("Hi?"), wrote(vocabulary, sampled), user("More"))
    following = "<|im_end|>\n<|im_start|>user\nMore<|im_end|>\n<|im_start|>assistant\n"
    assert prompt.ids == (*held, *encode(following, special=True))
    continued = build(vocabulary, user("Hi?"), wrote(vocabulary, sampled), continues=True)
    assert (continued.ids, continued.continued_ids) == (held, sampled)


def test_an_edited_answer_has_the_tokenizers_own_ids(vocabulary: Vocabulary) -> None:
    text = decoded(vocabulary, unusual_ids(vocabulary)).replace("Yes", "Yep")
    edited = Message("assistant", (Text(text),))
    prompt = build(vocabulary, user("Hi?"), edited, user("More"))
    assert list(prompt.ids) == vocabulary.tokenizer.encode(prompt.text, special=True)


SHOWS_ALL = (
    "{{ tools|tojson }}{% for m in messages %}<|im_start|>{{ m.role }} {{ m.name }}\n"
    "{{ m.reasoning_content }}{{ m.content }}{% for call in m.tool_calls or [] %}"
    "{{ call.id + call.function.name + (call.function.arguments|tojson) }}{% endfor %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""A template that prints all there is, in markers that both vocabularies have."""

PLACES = ("user", "file", "system", "answer", "reasoning", "schema", "key", "value", "result", "id")


def saying(place: str, said: str) -> PromptRequest:
    """A conversation with a tool round, in which one place says so."""
    words = dict.fromkeys(PLACES, "plain") | {place: said}
    arguments = json.dumps({words["key"]: [words["value"]]}, ensure_ascii=False)
    call = ToolCall(words["id"], "clock", arguments)
    schema = {"function": {"name": "clock", "description": words["schema"]}}
    return PromptRequest(
        (
            Message("system", (Text(words["system"]),)),
            Message("user", (Text("Read this:"), Text(words["file"]), Text(words["user"]))),
            Message("assistant", (Reasoning(words["reasoning"]), Text(words["answer"]), call)),
            Message("tool", (ToolResult(words["id"], "clock", words["result"]),)),
        ),
        ({"type": "function", **schema},),
        clock="2026-03-05",
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("own_template", [True, False])
def test_no_special_token_can_be_typed(
    vocabulary: Vocabulary, place: str, own_template: bool
) -> None:
    """Every control and user-defined token, in each place; those of the template stay special."""
    source = vocabulary.template if own_template else SHOWS_ALL
    template = ChatTemplate.of(source, vocabulary.tokenizer)
    specials = vocabulary.tokenizer.special_pieces()
    said = "".join(specials.values()) + " and " + " ".join(specials.values())
    request = saying(place, said)
    found = assemble(request, template=template, tokenizer=vocabulary.tokenizer)
    plain = assemble(saying(place, "a"), template=template, tokenizer=vocabulary.tokenizer)
    assert [id for id in found.ids if id in specials] == [id for id in plain.ids if id in specials]
    assert decoded(vocabulary, found.ids) == found.text
    assert found.text == render_text(request, template=template, add_generation_prompt=True)
    assert own_template or said in found.text


def test_ordinary_text_is_tokenised_as_if_rendered_plainly(vocabulary: Vocabulary) -> None:
    prompt = build(
        vocabulary,
        Message("system", (Text("  Be brief.\n"),)),
        user("Wie heißt das?\n\n\tx = 1 🦔"),
        Message("assistant", (Text("魚 — so."),)),
        user("Danke"),
    )
    assert list(prompt.ids) == vocabulary.tokenizer.encode(prompt.text, special=True)
    assert decoded(vocabulary, prompt.ids) == prompt.text


@pytest.mark.parametrize("text", ["🦔", "魚", "👨‍👩‍👧‍👦", "覚", "한"])
def test_characters_of_several_tokens_stream_whole(vocabulary: Vocabulary, text: str) -> None:
    ids = vocabulary.tokenizer.encode(text, special=False)
    reader = OutputReader(
        tokenizer=vocabulary.tokenizer,
        format=detect(vocabulary.template),
        opens_reasoning=False,
        stop=(),
    )
    deltas = [delta.text for id in ids for delta in reader.feed(id)]
    assert "".join(deltas) == text
    assert "\ufffd" not in deltas
