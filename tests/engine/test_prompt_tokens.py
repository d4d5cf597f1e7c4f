"""The tokens of an inspected prompt: one by one to who reads them, small on the way."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from engine.events import PromptInspected
from engine.prompt_tokens import PromptToken, PromptTokens, Stretch
from engine.types import InspectPrompt, Message, PromptRequest, Text
from tests.engine.driven import Engine, user
from tests.engine.fake_tokenizer import IM_START

TOKENS = PromptTokens(
    ids=(7, 8, 7, 9),
    texts={7: "a", 8: "<s>", 9: "b"},
    special=frozenset({8}),
    stretches=(
        Stretch(2, "one", "user", 0),
        Stretch(2, "x", "user", None),
        Stretch(4, "", None, None),
    ),
)
ONE_BY_ONE = (
    PromptToken(7, "a", "one", "user", 0, special=False),
    PromptToken(8, "<s>", "one", "user", 0, special=True),
    PromptToken(7, "a", "", None, None, special=False),
    PromptToken(9, "b", "", None, None, special=False),
)


def inspected(engine: Engine, *messages: Message) -> PromptInspected:
    request = engine.next()
    prompt = PromptRequest(messages=messages)
    engine.loop.handle(InspectPrompt(request=request, conversation="a", prompt=prompt))
    return engine.one(PromptInspected, request)


def test_they_are_a_sequence() -> None:
    assert tuple(TOKENS) == ONE_BY_ONE
    assert [TOKENS[number] for number in range(-4, 4)] == [*ONE_BY_ONE, *ONE_BY_ONE]
    assert TOKENS[1:3] == ONE_BY_ONE[1:3]
    assert TOKENS[::-1] == ONE_BY_ONE[::-1]
    assert (len(TOKENS), ONE_BY_ONE[2] in TOKENS) == (4, True)
    with pytest.raises(IndexError):
        TOKENS[4]


def test_every_token_of_a_prompt_is_told_with_its_message() -> None:
    engine = Engine()
    message = replace(user("h\u00e9"), key="k")
    found = inspected(engine, message, replace(user("x"), key="l"))
    first = [token for token in found.tokens if token.message == "k"]

    assert "".join(token.text for token in found.tokens if token.id < 128 or token.special) == (
        found.text.replace("\u00e9", "")
    )
    assert found.tokens[0] == PromptToken(IM_START, "<|im_start|>", "k", "user", None, True)
    assert [token.text for token in first if token.part == 0] == ["h", "\ufffd", "\ufffd"]
    assert {token.role for token in found.tokens} == {"user", None}


def test_a_long_prompt_is_a_few_bytes_for_each_token() -> None:
    """They are packed by the loop, between two tokens of somebody's answer."""
    text = "word " * 8_000
    found = inspected(Engine(), *(Message("user", (Text(text),), key=str(n)) for n in range(2)))
    packed = pickle.dumps(replace(found, text=""), protocol=5)

    assert len(found.tokens) > 80_000
    assert len(packed) < 4 * len(found.tokens)
    assert pickle.loads(packed).tokens == found.tokens


def test_looking_at_a_prompt_leaves_an_answer_in_the_making_alone() -> None:
    engine = Engine("hello")
    request = engine.ask(user("hi"))
    for _ in range(3):
        engine.loop.step()
    found = inspected(engine, user("hi"))
    engine.run()

    assert found.reused + found.restored == len(found.tokens) - 1
    assert len(engine.endings(request)) == 1
