"""In which order Tab goes through the window: from left to right, and from top to bottom."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtWidgets import QWidget

from app.ui.conversation_pane import ConversationPane
from app.ui.sidebar import Sidebar
from app.ui.top_bar import TopBar


def order_focus(sidebar: Sidebar, top_bar: TopBar, pane: ConversationPane) -> None:
    """Parts that are made later put themselves in this order."""
    order: list[QWidget] = [
        *(sidebar.hide_button, sidebar.new_button, sidebar.temporary_button),
        *(sidebar.search.edit, sidebar.search.filter_button, sidebar.list, sidebar.results),
        sidebar.settings_button,
        *(*sidebar.theme_switch.buttons.values(), sidebar.trash_button),
        *(top_bar.sidebar_button, top_bar.model_button),
        *(top_bar.about_button, top_bar.inspector_button, pane.transcript),
        *(pane.first_start, pane.empty_page, pane.notices),
        *(pane.approval_bar.show_button, pane.approval_bar.deny_button),
        *(pane.approval_bar.approve_button, pane.composer.edit),
        *(pane.composer.attach_button, pane.composer.prompts_button),
        *(pane.composer.think_chip, pane.composer.tools_button),
        pane.composer.send_button,
    ]
    for before, after in pairwise(order):
        QWidget.setTabOrder(before, after)
