"""The cross that empties a search field."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.clear_action import ClearAction
from app.ui.icons import Icons
from app.ui.theme import Theme
from tests.app.ui.conftest import put


def test_it_is_there_while_there_is_something_to_clear(
    around: QWidget, theme: Theme, icons: Icons
) -> None:
    field = QLineEdit()
    put(field, around)
    clear = ClearAction(field)
    clear.set_theme(theme, icons)
    assert not clear.isVisible()

    field.setText("words")
    assert clear.isVisible()

    clear.trigger()
    assert field.text() == ""
    assert not clear.isVisible()
