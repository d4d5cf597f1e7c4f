"""Files of a message that waits go with it, come back with it, and are never lost."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.domain.attachments import Attachment, for_model
from engine.events import Failed
from engine.types import Generate
from tests.app.fakes import World
from tests.app.steps import CAUSE, finish, prompt, write
from tests.app.test_attaching import attach, count_draft, texts

PAGE = Attachment("page.txt", "text", "A page.", 7)


def wait(world: World, qtbot: QtBot, words: str = "And this?") -> Attachment:
    """A message with a file waits while the first answer is written."""
    world.chat.send("Why?")
    notes = attach(world, qtbot, "notes.txt", b"Buy milk.")
    count_draft(world, 20)
    count_draft(world, 1)
    assert world.chat.attaching.hindrance() == ""
    assert world.chat.queue(words)
    return notes


def on_disk(world: World) -> tuple[str, tuple[Attachment, ...]]:
    kept = world.library.load(world.chat.conversation.id)
    return kept.draft, kept.draft_attachments


def test_files_wait_with_their_message_and_are_sent_with_it(ready: World, qtbot: QtBot) -> None:
    notes = wait(ready, qtbot)
    assert ready.chat.attaching.attachments == ()
    assert ready.chat.conversation.queued[0].words == "notes.txt · And this?"

    finish(ready, "Because.", 1)

    question = ready.chat.branch[2]
    assert (question.text, question.attachments) == ("And this?", (notes,))
    assert texts(prompt(ready))[-2:] == [for_model(notes), "And this?"]
    assert on_disk(ready) == ("", ())


def test_files_may_wait_without_words(ready: World, qtbot: QtBot) -> None:
    notes = wait(ready, qtbot, "")
    assert ready.chat.conversation.queued[0].words == "notes.txt"

    finish(ready, "Because.", 1)

    assert ready.chat.branch[2].attachments == (notes,)


def test_what_waits_is_a_draft_on_disk_with_all_its_files(ready: World, qtbot: QtBot) -> None:
    notes = wait(ready, qtbot)
    ready.chat.attaching.attach_again(PAGE)
    ready.chat.set_draft("More")
    ready.chat.flush_draft()

    assert on_disk(ready) == ("And this?\n\nMore", (notes, PAGE))


def test_after_a_stop_the_files_are_the_drafts_again(ready: World, qtbot: QtBot) -> None:
    notes = wait(ready, qtbot)
    ready.chat.attaching.attach_again(PAGE)
    write(ready, "Bec", 1)

    ready.chat.stop()

    assert ready.chat.conversation.draft == "And this?"
    assert ready.chat.attaching.attachments == (notes, PAGE)
    assert on_disk(ready) == ("And this?", (notes, PAGE))


def test_after_a_failure_the_files_are_the_drafts_again(ready: World, qtbot: QtBot) -> None:
    notes = wait(ready, qtbot)
    request = ready.host.last(Generate).request

    ready.host.deliver(Failed(request=request, kind="HostDied", message=CAUSE))

    assert ready.chat.attaching.attachments == (notes,)


def test_a_message_is_edited_with_its_files_and_removed_with_them(
    ready: World, qtbot: QtBot
) -> None:
    notes = wait(ready, qtbot)

    assert ready.chat.take_queued(0, keep_files=True) == "And this?"
    assert ready.chat.attaching.attachments == (notes,)
    ready.chat.queue("And this?")
    ready.chat.take_queued(0)

    assert ready.chat.attaching.empty
    assert on_disk(ready) == ("", ())


def test_a_file_of_an_earlier_message_is_attached_once(ready: World, qtbot: QtBot) -> None:
    notes = attach(ready, qtbot, "notes.txt", b"Buy milk.")

    ready.chat.attaching.attach_again(notes)

    assert ready.chat.attaching.attachments == (notes,)


def test_where_a_file_was_read_is_told(ready: World, qtbot: QtBot) -> None:
    with qtbot.waitSignal(ready.chat.attaching.file_read) as read:
        attach(ready, qtbot, "notes.txt", b"Buy milk.")

    assert read.args == [ready.folder / "notes.txt"]
