"""Which model is loaded, which conversations are open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication

from app.domain.conversation import Conversation, Message
from app.first_look import KILLED
from app.store.errors import NewerSchema
from engine.events import (
    ContentDelta,
    Finished,
    Loaded,
    Loading,
)
from engine.types import Forget, Generate, LoadModel, Round, Stop, Text
from tests.app.fakes import TOKENIZER, World, model_info

CAUSE = "The model's process crashed."


def talk(world: World, question: str) -> str:
    """Start an answer that goes on; returns the conversation."""
    world.chat.send(question)
    request = world.host.last(Generate).request
    world.host.deliver(ContentDelta(request=request, text="Be", ids=(1,)))
    return world.chat.conversation.id


def finish(world: World, request: int) -> None:
    sampled = Round(ids=(1, 2), tokenizer=TOKENIZER, ending="end_of_turn")
    world.host.deliver(
        Finished(request=request, ending="end_of_turn", round=sampled, parts=(Text("Because."),))
    )


def talked(world: World, question: str) -> str:
    conversation_id = talk(world, question)
    finish(world, world.host.last(Generate).request)
    return conversation_id


# ---- conversations


def test_a_new_conversation_is_stored_with_its_first_message(ready: World) -> None:
    assert ready.library.summaries() == []

    ready.chat.send("Why?")

    assert [summary.title for summary in ready.library.summaries()] == ["Why?"]
    assert ready.session.summaries == ready.library.summaries()


def test_switching_conversations_keeps_the_turn_running(ready: World) -> None:
    first = talk(ready, "Why?")
    request = ready.host.last(Generate).request

    ready.session.new_conversation()
    finish(ready, request)

    assert ready.chat.conversation.id != first
    assert ready.library.load(first).branch()[-1].text == "Because."


def test_a_conversation_left_while_it_generates_is_shown_as_it_runs(ready: World) -> None:
    first = talk(ready, "Why?")
    ready.session.new_conversation()
    assert ready.session.is_generating(first)

    ready.session.open_conversation(first)

    assert ready.chat.turn is not None
    assert ready.chat.branch[-1].text == "Be"


def test_a_conversation_that_is_left_and_at_rest_is_read_anew(ready: World) -> None:
    first = talked(ready, "Why?")
    chat = ready.chat
    ready.session.new_conversation()

    ready.session.open_conversation(first)

    assert ready.chat is not chat
    assert [message.text for message in ready.chat.branch] == ["Why?", "Because."]


def test_leaving_a_conversation_keeps_its_draft(ready: World) -> None:
    first = talked(ready, "Why?")
    ready.chat.set_draft("And wh")

    ready.session.new_conversation()

    assert ready.library.load(first).draft == "And wh"


def test_of_two_conversations_wanted_in_a_row_the_second_is_shown(ready: World) -> None:
    first, second = (talked(ready, text) for text in ("Why?", "How?"))
    ready.session.new_conversation()
    ready.store.held = True

    ready.session.open_conversation(first)
    ready.session.open_conversation(second)
    ready.store.run()

    assert ready.chat.conversation.id == second


def test_a_new_title_is_stored_and_listed(ready: World) -> None:
    first = talked(ready, "Why?")

    ready.session.ordering.rename(first, "  Sky  and sea ")

    assert ready.session.summaries[0].title == "Sky and sea"
    assert ready.chat.conversation.title == "Sky and sea"


def test_a_blank_title_changes_nothing(ready: World) -> None:
    first = talked(ready, "Why?")

    ready.session.ordering.rename(first, "  ")

    assert ready.session.summaries[0].title == "Why?"


def test_delete_stops_the_turn_and_forgets_the_conversation(ready: World) -> None:
    titles: list[list[str]] = []
    ready.session.trashed.connect(titles.append)
    first = talk(ready, "Why?")

    ready.session.delete(first)

    assert titles == [["Why?"]]
    assert ready.session.summaries == []
    assert ready.chat.conversation.id != first
    assert ready.host.last(Stop).request == ready.host.last(Generate).request
    assert ready.host.last(Forget).conversation == first


def test_undo_brings_the_conversation_back(ready: World) -> None:
    first = talked(ready, "Why?")
    ready.session.delete(first)

    ready.session.undo_delete()

    assert [summary.id for summary in ready.session.summaries] == [first]
    assert ready.chat.conversation.id == first


# ---- start and end


def restarted(world: World, application: QCoreApplication) -> World:
    """The same folder, after the program ended without a word."""
    world.library.close()
    world.store.closed = True
    again = World(world.folder, application)
    again.session.start(None)
    return again


def test_start_shows_the_newest_conversation(ready: World, qapp: QApplication) -> None:
    first = talked(ready, "Why?")

    again = restarted(ready, qapp)

    assert again.chat.conversation.id == first
    again.close()


def test_what_is_typed_before_the_store_is_open_stays_on_screen(
    ready: World, qapp: QApplication
) -> None:
    talked(ready, "Why?")
    ready.library.close()
    ready.store.closed = True
    again = World(ready.folder, qapp)
    again.store.held = True
    again.session.start(None)
    again.chat.set_draft("Hello")

    again.store.run()

    assert again.chat.conversation.draft == "Hello"
    again.close()


def test_an_answer_cut_off_by_a_kill_comes_back_with_continue(
    ready: World, qapp: QApplication
) -> None:
    conversation_id = talk(ready, "Why?")
    message = ready.chat.branch[-1]
    ready.library.save_message(conversation_id, message, message.id)

    again = restarted(ready, qapp)

    shown = again.chat.branch[-1]
    assert (shown.text, shown.status, shown.notice) == ("Be", "interrupted", KILLED)
    assert shown.can_continue
    assert again.library.running() == []
    assert again.library.load(conversation_id).branch()[-1] == shown
    again.close()


def test_a_store_that_cannot_be_opened_is_told_and_the_program_goes_on(
    qapp: QApplication, tmp_path: Path
) -> None:
    world = World(tmp_path, qapp)
    world.store.fails_with = NewerSchema("Written by a newer Parley.")

    world.session.start(None)

    assert world.session.read_only_reason == "Written by a newer Parley."
    assert world.chat.branch == []
    world.close()


def test_a_read_only_store_is_no_place_for_repairs(qapp: QApplication, tmp_path: Path) -> None:
    world = World(tmp_path, qapp)
    conversation = Conversation(id="c", title="Old", created_ms=1, clock="")
    conversation.add(Message("q", None, "user", (Text("Why?"),), 1))
    conversation.add(Message("a", "q", "assistant", (Text("Be"),), 2, status="running"))
    world.library.create(conversation)
    world.library.read_only_reason = "The disk is read-only."

    world.session.start(None)

    assert world.session.read_only_reason == "The disk is read-only."
    assert world.chat.branch[-1].status == "interrupted"
    assert len(world.library.running()) == 1
    world.close()


def test_close_saves_running_answers_and_ends_engine_and_store(ready: World) -> None:
    conversation_id = talk(ready, "Why?")

    ready.session.close()

    assert ready.host.closed
    assert ready.store.closed
    again = World(ready.folder, ready.application)
    assert again.library.load(conversation_id).branch()[-1].status == "interrupted"
    again.close()


# ---- the model


def test_loading_shows_its_progress_and_then_the_model(world: World) -> None:
    world.session.load_model(Path("/models/tiny.gguf"))
    request = world.host.last(LoadModel).request
    assert (world.session.model.phase, world.session.model.name) == ("loading", "tiny")

    world.host.deliver(Loading(request=request, fraction=0.5))
    assert world.session.model.fraction == 0.5

    world.host.deliver(Loaded(request=request, model=model_info()))
    assert (world.session.model.phase, world.session.model.info) == ("ready", model_info())
    assert world.preferences.current.last_model == "/models/tiny.gguf"


def test_closing_ends_answers_of_all_conversations(ready: World) -> None:
    """One that has come to rest is let go of while the others are still being ended."""
    ready.chat.send("One.")
    ready.session.new_conversation()
    ready.chat.send("Two.")

    ready.close()

    assert ready.store.closed
