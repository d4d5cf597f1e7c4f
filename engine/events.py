"""What comes out of the engine: one closed union of frozen values.

Each event names its request and carries that request's running number. A request gets exactly one
ending event (of `ENDING_EVENTS`) and nothing after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.models import HealthCard, ModelInfo
from engine.prompt_tokens import PromptToken as PromptToken
from engine.types import Ending, Part, Round, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfRequest:
    request: int
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Loading(_OfRequest):
    """`fraction` of the weights is in memory, 0 to 1."""

    fraction: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded(_OfRequest):
    """`card` says what the model's template can do; None where nobody looked (tests)."""

    model: ModelInfo
    card: HealthCard | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unloaded(_OfRequest):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued(_OfRequest):
    """Waiting behind `ahead` other requests."""

    ahead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptPlanned(_OfRequest):
    """What the prompt will cost: `prompt` = `reused` + `restored` + `to_read` tokens."""

    prompt: int
    reused: int
    restored: int
    to_read: int
    first_difference: int | None = None
    cause: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefillProgress(_OfRequest):
    """`read` of `to_read` prompt tokens are in the cache."""

    read: int
    to_read: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningDelta(_OfRequest):
    """New reasoning text, and every id sampled since the delta before (held-back text included)."""

    text: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentDelta(_OfRequest):
    """New answer text, and every id sampled since the delta before (held-back text included)."""

    text: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStarted(_OfRequest):
    """The model calls a tool; `index` counts the calls of a round. Ids as in `ContentDelta`."""

    index: int
    call_id: str
    name: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDelta(_OfRequest):
    """The next piece of a call's arguments, JSON; pieces only add up. Ids as in `ContentDelta`."""

    index: int
    text: str
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinished(_OfRequest):
    """A call is whole. Not `complete`: cut off or repaired, not to be run without being asked."""

    index: int
    call: ToolCall
    complete: bool
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDropped(_OfRequest):
    """A call that was started cannot be read after all; a Diagnosis has what the model wrote."""

    index: int
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis(_OfRequest):
    """Something in the output that did not parse: a sentence, and the raw text it is about.

    `call_id` names the call that was made of it all the same; "" when there is none.
    """

    kind: str
    message: str
    raw: str
    call_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished(_OfRequest):
    """The round is over. `round.ids` and `parts` are all of it, a continued start included."""

    ending: Ending
    round: Round
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed(_OfRequest):
    """`kind` is the class name of an `EngineError`, `message` its sentence, fit to show."""

    kind: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast(_OfRequest):
    """What a prompt would cost now, with the fields of `PromptPlanned`.

    `seconds` to read `to_read` tokens at the speed measured here (0 when nothing was measured yet);
    `tokens_by_message` pairs message keys with tokens, in their order; the rest is under "".
    """

    prompt: int
    reused: int
    restored: int
    to_read: int
    seconds: float
    first_difference: int | None = None
    cause: str = ""
    tokens_by_message: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptInspected(_OfRequest):
    """A prompt as the model sees it. The first `reused` tokens are in the cache, the next
    `restored` in a snapshot. `text` is the rendering, markers included.
    """

    tokens: Sequence[PromptToken]
    text: str
    reused: int
    restored: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled(_OfRequest):
    """All idle work is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWork(_OfRequest):
    """The idle engine read `tokens` ahead, or wrote them to a snapshot. Belongs to no request."""

    kind: Literal["read_ahead", "snapshot"]
    tokens: int
    request: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HostExited:
    """The engine process is gone; every running request has had its Failed before this."""

    message: str


Event = (
    Loading
    | Loaded
    | Unloaded
    | Queued
    | PromptPlanned
    | PrefillProgress
    | ReasoningDelta
    | ContentDelta
    | CallStarted
    | CallDelta
    | CallFinished
    | CallDropped
    | Diagnosis
    | Finished
    | Failed
    | Forecast
    | PromptInspected
    | Settled
    | SideWork
    | HostExited
)
ENDING_EVENTS = (Loaded, Unloaded, Finished, Failed, Forecast, PromptInspected, Settled)
