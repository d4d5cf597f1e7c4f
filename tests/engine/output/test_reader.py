"""Output becomes reasoning and content, the same however it comes in."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.output.formats import FORMATS, detect, think
from engine.output.parts import Delta
from engine.output.reader import OutputReader
from engine.types import Ending, Part, Reasoning, Text, Written
from tests.engine.fake_tokenizer import END_THINK, IM_END, THINK, FakeTokenizer

TOKENIZER = FakeTokenizer(merges=("\n\n", " of", "think", "</", "half"))


class PlainTokenizer(FakeTokenizer):
    """A vocabulary without think tokens: markers are found in the text."""

    def encode(self, text: str, *, special: bool, continues: bool = False) -> list[int]:
        if text in think.FORMAT.markers:
            return list(text.encode())
        return super().encode(text, special=special, continues=continues)


PLAIN = PlainTokenizer()


@dataclass(frozen=True)
class Result:
    deltas: list[Delta]
    parts: tuple[Part, ...]

    @property
    def reasoning(self) -> str | None:
        return self._joined(Reasoning)

    @property
    def content(self) -> str | None:
        return self._joined(Text)

    @property
    def diagnoses(self) -> list[str]:
        return [delta.name for delta in self.deltas if delta.kind == "diagnosis"]

    def streamed(self) -> list[tuple[str, str]]:
        """Deltas as someone collects them: text of one kind after the other is one part."""
        parts: list[tuple[str, str]] = []
        for delta in self.deltas:
            if delta.kind == "diagnosis":
                continue
            if parts and parts[-1][0] == delta.kind:
                parts[-1] = (delta.kind, parts[-1][1] + delta.text)
            else:
                parts.append((delta.kind, delta.text))
        return parts

    def _joined(self, kind: type[Text] | type[Reasoning]) -> str | None:
        return "\n\n".join(part.text for part in self.parts if isinstance(part, kind)) or None


def reader(
    tokenizer: FakeTokenizer = TOKENIZER, *, opened: bool = False, stop: tuple[str, ...] = ()
) -> OutputReader:
    return OutputReader(tokenizer=tokenizer, format=think.FORMAT, opens_reasoning=opened, stop=stop)


def read(
    output: str | list[int],
    *,
    tokenizer: FakeTokenizer = TOKENIZER,
    opened: bool = False,
    stop: tuple[str, ...] = (),
    ending: Ending = "end_of_turn",
) -> Result:
    reading = reader(tokenizer, opened=opened, stop=stop)
    ids = tokenizer.encode(output, special=True) if isinstance(output, str) else output
    deltas = [delta for id in ids for delta in reading.feed(id)]
    deltas += reading.finish(ending)
    return Result(deltas, reading.parts())


def kind(part: Part) -> tuple[str, str]:
    assert isinstance(part, (Reasoning, Text))
    return ("reasoning" if isinstance(part, Reasoning) else "content", part.text)


CASES = [
    ("Two plus two.\n</think>\n\nFour.", True, "Two plus two.", "Four.", []),
    ("The answer is 42.", True, "The answer is 42.", None, ["reasoning_unclosed"]),
    ("<think>\nHmm.\n</think>\n\nYes.", True, "Hmm.", "Yes.", []),
    ("</think>\n\nHello.", True, None, "Hello.", []),
    ("<think>Short.</think>Answer.", False, "Short.", "Answer.", []),
    ("Maybe five.\n</think>\n\nFive.", False, None, "Maybe five.\n\nFive.", ["stray_marker"]),
    ("Say `</think>` now.\n</think>\nOk.", True, "Say `", "` now.\n\nOk.", ["stray_marker"]),
    ("Plan.\n</think>\n</think>\n\nGo.", True, "Plan.", "Go.", []),
    ("</think>Go.", False, None, "Go.", []),
    ("<b>x</b> <think-tank>\n</think>\nDone: <b>", True, "<b>x</b> <think-tank>", "Done: <b>", []),
    ("Almost done</thin", True, "Almost done</thin", None, ["reasoning_unclosed"]),
    ("Ok.\n</think>\nThe <think> tag.", True, "Ok.", "The <think> tag.", []),
    ("A.\n</think>\nOne.\n<think>\nB.\n</think>\nTwo.", True, "A.\n\nB.", "One.\n\nTwo.", []),
    ("", True, None, None, []),
    ("\n\n  ", True, None, None, []),
    ("The tag <think> is odd.\n</think>\nYes.", True, "The tag <think> is odd.", "Yes.", []),
    ("想一想🤔</think>好的👍", True, "想一想🤔", "好的👍", []),
    ("2 <", False, None, "2 <", []),
    ("half of 18</think>\n\nIt is 9", True, "half of 18", "It is 9", []),
    ("It is 9", False, None, "It is 9", []),
    ("    x = 1\n", False, None, "    x = 1", []),
    ("\n\n    x = 1\n\ny\n", False, None, "    x = 1\n\ny", []),
    ("a</think> b", True, "a", "b", []),
    (
        "Look:\n```\n<think>\n</think>\n```\nEnd",
        False,
        None,
        "Look:\n```\n<think>\n</think>\n```\nEnd",
        [],
    ),
    ("<think>a</think><think>b</think>c", False, "a\n\nb", "c", []),
]


@pytest.mark.parametrize("tokenizer", [TOKENIZER, PLAIN], ids=["by id", "by text"])
@pytest.mark.parametrize(("raw", "opened", "reasoning", "content", "diagnoses"), CASES)
def test_reasoning_and_content_are_told_apart(
    raw: str,
    opened: bool,
    reasoning: str | None,
    content: str | None,
    diagnoses: list[str],
    tokenizer: FakeTokenizer,
) -> None:
    found = read(raw, opened=opened, tokenizer=tokenizer)
    assert (found.reasoning, found.content, found.diagnoses) == (reasoning, content, diagnoses)
    assert found.streamed() == [kind(part) for part in found.parts]


def test_a_marker_spelled_by_ordinary_tokens_is_text_where_it_has_a_token() -> None:
    spelled = list(b"<think>a</think>b")
    assert read(spelled).content == "<think>a</think>b"
    assert read([THINK, ord("a"), END_THINK, ord("b")]).reasoning == "a"


def test_control_tokens_never_become_text_and_look_alikes_do() -> None:
    spelled = "<s>old</s> <|im_end|>"
    assert read([*spelled.encode(), IM_END]).content == spelled


def test_a_stopped_answer_may_end_in_its_reasoning() -> None:
    assert read("Let me", opened=True, ending="stopped").diagnoses == []


def test_parts_know_their_bytes_in_the_raw_output() -> None:
    raw = "<think>\n é \n</think>\n\n ok. \n"
    data = raw.encode()
    reasoning, content = read(raw).parts
    assert isinstance(reasoning, Reasoning)
    assert isinstance(content, Text)
    assert reasoning.written == Written(0, 9, 11)
    assert content.written is not None
    assert data[content.written.start : content.written.end].decode() == content.text == " ok."


def test_a_stop_string_ends_the_answer_and_its_ids() -> None:
    reading = reader(stop=("of 1",))
    ids = [*TOKENIZER.encode("half of 18", special=True)]
    texts = [delta.text for id in ids for delta in reading.feed(id)] + [
        delta.text for delta in reading.finish("stop_string")
    ]
    assert reading.stopped
    assert "".join(texts) == "half"
    assert reading.raw == b"half "
    assert reading.ids == (*TOKENIZER.encode("half", special=False), ord(" "))
    assert reading.feed(ord("x")) == []


def test_without_a_stop_string_ids_are_those_fed() -> None:
    reading = reader()
    ids = (ord("a"), 0xF0, 0x9F)
    for id in ids:
        reading.feed(id)
    reading.finish("length")
    assert (reading.ids, reading.raw, reading.stopped) == (ids, b"a\xf0\x9f", False)
    assert reading.parts() == (Text("a", Written(0, 0, 1)),)


def test_a_continued_answer_is_one_with_its_start() -> None:
    """White space and a half character the first part ended with come back."""
    whole = [*b"in the ", *"🦔".encode(), *b" morning"]
    for border in range(len(whole)):
        reading = reader()
        for id in whole[:border]:
            reading.feed(id)
        before = "".join(part.text for part in reading.parts() if isinstance(part, Text))
        new = [delta.text for id in whole[border:] for delta in reading.feed(id)]
        new += [delta.text for delta in reading.finish("end_of_turn")]
        assert before + "".join(new) == "in the 🦔 morning"


def test_every_template_has_a_format() -> None:
    assert detect("{{ '<think>' }}") is think.FORMAT
    assert detect("{{ messages }}") in FORMATS


SOUP = st.lists(
    st.sampled_from(
        ("<think>", "</think>", "<thi", "</", "a", "é", "🦔", " ", "\n", "```", "<", "think>", "b.")
    ),
    max_size=14,
)


def is_what_is_left(said: str, raw: str) -> bool:
    """Whether `said` is `raw` without some markers; white space does not count."""
    said, raw = "".join(said.split()), "".join(raw.split())
    reached = {(0, 0)}
    for _ in range(len(raw)):
        steps = set()
        for at, kept in reached:
            if raw[at : at + 1] and said[kept : kept + 1] == raw[at]:
                steps.add((at + 1, kept + 1))
            steps |= {
                (at + len(marker), kept)
                for marker in think.FORMAT.markers
                if raw.startswith(marker, at)
            }
        reached |= steps
    return (len(raw), len(said)) in reached


@pytest.mark.parametrize("tokenizer", [TOKENIZER, PLAIN], ids=["by id", "by text"])
@given(soup=SOUP, opened=st.booleans(), stop=st.sampled_from(["zz", "b.", "</", "🦔"]))
def test_marker_soup_loses_and_doubles_nothing(
    tokenizer: FakeTokenizer, soup: list[str], opened: bool, stop: str
) -> None:
    raw = "".join(soup)
    for stops, expected in (((), raw), ((stop,), raw.partition(stop)[0])):
        found = read(raw, opened=opened, tokenizer=tokenizer, stop=stops)
        assert is_what_is_left("".join(text for _, text in found.streamed()), expected)
        assert found.streamed() == [kind(part) for part in found.parts]


@given(soup=SOUP, opened=st.booleans(), data=st.data())
def test_other_tokens_for_the_same_text_give_the_same_parts(
    soup: list[str], opened: bool, data: st.DataObject
) -> None:
    raw = "".join(soup).encode()
    merges = tuple(data.draw(st.lists(st.text("ab<>/thinké🦔 \n`", min_size=2, max_size=6))))
    other = PlainTokenizer(merges=merges)
    ids = [id for id in other.encode(raw.decode(), special=False) if id not in (THINK, END_THINK)]
    spelled = b"".join(map(other.piece, ids))
    assert (
        read(ids, opened=opened, tokenizer=other)
        == read(list(spelled), opened=opened, tokenizer=PLAIN)
        or read(ids, opened=opened, tokenizer=other).parts
        == read(list(spelled), opened=opened, tokenizer=PLAIN).parts
    )
