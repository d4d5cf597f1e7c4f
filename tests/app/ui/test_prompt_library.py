"""Prompts are written into the composer, and filled in where they stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.chat import Chat
from app.domain.prompts import Prompt, PromptsFile
from app.domain.starting_prompts import ENGLISH
from app.ui.composer import Composer
from app.ui.icons import Icons
from app.ui.message_edit import LONG_TEXT
from app.ui.prompt_library import PromptLibrary
from app.ui.prompts_dialog import PromptsDialog
from app.ui.theme import Theme
from tests.app.ui.fakes import FakeChat

TWO = Prompt("two", "Two", "From {{a}} to {{b|Rome}} or {{c|Paris}}.")

# The offscreen platform says so of every dialog.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def prompts(tmp_path: Path) -> PromptsFile:
    return PromptsFile(tmp_path / "prompts.json")


@pytest.fixture
def library(
    prompts: PromptsFile, composer: Composer, theme: Theme, icons: Icons, around: QWidget
) -> PromptLibrary:
    return PromptLibrary(
        prompts,
        composer,
        selected_text=lambda: "what was selected",
        theme=theme,
        icons=icons,
        over=around,
    )


@pytest.fixture
def dialog(
    library: PromptLibrary, prompts: PromptsFile, theme: Theme, icons: Icons, around: QWidget
) -> PromptsDialog:
    assert library.entries(), "it knows the built-in prompts"
    dialog = PromptsDialog(prompts, theme, icons, around)
    dialog.open_beside()
    return dialog


def text(composer: Composer) -> str:
    return composer.edit.toPlainText()


def selected(composer: Composer) -> str:
    return composer.edit.textCursor().selectedText()


def press(composer: Composer, key: Qt.Key) -> None:
    QTest.keyClick(composer.edit, key)


# ---- filled in where they stand


def test_tab_goes_from_field_to_field_and_at_the_end_out(
    composer: Composer, library: PromptLibrary, chat: FakeChat
) -> None:
    library.use(TWO)
    assert text(composer) == "From {{a}} to Rome or Paris."
    found = [selected(composer)]
    QTest.keyClicks(composer.edit, "Oslo")
    for _ in range(3):
        press(composer, Qt.Key.Key_Tab)
        found.append(selected(composer))

    assert found == ["{{a}}", "Rome", "Paris", ""]
    assert composer.edit.textCursor().atEnd()
    assert composer.edit.extraSelections() == []
    press(composer, Qt.Key.Key_Return)
    assert chat.done == [("send", "From Oslo to Rome or Paris.")]


def test_back_with_shift_and_round_to_what_is_open(
    composer: Composer, library: PromptLibrary
) -> None:
    library.use(TWO)
    press(composer, Qt.Key.Key_Tab)
    press(composer, Qt.Key.Key_Tab)
    QTest.keyClicks(composer.edit, "Bern")
    press(composer, Qt.Key.Key_Backtab)
    assert selected(composer) == "Rome"
    press(composer, Qt.Key.Key_Backtab)
    assert selected(composer) == "{{a}}"

    for _ in range(3):
        press(composer, Qt.Key.Key_Tab)

    assert selected(composer) == "{{a}}"
    assert text(composer) == "From {{a}} to Rome or Bern."


def test_without_fields_tab_leaves_the_box(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "{{a}} is no field")
    assert composer.edit.extraSelections() == []

    press(composer, Qt.Key.Key_Tab)

    assert not composer.edit.hasFocus()


def test_what_is_open_is_asked_for_once(
    composer: Composer, library: PromptLibrary, chat: FakeChat
) -> None:
    library.use(TWO)
    press(composer, Qt.Key.Key_Return)
    assert chat.done == []
    assert composer.note_label.text().startswith("“a” is still to be filled in.")
    assert selected(composer) == "{{a}}"

    press(composer, Qt.Key.Key_Return)

    assert chat.done == [("send", "From {{a}} to Rome or Paris.")]
    assert text(composer) == ""
    QTest.keyClicks(composer.edit, "{{a}} again")
    press(composer, Qt.Key.Key_Return)
    assert chat.done[1:] == [("send", "{{a}} again")]


def test_fields_belong_to_their_conversation(
    composer: Composer, library: PromptLibrary, chat: FakeChat
) -> None:
    library.use(TWO)
    other = FakeChat("two")
    composer.set_chat(cast(Chat, other))
    QTest.keyClicks(composer.edit, "{{a}}")
    assert composer.fields.unfilled() == []

    composer.set_chat(cast(Chat, chat))

    assert [one.name for one in composer.fields.unfilled()] == ["a"]


def test_a_prompt_is_written_at_the_cursor(composer: Composer, library: PromptLibrary) -> None:
    QTest.keyClicks(composer.edit, "Please: ")
    library.use(TWO)

    assert text(composer) == "Please: From {{a}} to Rome or Paris."
    assert selected(composer) == "{{a}}"
    composer.edit.undo()
    assert text(composer) == "Please: "


def test_signs_of_two_units_before_a_field_shift_nothing(
    composer: Composer, library: PromptLibrary
) -> None:
    composer.edit.setPlainText("😀 ")
    composer.edit.moveCursor(QTextCursor.MoveOperation.End)
    library.use(Prompt("p", "P", "😀 {{a}} 😀 {{b|Rome 😀}}."))
    assert selected(composer) == "{{a}}"

    press(composer, Qt.Key.Key_Tab)

    assert selected(composer) == "Rome 😀"


def test_what_the_program_knows_is_filled_in(composer: Composer, library: PromptLibrary) -> None:
    QGuiApplication.clipboard().setText("what was copied")
    today = QLocale().toString(QDate.currentDate(), QLocale.FormatType.LongFormat)

    library.use(Prompt("p", "P", "{{date}}|{{selection}}|{{clipboard}}"))

    assert text(composer) == f"{today}|what was selected|what was copied"
    assert composer.fields.unfilled() == []


def test_an_empty_clipboard_is_a_field_and_a_long_one_a_file(
    composer: Composer, library: PromptLibrary, chat: FakeChat
) -> None:
    prompt = Prompt("p", "P", "Sum up {{clipboard}}.")
    QGuiApplication.clipboard().clear()
    library.use(prompt)
    assert selected(composer) == "{{clipboard}}"

    composer.edit.clear()
    QGuiApplication.clipboard().setText("x" * LONG_TEXT)
    library.use(prompt)

    assert text(composer) == "Sum up (the attached file)."
    assert chat.attaching.done == [("text", "x" * LONG_TEXT)]


def test_the_menu_and_the_palette_offer_them(composer: Composer, library: PromptLibrary) -> None:
    library.fill_menu(composer.prompts_menu)
    names = [action.text() for action in composer.prompts_menu.actions() if action.text()]
    assert names == [*(one.name for one in ENGLISH), "Edit the prompt library…"]
    assert [entry.text for entry in library.entries()] == names

    composer.prompts_menu.actions()[1].trigger()

    assert text(composer).startswith("Summarise the following text in five sentences.")
    assert selected(composer) == "five sentences"


# ---- the dialog


def listed(dialog: PromptsDialog) -> list[str]:
    return [dialog.list.item(row).text() for row in range(dialog.list.count())]


def test_what_is_written_is_kept_when_typing_pauses(
    dialog: PromptsDialog, prompts: PromptsFile, qtbot: QtBot
) -> None:
    dialog.new_button.click()
    QTest.keyClicks(dialog.editor.name_edit, "Mine")
    dialog.editor.text_edit.setPlainText("Say {{what}}.")
    qtbot.waitUntil(lambda: prompts.all[1].text == "Say {{what}}.")

    assert prompts.all[1].name == "Mine"
    assert listed(dialog)[:3] == ["Explain", "Mine", "Summarise"]


def test_leaving_a_prompt_or_the_dialog_keeps_what_is_written(
    dialog: PromptsDialog, prompts: PromptsFile
) -> None:
    dialog.editor.text_edit.setPlainText("Explain it.")
    dialog.list.setCurrentRow(1)
    assert prompts.all[0].text == "Explain it."
    assert dialog.editor.text_edit.toPlainText() == ENGLISH[1].text

    dialog.editor.name_edit.clear()
    QTest.keyClicks(dialog.editor.name_edit, "Sum up")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert prompts.all[1].name == "Sum up"
    assert not dialog.isVisible()


def test_a_deleted_prompt_comes_back_with_undo(dialog: PromptsDialog, prompts: PromptsFile) -> None:
    dialog.list.setCurrentRow(1)
    dialog.delete_button.click()
    assert listed(dialog)[:2] == ["Explain", "Translate"]
    assert dialog.said_label.text() == "“Summarise” is deleted."
    assert dialog.restore_button.isVisible()

    dialog.undo_button.click()

    assert [one.name for one in prompts.all] == [one.name for one in ENGLISH]
    assert dialog.editor.name_edit.text() == "Summarise"
    assert not dialog.restore_button.isVisible()
    assert not dialog.undo_button.isVisible()


def test_the_last_prompt_can_be_deleted_and_the_built_in_ones_restored(
    dialog: PromptsDialog, prompts: PromptsFile
) -> None:
    for _ in ENGLISH:
        dialog.delete_button.click()
    assert (listed(dialog), dialog.editor.text_edit.isEnabled()) == ([], False)
    assert not dialog.use_button.isEnabled()

    dialog.restore_button.click()

    assert len(prompts.all) == len(ENGLISH)


def test_prompts_are_copied_and_put_in_order(dialog: PromptsDialog, prompts: PromptsFile) -> None:
    dialog.copy_button.click()
    assert listed(dialog)[:2] == ["Explain", "Explain 2"]
    dialog.down_button.click()
    assert [one.name for one in prompts.all][1:3] == ["Summarise", "Explain 2"]
    dialog.up_button.click()
    dialog.up_button.click()

    assert [one.name for one in prompts.all][:2] == ["Explain 2", "Explain"]
    assert not dialog.up_button.isEnabled()


def test_using_one_writes_it_into_the_composer(composer: Composer, library: PromptLibrary) -> None:
    library.open_dialog()
    dialog = library.dialog
    assert dialog is not None
    dialog.list.setCurrentRow(5)

    dialog.use_button.click()

    assert not dialog.isVisible()
    assert selected(composer) == "{{the one}}"


def test_files_of_prompts(dialog: PromptsDialog, prompts: PromptsFile, tmp_path: Path) -> None:
    dialog.export_to(tmp_path / "out.json")
    assert dialog.said_label.text() == "All prompts are in “out.json”."
    assert len(json.loads((tmp_path / "out.json").read_text("utf-8"))) == len(ENGLISH)
    dialog.import_from(tmp_path / "out.json")
    assert dialog.said_label.text() == "All prompts of this file are there already."

    (tmp_path / "in.json").write_text('[{"name": "Fix", "text": "Fix it."}]')
    dialog.import_from(tmp_path / "in.json")
    assert dialog.said_label.text() == "1 prompt was added."
    assert prompts.all[-1].name == "Fix"

    (tmp_path / "bad.json").write_text("{}")
    dialog.import_from(tmp_path / "bad.json")
    assert "holds no prompts" in dialog.said_label.text()
    assert dialog.said_label.property("tone") == "error"
