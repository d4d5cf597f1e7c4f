"""What a model and a user do in the tests of a conversation, one step each."""

from __future__ import annotations

from app.domain.conversation import Message
from engine.events import ContentDelta, Finished
from engine.types import Ending, Generate, PromptRequest, Receipt, Round, Text, Written
from tests.app.fakes import TOKENIZER, World

CAUSE = "The model's process ran out of memory and ended."


def write(world: World, text: str, *ids: int) -> None:
    """The model writes some more."""
    request = world.host.last(Generate).request
    world.host.deliver(ContentDelta(request=request, text=text, ids=ids))


def finish(world: World, text: str, *ids: int, ending: Ending = "end_of_turn") -> None:
    """The round ends; `text` and `ids` are all of it."""
    receipt = Receipt(prompt=9, reused=0, restored=0, read=9, written=len(ids))
    sampled = Round(ids=ids, tokenizer=TOKENIZER, ending=ending, receipt=receipt)
    parts = (Text(text, Written(0, 0, len(text))),) if text else ()
    request = world.host.last(Generate).request
    world.host.deliver(Finished(request=request, ending=ending, round=sampled, parts=parts))


def answer(world: World, question: str, text: str, *ids: int) -> Message:
    assert world.chat.send(question)
    finish(world, text, *ids)
    return world.chat.branch[-1]


def stored(world: World) -> list[Message]:
    return world.library.load(world.chat.conversation.id).branch()


def prompt(world: World) -> PromptRequest:
    return world.host.last(Generate).prompt


def phase(world: World) -> str:
    return world.chat.turn.phase if world.chat.turn else "over"
