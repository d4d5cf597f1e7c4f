"""Why a prompt could not reuse more of the cache, in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.cache.causes import Cause, joined, nothing_live, rewound
from engine.models import LoadOptions
from engine.types import Message, PromptRequest, Round, Text
from tests.engine.driven import Engine, answer, receipt, user

TEMPLATE = (
    "<|im_start|>setup\nmood {{ mood }} at {{ strftime_now('%H:%M') }}<|im_end|>\n"
    "{% if tools %}<|im_start|>tools\n{{ tools | tojson }}<|im_end|>\n{% endif %}"
    "{% for m in messages %}<|im_start|>{{ m.role }}\n"
    "{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}


def system(text: str) -> Message:
    return Message("system", (Text(text),), key="s")


@pytest.fixture
def engine() -> Engine:
    return Engine("hello there", template=TEMPLATE)


@pytest.fixture
def turn(engine: Engine) -> PromptRequest:
    """A conversation of one system prompt, three questions and two answers, all in the cache."""
    messages: tuple[Message, ...] = (system("Be kind."), user("one"))
    for number, question in enumerate(("two", "three")):
        said = replace(answer(engine.answered(prompt=_request(messages))), key=f"a{number}")
        messages = (*messages, said, replace(user(question), key=f"q{number}"))
    engine.answered(prompt=_request(messages))
    return _request(messages)


def _request(messages: tuple[Message, ...]) -> PromptRequest:
    settings = {"mood": "good"}
    return PromptRequest(messages, template_settings=settings, clock="2026-01-01T10:00:00")


def cause(engine: Engine, prompt: PromptRequest, conversation: str = "a") -> str:
    """As forecast, and the same as in the receipt."""
    forecast = engine.forecast(prompt, conversation=conversation)
    paid = receipt(engine.answered(prompt=prompt, conversation=conversation))
    assert (forecast.cause, forecast.to_read) == (paid.cause, paid.read)
    return paid.cause


def changed(prompt: PromptRequest, index: int, message: Message) -> PromptRequest:
    messages = list(prompt.messages)
    messages[index] = message
    return replace(prompt, messages=tuple(messages))


def test_when_everything_was_reused_there_is_no_cause(engine: Engine, turn: PromptRequest) -> None:
    assert cause(engine, turn) == ""
    shorter = replace(turn, messages=turn.messages[:-2])
    assert cause(engine, shorter) == ""


@pytest.mark.usefixtures("turn")
def test_a_new_conversation_has_no_cause(engine: Engine) -> None:
    other = engine.answered(user("hi"), conversation="new")

    assert receipt(other).cause == ""
    assert receipt(other).first_difference is None


def test_an_edited_question_has_its_number(engine: Engine, turn: PromptRequest) -> None:
    """Counted from 1, as shown: without the system prompt."""
    assert cause(engine, changed(turn, 3, user("second"))) == "message 3 was edited"


def test_an_edited_answer_has_its_number(engine: Engine, turn: PromptRequest) -> None:
    edited = Message("assistant", (Text("hello where"),), key="a9")

    assert cause(engine, changed(turn, 2, edited)) == "message 2 was edited"


def test_another_answer(engine: Engine, turn: PromptRequest) -> None:
    other = engine.answered(prompt=_request(turn.messages[:2]), forced_ids=(104, 105))

    assert cause(engine, changed(turn, 2, answer(other))) == ""  # its own sequence lives
    again = Round((104, 111), tokenizer=engine.backend.info.tokenizer)
    chosen = Message("assistant", (Text("ho"),), again)
    assert cause(engine, changed(turn, 2, chosen)) == "another answer was chosen"


def test_the_newest_answer_edited_or_another_chosen(engine: Engine, turn: PromptRequest) -> None:
    """The cache holds what was just written, the next prompt has something else there."""
    edited = Message("assistant", (Text("hello where"),))
    ids = Round((104, 111), tokenizer=engine.backend.info.tokenizer)
    chosen = Message("assistant", (Text("ho"),), ids)
    more = [
        replace(turn, messages=(*turn.messages, said, user("four"))) for said in (edited, chosen)
    ]

    assert [cause(engine, prompt) for prompt in more] == [
        "message 6 was edited",
        "another answer was chosen",
    ]


def test_the_system_prompt(engine: Engine, turn: PromptRequest) -> None:
    assert cause(engine, changed(turn, 0, system("Be brief."))) == "the system prompt changed"
    without = replace(turn, messages=turn.messages[1:])
    assert cause(engine, without) == "the system prompt changed"


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tools": (TOOL,)}, "tools changed"),
        ({"template_settings": {"mood": "bad"}}, "settings of the template changed"),
        ({"clock": "2026-01-01T11:30:00"}, "the conversation's clock was set again"),
    ],
)
def test_what_the_template_prints_around_messages(
    engine: Engine, turn: PromptRequest, change: dict[str, Any], expected: str
) -> None:
    assert cause(engine, replace(turn, **change)) == expected


def test_earlier_messages_left_out(engine: Engine, turn: PromptRequest) -> None:
    shorter = replace(turn, messages=(turn.messages[0], *turn.messages[3:]))

    assert cause(engine, shorter) == "earlier messages were left out"


def test_an_answer_cut_at_a_stop_string(engine: Engine) -> None:
    """The cache holds the stop string's tokens, the conversation does not."""
    cut = engine.answered(user("hi"), stop=("lo th",))
    prompt = PromptRequest(messages=(user("hi"), answer(cut), user("more")))

    assert cause(engine, prompt) == "the answer was cut at a stop string"


