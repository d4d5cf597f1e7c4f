"""The prompt library in the window: taken into the composer, from a menu, and looked after."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QLocale, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.domain.placeholders import CLIPBOARD, DATE, SELECTION, names_in
from app.domain.prompts import Prompt, PromptsFile
from app.domain.starting_prompts import CHINESE, ENGLISH
from app.ui.composer import Composer
from app.ui.icons import Icons
from app.ui.language import tr
from app.ui.message_edit import LONG_TEXT
from app.ui.theme import Theme

if TYPE_CHECKING:
    from app.ui.palette_entry import Entry
    from app.ui.prompts_dialog import PromptsDialog

_MOST_IN_MENU = 14


class PromptLibrary(QObject):
    """`selected_text` says what is selected in the transcript."""

    def __init__(
        self,
        prompts: PromptsFile,
        composer: Composer,
        *,
        selected_text: Callable[[], str],
        theme: Theme,
        icons: Icons,
        over: QWidget,
    ) -> None:
        super().__init__(over)
        chinese = QLocale().language() == QLocale.Language.Chinese
        prompts.built_in = CHINESE if chinese else ENGLISH
        self._prompts = prompts
        self._composer = composer
        self._selected_text = selected_text
        self._theme = theme
        self._icons = icons
        self._over = over
        self.dialog: PromptsDialog | None = None

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self.dialog is not None:
            self.dialog.set_theme(theme)

    def entries(self) -> list[Entry]:
        """What the palette and the list of commands offer."""
        from app.ui.palette_entry import Entry

        found = [
            Entry(f"prompt {one.id}", one.name, tr("Prompt"), "scroll-text", partial(self.use, one))
            for one in self._prompts.all
        ]
        name = tr("Edit the prompt library…")
        return [*found, Entry("prompts", name, "", "library", self.open_dialog)]

    def fill_menu(self, menu: QMenu) -> None:
        """The first prompts, and the way to all of them."""
        menu.clear()
        icon = self._icons.icon("scroll-text", self._theme.secondary)
        for prompt in self._prompts.all[:_MOST_IN_MENU]:
            action = menu.addAction(icon, prompt.name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, prompt=prompt: self.use(prompt))
        menu.addSeparator()
        icon = self._icons.icon("library", self._theme.secondary)
        edit = menu.addAction(icon, tr("Edit the prompt library…"))
        edit.triggered.connect(lambda _=False: self.open_dialog())

    def use(self, prompt: Prompt) -> None:
        """Write it into the composer, with what the program knows filled in."""
        names = names_in(prompt.text)
        known = {name: value for name in names if (value := self._known(name))}
        self._composer.put_prompt(prompt.text, known)

    def open_dialog(self) -> None:
        if self.dialog is None:
            from app.ui.prompts_dialog import PromptsDialog

            self.dialog = PromptsDialog(self._prompts, self._theme, self._icons, self._over)
            self.dialog.used.connect(self.use)
        self.dialog.open_beside()

    def take_over(self, old: PromptLibrary) -> None:
        """Open the library where it was open in another window, with what was written in it."""
        if old.dialog is not None and old.dialog.isVisible():
            self.open_dialog()
            assert self.dialog is not None, "it is open"
            self.dialog.take_over(old.dialog)

    def _known(self, name: str) -> str:
        """A long clipboard becomes a file, of which the prompt speaks."""
        if name == DATE:
            return QLocale().toString(QDate.currentDate(), QLocale.FormatType.LongFormat)
        if name == SELECTION:
            return self._selected_text().strip()
        if name != CLIPBOARD:
            return ""
        text = QGuiApplication.clipboard().text()
        if len(text) < LONG_TEXT:
            return text.strip()
        self._composer.edit.long_text_given.emit(text)
        return tr("(the attached file)")
