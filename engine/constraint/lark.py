"""Grammars in llguidance's Lark dialect, put together rule by rule."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

ANYTHING = "/(?s:.*)/"
MOST_CALLS = 8
"""Calls in one answer: small models that must call would go on for ever."""


class Lark:
    """Each method gives an expression to build others from; `source` is the whole grammar.

    `markers` are special tokens by text: where a piece of markup is one, the grammar asks for that
    very token, since the same text in letters does not mean the same to a model.
    """

    def __init__(self, markers: Mapping[str, int]) -> None:
        self._markers = markers
        self._split = re.compile(
            "|".join(map(re.escape, sorted(markers, key=len, reverse=True))) or r"(?!)"
        )
        self._rules: list[str] = []

    def literal(self, text: str) -> str:
        """Exactly this text."""
        return " ".join(self._pieces(text))

    def text_until(self, end: str, *, without: str = "") -> str:
        """Any text up to the first `end`, and `end`; where `end` is plain text, `without` may name
        another one that must not come before it."""
        pieces = self._pieces(end)
        if len(pieces) == 1 and end not in self._markers:
            text = (
                f"{ANYTHING} & ~({ANYTHING} {_quoted(without)} {ANYTHING})" if without else ANYTHING
            )
            return self._rule(self._terminal(text), options=f"[suffix={pieces[0]}]")
        # Text holds no marker, so it goes on to the last thing that can stand before the marker.
        lead = 0 if end.startswith(tuple(self._markers)) else 1
        text = self._terminal(" ".join([ANYTHING, *pieces[:lead]]))
        return " ".join([text, *pieces[lead:]])

    def pattern(self, regex: str) -> str:
        """Text that the whole of a regex (syntax of Rust's crate) matches."""
        from llguidance import regex_to_lark

        return self._terminal(f"/{regex_to_lark(regex)}/")

    def json(self, schema: Mapping[str, Any]) -> str:
        """A JSON value the schema allows."""
        return self._rule(f"%json {json.dumps(schema, ensure_ascii=False)}")

    def either(self, expressions: Iterable[str]) -> str:
        return self._rule(" | ".join(expressions))

    def sequence(self, *expressions: str) -> str:
        return self._rule(" ".join(expressions))

    def repeated(self, call: str, *, begin: str, joint: str, end: str, several: bool) -> str:
        """`call` once, or several times with `joint` between, inside `begin` and `end`."""
        more = f"({self.literal(joint)} {call}){{0,{MOST_CALLS - 1}}}" if several else ""
        return self.sequence(self.literal(begin), call, more, self.literal(end))

    def source(self, start: str) -> str:
        return "\n".join([f"start: {start}", *self._rules, ""])

    def _pieces(self, text: str) -> list[str]:
        pieces: list[str] = []
        read = 0
        for match in self._split.finditer(text):
            pieces += [_quoted(text[read : match.start()]), f"<[{self._markers[match[0]]}]>"]
            read = match.end()
        pieces.append(_quoted(text[read:]))
        return [piece for piece in pieces if piece]

    def _rule(self, body: str, *, options: str = "") -> str:
        name = f"rule_{len(self._rules)}"
        self._rules.append(f"{name}{options}: {body}")
        return name

    def _terminal(self, body: str) -> str:
        name = f"TEXT_{len(self._rules)}"
        self._rules.append(f"{name}: {body}")
        return name


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if text else ""
