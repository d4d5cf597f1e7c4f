"""A conversation that no longer fits: what is left out, and that it is said.

The context of the fake model holds 512 tokens: above 448 something is left out, down to 307, and
above 480 a prompt is refused.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.answering import NOT_ASKED
from app.domain.conversation import Mark
from app.domain.conversation_settings import ContextStrategy
from app.domain.prompt import SUMMARY_HEADING, SUMMARY_INSTRUCTION
from app.domain.turn import CONTEXT_FULL
from app.making_room import NO_SUMMARY
from engine.events import Failed, Finished
from engine.types import CountTokens, Generate, PromptRequest, Round, Stop, Text
from tests.app.fakes import TOKENIZER, World
from tests.app.steps import answer, count, finish, phase, prompt, stored

LIMITS = "The prompt has {} tokens, but the context holds 512 and the answer needs 32 of them."


@pytest.fixture
def long(ready: World) -> World:
    """Five turns; the last receipt says that the context is nearly full."""
    for number in range(1, 5):
        answer(ready, f"Question {number}?", f"Answer {number}.", number)
    ready.chat.send("Question 5?")
    finish(ready, "Answer 5.", 5, prompt=440)
    return ready


def notes(world: World) -> list[str]:
    said: list[str] = []
    world.chat.noted.connect(said.append)
    return said


def texts(request: PromptRequest) -> list[str]:
    return [part.text for m in request.messages for part in m.parts if isinstance(part, Text)]


def too_long(world: World) -> None:
    """The engine refuses the prompt."""
    request = world.host.last(Generate).request
    world.host.deliver(Failed(request=request, kind="ContextTooLong", message="Too long."))


def generated(world: World) -> int:
    return sum(not command.side for command in world.host.all(Generate))


# ---- the oldest turns are left out


def test_a_nearly_full_context_is_counted_before_anything_is_asked(long: World) -> None:
    before = generated(long)

    long.chat.send("Question 6?")

    assert generated(long) == before
    assert texts(long.host.last(CountTokens).prompt)[-1] == "Question 6?"
    assert phase(long) == "waiting"


def test_what_fits_all_the_same_is_asked_unchanged(long: World) -> None:
    long.chat.send("Question 6?")

    count(long, 20)

    assert len(prompt(long).messages) == 11
    assert long.chat.branch[-2].mark is None


def test_the_oldest_turns_are_left_out_and_it_is_said_with_its_cost(long: World) -> None:
    """12 messages of 40 tokens and 12 more are 492; without three turns 252 are left."""
    said = notes(long)
    long.chat.setup.set_system_prompt("Be brief.")
    long.chat.send("Question 6?")

    count(long, 40)
    assert said == []
    count(long, 40)

    assert texts(prompt(long)) == [
        "Be brief.",
        *("Question 4?", "Answer 4.", "Question 5?", "Answer 5.", "Question 6?"),
    ]
    assert said == [
        "The 3 oldest turns (240 tokens) are no longer seen by the model, because the context of "
        "512 tokens is full. The answer will read 240 of 252 tokens, about 2 s."
    ]


def test_the_history_stays_and_the_mark_is_stored_with_the_question(long: World) -> None:
    long.chat.send("Question 6?")
    count(long, 40)
    count(long, 40)
    finish(long, "Answer 6.", 6)

    kept = stored(long)

    assert len(kept) == 12
    assert [m.mark for m in kept if m.mark] == [Mark(kept[4].id)]
    assert kept[10].mark == Mark(kept[4].id)


def test_the_next_question_goes_on_from_the_same_first_message(long: World) -> None:
    """So that the cache is kept for many turns."""
    long.chat.send("Question 6?")
    count(long, 40)
    count(long, 40)
    finish(long, "Answer 6.", 6, prompt=250)

    long.chat.send("Question 7?")

    assert texts(prompt(long))[0] == "Question 3?"
    assert len(long.host.all(CountTokens)) == 2


def test_a_prompt_that_the_engine_refuses_is_counted_and_asked_once_more(ready: World) -> None:
    for number in range(1, 6):
        answer(ready, f"Question {number}?", f"Answer {number}.", number)
    ready.chat.send("Question 6?")
    first = ready.host.last(Generate).request

    too_long(ready)
    count(ready, 46)
    count(ready, 46)

    assert texts(prompt(ready))[0] == "Question 4?"
    assert ready.host.last(Generate).request != first
    finish(ready, "Answer 6.", 6)
    assert stored(ready)[-1].text == "Answer 6."


def test_a_prompt_refused_twice_is_not_asked_again(ready: World) -> None:
    answer(ready, "Question 1?", "Answer 1.", 1)
    ready.chat.send("Question 2?")
    before = generated(ready)
    too_long(ready)
    count(ready, 20)

    too_long(ready)

    assert generated(ready) == before + 1
    assert (stored(ready)[-1].status, stored(ready)[-1].notice) == ("failed", "Too long.")


def test_what_can_never_fit_is_refused_with_the_numbers(ready: World) -> None:
    before = generated(ready)
    ready.chat.send("word " * 500)

    count(ready, 700)

    failed = stored(ready)[-1]
    assert failed.status == "failed"
    assert failed.notice.startswith(LIMITS.format(712))
    assert generated(ready) == before


def test_an_answer_cut_off_by_a_full_context_says_so_and_can_go_on(long: World) -> None:
    long.chat.send("Question 6?")
    count(long, 20)
    finish(long, "Answer 6", 6, ending="context_full", prompt=500)
    cut = stored(long)[-1]
    assert (cut.status, cut.notice, cut.can_continue) == ("complete", CONTEXT_FULL, True)

    long.chat.continue_answer(cut.id)
    count(long, 42)
    count(long, 42)

    assert prompt(long).continues
    assert texts(prompt(long))[0] == "Question 4?"
    assert texts(prompt(long))[-1] == "Answer 6"
    assert long.chat.branch[-1].notice == ""


# ---- strategies


def test_to_stop_is_a_strategy_of_the_conversation(long: World) -> None:
    long.chat.setup.set_context_strategy("stop")
    long.chat.send("Question 6?")

    count(long, 43)

    failed = stored(long)[-1]
    assert failed.notice.startswith(LIMITS.format(485))
    assert "summarised" in failed.notice
    assert long.library.load(long.chat.conversation.id).context_strategy == "stop"


def summarising(world: World) -> Generate:
    """The context is full, and the model has been asked for a summary."""
    strategy: ContextStrategy = "summarise"
    world.chat.setup.set_context_strategy(strategy)
    world.chat.send("Question 6?")
    count(world, 40)
    return world.host.last(Generate)


def summarised(world: World, text: str) -> None:
    request = world.host.last(Generate).request
    sampled = Round(ids=(1,), tokenizer=TOKENIZER, ending="end_of_turn")
    parts = (Text(text),) if text else ()
    world.host.deliver(Finished(request=request, ending="end_of_turn", round=sampled, parts=parts))


def test_a_summary_is_a_side_job_over_what_will_be_left_out(long: World) -> None:
    job = summarising(long)

    assert job.side
    assert job.sampling.temperature == 0
    assert job.max_tokens == 64
    assert texts(job.prompt) == [
        *("Question 1?", "Answer 1.", "Question 2?", "Answer 2."),
        SUMMARY_INSTRUCTION,
    ]
    assert phase(long) == "summarising"


def test_the_summary_stands_for_the_oldest_turns(long: World) -> None:
    said = notes(long)
    summarising(long)

    summarised(long, " They counted. ")
    count(long, 40)

    assert texts(prompt(long))[:2] == [f"{SUMMARY_HEADING}\nThey counted.", "Question 3?"]
    assert stored(long)[-2].mark == Mark(stored(long)[4].id, "They counted.")
    assert said[0].startswith("The 2 oldest turns (160 tokens) are replaced by a summary")


def test_without_a_summary_the_turns_are_left_out_and_that_is_said(long: World) -> None:
    said = notes(long)
    summarising(long)

    summarised(long, "")
    count(long, 40)

    assert texts(prompt(long))[0] == "Question 3?"
    assert "no longer seen" in said[0]
    assert said[0].endswith(NO_SUMMARY)


def test_a_later_summary_takes_in_the_earlier_one(long: World) -> None:
    summarising(long)
    summarised(long, "They counted.")
    count(long, 40)
    finish(long, "Answer 6.", 6, prompt=440)

    long.chat.send("Question 7?")
    count(long, 58)

    job = long.host.last(Generate)
    assert texts(job.prompt)[0] == f"{SUMMARY_HEADING}\nThey counted."
    assert texts(job.prompt)[1] == "Question 3?"


def test_stop_ends_a_summary_too(long: World) -> None:
    job = summarising(long)

    long.chat.stop()

    assert long.host.last(Stop).request == job.request
    assert stored(long)[-1].notice == NOT_ASKED
    summarised(long, "Too late.")
    assert long.host.last(Generate) == job


# ---- branches


def full(world: World) -> None:
    """Question 6 is answered without the two oldest turns."""
    world.chat.send("Question 6?")
    count(world, 40)
    count(world, 40)
    finish(world, "Answer 6.", 6, prompt=250)


def test_the_mark_is_right_in_every_branch(long: World) -> None:
    full(long)
    fifth = long.chat.branch[8].id
    long.chat.edit(fifth, "Another question 5?")
    finish(long, "Another answer 5.", 7)
    assert [m.mark for m in long.chat.branch if m.mark] == []

    long.chat.show_sibling(long.chat.branch[8].id, -1)

    assert [m.mark for m in long.chat.branch if m.mark] == [Mark(long.chat.branch[4].id)]


def test_retry_and_edit_leave_out_the_same(long: World) -> None:
    full(long)

    long.chat.retry(long.chat.branch[-1].id)
    assert texts(prompt(long))[0] == "Question 3?"
    finish(long, "Another answer.", 7, prompt=250)

    long.chat.edit(long.chat.branch[-2].id, "Question six?")
    assert texts(prompt(long))[0] == "Question 3?"


def test_undo_lets_the_model_see_everything_again(long: World) -> None:
    full(long)
    rebuilt: list[bool] = []
    long.chat.branch_changed.connect(lambda: rebuilt.append(True))

    long.chat.undo_mark()

    assert [m.mark for m in stored(long) if m.mark] == []
    assert rebuilt == [True]
    long.chat.send("Question 7?")
    assert texts(prompt(long))[0] == "Question 1?"


def test_undo_takes_back_the_newest_mark_first(long: World) -> None:
    full(long)
    finish_full_again(long)
    marks = [m.mark for m in long.chat.branch if m.mark]
    assert len(marks) == 2

    long.chat.undo_mark()

    assert [m.mark for m in long.chat.branch if m.mark] == marks[:1]


def finish_full_again(world: World) -> None:
    world.chat.send("Question 7?")
    too_long(world)
    count(world, 80)
    count(world, 80)
    finish(world, "Answer 7.", 8)


def test_marks_outlive_the_program(long: World, qapp: QApplication) -> None:
    full(long)
    long.library.close()
    long.store.closed = True
    again = World(long.folder, qapp)
    again.session.start(None)
    again.load_model()

    again.chat.send("Question 7?")

    assert texts(prompt(again))[0] == "Question 3?"
    again.close()
