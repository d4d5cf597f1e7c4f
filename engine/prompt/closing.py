"""What stands between a model's reasoning and its answer: the family's marker and line breaks."""

from __future__ import annotations

from engine.prompt.habits import Habits, thinking_settings
from engine.prompt.template import ChatTemplate


def closing_text(template: ChatTemplate) -> str:
    """As the template prints it; as the family writes it where the template prints it otherwise.

    Empty for a family without a marker that closes reasoning. Where answers are messages with
    headers, it ends with the header of the answer.
    """
    format = template.format
    if not format.reasoning_close:
        return ""
    if format.writes is not None:
        return format.writes[1]
    printed = Habits(template, thinking_settings(template)).between_reasoning_and_answer()
    is_marker = printed is not None and printed.strip() == format.reasoning_close
    return printed if printed and is_marker else f"\n{format.reasoning_close}\n\n"
