"""The colours that formulas ask for, as far as they can be read."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtGui import QColor

LEAST_CONTRAST = 4.5
GROUND_OPACITY = 0.3
_STEP = 0.04
_GREY = 0.05
_DARK, _LIGHT = QColor("#1B1A1C"), QColor("#FEFDFC")


def named_color(name: str, text: QColor) -> QColor:
    """A colour by its SVG name, moved towards that of the text until it can be told from the paper.

    The paper is not known here; where the text is light, it is dark. What nobody knows is `text`.
    """
    color = QColor.fromString(name)
    if not color.isValid():
        return text
    if color.hslSaturationF() < _GREY and not _is_legible(color, _paper(text)):
        return text  # black on dark paper means: as everything else
    return QColor.fromRgba(_legible(color.rgba(), text.lightnessF() > 0.5))


def ground_color(name: str) -> QColor:
    """So faint that the text in front of it can be read in either theme."""
    color = QColor.fromString(name)
    color.setAlphaF(GROUND_OPACITY if color.isValid() else 0)
    return color


@lru_cache(maxsize=256)
def _legible(rgba: int, light: bool) -> int:
    color = QColor.fromRgba(rgba)
    paper = _DARK if light else _LIGHT
    step = _STEP if light else -_STEP
    lightness = color.lightnessF() + step
    while not _is_legible(color, paper) and 0 < lightness < 1:
        hue, saturation = max(color.hslHueF(), 0.0), color.hslSaturationF()
        color = QColor.fromHslF(hue, saturation, lightness, color.alphaF())
        lightness += step
    return color.rgba()


def _paper(text: QColor) -> QColor:
    return _DARK if text.lightnessF() > 0.5 else _LIGHT


def _is_legible(color: QColor, paper: QColor) -> bool:
    return contrast(color, paper) >= LEAST_CONTRAST


def contrast(one: QColor, other: QColor) -> float:
    """From 1 to 21, as WCAG counts it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: QColor) -> float:
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    )
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
