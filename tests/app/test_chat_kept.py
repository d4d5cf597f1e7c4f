"""What is kept when an answer ends early, and how it is gone on with."""

from __future__ import annotations

from app.answering import CLOSED
from app.chat import NOT_LAST
from app.saving import JOURNAL_INTERVAL_MS
from app.store.errors import DiskFull
from engine.events import (
    Failed,
    HostExited,
    Loading,
)
from engine.types import (
    Generate,
    Round,
    Stop,
)
from tests.app.fakes import TOKENIZER, World
from tests.app.steps import CAUSE, answer, finish, phase, prompt, stored, write


def test_stop_keeps_what_was_written(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Beca", 1)
    ready.chat.stop()
    assert ready.host.last(Stop).request == ready.host.last(Generate).request

    finish(ready, "Beca", 1, ending="stopped")

    last = stored(ready)[-1]
    assert (last.text, last.status) == ("Beca", "complete")
    assert last.can_continue


def test_host_exit_leaves_a_partial_answer_with_cause(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Beca", 1, 2)
    request = ready.host.last(Generate).request

    ready.host.deliver(
        Failed(request=request, kind="HostDied", message=CAUSE), HostExited(message=CAUSE)
    )

    last = stored(ready)[-1]
    assert (last.text, last.status, last.notice) == ("Beca", "interrupted", CAUSE)
    assert last.rounds == (Round(ids=(1, 2), tokenizer=TOKENIZER),)
    assert last.can_continue
    assert ready.chat.turn is None


def test_a_model_loaded_again_after_a_crash_shows_in_the_turn(ready: World) -> None:
    ready.host.deliver(HostExited(message=CAUSE))
    ready.chat.send("Why?")

    ready.host.deliver(Loading(request=ready.host.next_request(), fraction=0.5))

    assert phase(ready) == "loading"
    assert ready.session.model.phase == "loading"


def test_a_failure_before_the_first_word_is_a_failed_answer(ready: World) -> None:
    ready.chat.send("Why?")
    request = ready.host.last(Generate).request

    ready.host.deliver(Failed(request=request, kind="TemplateFailed", message="No."))

    last = stored(ready)[-1]
    assert (last.status, last.notice, last.can_continue) == ("failed", "No.", False)


def test_continue_goes_on_from_the_same_ids(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Beca", 1, 2)
    finish(ready, "Beca", 1, 2, ending="length")
    partial = ready.chat.branch[-1]

    ready.chat.continue_answer(partial.id)

    request = prompt(ready)
    assert request.continues
    assert request.messages[-1].round == partial.rounds[0]
    write(ready, "use", 3)
    assert ready.chat.branch[-1].text == "Because"
    assert ready.chat.branch[-1].rounds == (Round(ids=(1, 2, 3), tokenizer=TOKENIZER),)
    finish(ready, "Because.", 1, 2, 3, 4)
    assert [message.text for message in stored(ready)] == ["Why?", "Because."]
    assert stored(ready)[-1].rounds[0].ids == (1, 2, 3, 4)


def test_continue_after_a_crash_goes_on_from_the_journaled_ids(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Beca", 1, 2)
    request = ready.host.last(Generate).request
    ready.host.deliver(Failed(request=request, kind="HostDied", message=CAUSE))

    ready.chat.continue_answer(ready.chat.branch[-1].id)

    continued = prompt(ready).messages[-1].round
    assert continued is not None
    assert continued.ids == (1, 2)
    assert ready.chat.branch[-1].notice == ""


def test_another_vocabulary_does_not_mix_its_ids_into_the_round(ready: World) -> None:
    ready.chat.send("Why?")
    finish(ready, "Beca", 1, 2, ending="length")
    ready.load_model(tokenizer="vocabulary-b")

    ready.chat.continue_answer(ready.chat.branch[-1].id)
    write(ready, "use", 77)

    assert ready.chat.branch[-1].text == "Because"
    assert ready.chat.branch[-1].rounds == ()


def test_a_finished_answer_cannot_be_continued(ready: World) -> None:
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)
    last = answer(ready, "Why?", "Because.", 1)

    ready.chat.continue_answer(last.id)

    assert problems == [NOT_LAST]
    assert ready.chat.turn is None


def test_journal_writes_at_most_every_250_ms(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "a", 1)
    write(ready, "b", 2)
    assert stored(ready)[-1].text == ""
    (timer,) = ready.timers(JOURNAL_INTERVAL_MS)

    timer.run_out()

    assert (stored(ready)[-1].text, stored(ready)[-1].status) == ("ab", "running")
    assert ready.timers(JOURNAL_INTERVAL_MS) == []
    write(ready, "c", 3)
    assert ready.timers(JOURNAL_INTERVAL_MS) == [timer]
    assert stored(ready)[-1].text == "ab"


def test_the_journal_never_queues_up_behind_a_slow_disk(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "a", 1)
    ready.store.held = True
    ready.timers(JOURNAL_INTERVAL_MS)[0].run_out()

    write(ready, "b", 2)

    assert ready.timers(JOURNAL_INTERVAL_MS) == []
    ready.store.run()
    assert len(ready.timers(JOURNAL_INTERVAL_MS)) == 1


def test_after_the_end_nothing_is_journaled(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "a", 1)

    finish(ready, "a", 1)

    assert ready.timers(JOURNAL_INTERVAL_MS) == []
    assert ready.chat.at_rest


def test_a_full_disk_is_said_once_and_nothing_stops(ready: World) -> None:
    problems: list[str] = []
    ready.chat.problem.connect(problems.append)
    ready.store.fails_with = DiskFull("The disk is full.")

    ready.chat.send("Why?")
    write(ready, "Be", 1)
    ready.timers(JOURNAL_INTERVAL_MS)[0].run_out()
    finish(ready, "Because.", 1, 2)

    assert problems == ["The disk is full."]
    assert ready.chat.branch[-1].text == "Because."


def test_what_could_not_be_saved_is_saved_when_there_is_room_again(ready: World) -> None:
    ready.store.fails_with = DiskFull("The disk is full.")
    answer(ready, "Why?", "Because.", 1)
    ready.store.fails_with = None

    answer(ready, "And?", "So.", 2)

    assert [m.text for m in stored(ready)] == ["Why?", "Because.", "And?", "So."]


def test_a_conversation_that_could_not_be_saved_stays_open_when_it_is_left(ready: World) -> None:
    """Letting go of it would lose it."""
    ready.store.fails_with = DiskFull("The disk is full.")
    answer(ready, "Why?", "Because.", 1)
    chat = ready.chat
    assert not chat.at_rest

    ready.session.new_conversation()
    ready.session.open_conversation(chat.conversation.id)
    assert [message.text for message in ready.chat.branch] == ["Why?", "Because."]

    ready.store.fails_with = None
    answer(ready, "And?", "So.", 2)
    assert chat.at_rest
    assert [m.text for m in stored(ready)] == ["Why?", "Because.", "And?", "So."]


def test_what_could_not_be_saved_is_tried_once_more_at_the_end(ready: World) -> None:
    ready.store.fails_with = DiskFull("The disk is full.")
    answer(ready, "Why?", "Because.", 1)
    ready.store.fails_with = None

    ready.chat.close()

    assert [m.text for m in stored(ready)] == ["Why?", "Because."]


def test_a_draft_is_kept_when_typing_pauses_and_cleared_by_sending(ready: World) -> None:
    answer(ready, "Why?", "Because.", 1)
    ready.chat.set_draft("And wh")
    assert ready.library.load(ready.chat.conversation.id).draft == ""

    ready.chat.flush_draft()
    assert ready.library.load(ready.chat.conversation.id).draft == "And wh"

    ready.chat.send("And why?")
    assert ready.library.load(ready.chat.conversation.id).draft == ""


def test_closing_keeps_the_running_answer_for_continue(ready: World) -> None:
    ready.chat.send("Why?")
    write(ready, "Beca", 1)

    ready.chat.close()

    last = stored(ready)[-1]
    assert (last.text, last.status, last.notice) == ("Beca", "interrupted", CLOSED)


def test_what_was_left_half_written_takes_its_title_from_the_question(ready: World) -> None:
    ready.chat.set_draft("Wh")
    first = ready.chat.conversation.id
    ready.session.new_conversation()
    ready.session.open_conversation(first)
    ready.chat.set_draft("Why is")
    ready.session.new_conversation()
    assert [one.title for one in ready.library.summaries()] == ["Why is"]

    ready.session.open_conversation(first)
    ready.chat.send("Why is the sky blue?")

    assert [one.title for one in ready.library.summaries()] == ["Why is the sky blue?"]


def test_a_title_somebody_chose_before_the_first_question_stays(ready: World) -> None:
    ready.chat.set_draft("Wh")
    first = ready.chat.conversation.id
    ready.session.new_conversation()
    ready.session.ordering.rename(first, "Sky")
    ready.session.open_conversation(first)

    ready.chat.send("Why is the sky blue?")

    assert [one.title for one in ready.library.summaries()] == ["Sky"]
