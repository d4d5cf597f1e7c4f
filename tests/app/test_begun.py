"""What was set or attached in a conversation in which nothing was said yet is kept all the same."""

from __future__ import annotations

from contextlib import closing

from PySide6.QtWidgets import QApplication

from app.domain.attachments import Attachment
from app.saving import DRAFT_DELAY_MS
from app.store.library import Library
from tests.app.fakes import World
from tests.app.steps import answer

NOTES = Attachment("notes.txt", "text", "Buy milk.", 9)


def titles(world: World) -> list[str]:
    return [summary.title for summary in world.library.summaries()]


def test_attached_files_are_stored_at_once(ready: World) -> None:
    ready.chat.attaching.attach_again(NOTES)

    id = ready.chat.conversation.id
    assert ready.library.load(id).draft_attachments == (NOTES,)
    assert titles(ready) == ["notes.txt"]
    assert [summary.id for summary in ready.session.summaries] == [id]


def test_the_question_gives_the_title_in_the_end(ready: World) -> None:
    ready.chat.attaching.attach_again(NOTES)
    answer(ready, "What shall I buy?", "Milk.", 1)

    assert titles(ready) == ["What shall I buy?"]


def test_a_file_that_was_taken_back_leaves_nothing(ready: World) -> None:
    ready.chat.attaching.attach_again(NOTES)
    ready.chat.attaching.remove(0)
    assert titles(ready) == ["notes.txt"]

    ready.session.new_conversation()

    assert titles(ready) == []
    assert ready.session.summaries == []
    assert ready.problems == []


def test_a_changed_setup_is_stored_at_once_and_survives_leaving(ready: World) -> None:
    id = ready.chat.conversation.id
    ready.chat.setup.set_system_prompt("Be a pirate.")
    ready.chat.setup.set_value("temperature", 0.2)
    assert ready.library.load(id).system_prompt == "Be a pirate."

    ready.session.new_conversation()
    ready.session.open_conversation(id)
    ready.session.new_conversation()
    ready.session.open_conversation(id)

    assert ready.chat.conversation.id == id
    assert ready.chat.setup.now.system_prompt == "Be a pirate."
    assert ready.chat.setup.now.settings.temperature == 0.2
    assert titles(ready) == [""]


def test_a_setup_that_was_taken_back_leaves_nothing(ready: World) -> None:
    ready.chat.setup.set_system_prompt("Be a pirate.")
    ready.chat.setup.undo()
    ready.session.new_conversation()

    assert titles(ready) == []


def test_a_temporary_one_is_not_stored_for_it(ready: World) -> None:
    ready.session.new_temporary()
    ready.chat.setup.set_system_prompt("Be a pirate.")
    ready.chat.attaching.attach_again(NOTES)
    ready.session.new_conversation()

    assert titles(ready) == []


def test_what_is_typed_and_attached_is_named_for_the_words(ready: World) -> None:
    ready.chat.attaching.attach_again(NOTES)
    ready.chat.set_draft("What is missing here?")
    ready.session.new_conversation()

    assert titles(ready) == ["What is missing here?"]
    assert [one.title for one in ready.session.summaries] == ["What is missing here?"]


# ---- what is typed in a new conversation


def pause(world: World) -> None:
    """As long as a draft waits."""
    (timer,) = world.timers(DRAFT_DELAY_MS)
    timer.run_out()


def test_what_is_typed_is_stored_while_the_conversation_is_shown(ready: World) -> None:
    id = ready.chat.conversation.id
    ready.chat.set_draft("Why is")
    assert titles(ready) == []

    pause(ready)
    ready.chat.set_draft("Why is the sky blue")
    pause(ready)

    with closing(Library(ready.folder / "parley.db")) as library:
        assert library.load(id).draft == "Why is the sky blue"
    assert [one.title for one in ready.session.summaries] == ["Why is the sky blue"]
    assert ready.chat.conversation.id == id


