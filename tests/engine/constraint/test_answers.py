"""Answers are held to a schema, a regex or a grammar, from the first token to the last."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import jsonschema
import numpy as np
import pytest

from engine.backends.base import Chunk
from engine.constraint.constraints import Constraints, Thinking
from engine.errors import BadRequest, Unsupported
from engine.types import Sampling
from tests.engine.constraint.following import allows, random_answer, refusal
from tests.engine.fake_tokenizer import END_OF_TEXT, IM_END, FakeTokenizer
from tests.engine.scripted import ScriptedBackend

TOKENIZER = FakeTokenizer(merges=["hello", '{"', '":', "天气"])
OPEN, CLOSED = Thinking("<think>", "</think>", True), Thinking("<think>", "</think>", False)
PERSON: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 4},
        "mood": {"enum": ["é", "天气", 3, None]},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "friends": {"type": "array", "items": {"$ref": "#"}, "maxItems": 1},
    },
    "required": ["name", "mood"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def constraints() -> Constraints:
    return Constraints(TOKENIZER)


def test_an_answer_may_be_laid_out(constraints: Constraints) -> None:
    text = '{\n  "name": "Ada",\n  "mood": "天气", "age":36\n}'
    assert allows(constraints.answer(PERSON), text, TOKENIZER)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ('{"name": "Adala"', '{"name": "Adal'),
        ('{"mood": 3', '{"'),
        ('{"name": "", "mood": "x', '{"name": "", "mood": "'),
        ("Sure! {", ""),
        ('{"name": "", "mood": 3}!', '{"name": "", "mood": 3}'),
    ],
)
def test_what_breaks_the_schema_cannot_be_sampled(
    constraints: Constraints, text: str, taken: str
) -> None:
    assert refusal(constraints.answer(PERSON), text, TOKENIZER) == taken


@pytest.mark.parametrize("seed", range(15))
def test_whatever_is_sampled_keeps_the_schema(constraints: Constraints, seed: int) -> None:
    answer = json.loads(random_answer(constraints.answer(PERSON), TOKENIZER, seed))
    jsonschema.validate(answer, PERSON)


def test_when_all_is_said_only_the_end_may_follow(constraints: Constraints) -> None:
    constraint = constraints.pattern("ab")
    for id in TOKENIZER.encode("ab", special=False):
        assert not constraint.is_complete
        constraint.accept(id)
    assert constraint.is_complete
    assert np.flatnonzero(constraint.mask()).tolist() == [IM_END, END_OF_TEXT]


def test_control_tokens_are_never_part_of_a_text(constraints: Constraints) -> None:
    constraint = constraints.answer({"type": "string"})
    constraint.accept(ord('"'))
    allowed = constraint.mask()
    assert allowed[ord("<")]
    assert not any(allowed[id] for id in TOKENIZER.special_pieces())


def test_what_is_certain_is_one_token(constraints: Constraints) -> None:
    """The one the tokenizer would write, so that nothing is left to sample."""
    constraint = constraints.pattern(r'\{"[a-z]":1')
    written = b""
    while not constraint.is_complete:
        allowed = np.flatnonzero(constraint.mask())
        constraint.accept(int(allowed[0]))
        written += TOKENIZER.piece(int(allowed[0]))
        assert len(allowed) == (26 if written == b'{"a' else 1)
    assert written == b'{"a":1'


def test_a_pattern_may_hold_slashes_and_lines(constraints: Constraints) -> None:
    assert allows(constraints.pattern("a/b\\/c\n[0-9]+"), "a/b/c\n12", TOKENIZER)


def test_a_grammar_of_ones_own_is_followed(constraints: Constraints) -> None:
    constraint = constraints.grammar('start: "x" ("," "x")*')
    assert allows(constraint, "x,x,x", TOKENIZER)


# ---- reasoning first


def test_reasoning_that_the_prompt_opened_is_free(constraints: Constraints) -> None:
    """The schema holds from the closing marker on; until then the answer cannot end."""
    constraint = constraints.answer(PERSON, thinking=OPEN)
    assert refusal(constraint, 'well, {"name"}', TOKENIZER) is None
    assert not constraint.is_complete
    assert allows(constraint, '</think>\n\n{"name": "", "mood": 3}', TOKENIZER)


@pytest.mark.parametrize("before", ["", "<think>\nwell</think>\n\n", "<think></think>"])
def test_reasoning_may_be_opened_by_the_model(constraints: Constraints, before: str) -> None:
    constraint = constraints.answer(PERSON, thinking=CLOSED)
    assert allows(constraint, before + '{"name": "", "mood": 3}', TOKENIZER)


def test_markers_that_are_plain_text_are_not_offered(constraints: Constraints) -> None:
    thinking = Thinking("<reason>", "</reason>", False)
    assert refusal(constraints.answer(PERSON, thinking=thinking), "<reason>", TOKENIZER) == ""


def test_a_family_without_reasoning_begins_with_the_answer(constraints: Constraints) -> None:
    constraint = constraints.answer({"type": "null"}, thinking=Thinking("", "", False))
    assert allows(constraint, "null", TOKENIZER)


def test_plain_markers_that_the_prompt_opened_are_waited_for(constraints: Constraints) -> None:
    thinking = Thinking("<reason>", "</reason>", True)
    constraint = constraints.answer({"type": "null"}, thinking=thinking)
    assert allows(constraint, "a </reas b</reason>\nnull", TOKENIZER)


# ---- what cannot be done


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"type": "array", "uniqueItems": True}, "uniqueItems"),
        ({"type": "string", "pattern": "^(?!-)x$"}, "look-around"),
        ({"$ref": "http://example.com/x.json"}, "example.com"),
        ({"$ref": "#/$defs/nothing"}, "nothing"),
        ({"type": "integer", "minimum": 3, "maximum": 2}, "Unsatisfiable"),
        ({"type": "string", "format": "roman"}, "format"),
        ({"type": "hat"}, "hat"),
    ],
)
def test_a_schema_that_cannot_be_enforced_is_refused_with_the_reason(
    constraints: Constraints, schema: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Unsupported) as refused:
        constraints.answer(schema)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_schema_that_is_no_object_is_refused(constraints: Constraints) -> None:
    wrong: Any = ["string"]
    with pytest.raises(BadRequest, match="JSON object"):
        constraints.answer(wrong)


@pytest.mark.parametrize("regex", ["(", "a(?=b)"])
def test_a_regex_that_cannot_be_followed_is_refused(constraints: Constraints, regex: str) -> None:
    with pytest.raises(Unsupported, match="held to this form"):
        constraints.pattern(regex)


def test_a_model_without_an_end_cannot_be_constrained() -> None:
    class Endless(FakeTokenizer):
        def is_end(self, id: int) -> bool:
            return id < 0

    with pytest.raises(Unsupported, match="ends an answer"):
        Constraints(Endless()).answer({"type": "null"})


# ---- vocabularies


class Spacing(FakeTokenizer):
    """Puts a space in front of every text, as SentencePiece vocabularies do."""

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:
        words = text if continues else f" {text}"
        return super().encode(words, special=special, continues=continues)


def test_a_space_that_a_vocabulary_puts_in_front_is_not_written() -> None:
    constraint, written = Constraints(Spacing()).pattern("hello"), b""
    while not constraint.is_complete:
        (id,) = np.flatnonzero(constraint.mask())
        constraint.accept(int(id))
        written += TOKENIZER.piece(int(id))
    assert written == b"hello"


# ---- with a backend, and without llguidance


def test_a_backend_is_held_to_the_schema() -> None:
    """The model wants to say h for ever, and says what it may instead."""
    backend = ScriptedBackend(script=lambda _: ord("h"))
    tokenizer = backend.tokenizer
    constraint = Constraints(tokenizer).answer({"enum": [{"a": 1}, {"a": [True]}]})
    prompt = tokenizer.encode("<|im_start|>assistant\n", special=True)
    backend.forward([Chunk(0, prompt, True)])
    sampler, written = backend.new_sampler(Sampling()), b""
    while not tokenizer.is_end(id := backend.sample(0, sampler, constraint.mask())):
        constraint.accept(id)
        written += tokenizer.piece(id)
        backend.forward([Chunk(0, [id], True)])
    assert json.loads(written) in [{"a": 1}, {"a": [True]}]


def test_llguidance_is_loaded_only_when_a_constraint_is_asked_for() -> None:
    program = (
        "import sys; import engine.constraint.constraints; sys.exit('llguidance' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
