"""Calls and their results in the shape a template takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from engine.prompt.traits import Traits

Turn = dict[str, Any]
ID_CHARACTERS = 9


def adapt_calls(turns: list[Turn], traits: Traits) -> list[Turn]:
    """New dicts where something changes; those given are left alone."""
    if not traits.calls_at_once:
        turns = _one_after_the_other(turns)
    if not traits.any_call_id:
        turns = _short_ids(turns)
    if not traits.object_arguments:
        turns = [_with_calls(turn, _with_text) for turn in turns]
    if not traits.empty_content_beside_calls:
        turns = [_without_empty_content(turn) for turn in turns]
    return turns


def _one_after_the_other(turns: Sequence[Turn]) -> list[Turn]:
    """Every call in a turn of its own, its result behind it; the text stays before the first."""
    separate: list[Turn] = []
    waiting: list[Turn] = []
    for turn in turns:
        if turn["role"] == "tool":
            of_call = [one for one in waiting if _id(one) == turn.get("tool_call_id")]
            separate += [*of_call[:1], turn]
            waiting = [one for one in waiting if one not in of_call[:1]]
            continue
        separate += waiting
        first, *waiting = _split(turn)
        separate.append(first)
    return [*separate, *waiting]


def _split(turn: Turn) -> list[Turn]:
    calls = turn.get("tool_calls", [])
    others = [{"role": turn["role"], "content": "", "tool_calls": [one]} for one in calls[1:]]
    return [turn | {"tool_calls": calls[:1]} if calls else turn, *others]


def _id(turn: Turn) -> Any:
    return turn["tool_calls"][0]["id"]


def _short_ids(turns: Sequence[Turn]) -> list[Turn]:
    """Ids of nine letters and digits: the model's own, or the number of the call.

    Numbers follow the order of the conversation, so that it goes on as it began.
    """
    ids: dict[str, str] = {}
    for turn in turns:
        for one in turn.get("tool_calls", []):
            ids.setdefault(one["id"], _short_id(one["id"], number=len(ids)))

    def short(id: str) -> str:
        return ids.get(id) or _short_id(id, number=len(ids))

    return [
        _with_calls(turn, lambda one: one | {"id": short(one["id"])})
        | ({"tool_call_id": short(turn["tool_call_id"])} if "tool_call_id" in turn else {})
        for turn in turns
    ]


def _short_id(id: str, *, number: int) -> str:
    is_short = len(id) == ID_CHARACTERS and id.isascii() and id.isalnum()
    return id if is_short else f"{number:0{ID_CHARACTERS}}"


def _with_text(call: Turn) -> Turn:
    """The call with its arguments as JSON text; what is text already stays."""
    function = call["function"]
    arguments = function["arguments"]
    if isinstance(arguments, str):
        return call
    text = json.dumps(arguments, ensure_ascii=False)
    return call | {"function": function | {"arguments": text}}


def _with_calls(turn: Turn, change: Callable[[Turn], Turn]) -> Turn:
    if "tool_calls" not in turn:
        return turn
    return turn | {"tool_calls": [change(one) for one in turn["tool_calls"]]}


def _without_empty_content(turn: Turn) -> Turn:
    has_none = "tool_calls" in turn and not turn["content"].strip()
    return turn | {"content": None} if has_none else turn
