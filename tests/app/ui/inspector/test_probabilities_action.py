"""Answers that keep choices offer to show them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.ui.icons import Icons
from app.ui.theme import Theme
from app.ui.transcript.look import look_of
from app.ui.transcript.message_item import MessageItem, Shown
from app.ui.transcript.row import Act, Target
from app.ui.transcript.rows_foot import TIPS, FootRow
from tests.app.ui.inspector.prompts import chosen_answer


@pytest.mark.parametrize("kept", [True, False])
def test_the_action_stands_under_answers_with_choices(
    theme: Theme, icons: Icons, kept: bool
) -> None:
    message = chosen_answer()
    if not kept:
        message = replace(
            message, rounds=tuple(replace(round, choices=b"") for round in message.rounds)
        )
    item = MessageItem(Shown(message), look_of(theme, icons))
    item.build(600)
    foot = item.stack.rows[-1]
    assert isinstance(foot, FootRow)
    targets: set[Target] = {Act(action) for action, _ in foot._areas(600)}

    assert (Act("probabilities") in targets) == kept
    assert "probabilities" in TIPS
