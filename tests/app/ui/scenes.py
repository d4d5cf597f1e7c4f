"""The window in many states, for tests that read every text in it.

What a person or a model wrote in them has no Latin letters: what has is the window's own.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.clock import now_ms
from app.crash import Bug
from app.domain.attachments import Attachment
from app.domain.conversation import Summary
from app.domain.model_choices import ModelChoices
from app.domain.moving import Move
from app.domain.search import Found, Hit, Query
from app.domain.starting_prompts import CHINESE
from app.next_prompt import ContextUse
from app.ui.window import MainWindow
from engine.events import Forecast
from engine.token_choices import packed
from engine.types import (
    ReasoningBudget,
    Round,
)
from tests.app.cards import THINKER
from tests.app.ui.fakes import CODER, FakeSession, ready
from tests.app.ui.inspector.prompts import choice, inspected
from tests.app.ui.transcript_scenes import RECEIPT, TRANSCRIPT, Scene, become, conversation

_MS_PER_DAY = 86_400_000

# ---- the composer


def composer_lists(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    session.prompts.built_in = CHINESE
    composer = window.pane.composer
    composer.edit.setFocus()
    composer.edit.insertPlainText("/")
    return [composer, composer.suggesting.list]


def composer_files(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    session.files_at_hand.folders = {chat.conversation.id: Path("/资料")}
    composer = window.pane.composer
    composer.edit.setFocus()
    composer.edit.insertPlainText("@")
    return [composer, composer.suggesting.list]


def composer_menus(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    session.prompts.built_in = CHINESE
    session.become(replace(session.model, choices=ModelChoices(budget=ReasoningBudget(900, 1000))))
    composer = window.pane.composer
    composer.think_chip.fill_menu()
    return [composer, composer.think_chip.menu_shown, composer.prompts_menu]


def composer_full(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    files = [
        Attachment("笔记", "text", "牛奶和面包", 9, kept=3),
        Attachment("图", "image", "", 9),
        Attachment("页", "pdf", "字", 9),
    ]
    chat.attaching.reading = ("大",)
    chat.attaching.prices = {"笔记": 12, "页": 1}
    chat.attaching.become(*files)
    sentence = "The answer will read 412 of 1,204 tokens, about 3 s."
    session.next_prompt.become(ContextUse(3900, 4096, 12, sentence))
    chat.queue("还有呢？")
    chat.attaching.become(*files)
    return [window.pane.composer, window.pane.queued]


def prompts(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    session.prompts.built_in = CHINESE
    library = window.pane.prompts
    library.open_dialog()
    assert library.dialog is not None
    return [library.dialog]


# ---- the inspector


def inspector(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    info = replace(session.model.info, weights_bytes=98_000_000, cache_bytes=40_000_000)  # type: ignore[type-var]
    session.become(replace(session.model, info=info))
    become(chat, -1, rounds=(Round((1,), "t", "end_of_turn", RECEIPT),))
    chat.setup.set_value("temperature", 0.3)
    window.toggle_inspector()
    session.inspection.inspected.emit(inspected(chat))
    return [window.inspector, *window.inspector.findChildren(QMenu)]


def inspector_everywhere(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    window.toggle_inspector()
    window.inspector.sampling.scope_switch.chosen.emit(True)
    return [window.inspector]


def prompt_shown(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    window.toggle_inspector()
    window.inspector.context.prompt_button.click()
    session.inspection.inspected.emit(inspected(chat))
    return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


def probabilities(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    choices = (choice(8, "蓝", 0.05, (9, "绿", 0.7), (7, "红", 0.2)),)
    rounds = (Round((8,), "t", "end_of_turn", RECEIPT, choices=packed(choices)),)
    message = become(chat, -1, rounds=rounds)
    window.pane.transcript.acted.emit(message.id, "probabilities", "")
    return [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not window]


# ---- around


def sidebar(window: MainWindow, session: FakeSession) -> list[QWidget]:
    """Folders, tags, pins, all ages, one that answers, one that is not stored."""
    now = round(time.time() * 1000)
    session.ordering.make("空")
    session.ordering.make("工作", folded=True)
    session.generating = {"c2"}
    session.show_summaries(
        [
            Summary("c0", "一", 0, now, pinned=True, tags=("海",)),
            Summary("c1", "", 0, now, temporary=True),
            *(Summary(f"d{days}", "二", 0, now - days * _MS_PER_DAY) for days in (0, 1, 3, 30)),
            Summary("c2", "三", 0, now, folder="工作"),
        ]
    )
    QApplication.processEvents()
    tree, model = window.sidebar.list, window.sidebar.model
    indexes = [model.index_of("c0"), model.index_of("d3"), model.index_of_folder("空")]
    return [window.sidebar, *(tree.menu_for(one) for one in indexes)]


def search(window: MainWindow, session: FakeSession) -> list[QWidget]:
    sidebar(window, session)
    window.sidebar.search.edit.setText("蓝")
    hits = tuple(
        Hit("c2", "光", "m", role, 0, "天是", "蓝", "的") for role in ("user", "assistant")
    )
    found = Found(Query("蓝"), (Summary("c0", "蓝", 0, 0),), hits)
    session.searching.found.emit(found)
    window.sidebar.search.fill_menu()
    return [window.sidebar, window.sidebar.search.menu]


def nothing_found(window: MainWindow, session: FakeSession) -> list[QWidget]:
    window.sidebar.search.edit.setText("蓝")
    session.searching.found.emit(Found(Query("蓝"), (), ()))
    return [window.sidebar]


def trash(window: MainWindow, session: FakeSession) -> list[QWidget]:
    now = now_ms()
    session.trash.summaries = [
        Summary(f"c{days}", "题", 0, 0, trashed_ms=now - days * _MS_PER_DAY) for days in (0, 29)
    ]
    window.sidebar.trash_button.click()
    page = window.sidebar.trash_page
    page.list.item(0).setSelected(True)
    page.delete_button.click()
    return [window.sidebar]


def first_start(window: MainWindow, session: FakeSession) -> list[QWidget]:
    session.known_models()
    return [window.pane]


def empty_page(window: MainWindow, session: FakeSession) -> list[QWidget]:
    session.become(replace(ready(), card=THINKER))
    window.pane.empty_page.first_message.buttons["assistant"].click()
    return [window.pane]


def model_move(window: MainWindow, session: FakeSession) -> list[QWidget]:
    chat = conversation(window, session)
    forecast = Forecast(request=1, prompt=3500, reused=88, restored=0, to_read=3412, seconds=12.2)
    chat.model_move.become(Move(CODER.name, "SmolLM2 135M Instruct", 4096, forecast))
    return [window.pane.model_move]


def crash(window: MainWindow, session: FakeSession) -> list[QWidget]:
    conversation(window, session)
    sentence = "Something went wrong inside Parley (5). Everything written so far is kept."
    window.trouble.show_bug(Bug(sentence, "5"))
    dialog = window.trouble.crash
    assert dialog is not None
    dialog.include_box.setChecked(True)
    dialog.copy_button.click()
    return [dialog]


def log(window: MainWindow, session: FakeSession) -> list[QWidget]:
    session.paths.log.parent.mkdir(parents=True, exist_ok=True)
    session.paths.log.write_text("")
    window.actions_by_id["log"].trigger()
    assert window.trouble.log is not None
    return [window.trouble.log]


def model_dialog(window: MainWindow, session: FakeSession) -> list[QWidget]:
    session.become(replace(ready(), card=THINKER))
    window.about_model()
    return [window.model_dialog]


SCENES: dict[str, Scene] = TRANSCRIPT | {
    scene.__name__: scene
    for scene in (
        *(composer_lists, composer_files, composer_menus, composer_full, prompts),
        *(inspector, inspector_everywhere, prompt_shown, probabilities),
        *(sidebar, search, nothing_found, trash, first_start, empty_page, model_move),
        *(crash, log, model_dialog),
    )
}
