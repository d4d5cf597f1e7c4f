"""Which answers are worth a word: with a real session over a fake engine."""

from __future__ import annotations

import pytest

from app.ui.notifying import LONG_S, Notifying, Word, message_of
from engine.events import Failed
from engine.types import Generate
from tests.app.fakes import World
from tests.app.steps import CAUSE, call, enable_tools, finish, finish_with_calls, write


class Person:
    """Who looks at the window, or not, and a clock."""

    def __init__(self, world: World) -> None:
        self.seen = False
        self.now_s = 100.0
        self.words: list[Word] = []
        self.notifying = Notifying(
            world.session, seen=lambda: self.seen, now_s=lambda: self.now_s, parent=world.session
        )
        self.notifying.worth_a_word.connect(self.words.append)

    @property
    def kinds(self) -> list[str]:
        return [word.kind for word in self.words]


@pytest.fixture
def person(ready: World) -> Person:
    return Person(ready)


def test_a_long_answer_that_nobody_saw_is_told(ready: World, person: Person) -> None:
    ready.chat.send("Tell me a story.")
    assert person.notifying.generating
    person.now_s += LONG_S
    write(ready, "Once upon a time", 1)
    finish(ready, "Once upon a time", 1)

    assert not person.notifying.generating
    (word,) = person.words
    assert word == Word(
        "answer", ready.chat.conversation.id, "Tell me a story.", "Once upon a time"
    )


def test_a_short_one_is_not(ready: World, person: Person) -> None:
    ready.chat.send("Hello")
    person.now_s += LONG_S - 1
    finish(ready, "Hi", 1)

    assert person.words == []


def test_what_is_seen_is_not_told(ready: World, person: Person) -> None:
    person.seen = True
    ready.chat.send("Hello")
    person.now_s += LONG_S * 3
    finish(ready, "Hi", 1)

    assert person.words == []


def test_an_answer_in_another_conversation_is_told_too(ready: World, person: Person) -> None:
    ready.chat.send("Hello")
    first = ready.chat.conversation.id
    ready.session.new_conversation()
    person.now_s += LONG_S
    finish(ready, "Hi", 1)

    assert [word.conversation for word in person.words] == [first]


def test_of_a_temporary_conversation_nothing_is_told_but_that(ready: World, person: Person) -> None:
    ready.session.new_temporary()
    ready.chat.send("My secret")
    ready.application.processEvents()
    person.now_s += LONG_S
    finish(ready, "Well kept", 1)

    assert person.words == [Word("answer", ready.chat.conversation.id, "", "")]


def test_a_stopped_answer_is_not_told(ready: World, person: Person) -> None:
    ready.chat.send("Hello")
    person.now_s += LONG_S
    ready.chat.stop()
    finish(ready, "Hi", 1, ending="stopped")

    assert person.words == []


def test_a_failure_is_told_with_its_cause(ready: World, person: Person) -> None:
    ready.chat.send("Hello")
    person.now_s += LONG_S
    request = ready.host.last(Generate).request
    ready.host.deliver(Failed(request=request, kind="HostDied", message=CAUSE))

    assert person.kinds == ["failure"]
    assert CAUSE in person.words[0].text


def test_a_call_that_waits_is_told_at_once_and_once(ready: World, person: Person) -> None:
    enable_tools(ready)
    ready.chat.send("Write it down.")
    calls = call("a", '{"entry": "Rain."}', name="diary"), call("b")
    finish_with_calls(ready, *calls)
    ready.tools.finish("b", "2")

    assert person.kinds == ["approval"]


def test_the_text_is_in_a_message_only_when_it_may() -> None:
    word = Word("answer", "one", "My letter", "Dear  landlord,\nthe roof " + "leaks " * 60)

    assert message_of(word, with_text=False) == ("Parley", "An answer is ready.")
    title, text = message_of(word, with_text=True)
    assert title == "My letter"
    assert text.startswith("Dear landlord, the roof leaks")
    assert text.endswith(" lea…")
    assert len(text) <= 160


def test_a_message_without_text_says_what_happened() -> None:
    assert message_of(Word("approval", "one", "", ""), with_text=True) == (
        "Parley",
        "A tool waits for your approval.",
    )
    assert message_of(Word("failure", "one", "T", "Why."), with_text=True) == ("T", "Why.")
