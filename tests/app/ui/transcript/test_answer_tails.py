"""Fifty answers in the style of current models: at every cut their end looks finished."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from app.ui.transcript.blocks import Block, Equation, Image, Prose, Table
from app.ui.transcript.grammar import parser
from app.ui.transcript.incremental import IncrementalMarkdown
from app.ui.transcript.markdown import parse

DATA = Path(__file__).parents[3] / "data" / "answers.jsonl"
ANSWERS = {
    answer["name"]: answer["text"]
    for answer in map(json.loads, DATA.read_text("utf-8").splitlines())
}
_COMMAND = re.compile(r"\\[a-zA-Z(\[]+")


@pytest.mark.parametrize("name", ANSWERS)
def test_no_marker_is_visible_at_any_cut(name: str) -> None:
    """At no cut there are more marker characters or LaTeX on screen than at the end."""
    text = ANSWERS[name]
    markdown = parser()
    allowed = markers(parse(markdown, text))
    growing = IncrementalMarkdown(markdown)
    for character in text:
        growing.grow(character)
        extra = markers(growing.blocks) - allowed
        assert not extra, growing.text[-40:]


@pytest.mark.parametrize("name", ANSWERS)
def test_the_finished_answer_is_what_the_whole_text_shows(name: str) -> None:
    text = ANSWERS[name]
    growing = IncrementalMarkdown(parser())
    for character in text:
        growing.grow(character)
    growing.finish()

    assert growing.blocks == parse(parser(), text)


@pytest.mark.parametrize("name", ANSWERS)
def test_no_block_changes_its_kind_while_it_grows(name: str) -> None:
    growing = IncrementalMarkdown(parser())
    kinds: list[type] = []
    for character in ANSWERS[name]:
        growing.grow(character)
        now = [type(block) for block in growing.blocks]
        assert now[: len(kinds)] == kinds[: len(now)], growing.text[-40:]
        kinds = now


def markers(blocks: list[Block]) -> Counter[str]:
    """Characters of Markdown and LaTeX that a reader would see as such."""
    text = "\n".join(_visible(block) for block in blocks)
    found = Counter(character for character in text if character in "*_`#[]|~!<>-+$^")
    return found + Counter(_COMMAND.findall(text))


def _visible(block: Block) -> str:
    match block:
        case Prose():
            cells = [paragraph.spans for paragraph in block.paragraphs]
        case Table():
            cells = [cell for line in block.lines for cell in line]
        case Image():
            return block.name
        case Equation() if not block.source:
            return block.markup
        case _:
            return ""
    return "\n".join(
        "".join(span.text for span in spans if not (span.code or span.formula)) for spans in cells
    )
