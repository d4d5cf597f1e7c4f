"""What a person does with many conversations: goes from one to another, puts them in order."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from benchmarks._hour_sight import FRESH_LOOKS, Arranged, Sight

FOLDERS = ("Harbour", "港口", "Work")
TAGS = ("sea", "later", "重要")
MOST_CONVERSATIONS = 30
MOST_TEMPORARY = 2


class List(Sight):
    """Where each conversation must be is written down in `arranged`."""

    # ---- other conversations

    def switch(self) -> None:
        sidebar = self.window.sidebar
        if summary := self._some():
            index = sidebar.model.index_of(summary.id)
            if index.isValid():
                sidebar.list.scrollTo(index)
                place = sidebar.list.visualRect(index).center()
                QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def new(self) -> None:
        self.window.actions_by_id["new_conversation"].trigger()
        self._expect("a new conversation is empty", not self.chat.branch and not self._typed)

    def temporary(self) -> None:
        if self._random.random() < 0.3:
            kept = [one.id for one in self._session.summaries if one.temporary]
            if len(kept) > MOST_TEMPORARY:
                self._session.delete(*kept[MOST_TEMPORARY:])
            self.window.actions_by_id["new_temporary"].trigger()

    def search(self) -> None:
        sidebar = self.window.sidebar
        if sidebar.results.rows.rowCount() and sidebar.search.searching:
            sidebar.results.step(self._random.choice((1, 2, 3)))
            sidebar.results.open_current()
            if self._random.random() < 0.5:
                sidebar.search.edit.clear()
        else:
            self.window.actions_by_id["search"].trigger()
            sidebar.search.edit.setText(
                self._random.choice(("river", "words", "港口", "ferry", "xyzzy"))
            )

    # ---- taking away

    def trash(self) -> None:
        """With Ctrl still down from the step before, one more than was selected. Neither temporary
        conversations nor those in which all was taken back go to the trash: nothing undoes that.
        """
        listed = self._listed()
        summary = self._some()
        if summary is None or len(listed) < 4:
            return
        sidebar = self.window.sidebar
        index = sidebar.model.index_of(summary.id)
        if index.isValid():
            sidebar.list.setFocus()
            sidebar.list.setCurrentIndex(index)
            selected = [one.id for one in sidebar.list.selected if not one.temporary]
            chats = {id: self._session._chats.get(id) for id in selected}
            QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
            gone = [id for id, chat in chats.items() if chat is None or chat.stored]
            self._last_trashed = gone or self._last_trashed
            self._set_trashed(gone, True)

    def _set_trashed(self, ids: list[str], trashed: bool) -> None:
        for id in ids:
            self.arranged.setdefault(id, Arranged(fresh=FRESH_LOOKS)).trashed = trashed

    def undo_trash(self) -> None:
        if self._press("trash"):
            self._set_trashed(self._last_trashed, False)

    def restore(self) -> None:
        sidebar = self.window.sidebar
        sidebar.toggle_trash()
        page = sidebar.trash_page
        if page.list.count() and sidebar.pages.currentWidget() is page:
            page.list.setCurrentRow(self._random.randrange(page.list.count()))
            ids = page.selected
            page.restore_button.click()
            self._set_trashed(ids, False)

    # ---- order

    def pin(self) -> None:
        if summary := self._some():
            pinned = not self.know(summary).pinned
            self._session.ordering.set_pinned([summary.id], pinned)
            self.know(summary).pinned = pinned

    def move(self) -> None:
        if summary := self._some():
            name = self._random.choice(("", *FOLDERS))
            self._session.ordering.move([summary.id], name)
            self.know(summary).folder = name

    def folder_away(self) -> None:
        folders = self._session.ordering.folders
        fresh = any(one.fresh for one in self.arranged.values())
        if not folders or fresh or self._random.random() < 0.7:
            return
        name = self._random.choice(folders).name
        inside = [one for one in self.arranged.values() if one.folder == name]
        self._session.ordering.delete_folder(name)
        if self._random.random() < 0.5 and self._press("folder"):
            return
        for one in inside:
            one.folder = ""

    def tag(self) -> None:
        if summary := self._some():
            tag, tags = self._random.choice(TAGS), self.know(summary).tags
            assert tags is not None, "it is listed"
            self._session.ordering.set_tag([summary.id], tag, tag not in tags)
            tags ^= {tag}

    def rename(self) -> None:
        if summary := self._some():
            title = f"Named {self._number}"
            sidebar = self.window.sidebar
            index = sidebar.model.index_of(summary.id)
            if index.isValid():
                sidebar.model.setData(index, title, Qt.ItemDataRole.EditRole)
                self.know(summary).title = title

    def duplicate(self) -> None:
        summary = self._some()
        if summary is not None and len(self._listed()) < MOST_CONVERSATIONS:
            self._session.ordering.duplicate(summary.id, f"Copy {self._number}")
