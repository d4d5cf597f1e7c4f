"""All a user can do in a conversation, as sentences."""

from __future__ import annotations

import pytest

from app.answering import NO_MODEL, NOT_ASKED
from app.changes import EMPTY
from app.chat import BUSY
from engine.events import (
    ContentDelta,
    Failed,
    PromptPlanned,
    ReasoningDelta,
)
from engine.types import (
    Generate,
    LoadModel,
    Text,
)
from tests.app.fakes import World
from tests.app.steps import answer, finish, phase, prompt, stored, write


def test_send_saves_the_question_before_the_engine_is_asked(ready: World) -> None:
    ready.store.held = True

    ready.chat.send("Why?")

    assert ready.host.all(Generate) == []
    ready.store.run()
    assert [message.text for message in stored(ready)] == ["Why?", ""]
    assert [message.role for message in prompt(ready).messages] == ["user"]


def test_send_shows_question_and_answer_at_once(ready: World) -> None:
    added: list[str] = []
    ready.chat.message_added.connect(added.append)

    ready.chat.send("Why?")

    assert added == [message.id for message in ready.chat.branch]
    assert ready.chat.turn is not None
    assert ready.chat.turn.phase == "waiting"
    assert ready.chat.turn.message == ready.chat.branch[-1]


def test_the_answer_grows_with_every_batch_and_is_saved_at_its_end(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Be", 1)
    write(ready, "cause", 2, 3)
    assert ready.chat.branch[-1].text == "Because"
    assert ready.chat.branch[-1].rounds[0].ids == (1, 2, 3)

    finish(ready, "Because.", 1, 2, 3, 4)

    last = ready.chat.branch[-1]
    assert (last.text, last.status, last.model) == ("Because.", "complete", "tiny")
    assert stored(ready)[-1] == last
    assert ready.chat.turn is None


def test_one_batch_is_one_change_however_many_tokens_it_brings(ready: World) -> None:
    ready.chat.send("Why?")
    changed: list[str] = []
    ready.chat.message_changed.connect(changed.append)
    request = ready.host.last(Generate).request

    ready.host.deliver(*(ContentDelta(request=request, text="a", ids=(n,)) for n in range(50)))

    assert len(changed) == 1


@pytest.mark.parametrize("text", ["", "   ", "\n\t\n"])
def test_an_empty_message_is_refused_with_a_sentence(ready: World, text: str) -> None:
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)

    assert not ready.chat.send(text)
    assert problems == [EMPTY]
    assert ready.chat.branch == []


def test_a_message_is_refused_while_an_answer_is_written(ready: World) -> None:
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)
    ready.chat.send("Why?")

    assert not ready.chat.send("And why not?")
    assert problems == [BUSY]
    assert len(ready.chat.branch) == 2


def test_the_title_is_the_first_question(ready: World) -> None:
    answer(ready, "  Why is the\nsky blue?", "Light.", 1)
    answer(ready, "And the sea?", "Too.", 2)

    assert ready.session.summaries[0].title == "Why is the sky blue?"


def test_the_system_prompt_comes_first(ready: World) -> None:
    ready.chat.setup.set_system_prompt("Be brief.")

    ready.chat.send("Why?")

    assert [(m.role, m.parts) for m in prompt(ready).messages] == [
        ("system", (Text("Be brief."),)),
        ("user", (Text("Why?"),)),
    ]


def test_the_models_own_words_go_back_with_their_ids(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1, 2, 3)

    ready.chat.send("And?")

    message = prompt(ready).messages[1]
    assert message.round == first.rounds[0]
    assert message.key == first.id


def test_without_a_model_the_question_is_kept_and_the_answer_says_what_to_do(world: World) -> None:
    assert world.chat.send("Why?")

    question, failed = stored(world)
    assert question.text == "Why?"
    assert (failed.status, failed.notice) == ("failed", NO_MODEL)
    assert world.host.all(Generate) == []


def test_a_turn_waits_for_a_model_that_is_loading(world: World) -> None:
    world.session.load_model(world.folder / "tiny.gguf")

    world.chat.send("Why?")

    assert phase(world) == "loading"
    assert world.host.all(Generate) == []
    world.load_model()
    assert prompt(world).messages[-1].parts == (Text("Why?"),)
    assert phase(world) == "waiting"


def test_a_turn_ends_when_the_model_it_waits_for_fails(world: World) -> None:
    world.session.load_model(world.folder / "tiny.gguf")
    world.chat.send("Why?")
    request = world.host.last(LoadModel).request

    world.host.deliver(Failed(request=request, kind="BadModelFile", message="No model."))

    assert world.chat.branch[-1].notice == "No model."
    assert world.chat.turn is None


def test_stop_while_the_model_loads_ends_the_turn_at_once(world: World) -> None:
    world.session.load_model(world.folder / "tiny.gguf")
    world.chat.send("Why?")

    world.chat.stop()

    assert world.chat.branch[-1].notice == NOT_ASKED
    world.load_model()
    assert world.host.all(Generate) == []


def test_retry_adds_a_sibling(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)

    ready.chat.retry(first.id)
    finish(ready, "Well.", 2)

    second = ready.chat.branch[-1]
    assert [m.text for m in ready.chat.conversation.siblings(second.id)] == ["Because.", "Well."]
    assert [message.key for message in prompt(ready).messages] == [first.parent]


def test_retry_takes_the_question_too(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    assert first.parent is not None

    ready.chat.retry(first.parent)

    assert ready.chat.branch[-1].parent == first.parent


def test_retry_of_an_earlier_answer_leaves_the_later_branch(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    answer(ready, "And?", "So.", 2)

    ready.chat.retry(first.id)

    assert [message.text for message in ready.chat.branch] == ["Why?", ""]


def test_edit_adds_a_sibling_of_the_question_and_its_answer(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    assert first.parent is not None
    rebuilt: list[bool] = []
    ready.chat.branch_changed.connect(lambda: rebuilt.append(True))

    ready.chat.edit(first.parent, "Why not?")

    question = ready.chat.branch[0]
    assert [m.text for m in ready.chat.conversation.siblings(question.id)] == ["Why?", "Why not?"]
    assert rebuilt == [True]
    assert prompt(ready).messages[-1].parts == (Text("Why not?"),)


def test_show_sibling_shows_the_newest_branch_below_it(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)
    answer(ready, "And?", "So.", 2)
    ready.chat.retry(first.id)
    finish(ready, "Well.", 3)

    ready.chat.show_sibling(ready.chat.branch[-1].id, -1)

    assert [m.text for m in ready.chat.branch] == ["Why?", "Because.", "And?", "So."]
    assert [m.text for m in stored(ready)] == ["Why?", "Because.", "And?", "So."]


def test_beyond_the_last_sibling_nothing_happens(ready: World) -> None:
    first = answer(ready, "Why?", "Because.", 1)

    ready.chat.show_sibling(first.id, +1)

    assert ready.chat.branch[-1] == first


def test_turn_changed_tells_every_phase_and_the_progress_of_reading(ready: World) -> None:
    seen: list[str] = []
    ready.chat.turn_changed.connect(lambda: seen.append(phase(ready)))

    ready.chat.send("Why?")
    request = ready.host.last(Generate).request
    ready.host.deliver(PromptPlanned(request=request, prompt=9, reused=0, restored=0, to_read=9))
    ready.host.deliver(ReasoningDelta(request=request, text="Hm"))
    write(ready, "Be", 1)
    write(ready, "cause", 2)
    finish(ready, "Because", 1, 2)

    assert seen == ["waiting", "reading", "reasoning", "answering", "over"]
