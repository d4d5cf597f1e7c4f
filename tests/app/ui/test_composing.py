"""Chinese and accents through an input method, in every field that people write in.

The events are those that ibus and fcitx (preedit, then commit), macOS (preedit, then a commit that
replaces) and a cancelled composition send.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QDeadlineTimer, Qt
from PySide6.QtGui import QInputMethodEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.domain.conversation import Summary
from app.ui.name_dialog import ask_name
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession, ready
from tests.patience import LIMIT_MS

Field = QLineEdit | QPlainTextEdit
Acted = Callable[[], bool]
Place = Callable[[MainWindow, FakeSession], tuple[Field, Acted]]
"""Opens a field, and says whether Enter has done something there."""

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def compose(field: QWidget, preedit: str) -> None:
    cursor = QInputMethodEvent.Attribute(
        QInputMethodEvent.AttributeType.Cursor, len(preedit), 1, None
    )
    QCoreApplication.sendEvent(field, QInputMethodEvent(preedit, [cursor]))


def commit(field: QWidget, text: str, *, at: int = 0, instead_of: int = 0) -> None:
    event = QInputMethodEvent()
    event.setCommitString(text, at, instead_of)
    QCoreApplication.sendEvent(field, event)


def text(field: Field) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


# ---- the fields, each with what Enter does in it


def composer(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    session.become(ready())
    window.pane.composer.edit.setFocus()
    chat = session.chat
    assert chat is not None
    return window.pane.composer.edit, lambda: any(one[0] == "send" for one in chat.done)


def search(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    field = window.sidebar.search.edit
    accepted: list[bool] = []
    window.sidebar.search.accepted.connect(lambda: accepted.append(True))
    field.setText("a")
    assert session.done == []
    return field, lambda: bool(accepted)


def rename(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    session.show_summaries([Summary("one", "Old", 0, 0)])
    view = window.sidebar.list
    view.setCurrentIndex(window.sidebar.model.index_of("one"))
    QTest.keyClick(view, Qt.Key.Key_F2)
    [field] = [one for one in view.findChildren(QLineEdit) if one.isVisible()]
    return field, lambda: not view.renaming


def name(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    chosen: list[str] = []
    dialog: QInputDialog = ask_name(
        window,
        title="New tag",
        label="Name",
        button="Add",
        theme=window.theme,
        chosen=chosen.append,
    )
    field = dialog.findChild(QLineEdit)
    assert field is not None
    assert session.done == []
    field.setText("a")
    return field, lambda: bool(chosen)


def prompt_text(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    window.pane.prompts.open_dialog()
    dialog = window.pane.prompts.dialog
    assert dialog is not None
    assert session.done == []
    edit = dialog.editor.text_edit
    lines = edit.blockCount()
    return edit, lambda: edit.blockCount() != lines


def prompt_name(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    window.pane.prompts.open_dialog()
    dialog = window.pane.prompts.dialog
    assert dialog is not None
    assert session.done == []
    return dialog.editor.name_edit, lambda: not dialog.isVisible()


def message(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    session.become(ready())
    chat = session.chat
    assert chat is not None
    question = chat.add("user", "Old")
    shown(window)
    window.pane.transcript.edit_message(question.id)
    editor = window.pane.transcript._editing.editor
    assert editor is not None
    return editor.field, lambda: any(one[0] == "edit" for one in chat.done)


def shown(window: MainWindow) -> None:
    """Wait until the transcript has what was added."""
    column = window.pane.transcript.column
    end = QDeadlineTimer(LIMIT_MS)
    while not column.items:
        assert not end.hasExpired()
        QCoreApplication.processEvents()


def find(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    session.become(ready())
    assert session.chat is not None
    session.chat.add("user", "a b a b")
    shown(window)
    bar = window.pane.transcript.find_bar
    bar.open_bar(0, "a")
    steps: list[int] = []
    bar._finding.step = steps.append  # type: ignore[assignment, method-assign]
    return bar.field, lambda: bool(steps)


def palette(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    window.open_palette()
    assert session.done == []
    return window.palette_box.field, lambda: not window.palette_box.isVisible()


def system_prompt(window: MainWindow, session: FakeSession) -> tuple[Field, Acted]:
    window.toggle_inspector()
    edit = window.inspector.system_prompt.edit
    assert session.chat is not None
    return edit, lambda: "\n" in edit.toPlainText()


PLACES: tuple[Place, ...] = (
    composer,
    search,
    rename,
    name,
    prompt_text,
    prompt_name,
    message,
    find,
    palette,
    system_prompt,
)
every_place = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)


@every_place
def test_enter_takes_what_is_composed_and_does_nothing_else(
    window: MainWindow, session: FakeSession, place: Place
) -> None:
    """Also where the platform hands on the Enter that the input method has used."""
    field, acted = place(window, session)
    field.setFocus()
    compose(field, "ni")
    compose(field, "ni hao")
    for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        QTest.keyClick(field, Qt.Key.Key_Return, modifiers)
        QTest.keyClick(field, Qt.Key.Key_Enter, modifiers)

    assert not acted()
    commit(field, "你好")
    assert "你好" in text(field)
    assert not acted()


@every_place
def test_a_cancelled_composition_leaves_all_as_it_was(
    window: MainWindow, session: FakeSession, place: Place
) -> None:
    field, acted = place(window, session)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_End)  # what is selected would be replaced
    before = text(field)
    compose(field, "ni")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    compose(field, "")

    assert text(field) == before
    assert field.isVisible()
    assert not acted()


@every_place
def test_an_accent_replaces_the_letter_that_was_typed_first(
    window: MainWindow, session: FakeSession, place: Place
) -> None:
    """macOS: a key held down commits the accented letter in the place of the plain one."""
    field, _acted = place(window, session)
    field.setFocus()
    field.selectAll()
    commit(field, "cafe")
    commit(field, "é", at=-1, instead_of=1)

    assert text(field) == "café"


def test_after_the_composition_enter_sends(window: MainWindow, session: FakeSession) -> None:
    field, acted = composer(window, session)
    compose(field, "ni hao")
    commit(field, "你好")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert acted()


def test_a_composition_that_lost_the_keyboard_is_over(
    window: MainWindow, session: FakeSession
) -> None:
    field, acted = composer(window, session)
    compose(field, "ni")
    window.sidebar.search.edit.setFocus()
    field.setFocus()
    commit(field, "你")
    QTest.keyClick(field, Qt.Key.Key_Return)

    assert acted()


def test_esc_does_not_stop_the_turn_while_a_tag_is_composed(
    qtbot: QtBot, window: MainWindow
) -> None:
    stop = window.actions_by_id["stop"]
    stop.setEnabled(True)
    stopped: list[bool] = []
    stop.triggered.connect(lambda: stopped.append(True))
    field = window.sidebar.search.edit
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    compose(field, "gang")
    QTest.keyClick(field, Qt.Key.Key_Escape)

    assert stop.shortcut() == QKeySequence("Esc")
    assert stopped == []
