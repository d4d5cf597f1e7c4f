"""A number: typed, slid, put back, and where it comes from."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.domain.value_sources import Shown, Source
from app.ui.inspector.value_row import ValueKind, ValueRow
from tests.app.ui.conftest import put

TEMPERATURE = ValueKind(0, 5, 0.05, slider_high=2)
SEED = ValueKind(-1, 2**31 - 1, 1, low_text="Random")


def row_in(around: QWidget, kind: ValueKind, value: float | None) -> tuple[ValueRow, list[object]]:
    row = ValueRow("Value", kind, whole="Value (0: off)")
    put(row, around)
    show(row, value, "default")
    told: list[object] = []
    row.changed.connect(told.append)
    return row, told


def show(row: ValueRow, value: object, source: Source, *, back_to: object = 0.8) -> None:
    row.show_value(Shown(value, source, back_to), everywhere=False)


@pytest.mark.parametrize(
    ("source", "text", "dot"),
    [
        ("default", "", False),
        ("everywhere", "", False),
        ("preset", "preset", True),
        ("conversation", "here", True),
    ],
)
def test_it_says_where_the_value_comes_from(
    around: QWidget, source: Source, text: str, dot: bool
) -> None:
    row, _ = row_in(around, TEMPERATURE, 0.8)
    show(row, 1.25, source)

    assert row.head.source_label.text() == text
    assert row.reset_button.isVisibleTo(row) == dot
    assert row.reset_button.toolTip() == "Back to 0.80"
    assert row.slider.value() == 25
    assert row.head.label.text() == "Value"


def test_the_values_of_everywhere_have_a_dot_and_no_source(around: QWidget) -> None:
    row, _ = row_in(around, TEMPERATURE, 0.8)
    row.show_value(Shown(1.25, "conversation", 0.8), everywhere=True)

    assert row.head.source_label.text() == ""
    assert row.reset_button.isVisibleTo(row)


def test_the_dot_asks_for_the_usual_value_and_changes_nothing_itself(around: QWidget) -> None:
    row, told = row_in(around, TEMPERATURE, 0.8)
    resets: list[bool] = []
    row.reset.connect(lambda: resets.append(True))
    show(row, 1.25, "conversation")
    row.reset_button.click()

    assert resets == [True]
    assert told == []


def test_while_it_is_slid_the_number_follows_and_holds_at_the_end(around: QWidget) -> None:
    row, told = row_in(around, TEMPERATURE, 0.8)
    row.slider.sliderMoved.emit(30)
    assert row.spin.value() == 1.5
    assert told == []

    row.slider.setValue(30)
    assert told == [1.5]


def test_more_than_the_slider_shows_can_be_typed(around: QWidget) -> None:
    row, told = row_in(around, TEMPERATURE, 0.8)
    row.spin.setFocus()
    row.spin.selectAll()
    QTest.keyClicks(row.spin, "4.5")
    QTest.keyClick(row.spin, Qt.Key.Key_Return)
    show(row, 4.5, "conversation")

    assert told == [4.5]
    assert row.slider.value() == row.slider.maximum()


@pytest.mark.parametrize(("number", "value"), [(-1, None), (0, 0), (7, 7)])
def test_the_lowest_value_may_stand_for_none(
    around: QWidget, number: int, value: int | None
) -> None:
    row, told = row_in(around, SEED, 3)
    row.spin.setValue(number)

    assert told == [value]
    assert (row.spin.text() == "Random") == (value is None)
