"""About a model: said once when it is new, read and chosen in a dialog that blocks nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel

from app.domain.model import ModelState
from app.domain.model_choices import ModelChoices
from app.ui.model_controls import FIRST_BUDGET, ModelControls
from app.ui.window import MainWindow
from engine.models import WIRE_FORMATS, HealthCard
from engine.types import ReasoningBudget
from tests.app.cards import PLAIN, THINKER, thinker
from tests.app.ui.fakes import STARTER, FakeSession, failed, loading, ready

LEFT = Qt.MouseButton.LeftButton


def known(card: HealthCard | None = THINKER, *, format: str | None = None) -> ModelState:
    """A loaded model that was introduced before."""
    choices = ModelChoices(format=format, seen=True)
    return replace(ready(), card=card, choices=choices, loaded_format=format)


@pytest.fixture
def controls(window: MainWindow, session: FakeSession) -> ModelControls:
    """Of an open dialog about a model that thinks."""
    session.become(known())
    window.about_model()
    return window.model_dialog.controls


def pick(box: QComboBox, text: str) -> None:
    """As a person does: `activated` tells only of those."""
    box.setCurrentIndex(box.findText(text))
    box.activated.emit(box.currentIndex())


def texts(box: QComboBox) -> list[str]:
    return [box.itemText(index) for index in range(box.count())]


def introduction(window: MainWindow) -> str:
    bar = window.pane.notices.bar("introduction")
    return bar.notice.sentence if bar is not None else ""


# ---- the introduction


def test_a_new_model_is_introduced_once(window: MainWindow, session: FakeSession) -> None:
    session.become(replace(ready(), card=THINKER))

    assert introduction(window) == (
        "SmolLM2 135M Instruct is here for the first time. It can think before it answers; the "
        "Think button switches that. It can use tools."
    )
    assert session.model.choices == ModelChoices(seen=True)
    session.become(known())
    assert introduction(window) == ""


def test_the_introduction_leads_to_the_dialog(window: MainWindow, session: FakeSession) -> None:
    session.become(replace(ready(), card=THINKER))
    bar = window.pane.notices.bar("introduction")
    assert bar is not None
    assert not window.model_dialog.isVisible()

    QTest.mouseClick(bar.button, LEFT)

    assert window.model_dialog.isVisible()
    assert not window.model_dialog.isModal()


def test_a_model_without_a_card_is_not_introduced(window: MainWindow, session: FakeSession) -> None:
    session.become(replace(ready(), card=None))

    assert introduction(window) == ""
    assert not window.top_bar.about_button.isVisible()
    assert session.model.choices == ModelChoices()


def test_a_broken_template_is_a_warning(window: MainWindow, session: FakeSession) -> None:
    session.become(replace(ready(), card=thinker(error="It has a syntax error.")))
    bar = window.pane.notices.bar("introduction")

    assert bar is not None
    assert bar.notice.tone == "warning"


# ---- the dialog


def test_the_button_beside_the_model_opens_it(window: MainWindow, session: FakeSession) -> None:
    session.become(known())

    QTest.mouseClick(window.top_bar.about_button, LEFT)

    assert window.model_dialog.isVisible()
    shown = [label.text() for label in window.model_dialog.findChildren(QLabel)]
    assert set(THINKER.sentences) <= set(shown)


def test_what_the_template_lacks_is_not_offered(
    session: FakeSession, controls: ModelControls
) -> None:
    boxes = (controls.thinking, controls.effort, controls.keep, controls.limit)
    assert [box.isVisible() for box in boxes] == [True, True, True, True]

    session.become(known(PLAIN))

    assert [box.isVisible() for box in boxes] == [False, False, False, False]
    assert controls.format.isVisible()


def test_options_show_what_holds_and_change_it(
    session: FakeSession, controls: ModelControls
) -> None:
    assert (controls.thinking.currentText(), controls.effort.currentText()) == ("On", "Medium")

    pick(controls.thinking, "Off")
    pick(controls.effort, "High")

    assert session.model.choices == ModelChoices(thinking=False, effort="high", seen=True)


def test_reasoning_is_kept_on_request_and_its_effect_is_said(
    session: FakeSession, controls: ModelControls
) -> None:
    assert controls.keep_hint.text().startswith("The cache stays valid")
    assert session.chat is not None

    controls.keep.click()

    assert session.model.choices == ModelChoices(keep_reasoning=True, seen=True)
    assert session.chat.done == [("forecast", "settings", "", "")]


def test_a_limit_is_off_until_it_is_wanted(session: FakeSession, controls: ModelControls) -> None:
    assert not controls.soft.isVisible()

    controls.limit.click()
    assert session.model.choices.budget == FIRST_BUDGET
    assert controls.soft.isVisible()

    controls.limit.click()
    assert session.model.choices.budget is None
    assert not controls.soft.isVisible()


def test_the_soft_limit_is_never_above_the_hard_one(
    session: FakeSession, controls: ModelControls
) -> None:
    controls.limit.click()

    controls.soft.setValue(2000)
    assert session.model.choices.budget == ReasoningBudget(soft=2000, hard=2000)

    controls.hard.setValue(500)
    assert session.model.choices.budget == ReasoningBudget(soft=500, hard=500)
    assert controls.soft.value() == 500


def test_another_format_holds_when_the_model_is_loaded_again(
    session: FakeSession, controls: ModelControls
) -> None:
    assert texts(controls.format) == ["Detected (hermes)", *WIRE_FORMATS]
    assert not controls.load_button.isVisible()

    pick(controls.format, "harmony")
    assert session.model.choices.format == "harmony"
    assert controls.format_hint.text() == "This holds when the model is loaded again."
    QTest.mouseClick(controls.load_button, LEFT)
    assert session.done[-1][0] == "load"

    session.become(known(format="harmony"))
    assert not controls.load_button.isVisible()
    pick(controls.format, "Detected")
    assert session.model.choices.format is None
    assert controls.load_button.isVisible()


def test_it_stays_while_the_model_is_loaded_again_and_goes_with_it(
    window: MainWindow, session: FakeSession, controls: ModelControls
) -> None:
    session.become(loading(0.5))
    assert window.model_dialog.isVisible()
    assert not controls.isEnabled()
    session.become(known())
    assert controls.isEnabled()

    session.become(failed("There is not enough memory."))

    assert not window.model_dialog.isVisible()


def test_esc_closes_it(window: MainWindow, controls: ModelControls) -> None:
    assert controls.isVisible()

    QTest.keyClick(window.model_dialog, Qt.Key.Key_Escape)

    assert not window.model_dialog.isVisible()


def test_enter_ends_the_typing_of_a_limit_and_nothing_else(
    window: MainWindow, session: FakeSession, controls: ModelControls
) -> None:
    pick(controls.format, "harmony")
    controls.limit.click()
    controls.soft.selectAll()
    controls.soft.setFocus()

    QTest.keyClicks(controls.soft, "300")
    assert session.model.choices.budget == FIRST_BUDGET
    QTest.keyClick(controls.soft, Qt.Key.Key_Return)

    assert session.model.choices.budget == replace(FIRST_BUDGET, soft=300)
    assert window.model_dialog.isVisible()
    assert ("load", STARTER.path.name) not in session.done


def test_the_mouse_wheel_changes_nothing(session: FakeSession, controls: ModelControls) -> None:
    controls.limit.click()
    before = session.model.choices
    for box in (controls.effort, controls.soft, controls.format):
        middle = QPointF(box.rect().center())
        wheel = QWheelEvent(
            middle,
            QPointF(box.mapToGlobal(middle)),
            QPoint(0, 0),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,  # not inverted
        )
        QApplication.sendEvent(box, wheel)

    assert session.model.choices == before
    assert controls.effort.currentText() == "Medium"
