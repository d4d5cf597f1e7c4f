"""The line that says a conversation goes on with another model, and what that costs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.domain.model import KnownModel
from app.domain.moving import Move
from app.ui.model_move_bar import ModelMoveBar, move_text
from app.ui.window import MainWindow
from engine.events import Forecast
from tests.app.ui.fakes import CODER, FakeChat, FakeSession, ready, running_turn

FORECAST = Forecast(request=1, prompt=3_500, reused=88, restored=0, to_read=3_412, seconds=12.2)
MOVE = Move(CODER.name, "SmolLM2 135M Instruct", 4_096, FORECAST)


@pytest.fixture
def chat(session: FakeSession) -> FakeChat:
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "Why?")
    session.chat.add("assistant", "Because")
    return session.chat


@pytest.fixture
def bar(window: MainWindow, chat: FakeChat) -> ModelMoveBar:
    chat.model_move.become(MOVE)
    return window.pane.model_move


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({}, "A; B will read 3,412 tokens once (about 12 s)."),
        ({"seconds": 0.0}, "A; B will read 3,412 tokens once."),
        ({"seconds": 0.2}, "A; B will read 3,412 tokens once (about 1 s)."),
        ({"seconds": 130.0}, "A; B will read 3,412 tokens once (about 2 min)."),
        (
            {"restored": 3_400, "to_read": 12},
            "A; B takes 3,400 tokens from disk and reads 12.",
        ),
        ({"prompt": 4_090}, "A; it needs 4,090 tokens, and B holds 4,096."),
    ],
)
def test_it_says_what_the_other_model_reads(changed: dict[str, float], text: str) -> None:
    move = Move("A", "B", 4_096, replace(FORECAST, **changed))  # type: ignore[arg-type]

    assert move_text(move) == f"Written with {text}"


def test_without_a_forecast_it_says_who_wrote() -> None:
    assert move_text(Move("A", "B", 0)) == "Written with A; B has not read it yet."


def test_it_leads_back_to_the_model_that_wrote(bar: ModelMoveBar, session: FakeSession) -> None:
    assert bar.isVisible()
    assert bar.back_button.text() == "Load Qwen2.5-Cod…uct-Q4_K_M"
    assert bar.back_button.toolTip() == CODER.name
    bar.back_button.click()

    assert session.done[-1] == ("load", CODER.path.name)


def test_going_on_closes_it(bar: ModelMoveBar, chat: FakeChat) -> None:
    bar.on_button.click()

    assert chat.model_move.move is None
    assert not bar.isVisible()


def test_a_model_that_is_gone_cannot_be_loaded(
    bar: ModelMoveBar, session: FakeSession, chat: FakeChat
) -> None:
    session.known = list[KnownModel]()
    chat.model_move.become(replace(MOVE, window=2))

    assert bar.isVisible()
    assert not bar.back_button.isVisible()


def test_while_an_answer_is_written_nothing_is_said(bar: ModelMoveBar, chat: FakeChat) -> None:
    chat.set_turn(running_turn())
    assert not bar.isVisible()
    looked = chat.model_move.looked

    chat.set_turn(None)
    assert chat.model_move.looked == looked + 1


def test_it_looks_when_the_model_or_the_conversation_is_another(
    bar: ModelMoveBar, session: FakeSession, chat: FakeChat
) -> None:
    looked = chat.model_move.looked
    session.become(ready())
    chat.setup.set_system_prompt("Be kind.")
    assert chat.model_move.looked == looked + 2

    other = FakeChat("two")
    session.open(other)
    assert not bar.isVisible()
    assert other.model_move.looked == 1


def test_the_model_picker_says_what_another_model_would_read(
    window: MainWindow, chat: FakeChat
) -> None:
    window.choose_model()
    assert not window.picker.cost_label.isVisible(), "there is next to nothing"
    window.picker.close_picker()
    chat.model_move.about_tokens = 3_412
    window.choose_model()

    assert window.picker.cost_label.isVisible()
    text = "Another model reads this conversation once, about 3,400 tokens."
    assert window.picker.cost_label.text() == text
