"""Images are shown after a click, and never fetched from the network."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.ui.icons import Icons
from app.ui.theme import Theme, dark
from app.ui.transcript.blocks import Image
from app.ui.transcript.images import LARGEST_FILE_BYTES, place_of
from app.ui.transcript.look import Look, look_of
from app.ui.transcript.row import Link, Press
from app.ui.transcript.rows_image import CARD_HEIGHT, TALLEST, ImageRow
from app.ui.transcript.view import TranscriptView
from tests.app.ui.transcript.conversations import StagedChat


@pytest.fixture
def look(theme: Theme, icons: Icons) -> Look:
    return look_of(theme, icons)


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "a picture.png"
    _image(300, 200).save(str(path))
    return path


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("https://x.y/z.png", "web"),
        ("http://x.y/z.png", "web"),
        ("/home/a/b.png", "here"),
        ("C:/a/b.png", "here"),
        ("pictures/a%20b.png", "here"),
        ("data:image/png;base64,AAAA", "here"),
        ("//host/share/x.png", "nowhere"),
        ("%5C%5Chost%5Cshare%5Cx.png", "nowhere"),
        ("smb://host/x.png", "nowhere"),
    ],
)
def test_shares_of_other_machines_are_never_read(address: str, place: str) -> None:
    assert place_of(address) == place


def test_an_image_is_read_only_after_the_click(look: Look, qtbot: QtBot, picture: Path) -> None:
    row = ImageRow(Image("a chart", str(picture)), look)
    assert row.height(700) == CARD_HEIGHT
    assert not look.background.busy
    target = row.target_at(QPoint(600, 20), 700)
    assert target == Press(row, "load")

    row.press("load")
    qtbot.waitUntil(lambda: not look.background.busy)

    assert row.height(700) == 200


def test_a_row_notices_once_that_its_image_has_come(
    look: Look, qtbot: QtBot, picture: Path
) -> None:
    row, other = (ImageRow(Image("", str(path)), look) for path in (picture, "elsewhere.png"))
    assert not row.look_again()
    row.press("load")
    qtbot.waitUntil(lambda: not look.background.busy)

    assert [row.look_again(), row.look_again(), other.look_again()] == [True, False, False]


def test_an_image_from_the_web_is_offered_to_the_browser(look: Look) -> None:
    row = ImageRow(Image("", "https://x.y/z.png"), look)

    assert row.target_at(QPoint(600, 20), 700) == Link("https://x.y/z.png")


def test_an_image_is_never_wider_than_the_column(look: Look, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "large.png"
    _image(2000, 3000).save(str(path))
    row = ImageRow(Image("", str(path)), look)
    row.press("load")
    qtbot.waitUntil(lambda: not look.background.busy)

    assert row.height(700) == TALLEST


def test_an_image_in_the_address_itself_is_shown(look: Look, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "small.png"
    _image(30, 20).save(str(path))
    data = base64.b64encode(path.read_bytes()).decode()
    row = ImageRow(Image("", f"data:image/png;base64,{data}"), look)
    row.press("load")
    qtbot.waitUntil(lambda: not look.background.busy)

    assert row.height(700) == 20


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "The image cannot be read: No such file or directory."),
        (b"no image", "The image cannot be shown: unsupported image format."),
        (b"x" * (LARGEST_FILE_BYTES + 1), "The image is not shown: it is larger than 20 MB."),
    ],
)
def test_what_cannot_be_shown_says_why(
    look: Look, qtbot: QtBot, tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "x.png"
    if content is not None:
        path.write_bytes(content)
    look.images.load(str(path))
    qtbot.waitUntil(lambda: not look.background.busy)
    found = look.images.found(str(path))
    assert found is not None

    assert found.error == sentence


def test_a_click_in_the_transcript_shows_the_image(
    view: TranscriptView, qtbot: QtBot, picture: Path
) -> None:
    chat = StagedChat()
    chat.ask("?")
    chat.answer(f"![a chart](<{picture}>)")
    view.set_chat(chat)
    item = view.column.items[-1]
    index = next(i for i, row in enumerate(item.stack.rows) if isinstance(row, ImageRow))
    row = item.stack.rows[index]
    top = view.column.top(item) + item.stack.top(index) - view.verticalScrollBar().value()
    point = QPoint(view.viewport().width() // 2, top + 20)
    view.pointer.press(point)
    view.pointer.release(point)

    qtbot.waitUntil(lambda: row.height(view.column.width) == 200)
    assert item.stack.height > 200


def test_an_image_stays_through_theme_zoom_and_width(
    view: TranscriptView, qtbot: QtBot, picture: Path, theme: Theme
) -> None:
    """Also one that is still being read when the theme changes."""
    chat = StagedChat()
    chat.ask("?")
    chat.answer(f"![a chart](<{picture}>)")
    view.set_chat(chat)
    image_of(view).press("load")
    view.set_theme(dark(theme.fonts))
    qtbot.waitUntil(lambda: image_of(view).height(view.column.width) == 200)
    view.set_zoom(120)
    view.resize(640, 500)
    view.set_theme(theme)

    assert image_of(view).height(view.column.width) == 200


def image_of(view: TranscriptView) -> ImageRow:
    item = view.column.items[-1]
    item.build(view.column.width)
    return next(row for row in item.stack.rows if isinstance(row, ImageRow))


def _image(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkCyan)
    return image
