"""The words of the engine: what a request says, what a model is, what an answer cost.

Everything here is a frozen value that crosses the process border unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from engine.models import CacheOptions, LoadOptions
from engine.parts import Part as Part
from engine.parts import Reasoning as Reasoning
from engine.parts import Text as Text
from engine.parts import ToolCall as ToolCall
from engine.parts import ToolResult as ToolResult
from engine.parts import Written as Written

Role = Literal["system", "developer", "user", "assistant", "tool"]
Ending = Literal["end_of_turn", "length", "stop_string", "tool_calls", "context_full", "stopped"]


# ---- what an answer cost


@dataclass(frozen=True, slots=True)
class Receipt:
    """Counted from the forward passes really made, for one round.

    prompt = reused + restored + read, unless the round ended before all of it was read.
    `first_difference` is the first position at which the prompt and what the cache held went
    apart, None when the cached ids were a prefix of the prompt.
    `read_ahead` of the `reused` tokens were read for this prompt while the engine was idle.
    `sampling` is what was not at its default, as JSON; "" when nobody wrote it down.
    """

    prompt: int
    reused: int
    restored: int
    read: int
    written: int
    first_difference: int | None = None
    cause: str = ""
    seconds_to_first_token: float = 0.0
    prefill_seconds: float = 0.0
    decode_seconds: float = 0.0
    seed: int = 0
    model: str = ""
    read_ahead: int = 0
    sampling: str = ""

    @property
    def read_per_second(self) -> float:
        return self.read / self.prefill_seconds if self.prefill_seconds else 0.0

    @property
    def written_per_second(self) -> float:
        """Decode speed; the first token comes out of the prefill and does not count."""
        return (self.written - 1) / self.decode_seconds if self.decode_seconds else 0.0


@dataclass(frozen=True, slots=True)
class Round:
    """One generation: the token ids the model sampled, kept as the truth of what it wrote.

    `ids` leaves out the token that ended the turn. `tokenizer` is the fingerprint of the vocabulary
    the ids belong to. `ending` is None when the round was cut off by a crash. `choices` are
    packed (`token_choices`), one for each id; empty when none were recorded.
    """

    ids: tuple[int, ...]
    tokenizer: str
    ending: Ending | None = None
    receipt: Receipt | None = None
    choices: bytes = b""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt. `key` names it to the caller in spans and causes.

    `round` is set when a model wrote all parts in one generation and nobody edited them.
    """

    role: Role
    parts: tuple[Part, ...]
    round: Round | None = None
    key: str = ""


# ---- what a request says


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is chosen; a neutral value turns a sampler off.

    Defaults follow llama.cpp's command line. `temperature` 0 is greedy. `seed` None draws one,
    and the receipt says which.
    """

    temperature: float = 0.8
    dynamic_temperature_range: float = 0.0
    dynamic_temperature_exponent: float = 1.0
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    typical_p: float = 1.0
    top_n_sigma: float = -1.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    dry_multiplier: float = 0.0
    dry_base: float = 1.75
    dry_allowed_length: int = 2
    dry_last_tokens: int = -1
    dry_sequence_breakers: tuple[str, ...] = ("\n", ":", '"', "*")
    repetition_penalty: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    penalty_last_tokens: int = 64
    mirostat: Literal[0, 1, 2] = 0
    mirostat_tau: float = 5.0
    mirostat_eta: float = 0.1
    adaptive_p_target: float = -1.0
    adaptive_p_decay: float = 0.9
    logit_bias: tuple[tuple[int, float], ...] = ()
    seed: int | None = None

    def remembered_tokens(self, available: int) -> int:
        """How many of the `available` newest tokens penalties look back at; negative means all."""
        looks_back = [0]
        penalties = (self.repetition_penalty - 1.0, self.frequency_penalty, self.presence_penalty)
        if any(penalties):
            looks_back.append(self.penalty_last_tokens)
        if self.dry_multiplier:
            looks_back.append(self.dry_last_tokens)
        return available if min(looks_back) < 0 else min(max(looks_back), available)


@dataclass(frozen=True, slots=True)
class ReasoningBudget:
    """Tokens of reasoning: after `soft` it is closed at the next end of a line or sentence, after
    `hard` at once. The model goes on with its answer.
    """

    soft: int
    hard: int


@dataclass(frozen=True, slots=True)
class PromptRequest:
    """All that decides the prompt's tokens; the same value renders, counts and generates.

    `tools` are OpenAI tool definitions; `template_settings` go to the template as variables;
    `clock` is the conversation's frozen time (ISO 8601), shown by templates that print a date.
    With `continues`, the last message is an unfinished answer that the model goes on with.
    """

    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    template_settings: dict[str, Any] = field(default_factory=dict)
    clock: str = ""
    continues: bool = False


# ---- commands: parent to inference thread


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadModel:
    """Answered by Loading…, then one Loaded or Failed. A model loaded before is closed first."""

    request: int
    path: str
    options: LoadOptions = LoadOptions()
    cache: CacheOptions = CacheOptions()
    trace: str | None = None
    """A file that gets prompt, ids and raw output of each round, as JSON lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnloadModel:
    """Answered by one Unloaded; running requests end as stopped."""

    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate:
    """One round. Answered by PromptPlanned, deltas, then one Finished or Failed.

    `tool_choice` is auto, none (the tools stay in the prompt, but the answer is words), required,
    or the name of the tool to call; an answer that is no call keeps `json_schema`. What cannot be
    enforced fails as Unsupported.
    `forced_ids` (tests, replay) are taken instead of sampled ones, then the turn ends. A `side` job
    (a title…) starts when nothing else runs and leaves what the cache holds of the conversation.
    `begins_with` are ids the round begins with as if they had been sampled now: they are told in
    deltas, and more follows, unless the last ends the turn; they count as prompt. With `likeliest`,
    the round records so many tokens to choose from at each it samples. With `greedy_frames`, tags,
    names, keys and punctuation of calls are the likeliest, and only values are sampled. Nothing of
    a request that is not `traced` goes into a trace. What the cache holds of a conversation with a
    request that is not `on_disk` never goes into a snapshot.
    `reasoning_budget` has no effect on formats that mark no end of reasoning; where answers are
    messages with headers, the header of the answer is written with the marker, so that no call
    follows.
    """

    request: int
    conversation: str
    prompt: PromptRequest
    sampling: Sampling = Sampling()
    max_tokens: int | None = None
    stop: tuple[str, ...] = ()
    forced_ids: tuple[int, ...] | None = None
    tool_choice: Literal["auto", "none", "required"] | str = "auto"
    json_schema: dict[str, Any] | None = None
    side: bool = False
    begins_with: tuple[int, ...] = ()
    likeliest: int = 0
    reasoning_budget: ReasoningBudget | None = None
    greedy_frames: bool = False
    traced: bool = True
    on_disk: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTokens:
    """What a prompt would cost now. Answered by one Forecast or Failed; changes nothing."""

    request: int
    conversation: str
    prompt: PromptRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectPrompt:
    """What the model would see. Answered by one PromptInspected or Failed; changes nothing."""

    request: int
    conversation: str
    prompt: PromptRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """Do all idle work (read ahead, snapshots) now, without its delay. Answered by one Settled."""

    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """End the named request; it comes home as Finished("stopped")."""

    request: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """Drop what the cache and the snapshots of the newest LoadModel hold of a conversation: it was
    deleted. What another conversation shares with it, that one reads once more. Not answered.
    """

    conversation: str


Command = LoadModel | UnloadModel | Generate | CountTokens | InspectPrompt | Settle | Stop | Forget
