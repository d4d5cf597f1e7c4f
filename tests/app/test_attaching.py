"""Files go with a question: read, counted, cut to what fits, sent and kept."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from pytestqt.qtbot import QtBot

from app.attaching import STILL_COUNTING, STILL_READING
from app.domain.attachments import Attachment, for_model
from app.domain.search import Query
from app.file_prices import MOST_KNOWN
from app.saving import DRAFT_DELAY_MS
from app.store.library import Library
from engine.events import Failed, Forecast, HostExited
from engine.types import CountTokens, Message, PromptRequest, Text
from tests.app.fakes import World
from tests.app.files.documents_made import pdf
from tests.app.steps import answer, finish, prompt, stored

LONG = "".join(f"line {number:05}\n" for number in range(1000))


def attach(world: World, qtbot: QtBot, name: str, data: bytes) -> Attachment:
    """Attach a file and wait until it is read."""
    path = world.folder / name
    path.write_bytes(data)
    world.chat.attaching.attach_files([path])
    qtbot.waitUntil(lambda: not world.chat.attaching.reading)
    return world.chat.attaching.attachments[-1]


def count_draft(world: World, tokens: int, *, others: int = 12) -> PromptRequest:
    """The engine answers a count: so many tokens for the draft, `others` around it, as it says
    first when it is asked for those alone."""
    if world.host.last(CountTokens).prompt.messages[-1] == Message("user", (Text("…"),)):
        count_around(world, others)
    asked = world.host.last(CountTokens)
    forecast = Forecast(
        request=asked.request,
        prompt=tokens + others,
        reused=0,
        restored=0,
        to_read=tokens,
        seconds=0.0,
        tokens_by_message=(("draft", tokens), ("", others)),
    )
    world.host.deliver(forecast)
    return asked.prompt


def count_around(world: World, tokens: int) -> None:
    request = world.host.last(CountTokens).request
    world.host.deliver(
        Forecast(request=request, prompt=tokens, reused=0, restored=0, to_read=tokens, seconds=0.0)
    )


def texts(request: PromptRequest) -> list[str]:
    return [part.text for m in request.messages for part in m.parts if isinstance(part, Text)]


def test_a_file_is_a_part_of_the_question(ready: World, qtbot: QtBot) -> None:
    report = attach(ready, qtbot, "report.pdf", pdf("Sales rose."))
    count_draft(ready, 20)
    count_draft(ready, 1)

    assert ready.chat.send("Why?")

    assert texts(prompt(ready)) == [for_model(report), "Why?"]
    question = ready.chat.branch[0]
    assert (question.text, question.attachments) == ("Why?", (report,))
    assert stored(ready)[0].attachments == (report,)
    assert ready.chat.attaching.empty


def test_files_may_go_without_words(ready: World, qtbot: QtBot) -> None:
    notes = attach(ready, qtbot, "notes.txt", b"Buy milk.")
    count_draft(ready, 20)
    count_draft(ready, 1)

    assert ready.chat.send("")

    assert texts(prompt(ready)) == [for_model(notes)]
    assert ready.chat.conversation.title == "notes.txt"


def test_an_edited_question_keeps_its_files(ready: World, qtbot: QtBot) -> None:
    notes = attach(ready, qtbot, "notes.txt", b"Buy milk.")
    count_draft(ready, 20)
    count_draft(ready, 1)
    question = ready.chat.branch[0] if answer(ready, "Why?", "So.", 1) else None
    assert question is not None

    ready.chat.edit(question.id, "Who?")

    assert texts(prompt(ready)) == [for_model(notes), "Who?"]


def test_a_file_is_counted_once_for_a_vocabulary(ready: World, qtbot: QtBot) -> None:
    notes = attach(ready, qtbot, "notes.txt", b"Buy milk.")
    assert ready.chat.attaching.tokens(notes) is None

    assert texts(count_draft(ready, 20)) == [for_model(notes), "…"]
    assert ready.chat.attaching.tokens(notes) == 20
    assert texts(count_draft(ready, 1)) == ["…"]
    counted = len(ready.host.all(CountTokens))
    attach(ready, qtbot, "other.txt", b"Buy bread.")

    assert len(ready.host.all(CountTokens)) == counted + 1
    assert "other.txt" in texts(ready.host.last(CountTokens).prompt)[0]
    ready.load_model(tokenizer="vocabulary-b")
    assert ready.chat.attaching.tokens(notes) is None
    count_around(ready, 12)
    assert "notes.txt" in texts(ready.host.last(CountTokens).prompt)[0]


def test_what_does_not_fit_is_cut(ready: World, qtbot: QtBot) -> None:
    """512 tokens, of which 448 may be filled; the rest of the prompt has 13."""
    attach(ready, qtbot, "long.txt", LONG.encode())
    sampled = texts(count_draft(ready, 2048))[0]
    assert len(sampled) < 4200, "more than eight characters per token need not be counted"
    count_draft(ready, 1)

    (cut,) = ready.chat.attaching.attachments
    assert ready.chat.attaching.tokens(cut) == 2048 * len(LONG) // 4096
    assert cut.percent_kept == "8"
    assert cut.text == LONG


def test_turns_that_may_be_left_out_make_room(ready: World, qtbot: QtBot) -> None:
    answer(ready, "Why?", "Because.", 1)
    attach(ready, qtbot, "notes.txt", b"Buy milk.\n" * 100)
    count_draft(ready, 400)
    asked = ready.host.last(CountTokens)
    history = [(message.id, 150) for message in ready.chat.branch]
    forecast = Forecast(
        request=asked.request,
        prompt=312,
        reused=0,
        restored=0,
        to_read=312,
        seconds=0.0,
        tokens_by_message=(*history, ("", 12)),
    )

    ready.host.deliver(forecast)

    assert ready.chat.attaching.attachments[0].kept is None


def test_a_file_that_cannot_be_read_is_said(world: World, qtbot: QtBot) -> None:
    with qtbot.waitSignal(world.chat.attaching.refused) as refused:
        world.chat.attaching.attach_files([Path("/nowhere/gone.txt")])

    assert refused.args == [
        "“gone.txt” cannot be read: the system refuses it, or it is no longer there."
    ]
    assert world.chat.attaching.empty


def test_the_same_file_is_attached_once(world: World, qtbot: QtBot) -> None:
    attach(world, qtbot, "notes.txt", b"Buy milk.")
    attach(world, qtbot, "notes.txt", b"Buy milk.")

    assert len(world.chat.attaching.attachments) == 1


def test_pasted_texts_have_names_of_their_own(world: World, qtbot: QtBot) -> None:
    attaching = world.chat.attaching
    for text in ("one", "two"):
        attaching.attach_text(text)
    qtbot.waitUntil(lambda: len(attaching.attachments) == 2)

    assert {one.name for one in attaching.attachments} == {"Pasted text.txt", "Pasted text 2.txt"}
    attaching.remove(0)
    assert len(attaching.attachments) == 1


def test_files_are_sent_when_they_are_read_and_counted(ready: World, qtbot: QtBot) -> None:
    attaching = ready.chat.attaching
    path = ready.folder / "notes.txt"
    path.write_bytes(b"Buy milk.")
    attaching.attach_files([path])
    assert attaching.hindrance() == STILL_READING
    qtbot.waitUntil(lambda: not attaching.reading)
    assert attaching.hindrance() == STILL_COUNTING
    count_draft(ready, 20)
    count_draft(ready, 1)
    assert attaching.hindrance() == ""


def test_a_count_that_fails_holds_nothing_up(ready: World, qtbot: QtBot) -> None:
    attach(ready, qtbot, "notes.txt", b"Buy milk.")
    request = ready.host.last(CountTokens).request

    ready.host.deliver(Failed(request=request, kind="TemplateFailed", message="No."))

    assert ready.chat.attaching.hindrance() == ""


def test_without_a_model_nothing_is_counted(ready: World, qtbot: QtBot) -> None:
    attach(ready, qtbot, "notes.txt", b"Buy milk.")
    request = ready.host.last(CountTokens).request
    ready.host.deliver(
        Failed(request=request, kind="HostDied", message="It died."), HostExited(message="Died.")
    )

    assert ready.chat.attaching.hindrance() == ""


def test_the_files_of_a_draft_survive_a_restart(ready: World, qtbot: QtBot) -> None:
    answer(ready, "Why?", "Because.", 1)
    picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
    notes = attach(ready, qtbot, "notes.txt", b"Buy milk.")
    image = attach(ready, qtbot, "a.png", picture)

    kept = ready.library.load(ready.chat.conversation.id)

    assert kept.draft_attachments == (notes, image)
    assert kept.draft_attachments[1].data == picture


def test_a_question_with_its_picture_is_stored(ready: World, qtbot: QtBot) -> None:
    image = attach(ready, qtbot, "a.png", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    count_draft(ready, 20)
    count_draft(ready, 1)
    ready.chat.send("What is it?")
    finish(ready, "A picture.", 1)

    assert stored(ready)[0] == ready.chat.branch[0]
    assert stored(ready)[0].attachments == (image,)
    assert ready.library.load(ready.chat.conversation.id).draft_attachments == ()


def test_the_text_of_a_file_is_found(ready: World, qtbot: QtBot) -> None:
    attach(ready, qtbot, "notes.txt", b"The heron stands still.")
    count_draft(ready, 20)
    count_draft(ready, 1)
    ready.chat.send("Why?")

    (hit,) = ready.library.search(Query("heron"))
    assert (hit.before, hit.match) == ("The ", "heron")
    assert ready.library.search(Query("notes.txt"))[0].message == hit.message


def test_a_conversation_stays_open_until_its_files_are_read(world: World, qtbot: QtBot) -> None:
    chat = world.chat
    path = world.folder / "notes.txt"
    path.write_bytes(b"Buy milk.")
    chat.attaching.attach_files([path])
    assert not chat.at_rest
    assert not chat.untouched

    qtbot.waitUntil(lambda: not chat.attaching.reading)

    assert chat.at_rest
    assert world.timers(DRAFT_DELAY_MS) == []


def test_a_new_conversation_with_files_in_its_draft_is_kept_when_it_is_left(
    world: World, qtbot: QtBot
) -> None:
    notes = attach(world, qtbot, "notes.txt", b"Buy milk.")
    left = world.chat.conversation.id

    world.session.new_conversation()

    kept = world.library.load(left)
    assert (kept.title, kept.draft_attachments) == ("notes.txt", (notes,))
    assert [summary.id for summary in world.session.summaries] == [left]


def test_a_new_conversation_with_a_draft_survives_a_restart(world: World) -> None:
    world.chat.set_draft("What is a heron?")
    id = world.chat.conversation.id

    world.session.close()

    with closing(Library(world.folder / "parley.db")) as library:
        kept = library.load(id)
        assert (kept.title, kept.draft) == ("What is a heron?", "What is a heron?")


def test_a_new_conversation_without_a_draft_is_not_kept(world: World) -> None:
    world.session.new_conversation()

    assert world.library.summaries() == []


def test_prices_of_old_files_are_forgotten_and_those_of_the_draft_are_not(ready: World) -> None:
    """They are remembered with all the text of their files."""
    prices, attaching = ready.session._prices, ready.chat.attaching
    kept, *others = [Attachment(f"{n}.txt", "text", f"Note {n}", 6) for n in range(MOST_KNOWN + 4)]
    attaching.attach_again(kept)
    count_draft(ready, 20)
    for file in others:
        attaching.attach_again(file)
        count_draft(ready, 20)
        attaching.remove(1)

    assert attaching.tokens(kept) == 20
    assert attaching.tokens(others[-1]) == 20
    assert attaching.tokens(others[0]) is None
    assert len(prices._known) == MOST_KNOWN + 2  # with the one counted last, still in the draft
