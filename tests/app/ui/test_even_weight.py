"""Chinese in the dark theme is painted in a way that does not make it bold, and nothing else is."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

from app.domain.conversation import Summary
from app.domain.search import Found, Query
from app.ui.even_weight import ALMOST_OPAQUE, even_weight
from app.ui.theme import Fonts, Theme, dark, light
from app.ui.window import MainWindow
from tests.app.ui.fakes import FakeSession


class OpacityKept(QPainter):
    """The opacity of each text that was painted."""

    def __init__(self, device: QPixmap) -> None:
        super().__init__(device)
        self.found: set[float] = set()

    def drawText(self, *what: object) -> None:  # type: ignore[override]
        self.found.add(round(self.opacity(), 2))
        super().drawText(*what)  # type: ignore[call-overload]


@pytest.fixture(autouse=True)
def _on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")


def opacity(theme: Theme, text: str, ratio: float = 1.0) -> float:
    pixmap = QPixmap(8, 8)
    pixmap.setDevicePixelRatio(ratio)
    painter = QPainter(pixmap)
    even_weight(painter, theme, lambda: text)
    found = painter.opacity()
    painter.end()
    return found


def test_only_chinese_in_the_dark_theme_is_painted_otherwise(fonts: Fonts) -> None:
    assert opacity(dark(fonts), "正则 regex") == pytest.approx(ALMOST_OPAQUE)
    assert opacity(dark(fonts), "regex") == 1
    assert opacity(light(fonts), "正则") == 1
    assert opacity(dark(fonts), "正则", ratio=2) == 1


def test_so_are_titles_in_the_sidebar_and_in_what_was_found(
    window: MainWindow, session: FakeSession, fonts: Fonts
) -> None:
    titles = (Summary("z", "正则表达式", 0, 0), Summary("k", "Kyoto", 0, 0))
    session.show_summaries(list(titles))
    session.searching.found.emit(Found(Query("x"), titles, ()))

    for view in (window.sidebar.list, window.sidebar.results):
        assert [painted(view, dark(fonts), row) for row in (1, 2)] == [{ALMOST_OPAQUE}, {1.0}]
        assert painted(view, light(fonts), 1) == {1.0}


def painted(view: QListView, theme: Theme, row: int) -> set[float]:
    delegate = view.itemDelegate()
    assert isinstance(delegate, QStyledItemDelegate)
    delegate.set_theme(theme)  # type: ignore[attr-defined]
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    option.rect = QRect(0, 0, 256, 36)
    pixmap = QPixmap(option.rect.size())
    painter = OpacityKept(pixmap)
    delegate.paint(painter, option, view.model().index(row, 0))
    painter.end()
    return painter.found
