"""The details of a receipt, round by round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from app.domain.conversation import Message
from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.look import look_of
from app.ui.transcript.receipts import costs, sampling_words
from app.ui.transcript.row import Canvas
from app.ui.transcript.rows_foot import FootRow
from app.ui.transcript.rows_receipt import ReceiptRow, source_color
from app.ui.transcript.view import TranscriptView
from engine.types import Receipt, Round, Text
from tests.app.ui.transcript.conversations import StagedChat

RECEIPT = Receipt(
    prompt=1000,
    reused=600,
    restored=300,
    read=100,
    written=41,
    cause="message 3 was edited",
    seconds_to_first_token=0.52,
    prefill_seconds=0.5,
    decode_seconds=0.8,
    seed=7,
    model="SmolLM2",
    read_ahead=200,
    sampling='{"temperature":0.2}',
)


def answered(*receipts: Receipt | None) -> Message:
    rounds = tuple(Round((1,), "t", "end_of_turn", receipt) for receipt in receipts)
    return Message("a", None, "assistant", (Text("So."),), 0, rounds)


def test_the_sources_of_the_prompt_add_up_to_it() -> None:
    (cost,) = costs(answered(RECEIPT))

    found = {source.name: source.tokens for source in cost.sources}
    assert found == {"reused": 400, "read ahead": 200, "from disk": 300, "read": 100}
    assert sum(found.values()) == cost.prompt


def test_every_figure_of_a_round_is_told_in_words() -> None:
    (cost,) = costs(answered(RECEIPT))

    assert dict(cost.lines) == {
        "Prompt": "1,000 tokens",
        "Written": "41 tokens",
        "First token": "after 0.52 s",
        "Reading": "200.0 tok/s in 0.50 s",
        "Writing": "50.0 tok/s in 0.80 s",
        "Read again": "Message 3 was edited",
        "Sampling": "temperature 0.2 · top-k 40 · top-p 0.95 · min-p 0.05",
        "Seed": "7",
        "Model": "SmolLM2",
        "Ending": "The model had nothing more to say",
    }


def test_what_is_not_known_is_left_out() -> None:
    (cost,) = costs(answered(replace(RECEIPT, cause="", sampling="", prefill_seconds=0)))

    assert {"Read again", "Sampling", "Reading"}.isdisjoint(name for name, _ in cost.lines)


def test_each_round_of_several_has_a_heading() -> None:
    found = costs(answered(RECEIPT, RECEIPT))

    assert [cost.heading for cost in found] == ["Round 1 of 2", "Round 2 of 2"]
    assert costs(answered(None)) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "temperature 0.8 · top-k 40 · top-p 0.95 · min-p 0.05"),
        ('{"temperature":0}', "always the likeliest token"),
        (
            '{"top_k":0,"repetition_penalty":1.1}',
            "temperature 0.8 · top-k 0 · top-p 0.95 · min-p 0.05 · repetition penalty 1.1",
        ),
        ("", ""),
    ],
)
def test_sampling_in_words(text: str, words: str) -> None:
    assert sampling_words(text) == words


def test_the_bar_has_the_colours_of_the_legend(theme: Theme, icons: Icons) -> None:
    row = ReceiptRow(look_of(theme, icons), costs(answered(RECEIPT)))
    image = QImage(632, row.height(632), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    row.paint(painter, Canvas(width=632, clip=QRect(0, 0, 632, image.height())))
    painter.end()

    middle = 16 + 4
    assert image.pixelColor(16 + 100, middle) == source_color(theme, "reused")
    assert image.pixelColor(16 + 450, middle) == source_color(theme, "from disk")
    assert image.pixelColor(16 + 570, middle) == source_color(theme, "read")


def test_a_narrow_column_wraps_and_needs_more_height(theme: Theme, icons: Icons) -> None:
    look = look_of(theme, icons)

    wide = ReceiptRow(look, costs(answered(RECEIPT))).height(744)
    assert ReceiptRow(look, costs(answered(RECEIPT))).height(260) > wide


def test_a_receipt_that_opens_at_the_end_comes_into_sight(view: TranscriptView) -> None:
    chat = StagedChat()
    for number in range(12):
        chat.ask(f"Question {number}")
        chat.answer("An answer.\n\n" * 4)
    view.set_chat(chat)
    item = view.column.items[-1]
    foot = next(row for row in item.stack.rows if isinstance(row, FootRow))
    view._upkeep.toggle(item, foot)

    bottom = view.column.top(item) + item.height(view.column.width)
    assert isinstance(item.stack.rows[-1], ReceiptRow)
    assert bottom <= view.verticalScrollBar().value() + view.viewport().height()
