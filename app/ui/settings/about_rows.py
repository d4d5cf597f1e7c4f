"""What the program is made of, and how fast this machine was."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from app.session import Session
from app.ui.form import Wrapped
from app.ui.icons import Icons
from app.ui.language import number, tr
from app.ui.settings.buttons import push_button
from app.ui.settings.row import Row
from app.ui.theme import SIZE_META, Theme
from app.versions import LICENCE, SYSTEM, UNKNOWN, packages, versions


class VersionsRow(Row):
    def __init__(self) -> None:
        self._versions = versions()
        self.button = push_button(tr("Copy"), self._copy)
        lines = (f"{_name(name)} {_version(one)}" for name, one in self._versions.items())
        super().__init__(tr("Versions"), "\n".join(lines), beside=(self.button,))

    def _copy(self) -> None:
        """In English, as in the report of a problem."""
        lines = (f"{name} {version}" for name, version in self._versions.items())
        QGuiApplication.clipboard().setText("\n".join(lines))


class PackagesRow(Row):
    """The list is made when it is wanted: looking at all packages takes a quarter second."""

    def __init__(self) -> None:
        self.list = Wrapped(tone="secondary")
        self.button = push_button(tr("Show licences"), self._show)
        super().__init__(
            tr("Made with"),
            tr("Libraries that are part of this program, each under its own licence."),
            beside=(self.button,),
        )
        self.list.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.list.hide()
        self.add_below(self.list)

    def set_theme(self, theme: Theme, icons: Icons) -> None:
        super().set_theme(theme, icons)
        self.list.setFont(theme.fonts.ui(SIZE_META))

    def _show(self) -> None:
        lines = (
            f"{one.name} {one.version} · {one.licence or tr('see its package')}"
            for one in packages()
        )
        self.list.setText("\n".join(lines) or tr("This build does not carry their names."))
        self.list.show()
        self.button.hide()


class SpeedRow(Row):
    """From the newest answer of the open conversation that has a receipt."""

    def __init__(self, session: Session) -> None:
        self._session = session
        super().__init__(tr("Speed of this machine"))
        self.refresh()

    def refresh(self) -> None:
        branch = self._session.chat.branch if self._session.chat is not None else []
        rounds = [round for message in reversed(branch) for round in reversed(message.rounds)]
        receipt = next((one.receipt for one in rounds if one.receipt is not None), None)
        if receipt is None:
            self.show_help(tr("Known after the first answer."))
            return
        self.show_help(_speeds(receipt.read_per_second, receipt.written_per_second))


def _name(name: str) -> str:
    """Those of packages are the same in every language."""
    return tr("System") if name == SYSTEM else name


def _version(version: str) -> str:
    return tr("unknown") if version == UNKNOWN else version


def _speeds(read: float | None, written: float | None) -> str:
    if read and written:
        return tr(
            "In the newest answer: reads {read} tokens per second, "
            "writes {written} tokens per second.",
            read=number(read),
            written=number(written, 1),
        )
    if read:
        return tr("In the newest answer: reads {read} tokens per second.", read=number(read))
    if written:
        return tr(
            "In the newest answer: writes {written} tokens per second.", written=number(written, 1)
        )
    return tr("In the newest answer: too short to measure.")


def about_rows(session: Session) -> tuple[Row, ...]:
    licence = Row(
        tr("Licence"), tr("Parley is free software under the {licence}.", licence=LICENCE)
    )
    return VersionsRow(), licence, SpeedRow(session), PackagesRow()
