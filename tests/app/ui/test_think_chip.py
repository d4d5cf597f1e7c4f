"""The Think chip: there for models that can think, and what its menu changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.model_choices import ModelChoices
from app.next_prompt import ContextUse
from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.think_chip import ThinkChip
from app.ui.window import MainWindow
from engine.models import HealthCard, TemplateOption
from engine.types import ReasoningBudget
from tests.app.cards import EFFORT, PLAIN, THINKER, THINKING, thinker
from tests.app.ui.conftest import put
from tests.app.ui.fakes import FakeSession, loading, ready

SEEN = ModelChoices(seen=True)


@pytest.fixture
def chip(around: QWidget, theme: Theme, icons: Icons) -> ThinkChip:
    chip = ThinkChip(theme, icons)
    put(chip, around)
    return chip


def show(chip: ThinkChip, card: HealthCard | None, choices: ModelChoices = SEEN) -> None:
    chip.show_model(replace(ready(), card=card, choices=choices))


def entries(chip: ThinkChip) -> list[str]:
    chip.fill_menu()
    return [action.text() for action in chip.menu_shown.actions() if not action.isSeparator()]


def choose(chip: ThinkChip, entry: str) -> None:
    chip.fill_menu()
    next(action for action in chip.menu_shown.actions() if action.text() == entry).trigger()


def words(chip: ThinkChip) -> str:
    return chip.text().strip()


@pytest.mark.parametrize(("card", "shown"), [(THINKER, True), (PLAIN, False), (None, False)])
def test_it_is_there_for_models_that_can_think(
    chip: ThinkChip, card: HealthCard | None, shown: bool
) -> None:
    show(chip, card)

    assert chip.isVisible() is shown


def test_it_says_how_the_model_thinks_now(chip: ThinkChip) -> None:
    show(chip, THINKER)
    assert (words(chip), chip.isChecked()) == ("Think · Medium", True)
    assert chip.accessibleName() == "Think: on, Medium"

    show(chip, THINKER, replace(SEEN, effort="high"))
    assert words(chip) == "Think · High"

    show(chip, THINKER, replace(SEEN, thinking=False))
    assert (words(chip), chip.isChecked()) == ("Think", False)
    assert chip.accessibleName() == "Think: off"


def test_the_menu_offers_what_the_template_has(chip: ThinkChip) -> None:
    efforts = ["Low effort", "Medium effort", "High effort"]
    show(chip, THINKER)
    assert entries(chip) == ["On", "Off", *efforts, "Limit thinking…"]

    show(chip, thinker(options=(EFFORT,)))
    assert entries(chip) == [*efforts, "Limit thinking…"]

    show(chip, thinker(options=()))
    assert entries(chip) == ["Limit thinking…"]


def test_an_entry_changes_one_choice(qtbot: QtBot, chip: ThinkChip) -> None:
    before = ModelChoices(keep_reasoning=True, effort="low", seen=True)
    show(chip, THINKER, before)

    with qtbot.waitSignal(chip.chosen) as off:
        choose(chip, "Off")
    with qtbot.waitSignal(chip.chosen) as high:
        choose(chip, "High effort")

    assert off.args == [replace(before, thinking=False)]
    assert high.args == [replace(before, effort="high")]


def test_values_are_chosen_as_the_template_spells_them(qtbot: QtBot, chip: ThinkChip) -> None:
    mode = TemplateOption("thinking_mode", ("thinking", "chat"), "chat", "thinking")
    show(chip, thinker(options=(mode,)))
    assert not chip.isChecked()

    with qtbot.waitSignal(chip.chosen) as chosen:
        choose(chip, "On")

    assert chosen.args == [replace(SEEN, thinking="thinking")]


def test_no_effort_at_all_is_off(chip: ThinkChip) -> None:
    effort = TemplateOption("reasoning_effort", ("none", "high"), "none", "effort")
    show(chip, thinker(options=(effort,)))

    assert (words(chip), chip.isChecked()) == ("Think", False)
    assert entries(chip) == ["Off", "High effort", "Limit thinking…"]


def test_the_limit_is_asked_for_and_told(qtbot: QtBot, chip: ThinkChip) -> None:
    show(chip, THINKER, replace(SEEN, budget=ReasoningBudget(soft=1000, hard=2000)))

    assert chip.toolTip() == "Whether the model thinks before it answers (at most 2,000 tokens)"
    with qtbot.waitSignal(chip.limit_requested):
        choose(chip, "Limit thinking…")


# ---- in the window


def test_a_choice_is_made_at_once_and_its_cost_is_asked(
    window: MainWindow, session: FakeSession
) -> None:
    session.become(replace(ready(), card=THINKER, choices=SEEN))
    assert session.chat is not None

    choose(window.pane.composer.think_chip, "Off")

    assert session.model.choices == replace(SEEN, thinking=False)
    assert session.chat.done == [("forecast", "settings", "", "")]
    session.chat.forecasted.emit("settings", "will read 412 of 1,204 tokens, about 3 s")
    bar = window.pane.notices.bar("choice")
    assert bar is not None
    assert bar.notice.sentence == (
        "With this choice, the next answer will read 412 of 1,204 tokens, about 3 s."
    )
    session.chat.add("user", "Hello")
    assert window.pane.notices.bar("choice") is None


def test_a_choice_without_a_cost_says_nothing(window: MainWindow, session: FakeSession) -> None:
    session.become(replace(ready(), card=THINKER, choices=SEEN))
    assert session.chat is not None

    session.chat.forecasted.emit("settings", "")
    window.pane.choose_for_model(replace(SEEN, budget=ReasoningBudget(soft=1, hard=2)))

    assert window.pane.notices.bar("choice") is None
    assert session.chat.done == []


def test_the_chip_goes_with_the_model(window: MainWindow, session: FakeSession) -> None:
    chip = window.pane.composer.think_chip
    session.become(replace(ready(), card=thinker(options=(THINKING,)), choices=SEEN))
    assert chip.isVisible()

    session.become(loading(0.1))
    assert not chip.isVisible()


def test_a_narrow_window_has_room_for_the_chips(
    window: MainWindow, session: FakeSession, qtbot: QtBot
) -> None:
    composer = window.pane.composer
    session.become(replace(ready(), card=THINKER, choices=SEEN))
    assert composer.keys_hint.fits

    window.resize(560, 420)
    qtbot.waitUntil(lambda: not composer.keys_hint.fits)

    assert not composer.foot.compact
    assert composer.think_chip.width() >= composer.think_chip.sizeHint().width()


def test_where_the_words_of_the_chips_have_no_room_their_icons_are_left(
    window: MainWindow, session: FakeSession, qtbot: QtBot
) -> None:
    """Nothing is cut off, and the words come back with the room."""
    composer = window.pane.composer
    session.become(replace(ready(), card=THINKER, choices=SEEN))
    session.next_prompt.become(ContextUse(3900, 4096, 1204, ""))
    composer.edit.setPlainText("Why?")
    line = (composer.think_chip, composer.tools_button, composer.context_ring, composer.send_button)
    window.resize(480, 420)
    qtbot.waitUntil(lambda: composer.foot.compact)
    QApplication.processEvents()

    assert all(one.width() >= one.sizeHint().width() for one in line)
    assert composer.send_button.geometry().right() < composer.foot.width()
    assert composer.think_chip.accessibleName() == "Think: on, Medium"

    for width in range(480, 800, 8):
        window.resize(width, 420)
        QApplication.processEvents()
        assert [one.width() >= one.sizeHint().width() for one in line] == [True] * 4, width

    window.resize(1180, 420)
    qtbot.waitUntil(lambda: not composer.foot.compact)
    assert composer.context_ring.draft_label.isVisible()
