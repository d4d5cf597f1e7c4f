"""Tokens are readable in every colour, in both themes."""

from __future__ import annotations

import pytest

from app.ui.inspector import choice_tokens, prompt_tokens
from app.ui.theme import Fonts, dark, light
from tests.app.ui.test_theme import contrast


@pytest.mark.parametrize("is_dark", [False, True])
def test_every_token_is_readable(fonts: Fonts, is_dark: bool) -> None:
    theme = dark(fonts) if is_dark else light(fonts)
    for room in (prompt_tokens, choice_tokens):
        for name, tone in room.tones(theme).items():
            ratio = contrast(tone.text, tone.fill)
            assert ratio >= 4.5, f"{name}: {ratio:.2f}"
