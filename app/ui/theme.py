"""Colours, fonts and measures of the window, as values.

`load_fonts()` once after the QApplication exists, then `light(fonts)` or `dark(fonts)`: a `Theme`
is handed to every widget and replaced as a whole when the user switches. All measures are logical
pixels.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from string import Template

from PySide6.QtCore import QLocale
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette

COLUMN_WIDTH = 744
COMPOSER_WIDTH = 776
SIDEBAR_WIDTH = 256
INSPECTOR_WIDTH = 288
TOP_BAR_HEIGHT = 52
SCROLL_BAR_WIDTH = 10

GAP_MESSAGE = 28
GAP_ROW = 12

RADIUS_AVATAR = 6
RADIUS_ITEM = 8
RADIUS_CARD = 10
RADIUS_BUBBLE = 16
RADIUS_COMPOSER = 18

SIZE_BODY = 15
SIZE_CODE = 13
SIZE_UI = 13
SIZE_META = 12
SIZE_SECTION = 11
SIZE_HEADINGS = (24, 20, 17, 15)
LINE_BODY = 24
LINE_CODE = 20

ANIMATION_MS = 160


@dataclass(frozen=True, slots=True)
class Fonts:
    """Families that exist on this machine, ours first, then Chinese and emoji fallbacks."""

    body: tuple[str, ...]
    mono: tuple[str, ...]

    def ui(self, size: int = SIZE_UI, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        return _font(self.body, size, weight)

    def section(self) -> QFont:
        """Of the small headings over groups."""
        font = _font(self.body, SIZE_SECTION, QFont.Weight.DemiBold)
        font.setCapitalization(QFont.Capitalization.AllUppercase)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.4)
        return font

    def code(self, size: int = SIZE_CODE) -> QFont:
        font = _font(self.mono, size, QFont.Weight.Normal)
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFeature(QFont.Tag("calt"), 0)  # == and <= as the characters they are
        return font


@dataclass(frozen=True, slots=True)
class CodeColors:
    """Colours of highlighted source code, each readable on `Theme.code`."""

    keyword: QColor
    function: QColor
    builtin: QColor
    string: QColor
    number: QColor
    comment: QColor
    operator: QColor


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """Every colour of the window; `fonts` ride along because whoever paints needs both."""

    dark: bool
    fonts: Fonts
    window: QColor
    sidebar: QColor
    raised: QColor
    border: QColor
    border_soft: QColor
    text: QColor
    secondary: QColor
    hint: QColor
    accent: QColor
    accent_soft: QColor
    on_accent: QColor
    bubble: QColor
    code: QColor
    inline_code: QColor
    inline_code_background: QColor
    ok: QColor
    warning: QColor
    error: QColor
    selection: QColor
    found: QColor
    code_colors: CodeColors


def load_fonts() -> Fonts:
    """Register the faces that come with the app and pick the fallbacks this machine has."""
    for package in ("fontpkg_inter", "fontpkg_jetbrains_mono"):
        for face in sorted(_folder_of(package).joinpath("files").iterdir()):
            QFontDatabase.addApplicationFontFromData(face.read_bytes())
    present = set(QFontDatabase.families())
    fallbacks = [name for name in (*_chinese_families(), *_EMOJI) if name in present]
    return Fonts(
        body=tuple(name for name in ("Inter", *fallbacks) if name in present),
        mono=tuple(name for name in ("JetBrains Mono", *fallbacks) if name in present),
    )


def _folder_of(package: str) -> Path:
    """Found without importing the package."""
    found = find_spec(package)
    assert found is not None, "a dependency"
    assert found.submodule_search_locations is not None, "a package"
    return Path(found.submodule_search_locations[0])


def light(fonts: Fonts) -> Theme:
    return Theme(
        dark=False,
        fonts=fonts,
        window=QColor("#FEFDFC"),
        sidebar=QColor("#F6F4F0"),
        raised=QColor("#FFFFFF"),
        border=QColor("#E3DFD8"),
        border_soft=QColor("#EEEAE4"),
        text=QColor("#211F1C"),
        secondary=QColor("#645F57"),
        hint=QColor("#6B665F"),
        accent=QColor("#5B5BD6"),
        accent_soft=QColor("#ECECFB"),
        on_accent=QColor("#FFFFFF"),
        bubble=QColor("#F1EEE8"),
        code=QColor("#FAF8F5"),
        inline_code=QColor("#9A3B24"),
        inline_code_background=QColor("#F1EDE6"),
        ok=QColor("#1F7547"),
        warning=QColor("#955A09"),
        error=QColor("#B5352C"),
        selection=QColor("#D9D9F8"),
        found=QColor("#F5B80B"),
        code_colors=CodeColors(
            keyword=QColor("#8430A8"),
            function=QColor("#2F5BC4"),
            builtin=QColor("#10707A"),
            string=QColor("#2E7032"),
            number=QColor("#A0520C"),
            comment=QColor("#6B665F"),
            operator=QColor("#645F57"),
        ),
    )


def dark(fonts: Fonts) -> Theme:
    return Theme(
        dark=True,
        fonts=fonts,
        window=QColor("#1B1A1C"),
        sidebar=QColor("#151416"),
        raised=QColor("#242326"),
        border=QColor("#37353A"),
        border_soft=QColor("#2B292D"),
        text=QColor("#EDEAE6"),
        secondary=QColor("#ABA69F"),
        hint=QColor("#9B968F"),
        accent=QColor("#8E8CF2"),
        accent_soft=QColor("#2B2A48"),
        on_accent=QColor("#14132B"),
        bubble=QColor("#2A282C"),
        code=QColor("#161517"),
        inline_code=QColor("#F2A98F"),
        inline_code_background=QColor("#2C2A2E"),
        ok=QColor("#5CC08B"),
        warning=QColor("#E2B25C"),
        error=QColor("#F0827A"),
        selection=QColor("#3D3C66"),
        found=QColor("#E2B25C"),
        code_colors=CodeColors(
            keyword=QColor("#C69AF0"),
            function=QColor("#8DB4F7"),
            builtin=QColor("#74C7D0"),
            string=QColor("#A3CE8B"),
            number=QColor("#E6A766"),
            comment=QColor("#9B968F"),
            operator=QColor("#ABA69F"),
        ),
    )


def palette(theme: Theme) -> QPalette:
    """What Qt's own widgets take their colours from, for `QApplication.setPalette`."""
    roles = QPalette.ColorRole
    result = QPalette()
    for role, color in (
        (roles.Window, theme.window),
        (roles.WindowText, theme.text),
        (roles.Base, theme.raised),
        (roles.AlternateBase, theme.sidebar),
        (roles.Text, theme.text),
        (roles.Button, theme.raised),
        (roles.ButtonText, theme.text),
        (roles.PlaceholderText, theme.hint),
        (roles.ToolTipBase, theme.raised),
        (roles.ToolTipText, theme.text),
        (roles.Highlight, theme.selection),
        (roles.HighlightedText, theme.text),
        (roles.Link, theme.accent),
        (roles.Accent, theme.accent),
    ):
        result.setColor(role, color)
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, theme.hint)
    return result


