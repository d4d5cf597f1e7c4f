"""What is offered after `@`: files of this conversation, those used lately, those of its folder."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from app.domain.attachments import Attachment
from app.domain.conversation import Conversation
from app.files_at_hand import FilesAtHand
from app.ui.attachment_text import ICONS
from app.ui.composer import Composer
from app.ui.language import tr

if TYPE_CHECKING:
    from app.chat import Chat
    from app.ui.suggestions import Fitting, Suggestion

_MOST_OF_FOLDER = 50
_TYPED_PATH = re.compile(r"~?[/\\]|[A-Za-z]:[/\\]")
_MOST_RECENT = 8
"""While nothing is typed; later all of them may fit."""


class FileSuggestions:
    """The source of the list for files. Nothing is read but what is taken, and the names in the
    folder that was chosen.
    """

    def __init__(self, composer: Composer, at_hand: FilesAtHand) -> None:
        self._composer = composer
        self._at_hand = at_hand
        self._chat: Chat | None = None

    def set_chat(self, chat: Chat) -> None:
        self._chat = chat

    def look(self) -> None:
        """The list is about to open: what is in the folder may have changed."""
        if self._chat is not None:
            self._at_hand.look(self._chat.conversation.id)

    def __call__(self, typed: str) -> tuple[list[Fitting], str]:
        from app.ui.suggestions import fitting

        chat = self._chat
        if chat is None:
            return [], ""
        if _TYPED_PATH.match(typed):
            return self._typed(chat, typed), ""
        attached = self._attached(chat)
        in_folder = self._in_folder(chat, typed)
        shown = {one.id for one, _ in in_folder}
        recent = [one for one in self._recent(chat) if one.id not in shown]
        recent = recent if typed else recent[:_MOST_RECENT]
        found = [*fitting(typed, [*attached, *recent]), *in_folder]
        return [*found, *fitting(typed, self._folders(chat))], self._note(chat)

    def _attached(self, chat: Chat) -> list[Suggestion]:
        from app.ui.suggestions import Suggestion

        hint = tr("In this conversation")
        return [
            Suggestion(
                *(f"attached {number}", one.name, hint, ICONS[one.kind]),
                partial(chat.attaching.attach_again, one),
                leaves=one.name,
            )
            for number, one in enumerate(_attached_before(chat.conversation))
        ]

    def _recent(self, chat: Chat) -> list[Suggestion]:
        names = {one.name for one in _attached_before(chat.conversation)}
        return [
            self._file(chat, path, path.name, tr("Used lately"), "history")
            for path in self._at_hand.recent
            if path.name not in names
        ]

    def _in_folder(self, chat: Chat, typed: str) -> list[Fitting]:
        id = chat.conversation.id
        folder, search = self._at_hand.folder(id), self._at_hand.search(id)
        if folder is None or search is None:
            return []
        found = []
        for path, places in search.find(typed, _MOST_OF_FOLDER):
            shown, moved = _name_first(path, places)
            found.append((self._file(chat, folder / path, shown, folder.name, "file-text"), moved))
        return found

    def _typed(self, chat: Chat, typed: str) -> list[Fitting]:
        """What lies in the folder whose path is typed; hidden things when their dot is typed."""
        from app.ui.suggestions import Suggestion, fitting

        head = typed[: max(typed.rfind("/"), typed.rfind("\\")) + 1]
        folder, begun = Path(head).expanduser(), typed[len(head) :]
        found = []
        for name in self._at_hand.names_in(folder):
            if name.startswith(".") and not begun.startswith("."):
                continue
            if name.endswith("/"):
                into = Suggestion(
                    *(f"into {folder / name}", name, tr("Folder"), "folder", _nothing),
                    leaves=f"{head}{name}",
                    goes_on=True,
                )
                found.append(into)
            else:
                found.append(self._file(chat, folder / name, name, folder.name, "file"))
        return fitting(begun, found)[:_MOST_OF_FOLDER]

    def _file(self, chat: Chat, path: Path, shown: str, hint: str, icon: str) -> Suggestion:
        from app.ui.suggestions import Suggestion

        attach = partial(chat.attaching.attach_files, [path])
        return Suggestion(f"file {path}", shown, hint, icon, attach, leaves=path.name)

    def _folders(self, chat: Chat) -> list[Suggestion]:
        from app.ui.suggestions import Suggestion

        folder = self._at_hand.folder(chat.conversation.id)
        choose = Suggestion(
            *("choose folder", tr("Choose a folder…"), tr("Files of a project"), "folder-open"),
            partial(self._choose, chat),
            stays=True,
        )
        if folder is None:
            return [choose]
        leave = Suggestion(
            *("leave folder", tr("Leave “{folder}” out", folder=folder.name), "", "folder-x"),
            partial(self._become, chat, None),
            stays=True,
        )
        return [choose, leave]

    def _note(self, chat: Chat) -> str:
        id = chat.conversation.id
        folder = self._at_hand.folder(id)
        if folder is not None and self._at_hand.search(id) is None:
            return tr("Reading the folder “{folder}”…", folder=folder.name)
        return ""

    def _choose(self, chat: Chat) -> None:
        before = self._at_hand.folder(chat.conversation.id)
        title, start = tr("Choose a folder"), str(before or Path.home())
        chosen = QFileDialog.getExistingDirectory(self._composer, title, start)
        if chosen:
            self._become(chat, Path(chosen))

    def _become(self, chat: Chat, folder: Path | None) -> None:
        conversation = chat.conversation
        stored = not conversation.temporary
        self._at_hand.choose_folder(conversation.id, folder, stored=stored)


def _nothing() -> None:
    """What is typed has become longer, and that is all."""


def _attached_before(conversation: Conversation) -> list[Attachment]:
    """Of all messages, the newest first; those of the draft are there already."""
    there = {one.whole for one in conversation.draft_attachments}
    found = (
        one.whole
        for message in reversed(conversation.messages.values())
        for one in message.attachments
    )
    return [one for one in dict.fromkeys(found) if one not in there]


def _name_first(path: str, places: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The name before the folder it is in, for long paths are cut at their end."""
    folder, _, name = path.rpartition("/")
    if not folder:
        return path, places
    start = len(path) - len(name)
    moved = (at - start if at >= start else at + len(name) + 2 for at in places if at != start - 1)
    return f"{name}  {folder}", tuple(sorted(moved))
