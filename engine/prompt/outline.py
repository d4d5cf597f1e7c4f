"""What a prompt consists of: a rendering, and for Continue the unfinished answer behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.prompt.generation import GenerationPrompt
from engine.prompt.render import Renderer
from engine.prompt.rendering import Place, Rendering
from engine.prompt.spans import Edge, Label, text_edges
from engine.types import Message, PromptRequest, Reasoning, Text


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a rendering; `edges` label all of its text."""

    rendering: Rendering
    start: int
    end: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """`body` ends with the generation prompt; behind it stands the answer so far, if any.

    An answer that keeps the ids it was written with is not in it.
    """

    body: Stretch
    answer: Stretch | None = None


def outline(
    request: PromptRequest, *, renderer: Renderer, generation: GenerationPrompt, keeps_ids: bool
) -> Outline:
    """Render what the request asks for; `keeps_ids` is about an answer that is gone on with."""
    if not request.continues:
        return Outline(_question(request.messages, renderer))
    before, answer = request.messages[:-1], request.messages[-1]
    if keeps_ids:
        return Outline(_question(before, renderer))
    printed = _printed(request.messages, renderer=renderer, generation=generation)
    return printed or Outline(
        _question(before, renderer), _written(answer, len(before), renderer, generation)
    )


def _question(messages: Sequence[Message], renderer: Renderer) -> Stretch:
    rendering = renderer.render(messages, add_generation_prompt=True)
    return Stretch(rendering, 0, len(rendering.text), text_edges(rendering.parts))


def _printed(
    messages: Sequence[Message], *, renderer: Renderer, generation: GenerationPrompt
) -> Outline | None:
    """The conversation as the template prints it, cut behind the answer's last part.

    None when the template leaves out the last part, or the answer is empty.
    """
    last = len(messages) - 1
    words = [
        (Place(last, position), part)
        for position, part in enumerate(messages[last].parts)
        if isinstance(part, (Text, Reasoning)) and part.text.strip()
    ]
    if not words:
        return None
    rendering = renderer.render(messages, add_generation_prompt=False)
    if words[-1][0] not in rendering.parts:
        return None
    first, part = next((place, part) for place, part in words if place in rendering.parts)
    mark = rendering.parts[first][0]
    gap_start = rendering.end_before(mark)
    gap = rendering.text[gap_start:mark]
    lead = gap.rpartition(generation.text)[2] if generation.text else ""
    header_end = generation.answer_start(gap, lead, part)
    start = mark if header_end is None else gap_start + header_end
    edges = text_edges(rendering.parts)
    end = rendering.parts[words[-1][0]][1]
    return Outline(Stretch(rendering, 0, start, edges), Stretch(rendering, start, end, edges))


def _written(
    answer: Message, index: int, renderer: Renderer, generation: GenerationPrompt
) -> Stretch:
    """The answer as its model would have written it after the generation prompt."""
    written = generation.format.write(answer.parts, opened=generation.opens_reasoning)
    rendering = renderer.masked(written)
    return Stretch(rendering, 0, len(rendering.text), (Edge(0, Label(index, None)),))
