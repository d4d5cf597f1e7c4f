"""What was set or attached in a conversation in which nothing was said yet is kept all the same."""

from __future__ import annotations

from app.domain.attachments import Attachment
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
