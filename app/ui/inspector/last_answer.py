"""The figures of the newest answer, from the receipt of its last round."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.conversation import Message
from app.ui.inspector.section import Figure, Section
from app.ui.theme import Theme
from engine.types import Ending, Receipt, Round

_ENDINGS: dict[Ending, str] = {
    "end_of_turn": "end of turn",
    "length": "length limit",
    "stop_string": "stop text",
    "tool_calls": "tool calls",
    "context_full": "context full",
    "stopped": "stopped",
}
_NAMES = ("Speed", "First token", "Prompt", "Written", "Ended by", "Seed")


class LastAnswerSection(Section):
    """Hidden while no answer has a receipt."""

    def __init__(self) -> None:
        super().__init__("Last answer")
        self.figures = {name: Figure(name) for name in _NAMES}
        for figure in self.figures.values():
            self.body.addWidget(figure)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        self.set_heading_font(theme)
        for figure in self.figures.values():
            figure.set_theme(theme)

    def show_branch(self, branch: Sequence[Message]) -> None:
        newest = next((m.rounds[-1] for m in reversed(branch) if m.rounds), None)
        receipt = newest.receipt if newest else None
        self.setVisible(receipt is not None)
        if newest is not None and receipt is not None:
            for name, text in _texts(newest, receipt).items():
                self.figures[name].show_value(text)


def _texts(newest: Round, receipt: Receipt) -> dict[str, str]:
    speed, first = receipt.written_per_second, receipt.seconds_to_first_token
    kept = receipt.reused + receipt.restored
    reused = f" · {round(kept / receipt.prompt * 100)} % reused" if receipt.prompt else ""
    return {
        "Speed": f"{speed:.1f} tok/s" if speed else "",
        "First token": f"{first:.2f} s" if first else "",
        "Prompt": f"{receipt.prompt:,} tokens{reused}",
        "Written": f"{receipt.written:,} tokens" if receipt.written != 1 else "1 token",
        "Ended by": _ENDINGS[newest.ending] if newest.ending else "",
        "Seed": str(receipt.seed) if receipt.seed else "",
    }
