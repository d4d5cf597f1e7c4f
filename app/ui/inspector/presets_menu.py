"""The presets: choose one, keep what holds now under a name, change, rename and delete them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from app.domain.conversation_settings import Setup
from app.domain.presets import BUILT_IN, Preset
from app.ui.composing import Composing
from app.ui.icons import Icons
from app.ui.inspector.option_rows import MenuButton
from app.ui.inspector.scope import Scope
from app.ui.inspector.undo_line import UndoLine
from app.ui.keyboard_focus import EscapeKey
from app.ui.language import mark, said, tr
from app.ui.theme import SIZE_META, Theme

BUILT_IN_NAMES = (mark("Precise"), mark("Balanced"), mark("Creative"))
"""For the catalogue."""
OWN_VALUES = mark("Custom")
AS_EVERYWHERE = mark("As everywhere")


class PresetsMenu(MenuButton):
    """Named for the preset that holds now. `name_edit` and `undo_line` stand under the heading."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self._scope = scope
        self._presets = scope.presets
        self._take_name: Callable[[str], bool] = self._save
        self.undo_line = UndoLine()
        self.name_edit = QLineEdit()
        Composing(self.name_edit)
        self.name_edit.setAccessibleName(tr("Name of the preset"))
        self.name_edit.hide()
        self.name_edit.returnPressed.connect(self._on_named)
        EscapeKey(self.name_edit).pressed.connect(self._end_name)
        self.undo_line.button.clicked.connect(lambda: self.setFocus())
        self.menu().aboutToShow.connect(self._fill)
        self.show_name()

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        super().set_theme(theme, icons)
        self.name_edit.setFont(theme.fonts.ui(SIZE_META))
        self.undo_line.set_theme(theme)

    # ---- what holds now

    def show_name(self) -> None:
        text = self._text()
        self.setText(text)
        self.setAccessibleName(tr("Preset: {name}", name=text))

    @property
    def name(self) -> str:
        """The preset that holds, or from which was gone on; "" when there is none."""
        if self._scope.everywhere:
            return self._presets.name_of(self._scope.preferences.current)
        name = self._scope.setup.settings.preset
        return name if name in self._presets.all else ""

    @property
    def _is_changed(self) -> bool:
        """Whether the conversation differs from its preset."""
        setup, preset = self._scope.setup, self._presets.all.get(self.name)
        return not self._scope.everywhere and preset is not None and not preset.holds_in(setup)

    def _text(self) -> str:
        if self.name:
            name = _shown(self.name)
            return tr("{name}, changed", name=name) if self._is_changed else name
        setup = self._scope.setup
        everywhere = self._scope.everywhere
        own = bool(setup.settings.own) or setup.context_strategy is not None
        return tr(OWN_VALUES) if everywhere or own else tr(AS_EVERYWHERE)

    # ---- the menu

    def _fill(self) -> None:
        menu, now = self.menu(), self.name
        menu.clear()
        if not self._scope.everywhere:
            cleared = self.text() == tr(AS_EVERYWHERE)
            self._add(tr(AS_EVERYWHERE), self._clear, checked=cleared)
            menu.addSeparator()
        for name in self._presets.all:
            checked = name == now and not self._is_changed
            self._add(_shown(name), partial(self.apply, name), checked=checked)
        menu.addSeparator()
        self._add(tr("Save as…"), partial(self._ask_name, self._save))
        if now and now not in BUILT_IN:
            self._add_own(now)
        self._add_start(now)

    def _add_own(self, now: str) -> None:
        if self._is_changed:
            self._add(tr("Update “{name}”", name=now), partial(self._update, now))
        rename = partial(self._ask_name, partial(self._rename, now), now)
        self._add(tr("Rename “{name}”…", name=now), rename)
        self._add(tr("Delete “{name}”", name=now), partial(self._delete, now))

    def _add_start(self, now: str) -> None:
        """Which one new conversations start with."""
        default = self._presets.list.default
        if now:
            self.menu().addSeparator()
            text = tr("Start new conversations with “{name}”", name=_shown(now))
            wanted = "" if default == now else now
            self._add(text, partial(self._start_with, wanted), checked=default == now)
        elif default:
            self.menu().addSeparator()
            text = tr("Start new conversations with “{name}”", name=_shown(default))
            self._add(text, partial(self._start_with, ""), checked=True)

    def _add(self, text: str, run: Callable[[], object], *, checked: bool | None = None) -> None:
        action = self.menu().addAction(text)
        if checked is not None:
            action.setCheckable(True)
            action.setChecked(checked)
        action.triggered.connect(lambda _=False: run())

    # ---- what is done

    def apply(self, name: str) -> None:
        undo = self._undo()
        self._scope.apply(name)
        self._done(tr("“{name}” is applied.", name=_shown(name)), undo)

    def _clear(self) -> None:
        undo = self._undo()
        self._scope.become(Setup(self._scope.setup.system_prompt))
        self._done(tr("All is as everywhere, but for the system prompt."), undo)

    def _save(self, name: str) -> bool:
        undo, known = self._undo(), set(self._presets.list.own)
        kept = self._presets.save(name, self._now())
        if not kept:
            return False
        self._follow(kept)
        replaced = tr("“{name}” is replaced.", name=kept)
        self._done(replaced if kept in known else tr("“{name}” is saved.", name=kept), undo)
        return True

    def _update(self, name: str) -> None:
        undo = self._undo()
        self._presets.save(name, self._now())
        self._follow(name)
        self._done(tr("“{name}” is updated.", name=name), undo)

    def _rename(self, before: str, name: str) -> bool:
        undo = self._undo()
        kept = self._presets.rename(before, name)

        def undo_all() -> None:
            self._scope.names.follow(kept, before)
            undo()

        if kept:
            self._scope.names.follow(before, kept)
            self._done(tr("“{before}” is now “{name}”.", before=before, name=kept), undo_all)
        return bool(kept)

    def _delete(self, name: str) -> None:
        undo = self._undo()
        self._presets.delete(name)
        self._done(tr("“{name}” is deleted.", name=name), undo)

    def _start_with(self, name: str) -> None:
        undo = self._undo()
        self._presets.start_with(name)
        if name:
            sentence = tr("New conversations start with “{name}”.", name=_shown(name))
        else:
            sentence = tr("New conversations start without a preset.")
        self._done(sentence, undo)

    def _now(self) -> Preset:
        """What is shown, as a preset."""
        preferences = self._scope.preferences.current
        if self._scope.everywhere:
            return Preset.of(preferences)
        model = self._scope.model
        return Preset.from_setup(self._scope.setup, preferences, model.choices, model.card)

    def _follow(self, name: str) -> None:
        """The conversation has this preset from now on."""
        if not self._scope.everywhere:
            self._scope.become(self._presets.all[name].put_over(self._scope.setup, name))

    def _undo(self) -> Callable[[], None]:
        """Takes back what is done next."""
        presets, setup = self._presets.list, self._scope.setup
        preferences, everywhere = self._scope.preferences.current, self._scope.everywhere

        def undo() -> None:
            self._presets.restore(presets)
            if everywhere:
                self._scope.preferences.change(preferences)
            else:
                self._scope.become(setup)
            self._scope.changed.emit()

        return undo

    def _done(self, sentence: str, undo: Callable[[], None]) -> None:
        self._scope.changed.emit()
        self.undo_line.offer(sentence, undo)

    # ---- names

    def _ask_name(self, take: Callable[[str], bool], name: str = "") -> None:
        self._take_name = take
        self.name_edit.setText(name)
        self.name_edit.selectAll()
        self.name_edit.setPlaceholderText(tr("Name of the preset"))
        self.name_edit.show()
        self.name_edit.setFocus()

    def _on_named(self) -> None:
        """A name that cannot be had is asked for again; without one, nothing is done."""
        name = self.name_edit.text().strip()
        if name and not self._take_name(name):
            self.name_edit.clear()
            if name in BUILT_IN:
                text = tr("{name} is built in: another name", name=name)
            else:
                text = tr("{name} is taken: another name", name=name)
            self.name_edit.setPlaceholderText(text)
            return
        self._end_name()

    def _end_name(self) -> None:
        """The keyboard goes back to where the name was asked for."""
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.name_edit.hide()


def _shown(name: str) -> str:
    """The built-in ones have names in the language of the user."""
    return said(name) if name in BUILT_IN else name
