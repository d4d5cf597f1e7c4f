"""Titles are written by the model when it is idle, and only where nobody chose one."""

from __future__ import annotations

from dataclasses import replace

from app.domain.prompt import TITLE_INSTRUCTION, TITLE_INSTRUCTION_CHINESE
from app.titling import TITLE_TOKENS
from engine.events import Failed, Finished, HostExited
from engine.types import Ending, Generate, ReasoningBudget, Round, Stop, Text
from tests.app.fakes import TOKENIZER, World
from tests.app.steps import CAUSE, answer, finish

QUESTION = "Why is the sky blue?"


def jobs(world: World) -> list[Generate]:
    return [command for command in world.host.all(Generate) if command.side]


def written(world: World, text: str, ending: Ending = "end_of_turn") -> None:
    """The model ends its newest title."""
    sampled = Round(ids=(1,), tokenizer=TOKENIZER, ending=ending)
    world.host.deliver(
        Finished(request=jobs(world)[-1].request, ending=ending, round=sampled, parts=(Text(text),))
    )


def title(world: World) -> str:
    return world.library.summaries()[0].title


def test_after_the_first_answer_a_side_job_writes_the_title(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1, 2)

    (job,) = jobs(ready)
    assert (job.max_tokens, job.sampling.temperature) == (TITLE_TOKENS, 0)
    assert job.reasoning_budget == ReasoningBudget(0, 0)
    assert job.conversation == ready.chat.conversation.id
    *conversation, instruction = job.prompt.messages
    assert [message.key for message in conversation] == [m.id for m in ready.chat.branch]
    assert instruction.parts == (Text(TITLE_INSTRUCTION),)
    written(ready, '"Scattered light"')
    assert title(ready) == "Scattered light"
    assert ready.chat.conversation.title == "Scattered light"


def test_a_running_title_holds_up_no_message(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)

    ready.chat.send("And the sea?")

    assert not ready.host.last(Generate).side
    assert ready.chat.turn is not None


def test_nonsense_leaves_the_first_words(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)

    written(ready, "Why is the sky blue? " * 9)

    assert title(ready) == QUESTION


def test_a_title_cut_short_is_none(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)

    written(ready, "The scattering of light by", ending="length")

    assert title(ready) == QUESTION


def test_a_title_the_user_chose_stays(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)
    ready.session.ordering.rename(ready.chat.conversation.id, "My sky")

    written(ready, "Scattered light")

    assert title(ready) == "My sky"


def test_no_title_is_asked_for_where_the_user_chose_one(ready: World) -> None:
    ready.chat.send(QUESTION)
    request = ready.host.last(Generate).request
    ready.session.ordering.rename(ready.chat.conversation.id, "My sky")

    finish(ready, "Light scatters.", 1)

    assert ready.host.last(Generate).request == request


def test_a_title_comes_to_a_conversation_that_was_left(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)
    first = ready.chat.conversation.id
    ready.session.new_conversation()

    written(ready, "Scattered light")

    assert ready.library.load(first).title == "Scattered light"
    assert ready.chat.conversation.title == ""


def test_only_the_first_answer_brings_a_title(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)
    written(ready, "")

    answer(ready, "And the sea?", "It reflects.", 2)

    assert len(jobs(ready)) == 1


def test_no_title_for_an_answer_without_words(ready: World) -> None:
    ready.chat.send(QUESTION)

    finish(ready, "", 1)

    assert jobs(ready) == []


def test_a_setting_turns_titles_off(ready: World) -> None:
    ready.preferences.change(replace(ready.preferences.current, model_titles=False))

    answer(ready, QUESTION, "Light scatters.", 1)

    assert jobs(ready) == []


def test_a_deleted_conversation_needs_no_title(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)
    (job,) = jobs(ready)

    ready.session.delete(ready.chat.conversation.id)

    assert ready.host.last(Stop).request == job.request


def test_a_crash_over_a_title_changes_nothing(ready: World) -> None:
    answer(ready, QUESTION, "Light scatters.", 1)
    (job,) = jobs(ready)

    ready.host.deliver(
        Failed(request=job.request, kind="HostDied", message=CAUSE), HostExited(message=CAUSE)
    )

    assert title(ready) == QUESTION
    assert ready.problems == []


def test_a_chinese_question_has_a_chinese_title(ready: World) -> None:
    answer(ready, "天空为什么是蓝色的？", "因为光的散射。", 1)
    (job,) = jobs(ready)
    assert job.prompt.messages[-1].parts == (Text(TITLE_INSTRUCTION_CHINESE),)

    written(ready, "标题：《天空的颜色》")

    assert title(ready) == "天空的颜色"
