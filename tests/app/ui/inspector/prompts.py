"""Prompts as the engine tells them, and answers with choices, for the inspector's tests."""

from __future__ import annotations

import engine.types
from app.domain.context_map import Moment
from app.domain.conversation import Message
from app.inspection import Inspected
from engine.events import PromptInspected, PromptToken
from engine.token_choices import Likely, TokenChoice, packed
from engine.types import PromptRequest, Receipt, Role, Round, Text
from tests.app.ui.fakes import FakeChat


def token(
    text: str, key: str = "", role: Role | None = None, *, part: int | None = None, id: int = 0
) -> PromptToken:
    return PromptToken(id, text, key, role, part, special=text.startswith("<|"))


def tokens_of(key: str, role: Role, *words: str) -> list[PromptToken]:
    """A message between its markers; ids count up from 10."""
    start = [token("<|start|>", key, role, id=1), token(f"{role}\n", key, role, id=2)]
    own = [token(word, key, role, part=0, id=10 + n) for n, word in enumerate(words)]
    return [*start, *own, token("<|end|>", key, role, id=3)]


def inspected(chat: FakeChat, moment: Moment = "answered", *, reused: int = 4) -> Inspected:
    """A system prompt of two tokens, then the messages of the chat, a token for each word."""
    tokens = tokens_of("system", "system", "Be", " brief")
    messages = [engine.types.Message("system", (Text("Be brief"),), key="system")]
    for message in chat.branch:
        words = [f" {word}" for word in message.text.split()]
        tokens += tokens_of(message.id, message.role, *words)
        messages.append(engine.types.Message(message.role, message.parts, key=message.id))
    text = "".join(one.text for one in tokens)
    prompt = PromptInspected(request=1, tokens=tuple(tokens), text=text, reused=reused, restored=1)
    return Inspected(chat.conversation.id, moment, PromptRequest(tuple(messages)), prompt)


def choice(id: int, text: str, probability: float, *others: tuple[int, str, float]) -> TokenChoice:
    taken = Likely(id, text, probability)
    likeliest = [taken, *(Likely(*other) for other in others)]
    likeliest.sort(key=lambda likely: likely.probability, reverse=True)
    return TokenChoice(taken, tuple(likeliest))


def chosen_answer() -> Message:
    """Two rounds: one of a word, one of three, of which the first two are unknown."""
    first = choice(4, "Well\n", 0.95, (5, "No", 0.02))
    last = choice(8, " blue", 0.05, (9, " green", 0.7), (7, " red", 0.2))
    receipt = Receipt(prompt=200, reused=150, restored=30, read=20, written=3, seed=42)
    return Message(
        "a",
        "q",
        "assistant",
        (Text("Well\nit is blue"),),
        created_ms=0,
        rounds=(
            Round((4,), "t", "tool_calls", choices=packed((first,))),
            Round((1, 2, 8), "t", "end_of_turn", receipt, choices=packed((None, None, last))),
        ),
        model="Tiny",
    )
