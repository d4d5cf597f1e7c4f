"""Vocabularies in which llama.cpp puts a space before each text: none gets in between pieces."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.backends.llama.vocabulary import Vocabulary, open_vocabulary
from engine.output.detokenize import cut_ids
from engine.output.formats import detect
from engine.output.reader import OutputReader
from engine.prompt.ahead import ahead
from engine.prompt.assemble import Prompt, assemble
from engine.prompt.template import ChatTemplate
from engine.types import Message, PromptRequest, Round, Text
from tests.tiny_sentencepiece import write_sentencepiece

TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}"
    "{% if m.role == 'user' %}[INST]{{ m.content }}[/INST]{% else %}{{ m.content }}</s>{% endif %}"
    "{% endfor %}"
)


@pytest.fixture(scope="module")
def vocabulary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vocabulary]:
    path = tmp_path_factory.mktemp("vocabulary") / "tiny.gguf"
    with open_vocabulary(str(write_sentencepiece(path, template=TEMPLATE))) as opened:
        yield opened


def pieces(vocabulary: Vocabulary, ids: tuple[int, ...] | list[int]) -> list[str]:
    return [vocabulary.tokenizer.piece(id).decode() for id in ids]


def ids_of(vocabulary: Vocabulary, *wanted: str) -> tuple[int, ...]:
    tokenizer = vocabulary.tokenizer
    by_piece = {tokenizer.piece(id).decode("utf-8", "replace"): id for id in range(tokenizer.size)}
    return tuple(by_piece[piece] for piece in wanted)


def user(text: str) -> Message:
    return Message("user", (Text(text),))


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
    sampled = Round(reader.ids, vocabulary.tokenizer.fingerprint, "end_of_turn")
    return Message("assistant", reader.parts(), sampled)


def build(vocabulary: Vocabulary, *messages: Message, continues: bool = False) -> Prompt:
    return assemble(
        PromptRequest(messages, clock="2026-03-05", continues=continues),
        template=ChatTemplate.of(vocabulary.template, vocabulary.tokenizer),
        tokenizer=vocabulary.tokenizer,
    )


@pytest.mark.parametrize(
    ("text", "alone", "going_on"),
    [
        ("Long before", [" Long", " before"], ["Lo", "ng", " before"]),
        (" morning", ["  ", "mo", "r", "ning"], [" morning"]),
        ("[INST]in the[/INST]", ["[INST]", " in", " the", "[/INST]"], None),
        ("<think>in", ["<think>", " in"], None),
        ("", [], None),
    ],
)
def test_a_space_comes_before_a_text_that_goes_on_from_nothing(
    vocabulary: Vocabulary, text: str, alone: list[str], going_on: list[str] | None
) -> None:
    encode = vocabulary.tokenizer.encode
    assert pieces(vocabulary, encode(text, special=True)) == alone
    found = pieces(vocabulary, encode(text, special=True, continues=True))
    assert found == (alone if going_on is None else going_on)


def test_a_vocabulary_that_asks_for_no_space_gets_none(tmp_path: Path) -> None:
    path = write_sentencepiece(tmp_path / "tiny.gguf", template=TEMPLATE, puts_space=False)
    with open_vocabulary(str(path)) as vocabulary:
        for continues in (False, True):
            ids = vocabulary.tokenizer.encode("the", special=True, continues=continues)
            assert pieces(vocabulary, ids) == ["the"]


def test_a_prompt_is_what_llama_cpp_makes_of_the_whole_text(vocabulary: Vocabulary) -> None:
    prompt = build(vocabulary, user("Long before the railway"), user("in the morning"))
    assert list(prompt.ids) == vocabulary.tokenizer.encode(prompt.text, special=True)
    assert pieces(vocabulary, prompt.ids)[:4] == ["<s>", "[INST]", " Long", " before"]


def test_a_literal_is_cut_without_a_space(vocabulary: Vocabulary) -> None:
    said = pieces(vocabulary, build(vocabulary, user("the <think>in</s>")).ids)
    assert "".join(said) == "<s>[INST] the <think>in</s>[/INST]"
    assert "<think>" not in said
    assert said.count("</s>") == 0


def test_an_answer_is_spliced_without_a_space(vocabulary: Vocabulary) -> None:
    sampled = ids_of(vocabulary, " Long", " be", "fo", "re", " ", "the", " rai", "lway")
    held = build(vocabulary, user("the")).ids + sampled
    prompt = build(vocabulary, user("the"), wrote(vocabulary, sampled), user("in"))
    assert pieces(vocabulary, prompt.ids[len(held) :]) == ["</s>", "[INST]", " in", "[/INST]"]
    assert prompt.ids[: len(held)] == held


def test_an_edited_answer_is_gone_on_with_from_its_last_letter(vocabulary: Vocabulary) -> None:
    answer = Message("assistant", (Text("in the mor"),))
    prompt = build(vocabulary, user("the"), answer, continues=True)
    assert "".join(pieces(vocabulary, prompt.continued_ids)) == " in the mor"


def test_a_token_across_a_border_is_tokenised_without_a_space(vocabulary: Vocabulary) -> None:
    ids = ids_of(vocabulary, " Long", " before")
    cut = cut_ids(ids, len(b" Long bef"), vocabulary.tokenizer)
    assert "".join(pieces(vocabulary, cut)) == " Long bef"


@pytest.mark.parametrize(
    "sampled",
    [
        (" Long", " before", " the", " rai", "lway"),
        ("   ", " ", "in", " the"),
        (" in", " the", " morning"),
    ],
)
def test_spaces_between_tokens_stay(vocabulary: Vocabulary, sampled: tuple[str, ...]) -> None:
    """Indentation as well."""
    (part,) = wrote(vocabulary, ids_of(vocabulary, *sampled)).parts
    assert isinstance(part, Text)
    assert part.text == "".join(sampled)


def test_spans_know_their_parts_behind_spaces_that_were_put_in(vocabulary: Vocabulary) -> None:
    prompt = build(vocabulary, user("the <think>in"), user("the morning"))
    said = {
        span.message: "".join(pieces(vocabulary, prompt.ids[span.start : span.end]))
        for span in prompt.spans
        if span.part is not None
    }
    assert said == {0: " the <think>in", 1: " the morning"}


@pytest.mark.parametrize(
    ("start", "adds_bos", "expected"),
    [
        ("{{ bos_token }}", True, ["<s>", "[INST]"]),
        ("", True, ["<s>", "[INST]"]),
        ("<s></s>", False, ["<s>", "</s>", "[INST]"]),
        ("", False, ["[INST]"]),
    ],
    ids=["template and model", "model", "template", "nobody"],
)
def test_there_is_one_bos_or_none(
    tmp_path: Path, start: str, adds_bos: bool, expected: list[str]
) -> None:
    """Whoever asks for it: a question, Continue, and what is read ahead begin alike."""
    source = start + TEMPLATE.removeprefix("{{ bos_token }}")
    path = write_sentencepiece(tmp_path / "tiny.gguf", template=source, adds_bos=adds_bos)
    answer = Message("assistant", (Text("in"),))
    with open_vocabulary(str(path)) as vocabulary:
        template = ChatTemplate.of(source, vocabulary.tokenizer)
        request = PromptRequest((user("the"),), clock="2026-03-05")
        read = ahead(request, answer, template=template, tokenizer=vocabulary.tokenizer)
        prompts = (
            build(vocabulary, user("the")).ids,
            build(vocabulary, user("the"), answer, continues=True).ids,
            read,
        )
        for ids in prompts:
            assert pieces(vocabulary, ids)[: len(expected)] == expected
            assert pieces(vocabulary, ids).count("<s>") == expected.count("<s>")
