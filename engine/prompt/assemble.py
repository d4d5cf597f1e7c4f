"""A request becomes the token ids the model reads, each known by the part it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.backends.base import Tokenizer
from engine.errors import BadRequest
from engine.prompt.answers import Answers
from engine.prompt.generation import GenerationPrompt
from engine.prompt.outline import Stretch, outline
from engine.prompt.render import Renderer
from engine.prompt.rendering import Place
from engine.prompt.spans import Span
from engine.prompt.splice import Splice
from engine.prompt.template import ChatTemplate
from engine.prompt.tokens import TokenWriter
from engine.types import PromptRequest, Text


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the model reads.

    `text` is what `ids` say, less a BOS and spaces the tokenizer adds. `generation_start` is the
    first token after the last message's content. `opens_reasoning` tells where the answer begins:
    after `<think>` or not. `continued_ids` are the last of `ids`, the answer that is gone on with.
    `dropped` are the parts that the template left out, by positions in the request.
    """

    ids: tuple[int, ...]
    text: str
    spans: tuple[Span, ...]
    generation_start: int
    opens_reasoning: bool
    continued_ids: tuple[int, ...]
    tool_names: tuple[str, ...]
    dropped: tuple[Place, ...]


def assemble(request: PromptRequest, *, template: ChatTemplate, tokenizer: Tokenizer) -> Prompt:
    """Render the request and put stored ids where the model's own words are.

    Raises BadRequest when there is nothing to answer, TemplateFailed when the template refuses.
    """
    _check(request)
    renderer = Renderer(request, template=template, tokenizer=tokenizer)
    generation = GenerationPrompt(
        template.generation_text(list(request.tools), request.template_settings, renderer.clock),
        template.format,
        request.tools,
    )
    answers = Answers(request.messages, tokenizer=tokenizer, generation=generation)
    last = len(request.messages) - 1
    plan = outline(
        request, renderer=renderer, generation=generation, keeps_ids=answers.is_unedited(last)
    )
    writer = TokenWriter(tokenizer)
    splices = answers.splices(plan.body.rendering)
    _write(writer, plan.body, splices)
    writer.add_bos()
    generation_start, answer_start = writer.labels.words_end(), len(writer.ids)
    if plan.answer is not None:
        _write(writer, plan.answer, splices)
    elif request.continues:
        writer.write_ids(*answers.whole(last))
    return Prompt(
        ids=tuple(writer.ids),
        text=writer.text,
        spans=writer.labels.spans([message.key for message in request.messages]),
        generation_start=generation_start,
        opens_reasoning=_opens_reasoning(plan.body, generation),
        continued_ids=tuple(writer.ids[answer_start:]),
        tool_names=tuple(_tool_names(request)),
        dropped=tuple(sorted(plan.body.rendering.dropped)),
    )


def _check(request: PromptRequest) -> None:
    if not request.messages:
        raise BadRequest("There is nothing to answer: the conversation has no messages.")
    for tool in request.tools:
        function = tool.get("function") if isinstance(tool, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            raise BadRequest("A tool must be an object with a function that has a name.")
    last = request.messages[-1]
    if request.continues and last.role != "assistant":
        raise BadRequest("Only an answer can be continued, and the last message is none.")
    words = any(not isinstance(part, Text) or part.text.strip() for part in last.parts)
    if last.role == "user" and not words:
        raise BadRequest("The message is empty. Write something to be answered.")


def _write(writer: TokenWriter, stretch: Stretch, splices: Sequence[Splice]) -> None:
    """Text, with ids in place of the splices; what would overlap stays text."""
    position = stretch.start
    for splice in splices:
        if position <= splice.start and splice.end <= stretch.end:
            writer.write_text(stretch.rendering, stretch.edges, position, splice.start)
            writer.write_ids(splice.ids, splice.edges)
            position = splice.end
    writer.write_text(stretch.rendering, stretch.edges, position, stretch.end)


def _opens_reasoning(body: Stretch, generation: GenerationPrompt) -> bool:
    """Read from what the template prints after the last message, never from what anyone said."""
    text = body.rendering.text[: body.end]
    if generation.text and text.endswith(generation.text):
        return generation.opens_reasoning
    return generation.format.ends_in_reasoning(text[body.rendering.end_before(body.end) :])


def _tool_names(request: PromptRequest) -> Iterator[str]:
    for tool in request.tools:
        function = tool.get("function", tool)
        if isinstance(function, dict) and isinstance(function.get("name"), str):
            yield function["name"]