def test_a_template_that_prints_old_messages_in_another_way() -> None:
    loud = "{{ m.content if m.role == 'assistant' or loop.last else m.content | upper }}"
    engine = Engine("hello there", template=TEMPLATE.replace("{{ m.content }}", loud))
    first = answer(engine.answered(user("hi")))
    second = receipt(engine.answered(user("hi"), first, user("more")))

    assert second.cause == "the template prints earlier messages in another way"


def test_what_was_evicted(turn: PromptRequest) -> None:
    engine = Engine(template=TEMPLATE, options=LoadOptions(sequences=1))
    engine.answered(prompt=turn)
    engine.answered(user("hi"), conversation="b")

    assert cause(engine, turn) == "evicted to make room"


def test_a_conversation_that_was_here_before_the_engine(turn: PromptRequest) -> None:
    """Its answers tell which model wrote them."""
    engine = Engine(template=TEMPLATE)

    assert cause(engine, turn) == "the engine was restarted"


def test_a_branched_conversation_has_all_that_was_written_before_it(
    engine: Engine, turn: PromptRequest
) -> None:
    """It reuses the tokens of the other one and reads only what is new: there is no cause."""
    for number, length in enumerate((3, 5)):
        branch = replace(turn, messages=(*turn.messages[:length], user("other")))

        assert cause(engine, branch, f"branch {number}") == ""


def test_a_branched_conversation_differs_from_the_one_it_was_branched_off(
    engine: Engine, turn: PromptRequest
) -> None:
    chosen = Message("assistant", (Text("ho"),), Round((104, 111), engine.backend.info.tokenizer))

    assert cause(engine, changed(turn, 4, chosen), "branch") == "another answer was chosen"


def test_a_shared_system_prompt_makes_no_branch(turn: PromptRequest) -> None:
    engine = Engine("hello there", template=TEMPLATE)
    engine.answered(prompt=_request((turn.messages[0], user("hello"))), conversation="other")

    assert cause(engine, turn) == "the engine was restarted"


def test_another_model_is_known_by_its_name_or_its_vocabulary() -> None:
    def asked(tokenizer: str, model: str) -> str:
        said = Message("assistant", (Text("x"),), Round((1,), tokenizer))
        return nothing_live(_request((user("a"), said)), tokenizer="t", model=model)

    assert asked("t", "Model") == "the engine was restarted"
    assert asked("other", "Model") == "another model"


def test_causes_are_joined_in_one_sentence() -> None:
    assert joined("tools changed", rewound(1024)) == (
        "tools changed; this model cannot rewind: went back to the checkpoint at 1,024"
    )
    assert joined("", rewound(0)) == Cause.NO_REWIND
