"""Makes the constraints a request asks for, over one model's vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.backends.base import Tokenizer
from engine.constraint.constraint import Constraint
from engine.constraint.families import FAMILIES, Family
from engine.constraint.lark import Lark
from engine.constraint.schemas import answer_schema
from engine.constraint.tools import chosen_tools
from engine.constraint.vocabulary import GrammarVocabulary
from engine.constraint.words import NO_OPENINGS, AllowedWords, Openings, WordsConstraint
from engine.errors import Unsupported

_GAP = r"\n{0,2}"
"""What may stand between reasoning and the rest."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """Reasoning comes before what is constrained: `is_open` when the prompt has opened it."""

    open: str
    close: str
    is_open: bool


class Constraints:
    """One for a loaded model; the vocabulary is read when the first constraint is made.

    Every method raises Unsupported with the reason when a form cannot be enforced.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._words: dict[Openings, AllowedWords] = {}

    def answer(self, schema: Mapping[str, Any], *, thinking: Thinking | None = None) -> Constraint:
        """The answer is one JSON value of this schema. Raises BadRequest when it is no object."""
        wanted = answer_schema(schema)
        return self._made(lambda lark: lark.json(wanted), thinking)

    def pattern(self, regex: str, *, thinking: Thinking | None = None) -> Constraint:
        """The whole answer matches a regex (syntax of Rust's regex crate)."""
        return self._made(lambda lark: lark.pattern(regex), thinking)

    def grammar(self, lark: str) -> Constraint:
        """The answer follows a grammar in llguidance's Lark dialect."""
        return self._vocabulary.constraint(lark)

    def calls(
        self,
        tools: Sequence[Mapping[str, Any]],
        *,
        choice: str,
        family: str,
        thinking: Thinking | None = None,
        several: bool = True,
        with_schemas: bool = True,
    ) -> Constraint:
        """The answer is calls and nothing else, as this family writes them.

        `choice` is "required", or the name of the tool to call (once). Without `with_schemas`, only
        the structure is held to: any arguments will do. What of a tool's schema cannot be enforced
        is left out; if nothing of it can, any object will do.
        Raises BadRequest when no such tool is declared.
        """
        wanted = chosen_tools(tools, choice, with_schemas=with_schemas)
        how, many = _family(family), several and choice == "required"
        return self._made(
            lambda lark: how.write(lark, wanted, several=many), thinking, gap=_gap(how)
        )

    def words(self, openings: Openings, *, thinking: Thinking) -> Constraint:
        """The answer calls nothing: no marker that only calls have is in it, and it does not begin
        as a call does whose opening is plain text."""
        if openings not in self._words:
            self._words[openings] = self._allowed_words(openings, thinking.close)
        return WordsConstraint(self._words[openings], begins=not thinking.is_open)

    def _allowed_words(self, openings: Openings, close: str) -> AllowedWords:
        ids = {text: id for id, text in self._tokenizer.special_pieces().items() if len(text) > 1}
        found = openings.markers(ids)
        return AllowedWords(
            self._tokenizer,
            markers=[ids[text] for text in found],
            openings=[one for one in openings.calls if not any(text in one for text in found)],
            reasoning=ids.get(close),
        )

    def wanted(
        self,
        *,
        choice: str,
        schema: Mapping[str, Any] | None,
        tools: Sequence[Mapping[str, Any]],
        family: str,
        thinking: Thinking,
        several: bool = False,
        openings: Openings = NO_OPENINGS,
    ) -> Constraint | None:
        """What a request asks for; None when the answer is free.

        A choice of "none" forbids what calls begin with, `openings`; with "auto", an answer that
        has a schema may be a call instead. Small models that must call seldom know when to stop:
        `several` calls in one answer have to be asked for.
        """
        if choice not in ("auto", "none"):
            return self.calls(
                tools, choice=choice, family=family, thinking=thinking, several=several
            )
        if schema is None:
            none = choice == "none" and tools
            return self.words(openings, thinking=thinking) if none else None
        if choice == "none" or not tools:
            return self.answer(schema, thinking=thinking)
        answer, how = answer_schema(schema), _family(family)
        known = chosen_tools(tools, "required", with_schemas=True)
        return self._made(
            lambda lark: lark.either([how.write(lark, known, several=several), lark.json(answer)]),
            thinking,
            gap=_gap(how),
        )

    def _made(
        self, write: Callable[[Lark], str], thinking: Thinking | None, *, gap: str = _GAP
    ) -> Constraint:
        lark = Lark(self._vocabulary.markers)
        before = "" if thinking is None else self._before(lark, thinking, gap)
        return self._vocabulary.constraint(lark.source(lark.sequence(before, write(lark))))

    def _before(self, lark: Lark, thinking: Thinking, gap: str) -> str:
        # Openers that are ordinary text are not offered: any answer could begin with their "<".
        if not thinking.is_open and thinking.open not in self._vocabulary.markers:
            return ""
        reasoning = [lark.text_until(thinking.close), lark.pattern(gap) if gap else ""]
        if thinking.is_open:
            return lark.sequence(*reasoning)
        return f"({lark.sequence(lark.literal(thinking.open), *reasoning)})?"

    @cached_property
    def _vocabulary(self) -> GrammarVocabulary:
        return GrammarVocabulary(self._tokenizer)


def _family(key: str) -> Family:
    if key in FAMILIES:
        return FAMILIES[key]
    known = ", ".join(FAMILIES)
    raise Unsupported(f"Calls cannot be required of a model that writes {key}; known are {known}.")


def _gap(family: Family) -> str:
    return "" if family.begin.startswith("\n") else _GAP
