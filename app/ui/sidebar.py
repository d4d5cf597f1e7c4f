"""The left side: new chat, the conversations by day, the theme."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout

from app.session import Session
from app.ui.actions import NamedAfter
from app.ui.appearance import Appearance
from app.ui.chrome import ICON_GAP, chrome_style
from app.ui.conversation_list import ConversationList
from app.ui.conversation_model import ConversationModel
from app.ui.icons import Icons
from app.ui.theme import SIDEBAR_WIDTH, Theme
from app.ui.theme_switch import ThemeSwitch


class Sidebar(QFrame):
    """Follows the session's list; what is clicked here goes to the session at once."""

    def __init__(
        self,
        *,
        session: Session,
        appearance: Appearance,
        icons: Icons,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__()
        self._session = session
        self._icons = icons
        self.setObjectName("sidebar")
        self.setFixedWidth(SIDEBAR_WIDTH)
        self.model = ConversationModel(session.is_generating)
        self.list = ConversationList(self.model, appearance.theme)
        self.theme_switch = ThemeSwitch(appearance, icons)
        self._name = QLabel("Parley")
        self.hide_button = _hide_button(actions["toggle_sidebar"])
        self.new_button = _new_button(actions["new_conversation"])
        self.settings_button = _settings_button(actions["settings"])
        self._build()
        self._connect()
        self.set_theme(appearance.theme)
        self._show_summaries()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 0, 0)
        head.addWidget(self._name)
        head.addStretch(1)
        head.addWidget(self.hide_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.new_button)
        layout.addWidget(self.list, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.settings_button)
        foot.addStretch(1)
        foot.addWidget(self.theme_switch)
        layout.addLayout(foot)

    def _connect(self) -> None:
        self.model.renamed.connect(self._session.rename)
        self.list.opened.connect(self._session.open_conversation)
        self.list.deleted.connect(self._session.delete)
        self.list.rename_ended.connect(self._show_summaries)
        self._session.summaries_changed.connect(self._show_summaries)
        self._session.activity_changed.connect(self.model.repaint_rows)
        self._session.chat_opened.connect(self._show_open)

    def set_theme(self, theme: Theme) -> None:
        self.setStyleSheet(chrome_style(theme))
        self._name.setFont(theme.fonts.ui(15, QFont.Weight.DemiBold))
        self.new_button.setFont(theme.fonts.ui())
        self.new_button.setIcon(self._icons.icon("square-pen", theme.text))
        self.settings_button.setFont(theme.fonts.ui())
        self.settings_button.setIcon(self._icons.icon("settings-2", theme.secondary))
        self.hide_button.setIcon(self._icons.icon("panel-left", theme.secondary, 18))
        self.list.set_theme(theme)
        self.theme_switch.set_theme(theme)

    def _show_summaries(self) -> None:
        """New rows would close the editor of a rename, so they wait for its end."""
        if not self.list.renaming:
            self.model.show(self._session.summaries, date.today())
            self._show_open()

    def _show_open(self) -> None:
        chat = self._session.chat
        open_id = chat.conversation.id if chat is not None else ""
        self.model.set_open(open_id)
        self.list.setCurrentIndex(self.model.index_of(open_id))


def _hide_button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(18, 18))
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button


def _new_button(action: QAction) -> QPushButton:
    button = QPushButton(f"{ICON_GAP}{action.text()}")
    button.setObjectName("newConversation")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button


def _settings_button(action: QAction) -> QPushButton:
    button = QPushButton(f"{ICON_GAP}{action.text()}")
    button.setProperty("row", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    NamedAfter(button, action)
    button.clicked.connect(action.trigger)
    return button
