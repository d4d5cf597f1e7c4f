"""Places of the window to be walked through: each opens one and gives what is walked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.crash import Bug
from app.domain.attachments import Attachment
from app.domain.conversation import Summary, Waiting
from app.domain.moving import Move
from app.domain.preferences import PreferencesFile
from app.domain.setting import Page
from app.domain.turn import Turn
from app.ui.attachment_dialog import AttachmentDialog
from app.ui.branch_popup import BranchPopup
from app.ui.icons import Icons
from app.ui.notices import Notice
from app.ui.retry_popup import RetryPopup
from app.ui.settings.page import TITLES
from app.ui.window import MainWindow
from engine.types import ToolCall
from tests.app.cards import THINKER
from tests.app.ui.fakes import CODER, FakeChat, FakeSession, failed, ready
from tests.app.ui.inspector.prompts import chosen_answer, inspected

CALL = ToolCall("a", "write_file", '{"path": "~/notes/results.csv"}')
NOTES = Attachment("notes.txt", "text", "Buy milk.", 9)


@dataclass(slots=True)
class Stage:
    """What a scene is made of."""

    window: MainWindow
    session: FakeSession
    preferences: PreferencesFile
    qtbot: QtBot

    @property
    def chat(self) -> FakeChat:
        assert self.session.chat is not None
        return self.session.chat

    def model(self) -> None:
        self.session.become(replace(ready(), card=THINKER))
        self.window.pane.notices.close_notice("loaded")

    def messages(self) -> None:
        self.model()
        self.chat.add("user", "Why?")
        self.chat.add("assistant", "Because.")
        self.settle()

    def settle(self) -> None:
        """The transcript shows the messages, and rows are laid out."""
        self.qtbot.waitUntil(self._shows_all)
        for _ in range(3):
            QApplication.processEvents()

    def _shows_all(self) -> bool:
        shown = [item.id for item in self.window.pane.transcript.column.items]
        return shown == [message.id for message in self.chat.branch]

    def waiting_call(self) -> None:
        answer = replace(self.chat.branch[-1], parts=(CALL,), status="running")
        self.chat.conversation.update(answer)
        self.chat.message_changed.emit(answer.id)
        self.chat.set_turn(Turn(1, answer, phase="running_tools", awaiting=("a",)))


def first_start(stage: Stage) -> QWidget:
    return stage.window.pane


def failed_start(stage: Stage) -> QWidget:
    stage.session.become(failed("The file is damaged. Choose another."))
    return stage.window.pane


def sidebar(stage: Stage) -> QWidget:
    stage.session.show_summaries([Summary("k", "Kyoto", 0, 0), Summary("z", "正则", 0, 0)])
    return stage.window.sidebar


def search(stage: Stage) -> QWidget:
    stage.window.sidebar.search.edit.setText("kyoto")
    return stage.window.sidebar


def trash(stage: Stage) -> QWidget:
    stage.session.trash.summaries = [Summary("k", "Kyoto", 0, 0, trashed_ms=1)]
    stage.window.sidebar.open_trash()
    stage.window.sidebar.trash_page.list.setCurrentRow(0)
    return stage.window.sidebar.trash_page


def trash_question(stage: Stage) -> QWidget:
    page = trash(stage)
    stage.window.sidebar.trash_page.delete_button.click()
    return page


def top_bar(stage: Stage) -> QWidget:
    stage.model()
    stage.window.toggle_sidebar()
    return stage.window.top_bar


def no_model(stage: Stage) -> QWidget:
    stage.model()
    stage.session.become(failed("The file is damaged. Choose another."))
    return stage.window.pane.empty_page


def empty_page(stage: Stage) -> QWidget:
    stage.model()
    return stage.window.pane


def first_message(stage: Stage) -> QWidget:
    stage.model()
    page = stage.window.pane.empty_page
    button = next(one for one in page.findChildren(QPushButton) if "answer" in one.text())
    button.click()
    return page


def conversation(stage: Stage) -> QWidget:
    """With every bar there can be, files, and the bar that finds."""
    stage.messages()
    chat, pane = stage.chat, stage.window.pane
    chat.model_move.become(Move(CODER.name, "SmolLM2 135M Instruct", 4_096))
    chat.conversation.queued = (Waiting("Next", ()), Waiting("And then", ()))
    chat.queue_changed.emit()
    chat.attaching.become(NOTES)
    pane.notices.show_notice(
        Notice(subject="a", sentence="First.", button="Undo", run=lambda: None)
    )
    pane.notices.show_notice(Notice(subject="b", sentence="Second."))
    pane.open_find()
    pane.approval_bar.show()
    return pane


def editor(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.pane.transcript.edit_message(stage.chat.branch[0].id)
    return stage.window.pane


def insert(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.pane.transcript.insert_below(stage.chat.branch[0].id, "user")
    return stage.window.pane


def arguments(stage: Stage) -> QWidget:
    stage.messages()
    stage.waiting_call()
    view = stage.window.pane.transcript
    item = view.column.items[-1]
    stage.qtbot.waitUntil(lambda: item.row_of_call("a") is not None)
    view.edit_call(stage.chat.branch[-1].id, "a")
    return stage.window.pane


def inspector(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.resize(1300, 900)
    stage.window.toggle_inspector()
    setup = stage.chat.setup
    setup.set_system_prompt("Be brief.")
    for name, value in (("temperature", 0.1), ("thinking", False), ("tools_enabled", True)):
        setup.set_value(name, value)
    stage.window.inspector.scope.changed.emit()
    stage.session.inspection.inspected.emit(inspected(stage.chat))
    return stage.window.inspector


def inspector_everywhere(stage: Stage) -> QWidget:
    inspector(stage)
    stage.window.inspector.scope.set_everywhere(True)
    return stage.window.inspector


def picker(stage: Stage) -> QWidget:
    stage.model()
    stage.window.choose_model()
    return stage.window.picker


def palette(stage: Stage) -> QWidget:
    stage.window.open_palette()
    return stage.window.palette_box


def model_dialog(stage: Stage) -> QWidget:
    stage.model()
    stage.window.about_model()
    return stage.window.model_dialog


def prompts(stage: Stage) -> QWidget:
    stage.window.pane.prompts.open_dialog()
    dialog = stage.window.pane.prompts.dialog
    assert dialog is not None
    dialog.list.setCurrentRow(1)
    return dialog


def log(stage: Stage) -> QWidget:
    stage.window.actions_by_id["log"].trigger()
    assert stage.window.trouble.log is not None
    return stage.window.trouble.log


def crash(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.trouble.show_bug(Bug("Something went wrong (KeyError).", "Traceback\n"))
    assert stage.window.trouble.crash is not None
    return stage.window.trouble.crash


def attachment(stage: Stage) -> QWidget:
    dialog = AttachmentDialog(NOTES, stage.window.theme, stage.window)
    dialog.show()
    return dialog


def prompt_view(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.inspector.show_prompt()
    return stage.window.inspector.prompt_view


def choices_view(stage: Stage) -> QWidget:
    stage.messages()
    view = stage.window.inspector.choices_view
    view.show_message(chosen_answer())
    view.show()
    view.canvas.chosen.emit(2)
    return view


def branches(stage: Stage) -> QWidget:
    stage.messages()
    stage.window.actions_by_id["branch_map"].trigger()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, BranchPopup)
    return popup


def retry(stage: Stage) -> QWidget:
    stage.messages()
    popup = RetryPopup(
        model_name="Qwen",
        temperature=0.7,
        thinking=THINKER.options[0],
        theme=stage.window.theme,
        icons=Icons(),
        parent=stage.window,
    )
    popup.open_at(QPoint(0, 0))
    return popup


def settings(page: Page, *, narrow: bool = False) -> Callable[[Stage], QWidget]:
    """A page on which everything is changed."""

    def scene(stage: Stage) -> QWidget:
        stage.session.waiting_settings = ("threads",)
        stage.preferences.change(
            replace(
                stage.preferences.current,
                temperature=0.3,
                recent_models=("/models/a.gguf", "/models/b.gguf"),
                tools_always_allowed=("clock",),
                shortcuts={"search": ""},
            )
        )
        dialog = stage.window.settings
        dialog.open_page(page)
        if narrow:
            dialog.resize(440, 620)
        return dialog

    return scene


SCENES: dict[str, Callable[[Stage], QWidget]] = {
    "first start": first_start,
    "failed start": failed_start,
    "sidebar": sidebar,
    "search": search,
    "trash": trash,
    "trash question": trash_question,
    "top bar": top_bar,
    "no model": no_model,
    "empty page": empty_page,
    "first message": first_message,
    "conversation": conversation,
    "editor": editor,
    "insert": insert,
    "arguments": arguments,
    "inspector": inspector,
    "inspector, everywhere": inspector_everywhere,
    "picker": picker,
    "palette": palette,
    "model dialog": model_dialog,
    "prompts": prompts,
    "log": log,
    "crash": crash,
    "attachment": attachment,
    "prompt view": prompt_view,
    "choices view": choices_view,
    "branches": branches,
    "retry": retry,
    **{f"settings, {page}": settings(page) for page in TITLES},
    "settings, narrow": settings("general", narrow=True),
}
