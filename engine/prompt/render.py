"""Render a request's messages with marks, and make sure the marks changed nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, get_args

from engine.backends.base import Tokenizer
from engine.errors import BadRequest, TemplateFailed
from engine.prompt.adapt import adapt
from engine.prompt.literal import Literals, draw_nonce
from engine.prompt.marks import Marks
from engine.prompt.rendering import Rendering, Stops
from engine.prompt.template import ChatTemplate
from engine.prompt.turns import to_dicts
from engine.types import Message, PromptRequest, Reasoning, Role, Text

_ALL: tuple[Role, ...] = get_args(Role)
_ATTEMPTS: tuple[tuple[tuple[Role, ...], bool], ...] = (
    (_ALL, True),
    (_ALL, False),
    (("assistant",), False),
)


class Renderer:
    """Renders messages of one request; nonces and the clock stay the same."""

    def __init__(
        self, request: PromptRequest, *, template: ChatTemplate, tokenizer: Tokenizer
    ) -> None:
        contents = [*_texts(request), template.source]
        mask_nonce = draw_nonce(*contents)
        self._mark_nonce = draw_nonce(*contents, mask_nonce)
        self._template = template
        self._request = request
        pieces = tokenizer.special_pieces()
        self._literals = Literals(pieces.values(), nonce=mask_nonce)
        self._stops = Stops(piece for id, piece in pieces.items() if tokenizer.is_end(id))
        self.clock = read_clock(request.clock)

    def render(self, messages: Sequence[Message], *, add_generation_prompt: bool) -> Rendering:
        """The rendering with as many marks as the template lets through unchanged.

        Raises TemplateFailed when it refuses the messages without any.
        """
        plain = self._attempt(messages, self._marks((), False), add_generation_prompt)
        for roles, names in _ATTEMPTS:
            try:
                marked = self._attempt(messages, self._marks(roles, names), add_generation_prompt)
            except TemplateFailed:
                continue
            if (marked.text, marked.cuts) == (plain.text, plain.cuts):
                return marked
        return plain

    def masked(self, pieces: Sequence[str]) -> Rendering:
        """Text made without the template: markers at even positions, data at odd ones."""
        marks = self._marks((), False)
        texts = [marks.data(piece) if at % 2 else piece for at, piece in enumerate(pieces)]
        return marks.read("".join(texts))

    def _attempt(
        self, messages: Sequence[Message], marks: Marks, add_generation_prompt: bool
    ) -> Rendering:
        turns = adapt(to_dicts(messages, marks), self._template.traits)
        tools: list[dict[str, Any]] = marks.data(self._request.tools)
        settings = self._request.template_settings
        return marks.read(
            self._template.render(turns, tools, settings, self.clock, add_generation_prompt)
        )

    def _marks(self, roles: Sequence[Role], names: bool) -> Marks:
        return Marks(
            self._literals, nonce=self._mark_nonce, stops=self._stops, roles=roles, names=names
        )


def _texts(request: PromptRequest) -> Iterator[str]:
    """All that goes to the template."""
    yield repr((request.tools, request.template_settings))
    for message in request.messages:
        for part in message.parts:
            yield part.text if isinstance(part, (Text, Reasoning)) else repr(part)


def read_clock(text: str) -> datetime:
    """The conversation's frozen time; now when it has none. Raises BadRequest."""
    try:
        return datetime.fromisoformat(text) if text else datetime.now().astimezone()
    except ValueError as error:
        raise BadRequest(f"{text!r} is no date and time in ISO 8601 form.") from error
