"""The figures of the newest answer, from the receipt of its last round."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.conversation import Message
from app.ui.inspector.section import Figure, Section
from app.ui.language import mark, number, tr
from app.ui.theme import Theme
from engine.types import Ending, Receipt, Round

_ENDINGS: dict[Ending, str] = {
    "end_of_turn": mark("end of turn"),
    "length": mark("length limit"),
    "stop_string": mark("stop text"),
    "tool_calls": mark("tool calls"),
    "context_full": mark("context full"),
    "stopped": mark("stopped"),
}
_NAMES = {
    "speed": mark("Speed"),
    "first": mark("First token"),
    "prompt": mark("Prompt"),
    "written": mark("Written"),
    "ending": mark("Ended by"),
    "seed": mark("Seed"),
}


class LastAnswerSection(Section):
    """Hidden while no answer has a receipt."""

    def __init__(self) -> None:
        super().__init__(tr("Last answer"))
        self.figures = {name: Figure(tr(text)) for name, text in _NAMES.items()}
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
    return {
        "speed": tr("{speed} tok/s", speed=number(speed, 1)) if speed else "",
        "first": tr("{seconds} s", seconds=number(first, 2)) if first else "",
        "prompt": _prompt_text(receipt.prompt, kept),
        "written": _tokens_text(receipt.written),
        "ending": tr(_ENDINGS[newest.ending]) if newest.ending else "",
        "seed": str(receipt.seed) if receipt.seed else "",
    }


def _prompt_text(prompt: int, kept: int) -> str:
    if not prompt:
        return _tokens_text(prompt)
    share = number(round(kept / prompt * 100))
    return tr("{count} tokens · {share} % reused", count=number(prompt), share=share)


def _tokens_text(count: int) -> str:
    return tr("1 token") if count == 1 else tr("{count} tokens", count=number(count))
