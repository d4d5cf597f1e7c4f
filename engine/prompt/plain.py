"""A request's text as the template prints it, for people to read: no marks, no tokens."""

from __future__ import annotations

from engine.prompt.adapt import adapt
from engine.prompt.literal import Literals, draw_nonce
from engine.prompt.marks import Marks
from engine.prompt.render import read_clock
from engine.prompt.template import ChatTemplate
from engine.prompt.turns import to_dicts
from engine.types import PromptRequest


def render_text(
    request: PromptRequest, *, template: ChatTemplate, add_generation_prompt: bool
) -> str:
    """Raises BadRequest for a clock that is none, TemplateFailed when the template refuses."""
    marks = Marks(Literals((), nonce=draw_nonce()), nonce=draw_nonce())
    return template.render(
        adapt(to_dicts(request.messages, marks), template.traits),
        list(request.tools),
        request.template_settings,
        read_clock(request.clock),
        add_generation_prompt,
    )
