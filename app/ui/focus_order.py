"""In which order Tab goes through the window: from left to right, and from top to bottom."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.conversation_pane import ConversationPane
from app.ui.keyboard_focus import put_after, takes_keyboard
from app.ui.sidebar import Sidebar
from app.ui.top_bar import TopBar


def order_focus(sidebar: Sidebar, top_bar: TopBar, pane: ConversationPane) -> None:
    """Parts that are made later put themselves in this order; bars are between the two sides."""
    begin, search, themes = sidebar.hide_button, sidebar.search, sidebar.theme_switch
    put_after(begin, (sidebar.new_button, sidebar.temporary_button, search.edit))
    put_after(search.edit, (search.filter_button, sidebar.list, sidebar.results))
    put_after(sidebar.results, (sidebar.settings_button, sidebar.trash_button))
    put_after(sidebar.trash_button, themes.buttons.values())
    last = list(themes.buttons.values())[-1]
    put_after(last, (top_bar.sidebar_button, top_bar.model_button, top_bar.about_button))
    put_after(top_bar.about_button, (top_bar.find_button, top_bar.inspector_button))
    composer = pane.composer
    put_after(composer.edit, (composer.attach_button, composer.prompts_button))
    put_after(composer.prompts_button, (composer.think_chip, composer.tools_button))
    put_after(composer.tools_button, (composer.send_button,))


def put_in_order(page: QWidget, top_bar: TopBar) -> None:
    """The transcript, or what stands in its place, with what lies over it: made later."""
    widgets = (page, *page.findChildren(QWidget))
    put_after(top_bar.inspector_button, (one for one in widgets if takes_keyboard(one)))
