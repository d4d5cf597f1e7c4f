"""What to leave out when a conversation no longer fits into the context.

Works on the tokens of each message, as a forecast brings them. The system prompt and the tools
always stay, and so does the last turn; a turn, with all its tool rounds, goes or stays as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.domain.conversation import Mark, Message
from app.domain.conversation_settings import ContextStrategy
from app.domain.tool_calls import by_round
from engine.parts import ToolResult

if TYPE_CHECKING:
    from engine.events import Forecast

LEAST_ANSWER_TOKENS = 32
"""With less room than this for the answer, a prompt is refused."""
ANSWER_SHARE = 8
"""One part in so many of the context should be free for the answer."""
_OR_LEAVE_OUT = "Or have the oldest turns left out or summarised, which is a setting."
_TEMPLATE_TOKENS = 32
"""More than templates add around one message."""


@dataclass(frozen=True, slots=True)
class TurnSize:
    """A turn of the prompt: the id of its question, and the tokens of all its messages."""

    question: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Fits:
    """Nothing need be left out."""


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """The oldest `turns`, of `tokens` together; `first_seen` is the question after them."""

    first_seen: str
    turns: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """The least that would have to be read is `needed` tokens."""

    needed: int


Decision = Fits | LeaveOut | Refuse


# ---- what the model sees of a branch


def mark_of(branch: Sequence[Message]) -> Mark | None:
    """The mark that holds at the end of a branch: the newest on it."""
    return next((message.mark for message in reversed(branch) if message.mark), None)


def seen(branch: Sequence[Message]) -> list[Message]:
    """The messages of a branch that the model sees."""
    mark = mark_of(branch)
    ids = [message.id for message in branch]
    return list(branch[ids.index(mark.first_seen) :] if mark else branch)


def marked(branch: Sequence[Message], mark: Mark | None) -> list[Message]:
    """The branch with this mark on its last question."""
    last = max(number for number, message in enumerate(branch) if message.role == "user")
    return [*branch[:last], replace(branch[last], mark=mark), *branch[last + 1 :]]


def turn_sizes(branch: Sequence[Message], forecast: Forecast) -> list[TurnSize]:
    """The turns of the messages seen, oldest first; what stands before a question is one, too."""
    tokens: dict[str, int] = {}
    for key, count in forecast.tokens_by_message:
        tokens[key] = tokens.get(key, 0) + count
    sizes: list[TurnSize] = []
    for message in branch:
        size = tokens.get(message.id, 0)
        if message.role == "user" or not sizes:
            sizes.append(TurnSize(message.id, size))
        else:
            sizes[-1] = replace(sizes[-1], tokens=sizes[-1].tokens + size)
    return sizes


# ---- decisions


def may_not_fit(branch: Sequence[Message], system_prompt: str, window: int) -> bool:
    """Whether the prompt might leave too little room, judged without counting.

    Goes by the newest receipt; a token of what came after it is at least one byte.
    """
    tokens = 0
    for message in reversed(branch):
        receipt = message.rounds[-1].receipt if message.rounds else None
        if receipt is not None:
            tokens += _bytes_of_last_results(message)
            return tokens + receipt.prompt + receipt.written > _comfortable(window)
        tokens += len(message.text.encode("utf-8", "replace")) + _TEMPLATE_TOKENS
        tokens += len(message.attached.encode("utf-8", "replace"))
    tokens += len(system_prompt.encode("utf-8", "replace")) + _TEMPLATE_TOKENS
    return tokens > _comfortable(window)


def _bytes_of_last_results(message: Message) -> int:
    """Tool results that came after the newest receipt."""
    last = by_round(message.parts)[-1]
    if len(by_round(message.parts)) < len(message.rounds):
        return 0
    texts = [part.text for part in last if isinstance(part, ToolResult)]
    return sum(len(text.encode("utf-8", "replace")) + _TEMPLATE_TOKENS for text in texts)


def decide(
    prompt: int, sizes: Sequence[TurnSize], *, window: int, strategy: ContextStrategy, share: float
) -> Decision:
    """What to do about a prompt of so many tokens in a context of `window`.

    Enough of the oldest turns is left out at once to come down to `share` of the window, so that
    the rest can be kept in the cache for many turns to come.
    """
    if prompt <= _comfortable(window):
        return Fits()
    leave_out = None if strategy == "stop" else _leave_out(prompt, sizes, int(window * share))
    least = prompt - (leave_out.tokens if leave_out else 0)
    if least > window - LEAST_ANSWER_TOKENS:
        return Refuse(least)
    return leave_out or Fits()


def leave_out_now(
    prompt: int, sizes: Sequence[TurnSize], *, window: int, share: float
) -> LeaveOut | None:
    """What to leave out of a prompt that may well fit: what is kept is `share` of it, or of the
    window when that is less. None when there is only the last turn.
    """
    return _leave_out(prompt, sizes, int(min(prompt, window) * share))


def room_for_files(
    forecast: Forecast, history: Sequence[Message], *, window: int, strategy: ContextStrategy
) -> int:
    """Tokens left for the files of a question that was counted without them; turns of `history`
    that may be left out make room.
    """
    ids = {message.id for message in history} if strategy != "stop" else set()
    droppable = sum(tokens for key, tokens in forecast.tokens_by_message if key in ids)
    return _comfortable(window) - (forecast.prompt - droppable)


def _comfortable(window: int) -> int:
    return window - window // ANSWER_SHARE


def _leave_out(prompt: int, sizes: Sequence[TurnSize], target: int) -> LeaveOut | None:
    """The fewest oldest turns that bring the prompt down to `target`, or all but the last."""
    tokens = 0
    for number, size in enumerate(sizes[:-1], start=1):
        tokens += size.tokens
        if prompt - tokens <= target or number == len(sizes) - 1:
            return LeaveOut(sizes[number].question, number, tokens)
    return None


# ---- sentences


def forecast_sentence(forecast: Forecast, window: int) -> str:
    """Such as "will read 412 of 1,204 tokens, about 3 s"."""
    if forecast.prompt > window - LEAST_ANSWER_TOKENS:
        return f"needs {forecast.prompt:,} tokens, but the context holds {window:,}"
    read, prompt, restored = forecast.to_read, forecast.prompt, forecast.restored
    time = _about(forecast.seconds) if forecast.seconds else ""
    if restored and time:
        return f"will read {read:,} of {prompt:,} tokens, {restored:,} from disk, {time}"
    if restored:
        return f"will read {read:,} of {prompt:,} tokens, {restored:,} from disk"
    if time:
        return f"will read {read:,} of {prompt:,} tokens, {time}"
    return f"will read {read:,} of {prompt:,} tokens"


def left_out_sentence(
    *, turns: int, tokens: int, summarised: bool, forecast: Forecast, window: int
) -> str:
    """What was done to make room, and what it costs."""
    done = _left_out(turns, f"{tokens:,}", f"{window:,}", summarised=summarised)
    return f"{done} The answer {forecast_sentence(forecast, window)}."


def _left_out(turns: int, tokens: str, window: str, *, summarised: bool) -> str:
    """A whole sentence for each case, so that each can be translated."""
    if turns == 1 and summarised:
        return (
            f"The oldest turn ({tokens} tokens) is replaced by a summary, because the context of "
            f"{window} tokens is full."
        )
    if turns == 1:
        return (
            f"The oldest turn ({tokens} tokens) is no longer seen by the model, because the "
            f"context of {window} tokens is full."
        )
    if summarised:
        return (
            f"The {turns} oldest turns ({tokens} tokens) are replaced by a summary, because the "
            f"context of {window} tokens is full."
        )
    return (
        f"The {turns} oldest turns ({tokens} tokens) are no longer seen by the model, because the "
        f"context of {window} tokens is full."
    )


def plan_sentence(
    *, turns: int, tokens: int, summary_tokens: int, forecast: Forecast, window: int
) -> str:
    """What making room would do, and what it costs; without a summary, `summary_tokens` is 0."""
    done = _would_leave_out(turns, f"{tokens:,}", f"{summary_tokens:,}" if summary_tokens else "")
    cost = forecast_sentence(forecast, window)
    if summary_tokens:
        return f"{done} Beside the summary, the next message {cost}."
    return f"{done} The next message {cost}."


def _would_leave_out(turns: int, tokens: str, most: str) -> str:
    if turns == 1 and most:
        return (
            f"The model would first write a summary of the oldest turn ({tokens} tokens), of at "
            f"most {most} tokens, and then see only that of it."
        )
    if turns == 1:
        return f"The model would no longer see the oldest turn ({tokens} tokens)."
    if most:
        return (
            f"The model would first write a summary of the {turns} oldest turns ({tokens} tokens), "
            f"of at most {most} tokens, and then see only that of them."
        )
    return f"The model would no longer see the {turns} oldest turns ({tokens} tokens)."


def done_sentence(*, turns: int, tokens: int, summarised: bool) -> str:
    """What was done because the user wanted room."""
    if turns == 1 and summarised:
        return f"The oldest turn ({tokens:,} tokens) is replaced by a summary."
    if turns == 1:
        return f"The oldest turn ({tokens:,} tokens) is no longer seen by the model."
    if summarised:
        return f"The {turns} oldest turns ({tokens:,} tokens) are replaced by a summary."
    return f"The {turns} oldest turns ({tokens:,} tokens) are no longer seen by the model."


def refusal_sentence(needed: int, window: int, *, could_leave_out: bool) -> str:
    sentence = (
        f"The prompt has {needed:,} tokens, but the context holds {window:,} and the answer needs "
        f"{LEAST_ANSWER_TOKENS} of them. Shorten the message, start a new conversation or load the "
        "model with more context."
    )
    return f"{sentence} {_OR_LEAVE_OUT}" if could_leave_out else sentence


def _about(seconds: float) -> str:
    if seconds < 1:
        return "under 1 s"
    return f"about {seconds:.0f} s" if seconds < 90 else f"about {seconds / 60:.0f} min"
