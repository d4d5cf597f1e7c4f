"""A person who does anything at any time in the real window, by a seed.

Each step is one that a hand can take: keys, clicks, buttons, menus.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.session import Session
from app.ui.window_change import ShownWindow
from benchmarks._hour_list import List
from benchmarks._hour_talk import Talk

MOST_RUNNING = 3


class User(Talk, List):
    """Also changes how the window looks, and what is set."""

    def __init__(
        self,
        session: Session,
        shown: ShownWindow,
        folder: Path,
        seed: int,
        wrong: Callable[[str], None],
    ) -> None:
        super().__init__(session, shown, folder, seed, wrong)
        asking = (self.send, self.send, self.send, self.attach, self.queue, self.queue, self.stop)
        again = (
            self.go_on,
            self.edit,
            self.retry,
            self.branch_off,
            self.sibling,
            self.fork,
            self.insert,
        )
        moving = (self.switch, self.switch, self.switch, self.new, self.temporary, self.search)
        deleting = (self.delete, self.undo_delete, self.trash, self.undo_trash, self.restore)
        ordering = (self.pin, self.move, self.tag, self.rename, self.folder_away, self.duplicate)
        self._beginning = (self.send, self.queue, self.go_on, self.edit, self.retry, self.fork)
        looking = (self.theme, self.language, self.settings, self.palette, self.inspector)
        more = (self.prompt_view, self.system_prompt, self.setting, self.zoom, self.find, self.map)
        typing = (self.draft, self.draft, self.clear, self.half_edit)
        handling = (self.resize, self.scroll, self.close_all)
        self._steps = [*(asking * 2), *again, *moving, *deleting, *ordering, *looking, *more]
        self._steps += [*typing, *handling]

    def step(self) -> str:
        """Take one; its name. Who has asked enough waits: else memory would only tell how far
        behind a slow machine is.
        """
        step = self._random.choice(self._steps)
        if step in self._beginning and self._answers_running() >= MOST_RUNNING:
            step = self.wait
        self._number += 1
        step()
        return step.__name__

    def wait(self) -> None:
        """For the answers that are being written."""

    def _answers_running(self) -> int:
        return sum(chat.turn is not None for chat in self._session._chats.values())

    # ---- looks and settings

    def theme(self) -> None:
        self.window.actions_by_id["next_theme"].trigger()

    def language(self) -> None:
        if self._random.random() < 0.5:
            self._set("language", self._random.choice(("en", "zh_CN")))

    def _set(self, name: str, value: Any) -> None:
        settings = self.window.settings
        settings.open_at(name)
        settings._change(name, value)
        settings.close()

    def settings(self) -> None:
        if self.window.settings.isVisible():
            self.window.settings.close()
        else:
            self.window.actions_by_id["settings"].trigger()

    def palette(self) -> None:
        self.window.actions_by_id["palette"].trigger()
        box = self.window.palette_box
        if box.isVisible():
            QTest.keyClicks(box.field, self._random.choice(("theme", "named", "temper", "zz")))
            QTest.keyClick(box.field, Qt.Key.Key_Escape)

    def inspector(self) -> None:
        self.window.actions_by_id["toggle_inspector"].trigger()

    def prompt_view(self) -> None:
        inspector = self.window.inspector
        if inspector.prompt_view.isVisible():
            inspector.prompt_view.close()
        else:
            inspector.show_prompt()

    def system_prompt(self) -> None:
        """Written in the inspector; saved when the keyboard goes elsewhere."""
        section, text = self.window.inspector.system_prompt, f"Be brief. {self._number}"
        section.edit.setPlainText(text)
        if self._random.random() < 0.3:
            self.language()  # half written
            section = self.window.inspector.system_prompt
            self._expect("what is half written stays", section.edit.toPlainText() == text)
        section.save()
        self._expect("the system prompt holds", self.chat.conversation.system_prompt == text)

    def setting(self) -> None:
        value = self._random.choice((0.0, 0.4, 0.9))
        self.chat.setup.set_value("temperature", value)
        self._expect("the setting holds", self.chat.conversation.settings.temperature == value)

    def zoom(self) -> None:
        name = self._random.choice(("zoom_in", "zoom_out", "zoom_reset"))
        self.window.actions_by_id[name].trigger()

    def find(self) -> None:
        self.window.actions_by_id["find"].trigger()
        self.window.actions_by_id["find_next"].trigger()

    def map(self) -> None:
        self.window.actions_by_id["branch_map"].trigger()

    def resize(self) -> None:
        self.window.resize(self._random.randrange(600, 1400), self._random.randrange(450, 900))

    def scroll(self) -> None:
        self.window.pane.transcript.scroll_by(self._random.randrange(-900, 900))

    def close_all(self) -> None:
        """Esc in whatever has come up."""
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
