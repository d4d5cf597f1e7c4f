"""The inside of paragraphs: bare links and footnotes."""

from __future__ import annotations

import pytest

from app.ui.transcript.blocks import Prose, Span
from app.ui.transcript.grammar import parser
from app.ui.transcript.incremental import IncrementalMarkdown
from app.ui.transcript.markdown import parse


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("see https://a.b/c.", ["https://a.b/c"]),
        ("见https://example.org/a。然后", ["https://example.org/a"]),
        ("（https://example.org/x_y）", ["https://example.org/x_y"]),
        ("https://example.org，好", ["https://example.org"]),
        ("(https://a.b/c_(d)), https://e.f/g?h=1&i=2#j!", ["https://a.b/c_(d)", "https://e.f/g?h=1&i=2#j"]),
        ("**https://a.b/x**", ["https://a.b/x"]),
        ("`https://a.b` www.x.org a@b.cc ftp://x.y file:///etc", []),
        ("[label](https://a.b) and <https://c.d>", ["https://a.b", "https://c.d"]),
    ],
)  # fmt: skip
def test_web_addresses_are_links_without_the_punctuation_after_them(
    text: str, links: list[str]
) -> None:
    assert [span.link for span in _spans(text) if span.link] == links


def test_a_footnote_is_a_raised_label_with_the_note_as_its_tip() -> None:
    reference = next(span for span in _spans("Text[^1].\n\n[^1]: The **note**.") if span.raised)

    assert (reference.text, reference.note) == ("1", "The note.")


def test_notes_come_last_wherever_they_were_written() -> None:
    blocks = parse(parser(), "One[^a].\n\n[^a]: The note.\n\nThe end.")
    paragraphs = [block.paragraphs[0] for block in blocks if isinstance(block, Prose)]

    assert [paragraph.marker for paragraph in paragraphs] == ["", "", "a"]
    assert paragraphs[-1].note


def test_a_reference_shows_as_one_before_its_note_is_written() -> None:
    growing = IncrementalMarkdown(parser())
    growing.grow("Water boils[^1] at")
    (block,) = growing.blocks
    assert isinstance(block, Prose)

    assert [span.text for span in block.paragraphs[0].spans] == ["Water boils", "1", " at"]


def test_a_class_of_characters_is_no_footnote() -> None:
    assert not any(span.raised for span in _spans("the pattern [^a-z] matches"))


def test_breaks_in_tables_are_breaks_and_other_html_is_text() -> None:
    spans = _spans("a <i>b</i>\\\nc")

    assert "".join(span.text for span in spans) == "a <i>b</i>\u2028c"


def _spans(text: str) -> list[Span]:
    return [
        span
        for block in parse(parser(), text)
        if isinstance(block, Prose)
        for paragraph in block.paragraphs
        for span in paragraph.spans
    ]
