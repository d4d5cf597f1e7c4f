"""Chat templates by conversations: a prompt begins with the ids the cache holds of the last one.

The set of templates is named at the head of the run. What a template drops, and what else keeps a
prompt from beginning so, is checked to be no more than what `exceptions` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.backends.base import Tokenizer
from engine.backends.llama.vocabulary import open_vocabulary
from engine.errors import TemplateFailed
from engine.types import ToolCall
from tests.engine.prompt.conversations import CONVERSATIONS, Step
from tests.engine.prompt.exceptions import HEADERS, MOVES, REFUSALS
from tests.engine.prompt.families import Family, families, own_families
from tests.engine.prompt.replays import DROPPED, HEADER, OTHER, WHOLE, outcomes
from tests.engine.prompt.simulated import ARGUMENTS, OTHER_ARGUMENTS, Answer, Model

SHORT = ("text", "cut off", "reasoning", "reasoning and call", "two calls at once")
"""Conversations to try other settings of a template with."""

FAMILIES = families()
TRIED = {family.name: family for family in [*FAMILIES, *own_families()]}


@pytest.mark.parametrize("name", TRIED)
def test_a_prompt_begins_with_what_the_cache_holds(name: str) -> None:
    """Whole, or up to the answer of which the template drops a part; else it is an exception."""
    family = TRIED[name]
    found = _all_outcomes(family, family.tokenizer(), family.ends)
    allowed = {WHOLE, DROPPED, HEADER if name in HEADERS else "", OTHER if name in MOVES else ""}
    refused = found - allowed
    assert all(REFUSALS.get(name, "?") in outcome for outcome in refused)
    assert bool(refused) == (name in REFUSALS)
    assert (HEADER in found) == (name in HEADERS)
    assert (OTHER in found) == (name in MOVES)


@pytest.fixture(scope="module")
def qwen_tokenizer(qwen_coder: Path) -> Iterator[Tokenizer]:
    with open_vocabulary(str(qwen_coder)) as vocabulary:
        yield vocabulary.tokenizer


@pytest.mark.model
@pytest.mark.parametrize("name", [family.name for family in FAMILIES])
def test_so_it_does_in_a_real_vocabulary(name: str, qwen_tokenizer: Tokenizer) -> None:
    """Most markers are plain text there, so no stop is known behind a call printed otherwise."""
    family = TRIED[name]
    pieces = qwen_tokenizer.special_pieces()
    ends = tuple(piece for id, piece in pieces.items() if qwen_tokenizer.is_end(id))
    found = _all_outcomes(family, qwen_tokenizer, (*ends, *family.ends))
    refused = found - {WHOLE, DROPPED, HEADER, OTHER if name in MOVES else ""}
    assert all(REFUSALS.get(name, "?") in outcome for outcome in refused)


def _all_outcomes(family: Family, tokenizer: Tokenizer, ends: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for conversation in CONVERSATIONS.values():
        found |= _outcomes(family, tokenizer, ends, {}, ARGUMENTS, conversation)
        if any(isinstance(part, ToolCall) for part in _answered(conversation)):
            found |= _outcomes(family, tokenizer, ends, {}, OTHER_ARGUMENTS, conversation)
    for settings in family.settings[1:]:
        for name in SHORT:
            found |= _outcomes(family, tokenizer, ends, settings, ARGUMENTS, CONVERSATIONS[name])
    return found


def _answered(conversation: tuple[Step, ...]) -> Iterator[object]:
    for step in conversation:
        if isinstance(step, Answer):
            yield from step.parts


def _outcomes(
    family: Family,
    tokenizer: Tokenizer,
    ends: tuple[str, ...],
    settings: dict[str, Any],
    arguments: str,
    conversation: tuple[Step, ...],
) -> set[str]:
    """What came of one conversation; what a template said when it refused it."""
    model = Model(family.template, tokenizer, ends, settings, arguments)
    try:
        return set(outcomes(model, conversation))
    except TemplateFailed as error:
        return {str(error)}
