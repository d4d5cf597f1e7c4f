"""A sampling value: typed, slid, and put back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.domain.preferences import PreferencesFile
from app.domain.presets import PresetsFile
from app.ui.inspector.sampling import SamplingSection
from app.ui.inspector.value_row import ValueKind, ValueRow
from app.ui.theme import Theme
from tests.app.ui.conftest import put

TEMPERATURE = ValueKind(0, 5, 0.05, slider_high=2)
SEED = ValueKind(-1, 2**31 - 1, 1, low_text="Random")


def row_in(
    around: QWidget, kind: ValueKind, default: float | None
) -> tuple[ValueRow, list[object]]:
    row = ValueRow("Value (0: off)", kind, default)
    put(row, around)
    row.show_value(default)
    told: list[object] = []
    row.changed.connect(told.append)
    return row, told


def test_the_dot_shows_while_the_value_is_another_and_puts_it_back(around: QWidget) -> None:
    row, told = row_in(around, TEMPERATURE, 0.8)
    assert not row.reset_button.isVisibleTo(row)

    row.spin.setValue(1.25)
    assert row.reset_button.isVisibleTo(row)
    assert row.slider.value() == 25
    row.reset_button.click()

    assert told == [1.25, 0.8]
    assert not row.reset_button.isVisibleTo(row)
    assert row.spin.value() == 0.8


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

    assert told == [4.5]
    assert row.slider.value() == row.slider.maximum()


@pytest.mark.parametrize(("number", "value"), [(-1, None), (0, 0), (7, 7)])
def test_the_lowest_value_may_stand_for_none(
    around: QWidget, number: int, value: int | None
) -> None:
    row, _ = row_in(around, SEED, 3)
    told: list[object] = []
    row.changed.connect(told.append)
    row.spin.setValue(number)

    assert told == [value]
    assert (row.spin.text() == "Random") == (value is None)


def test_values_go_to_the_preferences(
    preferences: PreferencesFile, theme: Theme, around: QWidget
) -> None:
    section = SamplingSection(preferences, PresetsFile(preferences._path.parent / "p"), theme)
    put(section, around)
    section.rows["top_k"].spin.setValue(12)
    section.rows["max_tokens"].spin.setValue(0)
    section.rows["seed"].spin.setValue(99)
    section.probabilities.click()
    now = preferences.current

    assert (now.top_k, now.max_tokens, now.seed) == (12, None, 99)
    assert now.token_probabilities
    assert isinstance(now.top_k, int)
    assert preferences.current.sampling().seed == 99
