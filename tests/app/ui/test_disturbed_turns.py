"""Turns of seven families that do not go as planned: cut off, unreadable, refused, left waiting."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.domain.asking_again import was_told
from app.domain.tool_calls import DECLINED
from app.ui.icons import Icons
from app.ui.theme import Fonts
from engine.types import Reasoning, Text
from tests.app.ui.recorded_program import OpenProgram, RecordedProgram
from tests.engine.recorded_turns import KEYS, recorded_family, recorded_turn

CONTROL = Qt.KeyboardModifier.ControlModifier
DSML = "dsml_v4"
SEVERAL_AT_ONCE = [key for key in KEYS if key != "harmony"]
every_family = pytest.mark.parametrize("family", KEYS)


def wait_with_a_note(program: RecordedProgram) -> str:
    """In a new conversation, a note is to be written and waits; the id of its call."""
    program.window.new_conversation()
    program.ask("note")
    program.wait_for("awaiting_approval")
    program.shows("needs_approval")
    return program.calls[0].call_id


# ---- calls that need a word


@every_family
def test_a_call_that_changes_something_waits_for_the_user(
    open_program: OpenProgram, family: str
) -> None:
    program = open_program(family)

    program.click("deny", wait_with_a_note(program))
    program.wait_for("over")
    program.shows("denied")
    assert (program.results, program.tools.notes) == ([DECLINED], [])
    assert program.has_answered

    wait_with_a_note(program)
    program.window.actions_by_id["stop"].trigger()
    program.wait_for("over")
    program.shows("waiting")
    assert (program.answer.status, program.results) == ("interrupted", [])
    program.click("continue")
    program.wait_for("awaiting_approval")
    program.click("approve", program.calls[0].call_id)
    program.wait_for("over")
    program.shows("done")
    assert (program.answer.status, program.answer.notice) == ("complete", "")
    assert (program.results, program.tools.notes) == (["Noted."], ["Buy milk"])
    assert program.has_answered


def test_a_tool_always_allowed_runs_the_next_time_unasked(open_program: OpenProgram) -> None:
    program = open_program(DSML)

    program.click("always", wait_with_a_note(program))
    program.wait_for("over")
    program.click("retry")
    program.wait_for("over")

    program.shows("done")
    assert program.tools.notes == ["Buy milk"] * 2
    assert program.preferences.current.tools_always_allowed == ("write_note",)


@pytest.mark.parametrize("family", SEVERAL_AT_ONCE)
def test_of_two_calls_one_runs_and_one_waits(open_program: OpenProgram, family: str) -> None:
    program = open_program(family)
    program.ask("sum_and_bell")
    program.wait_for("awaiting_approval")
    program.shows("done", "needs_approval")
    assert (program.results, program.tools.rings) == (["722.5"], 0)

    QTest.keyClick(program.window.pane.composer.edit, Qt.Key.Key_Return, CONTROL)
    program.wait_for("over")

    program.shows("done", "done")
    assert program.results == ["722.5", "Ding."]
    assert program.has_answered


@pytest.mark.parametrize("family", [DSML, "harmony"])
def test_a_killed_program_comes_back_and_asks_again(
    *,
    open_program: OpenProgram,
    qtbot: QtBot,
    fonts: Fonts,
    icons: Icons,
    tmp_path: Path,
    family: str,
) -> None:
    killed = open_program(family)
    wait_with_a_note(killed)
    folder = tmp_path / "as_it_was"
    shutil.copytree(tmp_path, folder, ignore=shutil.ignore_patterns(folder.name))

    program = RecordedProgram(folder, qtbot=qtbot, fonts=fonts, icons=icons)
    program.start(family)
    qtbot.waitUntil(lambda: bool(program.session.summaries))
    program.session.open_conversation(killed.chat.conversation.id)
    program.shows("waiting")
    assert program.answer.status == "interrupted"
    program.click("continue")
    program.wait_for("awaiting_approval")
    program.click("approve", program.calls[0].call_id)
    program.wait_for("over")

    assert (program.answer.status, program.tools.notes) == ("complete", ["Buy milk"])
    assert program.has_answered


# ---- calls that cannot be run


@every_family
def test_a_call_that_cannot_be_run_is_answered_to_the_model(
    open_program: OpenProgram, family: str
) -> None:
    program = open_program(family)
    for turn, said in (("unknown", "There is no tool named send_fax."), ("invalid", "do not fit")):
        program.window.new_conversation()

        program.ask(turn)
        program.wait_for("over")

        program.shows("failed")
        assert said in program.results[0]
        assert program.answer.status == "complete"
        assert program.has_answered


@every_family
def test_a_call_that_the_limit_cut_off_can_be_gone_on_with(
    open_program: OpenProgram, family: str
) -> None:
    """Continue writes the rest of the call, which is then one like any other."""
    turn = recorded_turn(family, "note", recorded_family(family).tokenizer())
    program = open_program(family, max_tokens=turn.tokens_until("Buy m"))
    program.ask("note")
    program.wait_for("over")
    assert {problem.kind for problem in program.answer.problems} == {"tool_call_truncated"}
    assert program.tools.notes == []

    program.change(max_tokens=2048)
    program.click("continue")
    program.wait_for("awaiting_approval")
    program.click("approve", program.calls[0].call_id)
    program.wait_for("over")

    program.shows("done")
    assert (program.answer.problems, program.tools.notes) == ((), ["Buy milk"])
    assert program.has_answered


@every_family
def test_an_unreadable_call_is_a_problem_that_can_be_asked_again(
    open_program: OpenProgram, family: str
) -> None:
    """Models of the DSML family are told by themselves, once."""
    program = open_program(family)
    program.ask("malformed_twice" if family == DSML else "malformed")
    program.wait_for("over")
    errors = [text for text in program.results if text.startswith("Tool error: invalid DSML")]
    assert {problem.kind for problem in program.answer.problems} == {"tool_call_malformed"}
    assert len(program.answer.problems) == len(errors) + 1
    program.shows_problems(len(errors) + 1)
    assert len(errors) == (1 if family == DSML else 0)
    assert program.can_click("ask_again")

    program.click("ask_again")
    program.wait_for("over")

    program.shows("done")
    assert was_told(program.answer)
    assert program.has_answered
    assert not program.can_click("ask_again")


def test_a_call_inside_open_thinking_is_ignored_and_said(open_program: OpenProgram) -> None:
    program = open_program(DSML)

    program.ask("in_reasoning")
    program.wait_for("over")

    assert [type(part) for part in program.answer.parts] == [Reasoning, Text]
    assert [problem.kind for problem in program.answer.problems] == ["tool_call_in_reasoning"]
    assert program.answer.status == "complete"
    assert program.has_answered
