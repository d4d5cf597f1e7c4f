"""What the scripted hour of use takes for deleted and for restored is what the window has done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.presets import PresetsFile
from app.ui.appearance import Appearance
from app.ui.icons import Icons
from app.ui.theme import Fonts
from app.ui.window import MainWindow
from app.ui.window_change import ShownWindow
from app.ui.window_state import StateFile
from benchmarks._hour_user import User
from tests.app.fakes import World

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def world(qapp: QApplication, tmp_path: Path) -> Iterator[World]:
    """Five conversations and an empty one."""
    world = World(tmp_path, qapp)
    world.session.start(None)
    for number in range(5):
        world.chat.set_draft(f"Number {number}")
        world.session.new_conversation()
    yield world
    world.close()


@pytest.fixture
def user(world: World, qtbot: QtBot, fonts: Fonts, icons: Icons, tmp_path: Path) -> User:
    """A person who knows all of them."""
    window = MainWindow(
        session=world.session,
        preferences=world.preferences,
        presets=PresetsFile(tmp_path / "presets.json"),
        appearance=Appearance(fonts, world.preferences),
        icons=icons,
        state_file=StateFile(tmp_path / "state.json"),
    )
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    shown = cast(ShownWindow, SimpleNamespace(window=window))
    user = User(world.session, shown, tmp_path, 1, pytest.fail)
    user.begin([], world.session.summaries)
    return user


def trashed(user: User) -> list[str]:
    return [id for id, one in user.arranged.items() if one.trashed]


def in_trash(world: World) -> list[str]:
    return [summary.id for summary in world.library.trashed()]


def test_one_is_deleted_and_comes_back(user: User, world: World) -> None:
    user.trash()
    assert len(in_trash(world)) == 1
    assert trashed(user) == in_trash(world)

    user.undo_trash()
    assert trashed(user) == in_trash(world) == []


def test_a_temporary_one_deleted_with_another_does_not_come_back(user: User, world: World) -> None:
    world.session.new_temporary()
    world.chat.set_draft("Secret")
    world.chat.flush_draft()
    world.application.processEvents()
    temporary = world.chat.conversation.id
    sidebar = user.window.sidebar
    sidebar.list.setCurrentIndex(sidebar.model.index_of(temporary))
    QTest.keyClick(user.window.pane.composer.edit, Qt.Key.Key_F24, CONTROL)  # Ctrl stays down

    user.trash()
    assert temporary not in [one.id for one in world.session.summaries]
    assert len(in_trash(world)) == 1
    assert trashed(user) == in_trash(world)
    user.undo_trash()

    assert temporary not in user.arranged
    assert trashed(user) == in_trash(world) == []


def test_undo_is_of_what_went_to_the_trash_last(user: User, world: World) -> None:
    """One in which all was taken back does not, and has no notice of its own."""
    user.trash()
    (gone,) = in_trash(world)
    world.chat.set_draft("Begun")
    world.chat.flush_draft()
    begun = world.chat.conversation.id
    world.chat.set_draft("")
    for one in user.arranged.values():
        one.fresh = 1  # so that this one is chosen
    user.know(next(one for one in world.session.summaries if one.id == begun))

    user.trash()
    assert begun not in [one.id for one in world.session.summaries]
    assert trashed(user) == in_trash(world) == [gone]
    user.undo_trash()

    assert trashed(user) == in_trash(world) == []
