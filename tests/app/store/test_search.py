"""Search: what is found, in which order, and what is no longer found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.conversation import Conversation, Message
from app.domain.search import Query, folded
from app.store.hits import snippet
from app.store.library import Library
from engine.types import Part, Reasoning, Text


def said(id: str, text: str, *, parent: str | None = None, role: str = "user") -> Message:
    parts: tuple[Part, ...] = (Text(text),)
    model = "smol" if role == "assistant" else ""
    created_ms = int(id.strip("m"))
    return Message(
        id, parent, "user" if role == "user" else "assistant", parts, created_ms, model=model
    )


def stored(library: Library, *messages: Message, id: str = "c", title: str = "Talk") -> None:
    conversation = Conversation(id=id, title=title, created_ms=0, clock="")
    for message in messages:
        conversation.add(message)
    library.create(conversation)


def found(library: Library, words: str, **filters: object) -> list[str]:
    return [hit.message for hit in library.search(Query(words, **filters))]  # type: ignore[arg-type]


TEXTS = {
    "m1": "The database holds 数据库 and 模型文件.",
    "m2": "Straße, CAFÉ and 100 % of it",
    "m3": "a*b? [x] and ab",
    "m4": "机器学习很有意思。数 据",
    "m5": "Half-width ＡＢＣ",
}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("database", ["m1"]),
        ("TABAS", ["m1"]),
        ("数据", ["m1"]),
        ("据库", ["m1"]),
        ("数据库", ["m1"]),
        ("库", ["m1"]),
        ("意思", ["m4"]),
        ("学习很有意思", ["m4"]),
        ("习", ["m4"]),
        ("文件", ["m1"]),
        ("STRASSE", ["m2"]),
        ("café", ["m2"]),
        ("100 %", ["m2"]),
        ("a*b? [x]", ["m3"]),
        ("*b?", ["m3"]),
        ("[x]", ["m3"]),
        ("b?", ["m3"]),
        ("abc", ["m5"]),
        ("and", ["m3", "m2", "m1"]),
        ("nothing like it", []),
        ("数机", []),
        ("   ", []),
    ],
)
def test_words_are_found_newest_first(library: Library, words: str, expected: list[str]) -> None:
    parent = None
    messages = []
    for id, text in TEXTS.items():
        messages.append(said(id, text, parent=parent))
        parent = id
    stored(library, *messages)

    assert found(library, words) == expected


@pytest.mark.parametrize("few", [0, 4_000])
def test_filters_narrow_down(library: Library, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether they leave few messages, which are looked through, or many, for the index."""
    monkeypatch.setattr("app.store.finding.FEW", few)
    answer = said("m2", "red apples", parent="m1", role="assistant")
    stored(library, said("m1", "red apples"), answer)

    assert found(library, "apples", role="assistant") == ["m2"]
    assert found(library, "apples", model="smol") == ["m2"]
    assert found(library, "apples", until_ms=2) == ["m1"]
    assert found(library, "apples", since_ms=2) == ["m2"]
    assert found(library, "pears", since_ms=1) == []


def test_what_filters_leave_is_found_newest_first(library: Library) -> None:
    for number in (1, 2, 3):
        message = said(f"m{number}", "red apples and green ones")
        stored(library, message, id=f"c{number}")

    assert found(library, "apples", since_ms=2) == ["m3", "m2"]
    assert found(library, "ap", since_ms=2) == ["m3", "m2"]


@pytest.mark.parametrize(
    "phrase",
    [
        "the of and to in that is it",
        "a b c d e f g h i j k l m n o p q r",
        "donaudampfschifffahrtsgesellschaft",
        "数据库里的模型文件很有意思吗，朋友们都说是这样的",
    ],
)
def test_a_phrase_of_many_words_is_found_as_a_whole(library: Library, phrase: str) -> None:
    nearly = f"{phrase[1:]} {phrase[:-1]}"
    stored(library, said("m1", f"So {phrase} here."), said("m2", nearly, parent="m1"))

    assert found(library, phrase) == ["m1"]


def test_reasoning_is_found_too(library: Library) -> None:
    thought = Message("m2", "m1", "assistant", (Reasoning("deep thought"), Text("42")), 2)
    stored(library, said("m1", "Why?"), thought)

    [hit] = library.search(Query("thought"))
    assert (hit.message, hit.match, hit.title) == ("m2", "thought", "Talk")


def test_the_trash_is_not_searched(library: Library) -> None:
    stored(library, said("m1", "secret"))
    library.trash("c")
    assert found(library, "secret") == []
    library.restore("c")
    assert found(library, "secret") == ["m1"]


def test_a_message_is_found_by_its_newest_text_once_it_is_complete(library: Library) -> None:
    stored(library, said("m1", "hi"))
    running = replace(said("m2", "half an", parent="m1", role="assistant"), status="running")
    library.save_message("c", running, "m2")
    assert found(library, "half") == []

    library.save_message(
        "c", replace(running, parts=(Text("whole answer"),), status="complete"), "m2"
    )
    assert found(library, "half") == []
    assert found(library, "whole") == ["m2"]


def test_deleted_messages_are_not_found_until_they_come_back(library: Library) -> None:
    stored(library, said("m1", "one apple"), said("m2", "two apples", parent="m1"))
    library.delete_messages("c", ["m2"], (), "m1")
    assert found(library, "apple") == ["m1"]

    library.restore_messages("c", ["m2"], (), "m2")
    assert found(library, "apple") == ["m2", "m1"]


@pytest.mark.parametrize("words", ['say "hi"', "a\0b", "AND OR NOT", "x" * 500, "\ud83d!!"])
def test_any_words_may_be_looked_for(library: Library, words: str) -> None:
    stored(library, said("m1", "They said hello."))

    assert found(library, words) == []


def test_quotes_are_found_as_they_stand(library: Library) -> None:
    stored(library, said("m1", 'They say "hi" AND go.'))

    assert found(library, '"hi" and') == ["m1"]


def test_half_a_character_can_be_stored_and_searched(library: Library) -> None:
    """Lone surrogates come from models that are cut off; the store keeps U+FFFD for them."""
    stored(library, said("m1", "broken \ud83d emoji"))

    assert found(library, "emoji") == ["m1"]


@pytest.mark.parametrize("words", ["go", "o", "・", "?!", "ア・"])
def test_what_no_index_has_is_found_in_all_messages(library: Library, words: str) -> None:
    stored(library, said("m1", "Go, マリア・テレジア?!"), said("m2", "Stay", parent="m1"))

    assert found(library, words) == ["m1"]


def test_what_follows_a_null_character_is_found(library: Library) -> None:
    stored(library, said("m1", "one\0two three"))

    assert found(library, "two three") == ["m1"]
    assert found(library, "one\0two") == ["m1"]


@given(st.text(alphabet="ab数据库 *?[ß", min_size=1, max_size=12), st.data())
@settings(deadline=None)
def test_every_piece_of_a_text_is_in_its_snippet(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    wanted = folded(text[start:end]).strip()
    if wanted:
        before, match, after = snippet(text, wanted)
        assert wanted in folded(match)
        assert (before + match + after).split() == text.split()
