"""Colours that can be read, fonts that are there, icons in the colour asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

import pytest
from PySide6.QtGui import QColor, QFontInfo

from app.ui.icons import Icons
from app.ui.inspector import choice_tokens, prompt_tokens
from app.ui.inspector.prompt_tokens import mixed
from app.ui.inspector.token_canvas import Tone
from app.ui.theme import Fonts, Theme, dark, light, palette, style_sheet
from app.ui.transcript.painting import SOFT, STRONG
from app.ui.transcript.rows_buttons import HOVERED_OPACITY

READABLE = 4.5
"""WCAG 2.2 AA for text."""


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


def text_colors(theme: Theme) -> dict[str, QColor]:
    names = ("text", "secondary", "hint", "accent", "ok", "warning", "error", "inline_code")
    code = theme.code_colors
    return {name: getattr(theme, name) for name in names} | {
        field.name: getattr(code, field.name) for field in fields(code)
    }


def test_every_text_colour_is_readable_where_text_stands(any_theme: Theme) -> None:
    """Also on what is hovered, switched on, and behind code in a line."""
    surfaces = ("window", "sidebar", "raised", "bubble", "code", "accent_soft")
    grounds = {name: getattr(any_theme, name) for name in surfaces}
    grounds["inline code"] = any_theme.inline_code_background
    low = [
        f"{text} on {ground}: {contrast(color, over):.2f}"
        for ground, over in grounds.items()
        for text, color in text_colors(any_theme).items()
        if contrast(color, over) < READABLE
    ]

    assert low == []


def test_marked_text_is_readable(any_theme: Theme) -> None:
    """What is selected or was found has the text's own colour, over every surface."""
    marks = {"selection": any_theme.selection, "open conversation": any_theme.border_soft}
    for surface in ("window", "raised", "bubble", "code", "inline_code_background"):
        ground = getattr(any_theme, surface)
        for share in (SOFT, STRONG):
            marks[f"found on {surface}"] = mixed(any_theme.warning, ground, share)
    ratios = {name: contrast(any_theme.text, ground) for name, ground in marks.items()}

    assert min(ratios.values()) >= READABLE, ratios
    assert contrast(any_theme.secondary, any_theme.border_soft) >= READABLE


def test_a_button_in_the_accent_is_readable_under_the_mouse(any_theme: Theme) -> None:
    hovered = mixed(any_theme.accent, any_theme.raised, HOVERED_OPACITY)

    assert contrast(any_theme.on_accent, any_theme.accent) >= READABLE
    assert contrast(any_theme.on_accent, hovered) >= READABLE


@pytest.mark.parametrize("tones", [prompt_tokens.tones, choice_tokens.tones])
def test_tokens_of_the_inspector_are_readable(
    any_theme: Theme, tones: Callable[[Theme], dict[str, Tone]]
) -> None:
    ratios = {name: contrast(tone.text, tone.fill) for name, tone in tones(any_theme).items()}

    assert min(ratios.values()) >= READABLE, ratios


def test_a_ring_is_seen_on_every_surface(any_theme: Theme) -> None:
    """Three to one, as for everything that is no text."""
    for surface in ("window", "sidebar", "raised", "bubble", "code"):
        assert contrast(any_theme.accent, getattr(any_theme, surface)) >= 3


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
