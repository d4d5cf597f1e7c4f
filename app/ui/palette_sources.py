"""Everything the palette offers of a window: also what has no keys, and what stands in menus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from app.domain.conversation import Summary
from app.domain.preferences import Preferences, PreferencesFile
from app.domain.presets import PresetsFile
from app.domain.setting import declared
from app.session import Session
from app.ui.language import mark, said, tr
from app.ui.palette_entries import (
    action_entries,
    conversation_entries,
    preset_entries,
    setting_entries,
)
from app.ui.palette_entry import Entry
from app.ui.settings.page import ICONS, TITLES
from app.ui.sizes import size_text

if TYPE_CHECKING:
    from app.ui.window import MainWindow

_CHOICES = {"language": "languages", "theme": "sun-moon"}
"""Settings of which each value is offered, with an icon."""
_THIS = mark("This conversation")


def window_entries(
    window: MainWindow,
    *,
    session: Session,
    preferences: PreferencesFile,
    presets: PresetsFile,
) -> list[Entry]:
    """What can be done and gone to now, in the order shown while nothing is typed."""
    return [
        *action_entries(window.actions_by_id),
        *_of_window(window),
        *_of_message(window),
        *_of_conversation(window, session),
        *_of_models(window, session),
        *_choices(preferences),
        *window.pane.prompts.entries(),
        *conversation_entries(session),
        *preset_entries(presets.all, lambda name: window.inspector.apply_preset(name)),
        *_pages(window),
        *setting_entries(window.settings),
    ]


def _of_window(window: MainWindow) -> list[Entry]:
    sidebar = window.sidebar
    new_folder = sidebar.list.menus.new_folder
    return [
        Entry("new folder", tr("New folder"), "", "folder-plus", _shown(window, new_folder)),
        Entry("trash", tr("Trash"), "", "trash-2", _shown(window, sidebar.open_trash)),
        Entry(
            "filters",
            tr("Filter what is found"),
            "",
            "list-filter",
            _shown(window, sidebar.search.open_filters),
        ),
        Entry("prompt view", tr("What the model saw"), "", "binary", _prompt_view(window)),
    ]


def _of_message(window: MainWindow) -> list[Entry]:
    """What the buttons of the composer do, while there is one."""
    composer, hint = window.pane.composer, tr("Message")
    if not composer.isVisibleTo(window):
        return []
    tools = tr("Tools off") if composer.tools_button.isChecked() else tr("Tools on")
    think = composer.think_chip.other_choices()
    return [
        Entry("attach", tr("Attach files"), hint, "paperclip", composer.attach_button.click),
        Entry("tools", tools, hint, "wrench", composer.tools_button.click),
        *(Entry(f"think {text}", text, hint, "brain", choose) for text, choose in think),
    ]


def _of_conversation(window: MainWindow, session: Session) -> list[Entry]:
    """What the menu of the list does with the conversation that is open."""
    chat, ordering, menus = session.chat, session.ordering, window.sidebar.list.menus
    open_id = chat.conversation.id if chat is not None else ""
    summary = next((one for one in session.summaries if one.id == open_id), None)
    if summary is None:
        return []
    rename = _shown(window, partial(window.sidebar.list.rename, summary))
    found = [_this("rename", tr("Rename"), "pencil", rename)]
    if summary.temporary:
        return found
    pin = tr("Unpin") if summary.pinned else tr("Pin")
    turn_pin = partial(ordering.set_pinned, [open_id], not summary.pinned)
    new_tag, into_new = partial(menus.new_tag, [open_id]), partial(menus.new_folder, [open_id])
    return [
        *found,
        _this("pin", pin, "pin", turn_pin),
        _this("duplicate", tr("Duplicate"), "copy", partial(menus.duplicate, summary)),
        *_places(summary, session),
        _this("into new folder", tr("Move to a new folder"), "folder-plus", into_new),
        _this("new tag", tr("New tag…"), "tag", _shown(window, new_tag)),
        _this("delete", tr("Move to the trash"), "trash-2", partial(session.delete, open_id)),
    ]


def _places(summary: Summary, session: Session) -> list[Entry]:
    """The folders it could be in, and those tags it could have, too."""
    ordering, ids = session.ordering, [summary.id]
    names = [one.name for one in ordering.folders if one.name != summary.folder]
    found = [
        _this(
            f"into {name}",
            tr("Move to the folder “{name}”", name=name),
            "folder-input",
            partial(ordering.move, ids, name),
        )
        for name in names
    ]
    if summary.folder:
        leave = partial(ordering.move, ids, "")
        found.append(_this("out", tr("Out of the folder"), "folder-output", leave))
    for tag in ordering.tags:
        has = tag in summary.tags
        text = tr("Take the tag “{name}” off", name=tag) if has else tr("Tag “{name}”", name=tag)
        change = partial(ordering.set_tag, ids, tag, not has)
        found.append(_this(f"tag {tag}", text, "tag", change))
    return found


def _of_models(window: MainWindow, session: Session) -> list[Entry]:
    state, hint = session.model, tr("Model")
    found = [Entry("choose model", tr("Choose a model"), hint, "cpu", window.choose_model)]
    if state.card is not None:
        found.append(Entry("about", tr("About this model"), hint, "info", window.about_model))
    if state.phase in ("ready", "loading"):
        found.append(Entry("unload", tr("Unload"), hint, "power", session.unload_model))
    return found + [
        Entry(
            f"load {known.path}",
            tr("Load {model}", model=known.name),
            size_text(known.size_bytes),
            "cpu",
            partial(session.load_model, known.path),
        )
        for known in session.known_models()
        if str(known.path) != state.path
    ]


def _choices(preferences: PreferencesFile) -> list[Entry]:
    """Every language and theme but the one that holds."""
    found = []
    for one in declared(Preferences):
        for value, name in one.setting.names.items() if one.name in _CHOICES else ():
            if value != getattr(preferences.current, one.name):
                title = said(one.setting.title)
                found.append(
                    Entry(
                        f"{one.name} {value}",
                        tr("{name}: {value}", name=title, value=said(name)),
                        tr("Settings"),
                        _CHOICES[one.name],
                        partial(_choose, preferences, one.name, value),
                    )
                )
    return found


def _choose(preferences: PreferencesFile, name: str, value: object) -> None:
    changed: dict[str, Any] = {name: value}
    preferences.change(replace(preferences.current, **changed))


def _pages(window: MainWindow) -> list[Entry]:
    return [
        Entry(
            f"page {page}",
            tr("Settings · {page}", page=tr(title)),
            tr("Settings"),
            ICONS[page],
            partial(window.settings.open_page, page),
        )
        for page, title in TITLES.items()
    ]


def _this(id: str, text: str, icon: str, run: Callable[[], object]) -> Entry:
    return Entry(f"this {id}", text, tr(_THIS), icon, run)


def _shown(window: MainWindow, run: Callable[[], object]) -> Callable[[], None]:
    """What happens in the sidebar has to be seen there."""

    def show_and_run() -> None:
        if not window.sidebar.isVisibleTo(window):
            window.toggle_sidebar()
        run()

    return show_and_run


def _prompt_view(window: MainWindow) -> Callable[[], None]:
    return lambda: window.inspector.show_prompt()