def test_who_types_without_a_pause_loses_no_more(ready: World) -> None:
    """More keys do not put off the moment at which a draft is written."""
    ready.chat.set_draft("W")
    (timer,) = ready.timers(DRAFT_DELAY_MS)
    assert timer.starts == 1

    ready.chat.set_draft("Wh")

    assert timer.starts == 1
    timer.run_out()
    assert ready.library.load(ready.chat.conversation.id).draft == "Wh"


def test_it_is_there_at_the_next_start(ready: World, qapp: QApplication) -> None:
    ready.chat.set_draft("Why is the")
    pause(ready)

    later = World(ready.folder, qapp)  # the one before is not closed, as after a kill
    later.session.start(None)

    assert later.chat.conversation.draft == "Why is the"
    assert later.chat.conversation.id == ready.chat.conversation.id
    later.close()


def test_it_is_gone_when_it_was_sent(ready: World) -> None:
    ready.chat.set_draft("Why?")
    pause(ready)
    answer(ready, "Why?", "Because.", 1)

    stored = ready.library.load(ready.chat.conversation.id)
    assert stored.draft == ""
    assert [message.text for message in stored.branch()] == ["Why?", "Because."]
    assert ready.timers(DRAFT_DELAY_MS) == []


def test_what_is_sent_before_it_was_stored_is_stored_once(ready: World) -> None:
    ready.chat.set_draft("Why?")
    answer(ready, "Why?", "Because.", 1)

    assert ready.library.load(ready.chat.conversation.id).draft == ""
    assert titles(ready) == ["Why?"]


def test_what_was_typed_and_taken_back_leaves_nothing(ready: World) -> None:
    ready.chat.set_draft("Why")
    pause(ready)
    ready.chat.set_draft("")
    pause(ready)

    assert titles(ready) == []
    assert ready.session.summaries == []
    ready.chat.set_draft("How")
    pause(ready)
    assert titles(ready) == ["How"]
    assert ready.problems == []


def test_what_is_typed_in_a_temporary_one_is_not_stored(ready: World) -> None:
    ready.session.new_temporary()
    ready.chat.set_draft("Why?")
    pause(ready)

    assert titles(ready) == []


def test_deleting_one_in_which_all_was_taken_back_puts_nothing_into_the_trash(ready: World) -> None:
    """So that Undo has nothing to put back that is no more."""
    answer(ready, "Why?", "Because.", 1)
    kept = ready.chat.conversation.id
    ready.session.new_conversation()
    ready.chat.set_draft("How")
    pause(ready)
    ready.chat.set_draft("")
    ready.session.delete(kept)
    ready.session.delete(ready.chat.conversation.id)
    ready.session.undo_delete()

    assert ready.chat.conversation.id == kept
    assert titles(ready) == ["Why?"]
    assert ready.problems == []


def test_one_in_which_something_was_said_is_not_discarded(ready: World) -> None:
    """Undo may still bring back what was deleted in it."""
    ready.chat.set_draft("Why?")
    pause(ready)
    answer(ready, "Why?", "Because.", 1)
    ready.chat.delete(ready.chat.branch[0].id, following=True)
    assert ready.chat.branch == []

    ready.session.new_conversation()

    assert titles(ready) == ["Why?"]


def test_one_that_was_given_a_place_stays_when_all_is_taken_back(ready: World) -> None:
    ready.chat.set_draft("Why?")
    pause(ready)
    ready.session.ordering.set_tag([ready.chat.conversation.id], "sea", True)
    ready.chat.set_draft("")
    ready.session.new_conversation()

    assert [summary.tags for summary in ready.library.summaries()] == [("sea",)]
    assert ready.problems == []


def test_one_that_is_discarded_and_let_go_is_listed_no_more(ready: World) -> None:
    """Also before the list is read again: there is nothing to be opened or deleted."""
    listed: list[int] = []
    chat = ready.chat
    chat.set_draft("Why?")
    pause(ready)
    assert len(ready.session.summaries) == 1
    chat.settled.connect(lambda: listed.append(len(ready.session.summaries)))
    chat.set_draft("")
    ready.store.held = True
    ready.session.new_conversation()
    ready.store.run()

    assert listed == [0]
