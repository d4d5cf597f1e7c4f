"""The menus of the sidebar's list: for conversations, for a folder, for the list itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from app.domain.conversation import Summary
from app.ordering import Ordering
from app.ui.conversation_rows import FolderRow
from app.ui.language import number, tr
from app.ui.menu import Menu
from app.ui.name_dialog import ask_name
from app.ui.theme import Theme, style_sheet


class ConversationMenus:
    """`delete` gets ids of conversations, `edit_folder` the name of a folder to be typed anew,
    `begin_in` that of a folder for a new conversation."""

    def __init__(
        self,
        ordering: Ordering,
        *,
        theme: Theme,
        over: QWidget,
        delete: Callable[[list[str]], None],
        edit_folder: Callable[[str], None],
        begin_in: Callable[[str], None],
    ) -> None:
        self._ordering = ordering
        self._theme = theme
        self._over = over
        self._delete = delete
        self._edit_folder = edit_folder
        self._begin_in = begin_in

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    # ---- of conversations

    def of_conversations(self, summaries: Sequence[Summary], rename: Callable[[], None]) -> Menu:
        """For one or several; what is not stored has no place, no tags and no trash."""
        menu = self._menu()
        if len(summaries) == 1:
            menu.addAction(tr("Rename"), rename).setShortcut(QKeySequence("F2"))
        stored = [summary for summary in summaries if not summary.temporary]
        if stored:
            self._add_pin(menu, stored)
            self._add_folders(menu, stored)
            self._add_tags(menu, stored)
        if stored and len(summaries) == 1:
            menu.addAction(tr("Duplicate"), lambda: self.duplicate(stored[0]))
        menu.addSeparator()
        ids = [summary.id for summary in summaries]
        delete = menu.addAction(_delete_label(summaries), lambda: self._delete(ids))
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        return menu

    def _add_pin(self, menu: Menu, summaries: Sequence[Summary]) -> None:
        pin = not all(summary.pinned for summary in summaries)
        ids = [summary.id for summary in summaries]
        label = tr("Pin") if pin else tr("Unpin")
        menu.addAction(label, lambda: self._ordering.set_pinned(ids, pin))

    def _add_folders(self, menu: Menu, summaries: Sequence[Summary]) -> None:
        ids = [summary.id for summary in summaries]
        places = {summary.folder for summary in summaries}
        into = self._submenu(menu, tr("Move to folder"))
        for folder in self._ordering.folders:
            action = into.addAction(_literal(folder.name), self._mover(ids, folder.name))
            action.setCheckable(True)
            action.setChecked(places == {folder.name})
        if places != {""}:
            into.addSeparator()
            into.addAction(tr("Out of the folder"), self._mover(ids, ""))
        if self._ordering.folders:
            into.addSeparator()
        into.addAction(tr("New folder…"), lambda: self.new_folder(ids))

    def _add_tags(self, menu: Menu, summaries: Sequence[Summary]) -> None:
        ids = [summary.id for summary in summaries]
        tags = self._submenu(menu, tr("Tags"))
        for tag in self._ordering.tags:
            has = all(tag in summary.tags for summary in summaries)
            action = tags.addAction(_literal(tag))
            action.setCheckable(True)
            action.setChecked(has)
            action.triggered.connect(self._tagger(ids, tag, not has))
        if self._ordering.tags:
            tags.addSeparator()
        tags.addAction(tr("New tag…"), lambda: self.new_tag(ids))

    def _mover(self, ids: list[str], folder: str) -> Callable[[], None]:
        return lambda: self._ordering.move(ids, folder)

    def _tagger(self, ids: list[str], tag: str, on: bool) -> Callable[[], None]:
        return lambda: self._ordering.set_tag(ids, tag, on)

    def duplicate(self, summary: Summary) -> None:
        self._ordering.duplicate(summary.id, tr("{title} (copy)", title=summary.title))

    def new_tag(self, ids: list[str]) -> None:
        ask_name(
            self._over,
            title=tr("New tag"),
            label=tr("Name of the tag"),
            button=tr("Add"),
            theme=self._theme,
            chosen=lambda name: self._ordering.set_tag(ids, name, True),
        )

    def new_folder(self, ids: Sequence[str] = ()) -> None:
        """It is there at once, and its name waits to be typed."""
        self._edit_folder(self._ordering.new_folder(tr("New folder"), ids))

    # ---- of folders and of the list

    def of_folder(self, folder: FolderRow) -> Menu:
        menu = self._menu()
        name = folder.name
        menu.addAction(tr("New chat here"), lambda: self._begin_in(name))
        menu.addSeparator()
        label = tr("Unfold") if folder.folded else tr("Fold")
        menu.addAction(label, lambda: self._ordering.set_folded(name, not folder.folded))
        rename = menu.addAction(tr("Rename"), lambda: self._edit_folder(name))
        rename.setShortcut(QKeySequence("F2"))
        menu.addSeparator()
        menu.addAction(tr("New folder…"), self.new_folder)
        menu.addSeparator()
        delete = menu.addAction(tr("Delete the folder"), lambda: self._ordering.delete_folder(name))
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        delete.setToolTip(tr("Its conversations go back to the list"))
        menu.setToolTipsVisible(True)
        return menu

    def of_list(self) -> Menu:
        menu = self._menu()
        menu.addAction(tr("New folder…"), self.new_folder)
        return menu

    def _menu(self) -> Menu:
        menu = Menu(self._over)
        menu.setStyleSheet(style_sheet(self._theme))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _submenu(self, menu: Menu, title: str) -> Menu:
        return menu.add_submenu(title)


def _delete_label(summaries: Sequence[Summary]) -> str:
    if all(summary.temporary for summary in summaries):
        return tr("Delete for good")
    if len(summaries) == 1:
        return tr("Move to the trash")
    return tr("Move {count} to the trash", count=number(len(summaries)))


def _literal(name: str) -> str:
    """A name in a menu, where & marks a key."""
    return name.replace("&", "&&")
