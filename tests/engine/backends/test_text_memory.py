"""Texts are tokenised once while there is room to remember them."""

from __future__ import annotations

from engine.backends.llama.text_memory import TextMemory


def counting(characters: int) -> tuple[TextMemory, list[str]]:
    asked: list[str] = []

    def tokenize(text: str, special: bool) -> list[int]:
        asked.append(text)
        return [len(text), int(special)]

    return TextMemory(tokenize, characters=characters), asked


def test_a_text_is_tokenised_once_for_each_way() -> None:
    memory, asked = counting(100)
    assert memory.ids("one", True) == memory.ids("one", True) == [3, 1]
    assert memory.ids("one", False) == [3, 0]
    assert asked == ["one", "one"]


def test_what_is_handed_out_can_be_changed() -> None:
    memory, _ = counting(100)
    memory.ids("one", True).clear()
    assert memory.ids("one", True) == [3, 1]


def test_the_text_used_longest_ago_is_forgotten() -> None:
    memory, asked = counting(10)
    for text in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb"):
        memory.ids(text, True)
    assert asked == ["aaaa", "bbbb", "cccc", "bbbb"]


def test_a_text_longer_than_all_room_is_not_kept() -> None:
    memory, asked = counting(3)
    assert memory.ids("long text", True) == memory.ids("long text", True)
    assert asked == ["long text", "long text"]
