"""Colours that can be read, fonts that are there, icons in the colour asked for."""

from __future__ import annotations

from dataclasses import fields

import pytest
from PySide6.QtGui import QColor, QFontInfo

from app.ui.icons import Icons
from app.ui.theme import Fonts, Theme, dark, light, palette, style_sheet


@pytest.fixture(params=[light, dark], ids=["light", "dark"])
def any_theme(request: pytest.FixtureRequest, fonts: Fonts) -> Theme:
    theme = request.param(fonts)
    assert isinstance(theme, Theme)
    return theme


def luminance(color: QColor) -> float:
    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    brighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def test_text_is_readable_on_every_surface(any_theme: Theme) -> None:
    surfaces = ("window", "sidebar", "raised", "bubble", "code")
    texts = ("text", "secondary", "hint", "accent", "ok", "warning", "error")
    for surface in surfaces:
        for text in texts:
            ratio = contrast(getattr(any_theme, text), getattr(any_theme, surface))
            assert ratio >= 4.5, f"{text} on {surface}: {ratio:.2f}"
    assert contrast(any_theme.on_accent, any_theme.accent) >= 4.5


def test_code_is_readable_in_every_colour(any_theme: Theme) -> None:
    for field in fields(any_theme.code_colors):
        ratio = contrast(getattr(any_theme.code_colors, field.name), any_theme.code)
        assert ratio >= 4.5, f"{field.name}: {ratio:.2f}"
    assert contrast(any_theme.inline_code, any_theme.inline_code_background) >= 4.5


def test_our_own_faces_come_first(fonts: Fonts) -> None:
    assert QFontInfo(fonts.ui()).family() == "Inter"
    assert QFontInfo(fonts.code()).family() == "JetBrains Mono"


def test_palette_and_style_sheet_use_the_tokens(any_theme: Theme) -> None:
    assert palette(any_theme).window().color() == any_theme.window
    assert any_theme.accent.name() in style_sheet(any_theme)
    assert "$" not in style_sheet(any_theme)


def test_an_icon_has_the_colour_and_size_asked_for(icons: Icons) -> None:
    pixmap = icons.pixmap("copy", QColor("#ff0000"), size=18, device_pixel_ratio=2.0)
    image = pixmap.toImage()
    painted = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }

    assert pixmap.width() == 36
    assert painted == {"#ff0000"}


def test_an_icon_is_drawn_once(icons: Icons) -> None:
    first = icons.pixmap("check", QColor("#00ff00"))

    assert icons.pixmap("check", QColor("#00ff00")) is first
