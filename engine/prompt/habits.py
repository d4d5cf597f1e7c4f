"""What a template does with a conversation over several turns, found by rendering one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise, takewhile
from typing import Any

from engine.errors import TemplateFailed
from engine.models import ReasoningPolicy, Reread, RoundTrip
from engine.prompt.adapt import adapt
from engine.prompt.template import ChatTemplate
from engine.prompt.traits import Turn

THINKING_ON: dict[str, tuple[Any, ...]] = {
    "enable_thinking": (True,),
    "thinking": (True,),
    "thinking_mode": ("enabled", "thinking"),
    "thinking_option": ("on",),
    "reasoning_effort": ("high",),
}
"""Switches that make a model think, and the values that do."""
KEEPS_REASONING: dict[str, Any] = {
    "preserve_thinking": True,
    "preserved_thinking": True,
    "keep_past_thinking": True,
    "clear_thinking": False,
    "drop_thinking": False,
    "truncate_history_thinking": False,
}
"""Switches that make a template print all earlier reasoning, and the values that do."""
OTHER_SWITCHES = ("thinking_effort", "thinking_budget", "skip_thinking", "reasoning_strength")

_CLOCK = datetime(2026, 1, 1)
_ARGUMENTS = {"port": 'Älv & <b>"7319"\nquay', "days": 7319, "near": {"lat": 60.375}}
_TOOL = {
    "type": "function",
    "function": {
        "name": "find_tide",
        "description": "High water at a port",
        "parameters": {
            "type": "object",
            "properties": {
                "port": {"type": "string", "description": "Its name"},
                "days": {"type": "integer", "description": "How many"},
                "near": {"type": "object", "description": "A place", "properties": {}},
            },
            "required": ["port"],
        },
    },
}
_FIRST, _SECOND, _RESULT = "reasoning-alpha", "reasoning-beta", "result-gamma"


class Habits:
    """Renders conversations with one template and the given settings; a tool is offered in them
    where the template takes one, unless `offers_tools` is off.

    A conversation that the template refuses is an answer, too: only `generation_text` raises.
    """

    def __init__(
        self, template: ChatTemplate, settings: dict[str, Any], *, offers_tools: bool = True
    ) -> None:
        self._template = template
        self._settings = settings
        self._tools: list[Turn] = []
        if offers_tools and self._attempt([_TOOL], *_asked()) is not None:
            self._tools = [_TOOL]

    def generation_text(self) -> str:
        """What makes the model answer. Raises TemplateFailed when not even a question renders."""
        question = adapt(_asked(), self._template.traits)
        self._template.render(question, None, self._settings, _CLOCK, True)
        return self._template.generation_text([], self._settings, _CLOCK)

    def reasoning(self) -> ReasoningPolicy:
        loop = self._render(*_asked(), *_round())
        answered = self._render(*_asked(), _says("Soon.", _FIRST))
        after = self._render(*_asked(), *_round(), _says("Soon.", _SECOND), *_asked("And then?"))
        if not any(_FIRST in text for text in (loop, answered) if text is not None):
            return "dropped in the tool loop" if "</think>" in self._template.source else "none"
        if loop is not None and "find_tide" in loop and _FIRST not in loop:
            return "dropped in the tool loop"
        if after is None:
            after = self._render(*_asked(), _says("Soon.", _FIRST), *_asked("And then?")) or ""
            return "kept" if _FIRST in after else "dropped after the next question"
        is_kept = _FIRST in after and _SECOND in after
        return "kept" if is_kept else "dropped after the next question"

    def keeps_reasoning(self) -> bool:
        """Whether the next question leaves an answer's reasoning in the prompt."""
        text = self._render(*_asked(), _says("Soon.", _FIRST), *_asked("And then?"))
        return text is None or _FIRST in text

    def reread(self, *, reasons: bool) -> Reread:
        """What a question makes the model read again, besides itself; `reasons` or not before."""
        first, second = (_FIRST, _SECOND) if reasons else ("", "")
        turns = [*_asked("Who are you?"), _says("A model.", first), *_asked()]
        turns.append(_says("At 14:05.", second))
        before, after = self._up_to_words(turns), self._render(*turns, *_asked("And then?"))
        if before is None or after is None:
            return "more than the last turn"
        pairs = zip(before, after, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if same == len(before):
            return "nothing"
        is_late = same >= before.find("A model.") + len("A model.")
        return "the last turn" if is_late else "more than the last turn"

    def is_append_only(self) -> bool:
        """Whether the first n turns, without reasoning, are rendered as the first n of n+1."""
        turns = [*_asked("Who are you?"), _says("A model."), *_asked(), _says("At 14:05.")]
        turns += [*_asked("And then?"), _says("At 02:20.")]
        longer = [turns[:count] for count in range(1, len(turns) + 1)]
        return all(
            (self._render(*more) or "").startswith(self._up_to_words(less) or "\0")
            for less, more in pairwise(longer)
        )

    def round_trip(self) -> RoundTrip:
        """What is left of a call and its result in the next prompt."""
        text = self._render(*_asked(), *_round())
        if text is None or not self._tools:
            return "refused"
        history = text.replace(self._render(*_asked()) or "", "")
        if "find_tide" not in history:
            return "call lost"
        if _RESULT not in history:
            return "result lost"
        return "exact" if _has_object(history) or _has_values(history) else "arguments changed"

    def samples(self) -> Iterator[str | None]:
        """Renderings that show what settings change: a question first, None where refused."""
        loop, after = [*_asked(), *_round()], _says("Soon.", _SECOND)
        yield self._attempt([], *_asked(), generates=True)
        yield self._attempt(self._tools, _system(), *_asked(), generates=True)
        yield self._attempt(self._tools, *loop, generates=True)
        yield self._attempt(self._tools, *loop, after, *_asked("And then?"), generates=True)
        yield self._attempt([], *_asked(), _says("Soon.", _FIRST), *_asked("And then?"))

    def between_reasoning_and_answer(self) -> str | None:
        """What is printed there in the newest answer; None when reasoning is not printed."""
        text = self._render(*_asked(), _says("answer-epsilon", _FIRST)) or ""
        behind = text.partition(_FIRST)[2]
        return behind.partition("answer-epsilon")[0] if "answer-epsilon" in behind else None

    def stop_text(self) -> str:
        """What is printed behind the last answer, without white space around it."""
        answer = "answer-epsilon"
        text = self._render(*_asked(), _says(answer)) or ""
        return text.rpartition(answer)[2].strip() if answer in text else ""

    def _up_to_words(self, turns: Sequence[Turn]) -> str | None:
        """Rendered to the end of what the last turn says, which models are not made to write."""
        text = self._render(*turns)
        words = turns[-1]["content"]
        return text and text[: text.rfind(words) + len(words)]

    def _render(self, *turns: Turn) -> str | None:
        return self._attempt(self._tools, *turns)

    def _attempt(self, tools: list[Turn], *turns: Turn, generates: bool = False) -> str | None:
        try:
            adapted = adapt(list(turns), self._template.traits)
            return self._template.render(adapted, tools, self._settings, _CLOCK, generates)
        except TemplateFailed:
            return None


def thinking_settings(template: ChatTemplate) -> dict[str, Any]:
    """Values for the switches the template has that make the model think."""
    chosen: dict[str, Any] = {}
    for name, values in THINKING_ON.items():
        if name in template.variables:
            spelled = (one for one in values if isinstance(one, str) and one in template.source)
            chosen[name] = next(spelled, values[0])
    return chosen


def switches(template: ChatTemplate) -> tuple[str, ...]:
    known = (*THINKING_ON, *KEEPS_REASONING, *OTHER_SWITCHES)
    return tuple(name for name in known if name in template.variables)


def _asked(text: str = "When is high water?") -> list[Turn]:
    return [{"role": "user", "content": text}]


def _system() -> Turn:
    return {"role": "system", "content": "Be brief."}


def _says(text: str, reasoning: str = "") -> Turn:
    turn: Turn = {"role": "assistant", "content": text}
    return turn | {"reasoning_content": reasoning} if reasoning else turn


def _round() -> list[Turn]:
    function = {"name": "find_tide", "arguments": _ARGUMENTS}
    call = {"id": "call00001", "type": "function", "function": function}
    result = {"role": "tool", "tool_call_id": "call00001", "name": "find_tide", "content": _RESULT}
    return [_says("", _FIRST) | {"tool_calls": [call]}, result]


def _has_object(text: str) -> bool:
    """Whether a JSON object in the text, or in a string of one, equals the arguments."""
    return any(one in (_ARGUMENTS, json.dumps(_ARGUMENTS)) for one in _values_in(text))


def _values_in(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    for at, character in enumerate(text):
        if character == "{":
            try:
                yield decoder.raw_decode(text, at)[0]
            except ValueError:
                continue


def _has_values(text: str) -> bool:
    return all(leaf in text for leaf in _leaves(_ARGUMENTS))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from _leaves(inner)
    else:
        yield value if isinstance(value, str) else json.dumps(value)