def style_sheet(theme: Theme) -> str:
    """The look of chrome widgets; a button whose property `primary` is true has the accent."""
    colors = {field.name: getattr(theme, field.name) for field in fields(theme)}
    tokens = {name: color.name() for name, color in colors.items() if isinstance(color, QColor)}
    return _STYLE_SHEET.substitute(tokens, scroll_bar=SCROLL_BAR_WIDTH)


def _font(families: tuple[str, ...], size: int, weight: QFont.Weight) -> QFont:
    font = QFont(list(families))
    font.setPixelSize(size)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def _chinese_families() -> tuple[str, ...]:
    """Han characters differ by region: traditional forms first where the locale asks for them."""
    simplified = ("PingFang SC", "Microsoft YaHei UI", "Noto Sans CJK SC", "Noto Sans SC")
    traditional = ("PingFang TC", "Microsoft JhengHei UI", "Noto Sans CJK TC", "Noto Sans TC")
    script = QLocale.system().script()
    if script == QLocale.Script.TraditionalChineseScript:
        return (*traditional, *simplified)
    return (*simplified, *traditional)


_EMOJI = ("Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji")

_STYLE_SHEET = Template(
    """
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 6px; }
QPushButton { background: $raised; color: $text; border: 1px solid $border; border-radius: 8px;
  padding: 5px 14px; }
QPushButton:hover { background: $bubble; }
QPushButton:disabled { color: $hint; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton[primary="true"] { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton[primary="true"]:focus { border-color: $text; }
QToolButton { background: transparent; color: $secondary; border: none; border-radius: 8px;
  padding: 5px; }
QToolButton:hover, QToolButton:checked { background: $bubble; color: $text; }
QToolButton:focus { border: 2px solid $accent; padding: 3px; }
QLineEdit { background: $raised; color: $text; border: 1px solid $border; border-radius: 8px;
  padding: 5px 8px; selection-background-color: $selection; selection-color: $text; }
QLineEdit:focus { border: 2px solid $accent; padding: 4px 7px; }
QMenu { background: $raised; color: $text; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 18px; border-radius: 6px; }
QMenu::item:selected { background: $bubble; }
QMenu::item:disabled { color: $hint; }
QMenu[round="true"] { border-radius: 10px; padding: 5px; }
QMenu[round="true"]::indicator { image: none; width: 16px; height: 16px; }
QMenu[round="true"]::icon { padding-left: 10px; }
QMenu[round="true"]::right-arrow { image: none; }
QMenu::separator { height: 1px; background: $border_soft; margin: 4px 6px; }
QScrollBar:vertical { background: transparent; width: ${scroll_bar}px; margin: 0; }
QScrollBar::handle:vertical { background: $border; border-radius: 3px; min-height: 32px;
  margin: 2px; }
QScrollBar::handle:vertical:hover { background: $hint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
)
