"""Make a conversation acceptable to a template that refuses it, and change nothing otherwise."""

from __future__ import annotations

from typing import Any

from engine.prompt.calls import adapt_calls
from engine.prompt.traits import REASONING_KEYS, Traits
from engine.prompt.turns import BLANK_LINE

Turn = dict[str, Any]


def adapt(turns: list[Turn], traits: Traits) -> list[Turn]:
    """New dicts in the shape the template takes; those given are left alone."""
    adapted = [_known_reasoning(_known_role(turn, traits), traits) for turn in turns]
    if not traits.several_systems:
        adapted = _join_same(adapted, ("system",))
    if not traits.system:
        adapted = _system_to_user(adapted)
    if not traits.same_role_twice:
        adapted = _join_same(adapted, ("user", "assistant"))
    if not traits.assistant_first:
        adapted = _user_first(adapted)
    adapted = adapt_calls(adapted, traits)
    if not traits.reasoning_beside_content:
        adapted = [_with_reasoning_part(turn) for turn in adapted]
    return adapted if traits.text_content else [_as_parts(turn) for turn in adapted]


def _known_role(turn: Turn, traits: Traits) -> Turn:
    unknown = turn["role"] == "developer" and not traits.developer
    return turn | {"role": "system"} if unknown else turn


def _known_reasoning(turn: Turn, traits: Traits) -> Turn:
    """Reasoning under the name the template knows; left out where it would refuse the turn."""
    if "reasoning_content" not in turn or traits.reasoning_key == "reasoning_content":
        return turn
    others = {key: value for key, value in turn.items() if key != "reasoning_content"}
    refused = not traits.reasoning_beside_text_and_calls
    if refused and "tool_calls" in turn and turn["content"].strip():
        return others
    return others | {traits.reasoning_key: turn["reasoning_content"]}


def _join_same(turns: list[Turn], roles: tuple[str, ...]) -> list[Turn]:
    """Neighbours of the same role become one turn; turns with calls stay as they are."""
    joined: list[Turn] = []
    for turn in turns:
        last = joined[-1] if joined else None
        same = last is not None and last["role"] == turn["role"] and turn["role"] in roles
        if last is not None and same and "tool_calls" not in last and "tool_calls" not in turn:
            joined[-1] = _joined(last, turn)
        else:
            joined.append(turn)
    return joined


def _joined(first: Turn, second: Turn) -> Turn:
    both = first | second
    for key in ("content", *REASONING_KEYS):
        texts = [turn[key] for turn in (first, second) if turn.get(key)]
        if texts:
            both[key] = BLANK_LINE.join(texts)
    return both


def _system_to_user(turns: list[Turn]) -> list[Turn]:
    """What a system turn says goes in front of the next user turn, or becomes one."""
    moved: list[Turn] = []
    for turn in turns:
        waiting = moved.pop() if moved and moved[-1]["role"] == "system" else None
        if waiting is None:
            moved.append(turn)
        elif turn["role"] in ("user", "system"):
            moved.append(_joined(waiting, turn))
        else:
            moved += [waiting | {"role": "user"}, turn]
    return [turn | {"role": "user"} if turn["role"] == "system" else turn for turn in moved]


def _user_first(turns: list[Turn]) -> list[Turn]:
    """An empty question before an answer that opens the conversation."""
    spoken = [index for index, turn in enumerate(turns) if turn["role"] != "system"]
    if not spoken or turns[spoken[0]]["role"] != "assistant":
        return turns
    return [*turns[: spoken[0]], {"role": "user", "content": ""}, *turns[spoken[0] :]]


def _with_reasoning_part(turn: Turn) -> Turn:
    """Reasoning as the first part of the content, which has a second one if it is not empty."""
    if "reasoning_content" not in turn:
        return turn
    others = {key: value for key, value in turn.items() if key != "reasoning_content"}
    thinking = {"type": "thinking", "thinking": turn["reasoning_content"]}
    text = turn["content"]
    return others | {"content": [thinking, *([{"type": "text", "text": text}] if text else [])]}


def _as_parts(turn: Turn) -> Turn:
    if not isinstance(turn["content"], str):
        return turn
    return turn | {"content": [{"type": "text", "text": turn["content"]}]}
