"""What a model and a user do in the tests of a conversation, one step each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from app.domain.conversation import Message
from engine.events import (
    CallDelta,
    CallFinished,
    CallStarted,
    ContentDelta,
    Diagnosis,
    Finished,
    Forecast,
)
from engine.types import (
    CountTokens,
    Ending,
    Generate,
    PromptRequest,
    Receipt,
    Round,
    Text,
    ToolCall,
    ToolResult,
    Written,
)
from tests.app.fakes import TOKENIZER, World

CAUSE = "The model's process ran out of memory and ended."


def write(world: World, text: str, *ids: int) -> None:
    """The model writes some more."""
    request = world.host.last(Generate).request
    world.host.deliver(ContentDelta(request=request, text=text, ids=ids))


def finish(
    world: World, text: str, *ids: int, ending: Ending = "end_of_turn", prompt: int = 9
) -> None:
    """The round ends; `text` and `ids` are all of it, after so many tokens of prompt."""
    receipt = Receipt(prompt=prompt, reused=0, restored=0, read=prompt, written=len(ids))
    sampled = Round(ids=ids, tokenizer=TOKENIZER, ending=ending, receipt=receipt)
    parts = (Text(text, Written(0, 0, len(text))),) if text else ()
    request = world.host.last(Generate).request
    world.host.deliver(Finished(request=request, ending=ending, round=sampled, parts=parts))


def answer(world: World, question: str, text: str, *ids: int) -> Message:
    assert world.chat.send(question)
    finish(world, text, *ids)
    return world.chat.branch[-1]


def count(world: World, tokens: int, *, fixed: int = 12) -> Forecast:
    """The engine answers a count: so many tokens for each message, and `fixed` for the rest."""
    asked = world.host.last(CountTokens)
    by_message = tuple((message.key, tokens) for message in asked.prompt.messages)
    forecast = Forecast(
        request=asked.request,
        prompt=fixed + tokens * len(by_message),
        reused=fixed,
        restored=0,
        to_read=tokens * len(by_message),
        seconds=2.5,
        tokens_by_message=(*by_message, ("", fixed)),
    )
    world.host.deliver(forecast)
    return forecast


def stored(world: World) -> list[Message]:
    return world.library.load(world.chat.conversation.id).branch()


def prompt(world: World) -> PromptRequest:
    return world.host.last(Generate).prompt


def phase(world: World) -> str:
    return world.chat.turn.phase if world.chat.turn else "over"


def enable_tools(world: World) -> None:
    world.preferences.change(replace(world.preferences.current, tools_enabled=True))


def call(call_id: str, arguments: str = '{"expression": "1 + 1"}', name: str = "") -> ToolCall:
    return ToolCall(call_id, name or "calculator", arguments, Written(0, 0, 9))


def finish_with_calls(
    world: World,
    *calls: ToolCall,
    ids: tuple[int, ...] = (1, 2),
    incomplete: tuple[str, ...] = (),
    ending: Ending = "tool_calls",
    reason: Callable[[], None] = lambda: None,
) -> None:
    """The model calls tools, and the round ends; some of the calls may be `incomplete`, and
    `reason` tells why behind each."""
    request = world.host.last(Generate).request
    for index, one in enumerate(calls):
        complete = one.call_id not in incomplete
        world.host.deliver(
            CallStarted(request=request, index=index, call_id=one.call_id, name=one.name),
            CallDelta(request=request, index=index, text=one.arguments),
            CallFinished(request=request, index=index, call=one, complete=complete),
        )
        if not complete:
            reason()
    receipt = Receipt(prompt=9, reused=0, restored=0, read=9, written=len(ids))
    sampled = Round(ids=ids, tokenizer=TOKENIZER, ending=ending, receipt=receipt)
    world.host.deliver(Finished(request=request, ending=ending, round=sampled, parts=calls))


def finish_unreadable(world: World, *ids: int) -> None:
    """The round ends in a call of which nothing can be read."""
    request = world.host.last(Generate).request
    world.host.deliver(
        Diagnosis(request=request, kind="tool_call_malformed", message="No call.", raw="<oops>")
    )
    finish(world, "", *ids)


def results(message: Message) -> dict[str, ToolResult]:
    """Without their durations."""
    found = [part for part in message.parts if isinstance(part, ToolResult)]
    return {result.call_id: replace(result, seconds=0.0) for result in found}
