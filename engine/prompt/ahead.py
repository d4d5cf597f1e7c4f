"""Where the next message will start: what can be read before anyone has typed it."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from engine.backends.base import Tokenizer
from engine.prompt.assemble import assemble
from engine.prompt.template import ChatTemplate
from engine.types import Message, PromptRequest, Text, ToolCall, ToolResult

_DUMMIES = ("A", "7")
"""They share no token, and no template takes them for the result of a tool."""


def ahead(
    request: PromptRequest, answer: Message, *, template: ChatTemplate, tokenizer: Tokenizer
) -> tuple[int, ...]:
    """The ids of the next prompt up to what the user will say, or the tool that was called.

    `answer` is the answer to `request`, whole when it was continued. The last token is left out:
    it may become another with the first one typed. Raises TemplateFailed.
    """
    before = request.messages[:-1] if request.continues else request.messages
    first, second = (
        assemble(
            replace(request, messages=(*before, answer, _next(answer, dummy)), continues=False),
            template=template,
            tokenizer=tokenizer,
        ).ids
        for dummy in _DUMMIES
    )
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False))
    return tuple(id for id, _ in same)[:-1]


def _next(answer: Message, text: str) -> Message:
    """What may follow an answer: the result of its first call, or what the user says."""
    call = next((part for part in answer.parts if isinstance(part, ToolCall)), None)
    if call is None:
        return Message("user", (Text(text),))
    return Message("tool", (ToolResult(call.call_id, call.name, text),))
