"""Plays a conversation with a simulated model and says how each prompt goes on from the last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.prompt.assemble import Prompt, assemble
from engine.types import Message, Text, Written
from tests.engine.prompt.conversations import Step
from tests.engine.prompt.simulated import Model, common_length

WHOLE = "begins with all that the cache holds"
DROPPED = "goes apart at an answer of which the template drops a part"
HEADER = "goes apart between the words of two messages, before an answer"
OTHER = "goes apart elsewhere"


def outcomes(model: Model, conversation: Sequence[Step]) -> Iterator[str]:
    """One of the words above for each prompt but the first. Raises EngineError."""
    messages: list[Message] = []
    before: Prompt | None = None
    for step in conversation:
        if isinstance(step, Message):
            messages.append(step)
            continue
        prompt = _assembled(model, messages)
        if before is not None:
            yield _outcome(prompt, before, messages)
        before = prompt
        messages.append(model.answer(messages, step))
    assert before is not None
    last = _assembled(model, messages)
    yield _outcome(last, before, messages)
    check_ids(last, messages, model)


def _assembled(model: Model, messages: Sequence[Message]) -> Prompt:
    prompt = assemble(model.request(messages), template=model.template, tokenizer=model.tokenizer)
    raw = b"".join(map(model.tokenizer.piece, prompt.ids))
    assert raw.decode("utf-8", "replace") == prompt.text
    return prompt


def _outcome(prompt: Prompt, before: Prompt, messages: Sequence[Message]) -> str:
    sampled = _last_round(messages)
    held = before.ids + sampled
    same = common_length(prompt.ids, held)
    if same == len(held):
        return WHOLE
    dropped = [place.message for place in prompt.dropped if messages[place.message].round]
    if dropped and same >= _header_start(before, min(dropped)):
        return DROPPED
    return HEADER if _is_before_words(before, same, messages) else OTHER


def _last_round(messages: Sequence[Message]) -> tuple[int, ...]:
    return next(message.round.ids for message in reversed(messages) if message.round)


def _header_start(prompt: Prompt, message: int) -> int:
    """Where what is printed before an answer begins; for the newest the generation prompt."""
    starts = [span.start for span in prompt.spans if span.message == message]
    return min(starts, default=prompt.generation_start)


def _is_before_words(prompt: Prompt, position: int, messages: Sequence[Message]) -> bool:
    if position >= len(prompt.ids):
        return True
    span = next(span for span in prompt.spans if span.start <= position < span.end)
    is_answer = span.message is None or messages[span.message].round is not None
    return span.part is None and is_answer


def check_ids(prompt: Prompt, messages: Sequence[Message], model: Model) -> None:
    """Every text the template prints still has the ids it was written with."""
    for index, message in enumerate(messages):
        for position, part in enumerate(message.parts):
            if message.round is None or not isinstance(part, Text) or part.written is None:
                continue
            wanted = _ids_between(message.round.ids, part.written, model)
            if (index, position) not in prompt.dropped and wanted is not None:
                assert _holds(prompt.ids, wanted), f"other ids for {part.text!r}"


def _ids_between(ids: Sequence[int], written: Written, model: Model) -> tuple[int, ...] | None:
    """None when the text does not begin with a token."""
    position, found = 0, []
    for id in ids:
        if written.start <= position < written.end:
            found.append(id)
        position += len(model.tokenizer.piece(id))
        if position > written.end:
            break
    lead = b"".join(map(model.tokenizer.piece, found))
    begins = lead.decode("utf-8", "replace").strip() != "" and not lead[:1].isspace()
    return tuple(found) if begins else None


def _holds(ids: Sequence[int], wanted: Sequence[int]) -> bool:
    length = len(wanted)
    return any(tuple(ids[at : at + length]) == tuple(wanted) for at in range(len(ids) - length + 1))
